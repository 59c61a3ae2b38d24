/**
 * Executes an agent's instructions, each through the layer that it belongs to ({@link
 * org.shmemlab.model.interpreter.ExecutionLayers}), and makes calls of the run-time system, which
 * {@link org.shmemlab.model.interpreter.Services} stands for.
 *
 * <p>Of a program's memory a service touches what it has declared and nothing else. Which agent
 * runs, and how far, the caller says.
 */
@NullMarked
package org.shmemlab.model.interpreter;

import org.jspecify.annotations.NullMarked;
