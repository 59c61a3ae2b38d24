/**
 * The machine: the state of a job that runs a program, and the steps it can take under some
 * ordering rules.
 *
 * <p>Agents are resumable state machines, never Java threads. A {@link
 * org.shmemlab.model.machine.Machine} can be forked at any step; forks share memory until one of
 * them writes. Schedules choose steps and live with their callers; what a step does lives here. No
 * clock, no file, no random number.
 */
@NullMarked
package org.shmemlab.model.machine;

import org.jspecify.annotations.NullMarked;
