/**
 * The orders that some rules allow. An {@link org.shmemlab.model.explore.Engine} keeps each state
 * once, or runs one execution of each class of equivalent ones, or some random schedules, and
 * reports outcomes, conflicts, deadlocks and failures, each with a schedule that leads to it and
 * can be replayed.
 *
 * <p>Conflicts are found twice, independently: by windows that are open in one state, and by vector
 * clocks that track happens-before in one execution.
 *
 * <p>Steps and their effects are the machine's, order is the rules'; nothing here decides either.
 */
@NullMarked
package org.shmemlab.model.explore;

import org.jspecify.annotations.NullMarked;
