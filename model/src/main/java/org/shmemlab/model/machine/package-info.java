/**
 * The machine: the state of a job that runs a program, and the steps it can take under some
 * ordering rules.
 *
 * <p>{@link org.shmemlab.model.machine.JobState} is data. What changes it stands above it in
 * layers, and no class knows one above its own: memory, communication, meetings, threads of the
 * host, the device, the interpreter, the machine, and {@link org.shmemlab.model.machine.Steps} with
 * what it asks.
 *
 * <p>Agents are resumable state machines, never Java threads. A {@link
 * org.shmemlab.model.machine.Machine} can be forked at any step; forks share memory until one of
 * them writes. Schedules choose steps and live with their callers; what a step does lives here. No
 * clock, no file, no random number.
 */
@NullMarked
package org.shmemlab.model.machine;

import org.jspecify.annotations.NullMarked;
