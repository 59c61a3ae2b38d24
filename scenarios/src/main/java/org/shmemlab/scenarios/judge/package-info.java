/**
 * Judgements: a program or a litmus test explored under profiles of the memory model, and the
 * verdict of all its executions together.
 *
 * <p>The answers come from {@link org.shmemlab.model.explore.states.Explorer} alone; an expectation
 * is compared with them and never changes them. Nothing here prints.
 */
@NullMarked
package org.shmemlab.scenarios.judge;

import org.jspecify.annotations.NullMarked;
