/**
 * Running a machine along one path: schedules choose the next step, the runner takes it until the
 * job ends, fails or cannot go on.
 *
 * <p>What a step does is the machine's business; which steps are allowed, the ordering rules'.
 */
@NullMarked
package org.shmemlab.model.schedule;

import org.jspecify.annotations.NullMarked;
