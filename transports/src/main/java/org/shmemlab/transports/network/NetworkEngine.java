package org.shmemlab.transports.network;

import com.google.common.primitives.ImmutableIntArray;
import java.util.function.IntConsumer;

/**
 * Flows that share links. Times are picoseconds from zero, bandwidths bytes per second.
 *
 * <p>A flow first spends the latencies of its links, during which it uses no bandwidth; then its
 * bytes move at a rate that is, at all times, its share of the max-min fair allocation among the
 * flows then moving: no flow can get more without another, that has no more than it, getting less.
 * It completes when its last byte has moved, so that alone on its route it takes the sum of the
 * latencies plus its bytes over the smallest bandwidth. These are the rules of SimGrid's {@code
 * raw} network model.
 *
 * <p>A simulator uses it together with its own queue of events: it calls {@link #advance} with the
 * time of its next event as the limit, handles the completed flow, or else the event, and starts
 * flows as they come. Links are numbered from zero in the order in which the engine was given them.
 *
 * <p>Same calls, same answers, to the bit. An argument out of range is an {@code
 * IllegalArgumentException} whose message is one line.
 */
public interface NetworkEngine extends AutoCloseable {
  /** A time that never comes. */
  long NEVER = Long.MAX_VALUE;

  /**
   * The latest time that an engine can represent in whole picoseconds: 2^53 ps, two and a half
   * hours.
   */
  long HORIZON = 1L << 53;

  /** The rate cap of a flow that only links limit. */
  double UNCAPPED = Double.POSITIVE_INFINITY;

  /**
   * Declares a route, once for all flows that take it.
   *
   * @param links the links it crosses: at least one, each at most once
   * @return its number: 0, 1, 2 and so on
   */
  int addRoute(ImmutableIntArray links);

  /**
   * Starts a flow.
   *
   * @param at when, in picoseconds, not before {@link #now()}
   * @param route the number of a route
   * @param bytes its size, not negative; a flow of no bytes takes the latencies alone
   * @param cap a rate it never exceeds, in bytes per second, positive; or {@link #UNCAPPED}
   * @return its number: 0, 1, 2 and so on
   */
  int start(long at, int route, long bytes, double cap);

  /** The time reached, in picoseconds. */
  long now();

  /**
   * Advances to the next instant at which a flow completes, but not beyond the limit, and names all
   * flows that complete in that picosecond, in ascending order.
   *
   * @param limit not before {@link #now()}; {@link #NEVER} for none
   * @param completed gets the number of each flow that completed; it must not call the engine
   * @return the time reached; {@link #NEVER}, and {@link #now()} stays as it was, if no flow is
   *     left and there is no limit
   * @throws IllegalArgumentException also if there is no limit and the next flow completes after
   *     {@link #HORIZON}
   */
  long advance(long limit, IntConsumer completed);

  /** Frees what the engine holds outside the heap. */
  @Override
  default void close() {}
}
