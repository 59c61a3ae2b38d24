/**
 * The orders that some rules allow. An {@link org.shmemlab.model.explore.Engine} walks all of them
 * and keeps each state once, or runs some schedules drawn at random, and tells outcomes, conflicts,
 * deadlocks and failures, each with a schedule that leads to it and can be replayed.
 *
 * <p>Steps and their effects are the machine's, order is the rules'; nothing here decides either.
 */
@NullMarked
package org.shmemlab.model.explore;

import org.jspecify.annotations.NullMarked;
