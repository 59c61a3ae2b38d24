/**
 * The stateless search: executions from the initial state, their reversible races, and the
 * reductions that decide which other executions these ask for.
 *
 * <p>A new reduction is a class that implements {@link PartialOrderReduction}.
 */
@NullMarked
package org.shmemlab.model.explore.stateless;

import org.jspecify.annotations.NullMarked;
