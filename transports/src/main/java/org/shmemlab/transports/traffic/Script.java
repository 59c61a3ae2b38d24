package org.shmemlab.transports.traffic;

import com.google.common.collect.AbstractIterator;
import java.util.Iterator;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/**
 * What the agents of every PE do. The same agent does the same whenever and however often it is
 * asked.
 */
public interface Script {
  /** Number of PEs. */
  int pes();

  /** Agents of each PE: threads, warps or blocks that make calls beside each other. */
  int agents();

  /** Counters of each PE that messages can raise. */
  int slots();

  /**
   * The steps of an agent in their order.
   *
   * @param agent of its PE, from 0
   */
  Iterator<Step> steps(int pe, int agent);

  /** So many steps by their number from 0; made when they are asked for. */
  static Iterator<Step> repeat(int count, IntFunction<Step> step) {
    return new AbstractIterator<>() {
      private int number;

      @Override
      protected @Nullable Step computeNext() {
        return number < count ? step.apply(number++) : endOfData();
      }
    };
  }
}
