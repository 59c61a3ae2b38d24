package org.shmemlab.model.explore;

import java.util.function.BooleanSupplier;

/**
 * How much an exploration may do.
 *
 * @param budget most states to keep, or schedules to run; the engine says which
 * @param seed of everything that is drawn at random
 * @param stop asked before each state; true ends the exploration
 */
public record Effort(long budget, long seed, BooleanSupplier stop) {}
