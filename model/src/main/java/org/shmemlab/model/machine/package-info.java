/**
 * The machine: a running job that can be forked at any step, and the steps it can take under some
 * ordering rules.
 *
 * <p>A {@link org.shmemlab.model.machine.Machine} lets an agent run or an event happen; {@link
 * org.shmemlab.model.machine.Steps} decides which steps are visible, and lists their accesses and
 * the agents that wait. The effect of a step is defined by the layers below, from {@link
 * org.shmemlab.model.job} on.
 *
 * <p>Agents are resumable state machines, never Java threads. Forks share memory until one of them
 * writes. Schedules choose steps and live with their callers. The package has no clock, no file and
 * no random number.
 */
@NullMarked
package org.shmemlab.model.machine;

import org.jspecify.annotations.NullMarked;
