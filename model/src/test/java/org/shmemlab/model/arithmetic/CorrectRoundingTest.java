package org.shmemlab.model.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.program.FloatFormat.BF16;
import static org.shmemlab.model.program.FloatFormat.F16;
import static org.shmemlab.model.program.FloatFormat.F32;
import static org.shmemlab.model.program.FloatFormat.F64;
import static org.shmemlab.model.program.Rounding.DOWN;
import static org.shmemlab.model.program.Rounding.NEAREST_EVEN;
import static org.shmemlab.model.program.Rounding.UP;
import static org.shmemlab.model.program.Rounding.ZERO;

import java.math.BigDecimal;
import java.util.Arrays;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.FloatFormat;
import org.shmemlab.model.program.FloatOperation;
import org.shmemlab.model.program.Rounding;

/**
 * Results rounded in a direction, compared with decimals: no number of the format lies between the
 * result and the exact one.
 */
class CorrectRoundingTest {
  /** Operands of an operation, as codes of a format. */
  record Operands(FloatOperation operation, FloatFormat format, long a, long b, long c) {
    double[] values() {
      return new double[] {value(format, a), value(format, b), value(format, c)};
    }

    boolean areFinite() {
      double[] all = Arrays.copyOf(values(), operation.arity());
      boolean divides = operation == FloatOperation.DIV && all[1] == 0;
      boolean isRootOfNegative = operation == FloatOperation.SQRT && all[0] < 0;
      return Arrays.stream(all).allMatch(Double::isFinite) && !divides && !isRootOfNegative;
    }

    long rounded(Rounding rounding) {
      return CorrectRounding.compute(operation, format, rounding, a, b, c);
    }

    /** The sign of the exact result minus a number. */
    int compare(double candidate) {
      double[] v = values();
      BigDecimal x = new BigDecimal(v[0]);
      BigDecimal y = new BigDecimal(operation.arity() < 2 ? 0 : v[1]);
      BigDecimal number = new BigDecimal(candidate);
      return switch (operation) {
        case ADD -> x.add(y).compareTo(number);
        case SUB -> x.subtract(y).compareTo(number);
        case MUL -> x.multiply(y).compareTo(number);
        case FMA -> x.multiply(y).add(new BigDecimal(v[2])).compareTo(number);
        case DIV -> y.signum() * x.compareTo(number.multiply(y));
        case SQRT -> candidate < 0 ? 1 : x.compareTo(number.multiply(number));
      };
    }
  }

  @Property(tries = 4000)
  void directedResultsAreTheNumbersNextToTheExactOne(@ForAll("operands") Operands o) {
    if (!o.areFinite()) {
      return;
    }
    long below = o.rounded(DOWN);
    long above = o.rounded(UP);
    double low = value(o.format(), below);
    double high = value(o.format(), above);
    if (Double.isFinite(low)) {
      assertThat(o.compare(low)).isNotNegative();
      double next = value(o.format(), next(o.format(), below));
      assertThat(Double.isInfinite(next) || o.compare(next) < 0 || next == low).isTrue();
    }
    if (Double.isFinite(high)) {
      assertThat(o.compare(high)).isNotPositive();
      double next = -value(o.format(), next(o.format(), above ^ o.format().sign()));
      assertThat(Double.isInfinite(next) || o.compare(next) > 0 || next == high).isTrue();
    }
    assertThat(Double.isInfinite(low) && Double.isInfinite(high)).isFalse();
    boolean negative = low < 0 || (low == 0 && high == 0 && (above & o.format().sign()) != 0);
    assertThat(value(o.format(), o.rounded(ZERO))).isEqualTo(negative ? high : low);
    assertThat(o.rounded(NEAREST_EVEN)).isIn(below, above);
  }

  @Property(tries = 4000)
  void theNearestResultsOfFloatsAndDoublesAreThoseOfJava(@ForAll("operands") Operands o) {
    double[] v = o.values();
    if (o.format() == F64) {
      double expected =
          switch (o.operation()) {
            case ADD -> v[0] + v[1];
            case SUB -> v[0] - v[1];
            case MUL -> v[0] * v[1];
            case DIV -> v[0] / v[1];
            case SQRT -> Math.sqrt(v[0]);
            case FMA -> Math.fma(v[0], v[1], v[2]);
          };
      assertThat(Double.valueOf(value(F64, o.rounded(NEAREST_EVEN)))).isEqualTo((Double) expected);
    } else if (o.format() == F32) {
      float x = (float) v[0];
      float y = (float) v[1];
      float expected =
          switch (o.operation()) {
            case ADD -> x + y;
            case SUB -> x - y;
            case MUL -> x * y;
            case DIV -> x / y;
            case SQRT -> (float) Math.sqrt(x);
            case FMA -> Math.fma(x, y, (float) v[2]);
          };
      assertThat(Float.valueOf((float) value(F32, o.rounded(NEAREST_EVEN))))
          .isEqualTo((Float) expected);
    }
  }

  @Test
  void halvesAreNotRoundedTwice() {
    // (1 + 2^-10) (1 - 2^-10) 2^-11 + 1 + 2^-10 lies below the middle of two numbers by 2^-31
    long more = 0x3C01;
    long less = FloatRounding.round(F64, F16, ZERO, false, bits((1 - 0x1p-10) * 0x1p-11));
    long sum = CorrectRounding.compute(FloatOperation.FMA, F16, NEAREST_EVEN, more, less, more);
    assertThat(sum).isEqualTo(more);
    assertThat(FloatRounding.round(F32, F16, NEAREST_EVEN, false, f32(1 + 0x1p-10f + 0x1p-11f)))
        .as("as a float first")
        .isEqualTo(0x3C02);
  }

  @Test
  void theSignOfAZeroDependsOnTheDirection() {
    for (FloatFormat format : new FloatFormat[] {F64, F32, F16, BF16}) {
      long one = FloatRounding.round(F64, format, ZERO, false, bits(1));
      long minus = one | format.sign();
      assertThat(CorrectRounding.compute(FloatOperation.ADD, format, DOWN, one, minus, 0))
          .isEqualTo(format.sign());
      assertThat(CorrectRounding.compute(FloatOperation.ADD, format, UP, one, minus, 0)).isZero();
      assertThat(CorrectRounding.compute(FloatOperation.SUB, format, DOWN, one, one, 0))
          .isEqualTo(format.sign());
      assertThat(CorrectRounding.compute(FloatOperation.ADD, format, DOWN, 0, 0, 0)).isZero();
      assertThat(CorrectRounding.compute(FloatOperation.SUB, format, DOWN, 0, format.sign(), 0))
          .isZero();
      assertThat(CorrectRounding.compute(FloatOperation.FMA, format, DOWN, one, one, minus))
          .isEqualTo(format.sign());
      assertThat(CorrectRounding.compute(FloatOperation.SQRT, format, UP, format.sign(), 0, 0))
          .isEqualTo(format.sign());
    }
  }

  @Test
  void beyondTheLargestTheDirectionDecides() {
    long large = F32.largest();
    assertThat(CorrectRounding.compute(FloatOperation.MUL, F32, ZERO, large, large, 0))
        .isEqualTo(large);
    assertThat(CorrectRounding.compute(FloatOperation.MUL, F32, UP, large, large, 0))
        .isEqualTo(F32.infinity());
    assertThat(CorrectRounding.compute(FloatOperation.ADD, F64, DOWN, F64.largest(), 1, 0))
        .isEqualTo(F64.largest());
    assertThat(CorrectRounding.compute(FloatOperation.ADD, F64, UP, F64.largest(), 1, 0))
        .isEqualTo(F64.infinity());
    assertThat(CorrectRounding.compute(FloatOperation.DIV, F32, ZERO, f32(1), 0, 0))
        .isEqualTo(F32.infinity());
    assertThat(CorrectRounding.compute(FloatOperation.MUL, F64, UP, 1, 1, 0)).isEqualTo(1);
    assertThat(CorrectRounding.compute(FloatOperation.MUL, F64, DOWN, 1, 1, 0)).isZero();
  }

  @Test
  void aResultThatIsNoNumberIsThatOfTheFormat() {
    assertThat(CorrectRounding.compute(FloatOperation.DIV, BF16, NEAREST_EVEN, 0, 0, 0))
        .isEqualTo(0x7FFF);
    assertThat(CorrectRounding.compute(FloatOperation.SQRT, F32, UP, f32(-1), 0, 0))
        .isEqualTo(0x7FFF_FFFF);
    assertThat(CorrectRounding.compute(FloatOperation.ADD, F64, UP, bits(1), ~0L, 0))
        .isEqualTo(~0L);
  }

  @Provide
  Arbitrary<Operands> operands() {
    Arbitrary<FloatFormat> formats = Arbitraries.of(F64, F32, F16, BF16);
    Arbitrary<FloatOperation> operations = Arbitraries.of(FloatOperation.class);
    return formats.flatMap(format -> {
      Arbitrary<Long> codes = codes(format);
      return operations.flatMap(operation ->
          codes
              .array(Long[].class)
              .ofSize(3)
              .map(all -> new Operands(operation, format, all[0], all[1], all[2])));
    });
  }

  /** Codes of all sizes, and of numbers near one, near the least and with few digits. */
  private static Arbitrary<Long> codes(FloatFormat format) {
    long mask = format.magnitude() | format.sign();
    long fraction = (1L << format.fractionBits()) - 1;
    long one = format.infinity() / 2 & ~fraction;
    Arbitrary<Long> bits = Arbitraries.longs().withoutEdgeCases();
    return Arbitraries.oneOf(
        bits.map(code -> code & mask),
        bits.map(code ->
            (code & (format.sign() | fraction)) + one + (code >>> 62 << format.fractionBits())),
        bits.map(code -> code & (format.sign() | (4 * fraction))),
        bits.map(code -> code & mask & ~(fraction >> 2)));
  }

  private static long next(FloatFormat format, long code) {
    long size = code & format.magnitude();
    boolean negative = (code & format.sign()) != 0;
    return !negative ? size + 1 : size == 0 ? 1 : format.sign() | (size - 1);
  }

  private static double value(FloatFormat format, long code) {
    return Double.longBitsToDouble(
        format == F64 ? code : FloatRounding.round(format, F64, ZERO, false, code));
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }

  private static long f32(float value) {
    return Float.floatToRawIntBits(value) & 0xFFFF_FFFFL;
  }
}
