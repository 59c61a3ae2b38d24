/**
 * The orders that some rules allow. An {@link org.shmemlab.model.explore.Engine} keeps each state
 * once, or runs one execution of each class of equivalent ones, or some schedules drawn at random,
 * and tells outcomes, conflicts, deadlocks and failures, each with a schedule that leads to it and
 * can be replayed.
 *
 * <p>Conflicts are found twice, independently: by windows that are open in one state, and by vector
 * clocks that say what comes before what in one execution.
 *
 * <p>Steps and their effects are the machine's, order is the rules'; nothing here decides either.
 */
@NullMarked
package org.shmemlab.model.explore;

import org.jspecify.annotations.NullMarked;
