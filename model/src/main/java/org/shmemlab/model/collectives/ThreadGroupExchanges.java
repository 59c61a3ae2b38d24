package org.shmemlab.model.collectives;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.arithmetic.Arithmetic;
import org.shmemlab.model.job.Meeting.Arrival;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Element;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.ScalarType;

/** Computes the results of exchanges between the threads of a block, warp or grid. */
final class ThreadGroupExchanges {
  private ThreadGroupExchanges() {}

  /** One result per arrival. */
  static long[] results(List<Arrival> arrivals) {
    long[] results = new long[arrivals.size()];
    switch (arrivals.get(0).call().kind()) {
      case BLOCK_COUNT, PART_COUNT -> {
        long count = arrivals.stream().filter(ThreadGroupExchanges::votes).count();
        java.util.Arrays.fill(results, count);
      }
      case WARP_SYNC -> {
        long lanes = 0;
        for (Arrival arrival : arrivals) {
          lanes |= 1L << lane(arrival);
        }
        java.util.Arrays.fill(results, lanes);
      }
      case WARP_BALLOT -> {
        long votes = 0;
        for (Arrival arrival : arrivals) {
          if (arrival.argument(1) != 0) {
            votes |= 1L << lane(arrival);
          }
        }
        java.util.Arrays.fill(results, votes);
      }
      case WARP_SHUFFLE -> {
        for (int i = 0; i < results.length; i++) {
          results[i] = shuffled(arrivals, i).argument(1);
        }
      }
      case WARP_MATCH -> {
        for (int i = 0; i < results.length; i++) {
          for (Arrival other : arrivals) {
            if (other.argument(1) == arrivals.get(i).argument(1)) {
              results[i] |= 1L << lane(other);
            }
          }
        }
      }
      case WARP_REDUCE -> {
        Element element = arrivals.get(0).call().element();
        ReduceOp op = arrivals.get(0).call().operator();
        if (element == null || op == null) {
          throw new IllegalStateException("a reduction names its element and operator");
        }
        long sum = arrivals.get(0).argument(1);
        for (int i = 1; i < results.length; i++) {
          sum = combine(op, element.number(), sum, arrivals.get(i).argument(1));
        }
        java.util.Arrays.fill(results, sum);
      }
      default -> {}
    }
    return results;
  }

  /** The arrival whose value one of a shuffle gets: its own where the lane does not take part. */
  static Arrival shuffled(List<Arrival> arrivals, int index) {
    Arrival own = arrivals.get(index);
    Arrival from = byLane(arrivals, own.argument(2));
    return from == null ? own : from;
  }

  /** Whether the last argument, a predicate, holds. */
  private static boolean votes(Arrival arrival) {
    return arrival.argument(arrival.call().kind().arguments() - 1) != 0;
  }

  /** The reduction of two values. */
  static long combine(ReduceOp op, ScalarType type, long a, long b) {
    return switch (op) {
      case SUM -> Arithmetic.binary(BinaryOp.ADD, type, a, b);
      case PROD -> Arithmetic.binary(BinaryOp.MUL, type, a, b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case MIN -> Arithmetic.choose(MathFunction.MIN, type, a, b);
      case MAX -> Arithmetic.choose(MathFunction.MAX, type, a, b);
      case MAXLOC -> throw new IllegalStateException("pairs are compared by the collective");
    };
  }

  private static int lane(Arrival arrival) {
    return arrival.thread() % 32;
  }

  private static @Nullable Arrival byLane(List<Arrival> arrivals, long lane) {
    for (Arrival arrival : arrivals) {
      if (lane(arrival) == lane) {
        return arrival;
      }
    }
    return null;
  }
}
