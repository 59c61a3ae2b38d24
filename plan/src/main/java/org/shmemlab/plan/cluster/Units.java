package org.shmemlab.plan.cluster;

import tools.jackson.databind.JsonNode;

/**
 * Divides work into numbered units, which can be computed anywhere. Their results add up in any
 * order.
 *
 * @param <R> what one or more units give
 */
public interface Units<R> {
  /**
   * Distinguishes this work from all other, with the code that does it: a few letters and digits.
   */
  String key();

  /** How many units there are; the first one is number 0. */
  long count();

  /** The result of no unit, each time a new one. */
  R none();

  /**
   * The result of two sets of units that have none in common.
   *
   * @param all may be changed and given back
   */
  R sum(R all, R more);

  /** Computes a unit. If it is {@link #stopped} then, the result is of a part of it. */
  R unit(long number);

  /** Whether the caller has stopped the work; from then on, it stays so. */
  boolean stopped();

  /** Whether this result of some units makes the others needless. */
  boolean isEnough(R result);

  /** A result as JSON. */
  JsonNode written(R result);

  /** A result that was {@link #written}, maybe by another process. */
  R read(JsonNode text);
}
