/**
 * The execution of an agent's instructions, each through the layer that it belongs to ({@link
 * org.shmemlab.model.interpreter.ExecutionLayers}), and the calls of the run-time system, which
 * {@link org.shmemlab.model.interpreter.Services} stands for.
 *
 * <p>A service accesses the bytes of a program's memory that it has declared and no others. The
 * caller chooses the agent and how far it runs.
 */
@NullMarked
package org.shmemlab.model.interpreter;

import org.jspecify.annotations.NullMarked;
