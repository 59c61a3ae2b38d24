/**
 * The stateless search: executions from the initial state, their reversible races, and the
 * reductions that decide which other executions these ask for.
 *
 * <p>A new reduction is a class of this package that implements {@link PartialOrderReduction}. A
 * constant of {@code Engine} chooses it; {@code PartialOrderReductionTest} compares reductions.
 */
@NullMarked
package org.shmemlab.model.explore.stateless;

import org.jspecify.annotations.NullMarked;
