/**
 * Running a machine along one path: schedules choose the next step, the runner takes it until the
 * job ends or fails or no step is enabled.
 *
 * <p>The effect of a step is the machine's business; the choice of steps that are allowed, the
 * ordering rules'.
 */
@NullMarked
package org.shmemlab.model.schedule;

import org.jspecify.annotations.NullMarked;
