package org.shmemlab.model.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.program.FloatFormat.BF16;
import static org.shmemlab.model.program.FloatFormat.E2M1;
import static org.shmemlab.model.program.FloatFormat.E3M2;
import static org.shmemlab.model.program.FloatFormat.E4M3;
import static org.shmemlab.model.program.FloatFormat.E5M2;
import static org.shmemlab.model.program.FloatFormat.F16;
import static org.shmemlab.model.program.FloatFormat.F32;
import static org.shmemlab.model.program.FloatFormat.F64;
import static org.shmemlab.model.program.FloatFormat.UE8M0;
import static org.shmemlab.model.program.Rounding.DOWN;
import static org.shmemlab.model.program.Rounding.NEAREST_AWAY;
import static org.shmemlab.model.program.Rounding.NEAREST_EVEN;
import static org.shmemlab.model.program.Rounding.UP;
import static org.shmemlab.model.program.Rounding.ZERO;

import java.math.BigDecimal;
import java.util.List;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.program.FloatFormat;
import org.shmemlab.model.program.Rounding;

/** Rounding to a format, compared with a search of all its numbers and with Java's own casts. */
class FloatRoundingTest {
  /** Numbers around every number of a narrow format and between each two of them. */
  @ParameterizedTest
  @EnumSource(names = {"E5M2", "E4M3", "E3M2", "E2M3", "E2M1"})
  void theNearestNumberIsFoundByASearch(FloatFormat format) {
    List<Double> numbers =
        LongStream.rangeClosed(0, format.largest()).mapToObj(code -> value(format, code)).toList();
    for (int i = 0; i + 1 < numbers.size(); i++) {
      double low = numbers.get(i);
      double high = numbers.get(i + 1);
      double middle = (low + high) / 2;
      for (double x :
          new double[] {
            low, Math.nextUp(low), Math.nextDown(middle), middle, Math.nextUp(middle)
          }) {
        for (Rounding rounding : Rounding.values()) {
          assertThat(round(format, rounding, x)).isEqualTo(searched(format, rounding, x, i));
          assertThat(round(format, opposite(rounding), -x))
              .isEqualTo(format.sign() | searched(format, rounding, x, i));
        }
      }
    }
  }

  private static long searched(FloatFormat format, Rounding rounding, double x, int code) {
    BigDecimal exact = new BigDecimal(x);
    BigDecimal low = new BigDecimal(value(format, code));
    BigDecimal high = new BigDecimal(value(format, code + 1));
    int side = exact.subtract(low).compareTo(high.subtract(exact));
    boolean up =
        switch (rounding) {
          case UP -> exact.compareTo(low) > 0;
          case DOWN, ZERO -> false;
          case NEAREST_AWAY -> side >= 0;
          case NEAREST_EVEN -> side > 0 || (side == 0 && code % 2 == 1);
        };
    return up ? code + 1 : code;
  }

  private static Rounding opposite(Rounding rounding) {
    return rounding == UP ? DOWN : rounding == DOWN ? UP : rounding;
  }

  @Property(tries = 2000)
  void javaRoundsTheSame(@ForAll("bits") long bits) {
    double x = Double.longBitsToDouble(bits);
    float single = (float) x;
    if (!Double.isNaN(x)) {
      assertThat(FloatRounding.round(F64, F32, NEAREST_EVEN, false, bits))
          .isEqualTo(Float.floatToRawIntBits(single) & 0xFFFF_FFFFL);
      assertThat(
              FloatRounding.round(F32, F16, NEAREST_EVEN, false, Float.floatToRawIntBits(single)))
          .isEqualTo(Float.floatToFloat16(single) & 0xFFFF);
      assertThat(FloatRounding.round(F32, F64, ZERO, false, Float.floatToRawIntBits(single)))
          .isEqualTo(Double.doubleToRawLongBits(single));
    }
  }

  @Property(tries = 2000)
  void directedResultsAreNeighbours(@ForAll("bits") long bits, @ForAll("wide") FloatFormat format) {
    double x = Double.longBitsToDouble(bits);
    if (Double.isNaN(x) || Math.abs(x) > value(format, format.largest())) {
      return;
    }
    long below = FloatRounding.round(F64, format, DOWN, false, bits);
    long above = FloatRounding.round(F64, format, UP, false, bits);
    long nearest = FloatRounding.round(F64, format, NEAREST_EVEN, false, bits);
    long inward = FloatRounding.round(F64, format, ZERO, false, bits);
    assertThat(value(format, below)).isLessThanOrEqualTo(x);
    assertThat(value(format, above)).isGreaterThanOrEqualTo(x);
    assertThat(Math.abs((above & format.magnitude()) - (below & format.magnitude()))).isLessThan(2);
    assertThat(nearest).isIn(below, above);
    assertThat(inward).isEqualTo(x < 0 ? above : below);
  }

  @Provide
  Arbitrary<FloatFormat> wide() {
    return Arbitraries.of(F32, F16, BF16);
  }

  /** Doubles, many of them of a size that narrow formats have. */
  @Provide
  Arbitrary<Long> bits() {
    Arbitrary<Long> all = Arbitraries.longs().withoutEdgeCases();
    Arbitrary<Long> small =
        all.map(bits -> (bits & 0x800F_FFFF_FFFF_FFFFL) | (0x36AL + (bits >>> 57)) << 52);
    return Arbitraries.oneOf(all, small);
  }

  @Test
  void whatIsTooLargeOrNoNumberDependsOnTheFormat() {
    double huge = 1e300;
    assertThat(round(E4M3, NEAREST_EVEN, huge)).isEqualTo(0x7F);
    assertThat(round(E5M2, NEAREST_EVEN, -huge)).isEqualTo(0xFC);
    assertThat(round(E5M2, UP, -huge)).isEqualTo(0xFB);
    assertThat(round(F16, ZERO, Double.POSITIVE_INFINITY)).isEqualTo(0x7C00);
    assertThat(round(E2M1, NEAREST_EVEN, -huge)).isEqualTo(0xF);
    assertThat(round(E3M2, NEAREST_EVEN, Double.NaN)).isEqualTo(0x1F);
    assertThat(round(E4M3, NEAREST_EVEN, Double.NaN)).isEqualTo(0x7F);
    assertThat(round(BF16, NEAREST_EVEN, Double.NaN)).isEqualTo(0x7FFF);
    assertThat(FloatRounding.round(F64, F32, ZERO, false, 0xFFF0_0000_2000_0001L))
        .isEqualTo(0xFFC0_0001L);
    assertThat(finite(E4M3, Double.NEGATIVE_INFINITY)).isEqualTo(0xFE);
    assertThat(finite(E5M2, huge)).isEqualTo(0x7B);
    assertThat(finite(UE8M0, -huge)).isEqualTo(0xFE);
    assertThat(round(E4M3, NEAREST_AWAY, -0.0)).isEqualTo(0x80);
  }

  @Test
  void powersOfTwoHaveNoSignAndNoZero() {
    assertThat(round(UE8M0, ZERO, -1)).isEqualTo(127);
    assertThat(round(UE8M0, UP, 1.01)).isEqualTo(128);
    assertThat(round(UE8M0, UP, 0)).isZero();
    assertThat(round(UE8M0, UP, 0x1p-127)).isZero();
    assertThat(round(UE8M0, UP, 0x1.1p-127)).isEqualTo(1);
    assertThat(round(UE8M0, ZERO, 0x1.1p-127)).isZero();
    assertThat(FloatRounding.round(UE8M0, BF16, NEAREST_EVEN, false, 0)).isEqualTo(0x40);
    assertThat(FloatRounding.round(UE8M0, BF16, NEAREST_EVEN, false, 255)).isEqualTo(0x7FFF);
  }

  private static long round(FloatFormat format, Rounding rounding, double x) {
    return FloatRounding.round(F64, format, rounding, false, Double.doubleToRawLongBits(x));
  }

  private static long finite(FloatFormat format, double x) {
    return FloatRounding.round(F64, format, NEAREST_EVEN, true, Double.doubleToRawLongBits(x));
  }

  /** The value of a code by the definition of its fields. */
  private static double value(FloatFormat format, long code) {
    long size = code & format.magnitude();
    int exponent = (int) (size >> format.fractionBits());
    double fraction = (double) (size & ((1L << format.fractionBits()) - 1));
    double digits = Math.scalb(fraction, -format.fractionBits()) + (exponent == 0 ? 0 : 1);
    double value = Math.scalb(digits, format.leastExponent() + Math.max(0, exponent - 1));
    return (code & format.sign()) != 0 ? -value : value;
  }
}
