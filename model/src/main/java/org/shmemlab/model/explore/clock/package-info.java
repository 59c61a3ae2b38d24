/**
 * Happens-before of one execution, by vector clocks of agents and operations, and the data races
 * that it leaves: the second detector of conflicts, next to open windows.
 *
 * <p>Nothing here chooses a step.
 */
@NullMarked
package org.shmemlab.model.explore.clock;

import org.jspecify.annotations.NullMarked;
