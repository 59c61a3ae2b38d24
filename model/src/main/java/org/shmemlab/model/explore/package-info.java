/**
 * Every order that some rules allow: the explorer walks all of them, keeps each state once, and
 * tells outcomes, conflicts, deadlocks and failures, each with a shortest path to it.
 *
 * <p>Steps and their effects are the machine's, order is the rules'; nothing here decides either.
 */
@NullMarked
package org.shmemlab.model.explore;

import org.jspecify.annotations.NullMarked;
