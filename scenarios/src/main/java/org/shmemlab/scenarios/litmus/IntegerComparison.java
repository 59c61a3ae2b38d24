package org.shmemlab.scenarios.litmus;

import java.util.function.ToLongFunction;
import org.shmemlab.model.program.ScalarType;

/** Compares integers of any types by their values: -1 is less than every {@code uint64_t}. */
final class IntegerComparison {
  private IntegerComparison() {}

  /** Negative, zero or positive as the left value is less, equal or greater. */
  static int compare(
      Condition.Term left, Condition.Term right, ToLongFunction<Condition.Observable> values) {
    long a = value(left, values);
    long b = value(right, values);
    boolean hugeA = a < 0 && isUnsigned(left);
    boolean hugeB = b < 0 && isUnsigned(right);
    if (hugeA != hugeB) {
      return hugeA ? 1 : -1;
    }
    return Long.compare(a, b); // two huge ones, too: their upper bits are equal
  }

  private static long value(Condition.Term term, ToLongFunction<Condition.Observable> values) {
    return switch (term) {
      case Condition.Constant constant -> constant.value();
      case Condition.Observable observable -> values.applyAsLong(observable);
    };
  }

  private static boolean isUnsigned(Condition.Term term) {
    return term instanceof Condition.Observable seen && seen.type() == ScalarType.U64;
  }
}
