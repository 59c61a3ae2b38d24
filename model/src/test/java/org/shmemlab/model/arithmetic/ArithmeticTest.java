package org.shmemlab.model.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.math.BigDecimal;
import java.math.BigInteger;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.DoubleRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.UnaryOp;

/** Registers compute what C and CUDA say, here held against numbers without limits. */
class ArithmeticTest {
  @Property(tries = 3000)
  void integersAreComputedModuloTheirWidth(
      @ForAll("integers") ScalarType type, @ForAll BinaryOp op, @ForAll long x, @ForAll long y) {
    long a = type.canonical(x);
    long b = type.canonical(y);
    if (b == 0 && (op == BinaryOp.DIV || op == BinaryOp.REM)) {
      assertThatThrownBy(() -> Arithmetic.binary(op, type, a, b))
          .isInstanceOf(Fault.class)
          .hasMessage("integer division by zero");
      return;
    }
    BigInteger one = number(type, a);
    BigInteger other = number(type, b);
    int order = one.compareTo(other);
    int count = (int) (b & (type.bytes() == 8 ? 63 : 31));
    BigInteger exact =
        switch (op) {
          case ADD -> one.add(other);
          case SUB -> one.subtract(other);
          case MUL -> one.multiply(other);
          case DIV -> one.divide(other);
          case REM -> one.remainder(other);
          case AND -> one.and(other);
          case OR -> one.or(other);
          case XOR -> one.xor(other);
          case SHL -> one.shiftLeft(count);
          case SHR -> one.shiftRight(count);
          case EQ -> truth(order == 0);
          case NE -> truth(order != 0);
          case LT -> truth(order < 0);
          case LE -> truth(order <= 0);
          case GT -> truth(order > 0);
          case GE -> truth(order >= 0);
        };
    assertThat(Arithmetic.binary(op, type, a, b)).isEqualTo(type.canonical(exact.longValue()));
  }

  @Property
  void equalIntegersAreNeitherLessNorGreater(@ForAll("integers") ScalarType type, @ForAll long x) {
    long a = type.canonical(x);
    assertThat(Arithmetic.binary(BinaryOp.EQ, type, a, a)).isOne();
    assertThat(Arithmetic.binary(BinaryOp.NE, type, a, a)).isZero();
    assertThat(Arithmetic.binary(BinaryOp.LT, type, a, a)).isZero();
    assertThat(Arithmetic.binary(BinaryOp.LE, type, a, a)).isOne();
    assertThat(Arithmetic.binary(BinaryOp.GT, type, a, a)).isZero();
    assertThat(Arithmetic.binary(BinaryOp.GE, type, a, a)).isOne();
  }

  @Property
  void oneOperandIsMadeOfTwo(@ForAll ScalarType type, @ForAll long x) {
    long a = type.canonical(x);
    long zero = 0;
    assertThat(Arithmetic.unary(UnaryOp.NOT, type, a))
        .isEqualTo(Arithmetic.binary(BinaryOp.EQ, type, a, zero));
    if (type.floating()) {
      long sign = 1L << (8 * type.bytes() - 1);
      assertThat(Arithmetic.unary(UnaryOp.NEG, type, a)).isEqualTo(a ^ sign);
    } else {
      assertThat(Arithmetic.unary(UnaryOp.NEG, type, a))
          .isEqualTo(Arithmetic.binary(BinaryOp.SUB, type, zero, a));
      assertThat(Arithmetic.unary(UnaryOp.COMPLEMENT, type, a)).isEqualTo(type.canonical(-1 - a));
    }
  }

  @Property
  void sumsAndOrdersOfFloatingTypesAgreeWhereAllAreExact(
      @ForAll("floats") ScalarType type, @ForAll BinaryOp op, @ForAll byte x, @ForAll byte y) {
    int a = x / 4;
    int b = y / 4;
    boolean bitwise =
        switch (op) {
          case AND, OR, XOR, SHL, SHR -> true;
          default -> false;
        };
    if (bitwise) {
      assertThatThrownBy(() -> Arithmetic.binary(op, type, real(type, a), real(type, b)))
          .isInstanceOf(IllegalStateException.class);
      return;
    }
    double expected =
        switch (op) {
          case ADD -> a + b;
          case SUB -> a - b;
          case MUL -> (double) a * b;
          case DIV -> (double) a / b;
          case REM -> b == 0 ? Double.NaN : Math.copySign(Math.abs(a) % Math.abs(b), a);
          case EQ -> a == b ? 1 : 0;
          case NE -> a != b ? 1 : 0;
          case LT -> a < b ? 1 : 0;
          case LE -> a <= b ? 1 : 0;
          case GT -> a > b ? 1 : 0;
          case GE -> a >= b ? 1 : 0;
          default -> throw new AssertionError(op);
        };
    long result = Arithmetic.binary(op, type, real(type, a), real(type, b));
    if (op.compareTo(BinaryOp.EQ) >= 0) {
      assertThat(result).isEqualTo((long) expected);
    } else if (Double.isNaN(expected)) {
      assertThat(Arithmetic.asDouble(Arithmetic.convert(type, ScalarType.F64, result))).isNaN();
    } else {
      assertThat(result).isEqualTo(Arithmetic.convert(ScalarType.F64, type, bits(expected)));
    }
  }

  @Property
  void minimumAndMaximumAreThatOfEveryType(
      @ForAll ScalarType type, @ForAll byte x, @ForAll byte y) {
    int a = type.signed() ? x : x & 0xFF;
    int b = type.signed() ? y : y & 0xFF;
    long one = real(type, a);
    long other = real(type, b);
    assertThat(Arithmetic.choose(MathFunction.MIN, type, one, other))
        .isEqualTo(real(type, Math.min(a, b)));
    assertThat(Arithmetic.choose(MathFunction.MAX, type, one, other))
        .isEqualTo(real(type, Math.max(a, b)));
    if (!type.floating()) {
      assertThat(Arithmetic.update(AtomicOp.MIN, type, one, other, 0))
          .isEqualTo(real(type, Math.min(a, b)));
      assertThat(Arithmetic.update(AtomicOp.MAX, type, one, other, 0))
          .isEqualTo(real(type, Math.max(a, b)));
      assertThat(compute(MathFunction.MIN, type, one, other)).isEqualTo(real(type, Math.min(a, b)));
      assertThat(compute(MathFunction.MAX, type, one, other)).isEqualTo(real(type, Math.max(a, b)));
    }
  }

  @Property
  void anIntegerBecomesTheNearestFloatingNumber(
      @ForAll("integers") ScalarType from, @ForAll long x) {
    long a = from.canonical(x);
    BigInteger exact = number(from, a);
    assertThat(Arithmetic.convert(from, ScalarType.F32, a)).isEqualTo(bits(exact.floatValue()));
    assertThat(Arithmetic.convert(from, ScalarType.F64, a)).isEqualTo(bits(exact.doubleValue()));
    assertThat(Arithmetic.convert(from, ScalarType.F16, a))
        .isEqualTo(Float.floatToFloat16(exact.floatValue()) & 0xFFFF);
    for (ScalarType to : integerTypes()) {
      assertThat(Arithmetic.convert(from, to, a)).isEqualTo(to.canonical(a));
    }
  }

  @Property
  void aFloatingNumberLosesItsFraction(
      @ForAll @DoubleRange(min = -1e20, max = 1e20) double wide,
      @ForAll @DoubleRange(min = -70000, max = 70000) double narrow) {
    for (double value : new double[] {wide, narrow}) {
      BigInteger whole = new BigDecimal(value).toBigInteger();
      assertConverts(value, ScalarType.I32, clamp(whole, ScalarType.I32));
      assertConverts(value, ScalarType.I64, clamp(whole, ScalarType.I64));
      assertConverts(value, ScalarType.U32, clamp(whole, ScalarType.U32));
      if (value >= 0) {
        assertConverts(value, ScalarType.U64, clamp(whole, ScalarType.U64));
      }
      long narrowed = ScalarType.I16.canonical(Double.valueOf(value).intValue());
      assertConverts(value, ScalarType.I16, BigInteger.valueOf(narrowed));
    }
  }

  @Test
  void theEndsOfUnsignedNumbersAreReached() {
    assertConverts(0x1p63, ScalarType.U64, BigInteger.TWO.pow(63));
    assertConverts(0x1.8p63, ScalarType.U64, BigInteger.valueOf(3).shiftLeft(62));
    assertConverts(0x1p64, ScalarType.U64, BigInteger.TWO.pow(64).subtract(BigInteger.ONE));
    assertConverts(Math.nextDown(0x1p32), ScalarType.U32, BigInteger.valueOf(0xFFFF_FFFFL));
    assertConverts(-1, ScalarType.U64, BigInteger.valueOf(-1)); // x86-64 and GPUs agree
  }

  @Property
  void aHalfIsTheNearestToItsValue(@ForAll @DoubleRange(min = -60000, max = 60000) double value) {
    assertNearest(value);
    assertNearest(value / 60000);
    assertNearest(value / 1e9);
  }

  /** Where rounding to float first would make a tie of what is none. */
  @Test
  void aHalfIsRoundedOnce() {
    assertNearest(1 + 0x1p-11 + 0x1p-40);
    assertNearest(1 + 3 * 0x1p-11 - 0x1p-40);
    assertThat(half(1 + 0x1p-11)).isEqualTo(1);
    assertThat(half(1 + 3 * 0x1p-11)).isEqualTo(1 + 0x1p-9);
    assertThat(half(1e300)).isEqualTo(Double.POSITIVE_INFINITY);
    assertThat(half(Double.NaN)).isNaN();
  }

  private static void assertNearest(double value) {
    double near = half(value);
    BigDecimal error = new BigDecimal(near).subtract(new BigDecimal(value)).abs();
    for (int step = -1; step <= 1; step += 2) {
      int bits = (int) ScalarType.halfBits(near) + step;
      double beside = Float.float16ToFloat((short) bits);
      if (Double.isFinite(beside)) {
        assertThat(new BigDecimal(beside).subtract(new BigDecimal(value)).abs())
            .isGreaterThanOrEqualTo(error);
      }
    }
  }

  private static double half(double value) {
    long half = Arithmetic.convert(ScalarType.F64, ScalarType.F16, bits(value));
    return Arithmetic.asDouble(Arithmetic.convert(ScalarType.F16, ScalarType.F64, half));
  }

  @ParameterizedTest
  @CsvSource({
    "SQRT, 2, 0, 0, 1.4142135623730951",
    "RSQRT, 4, 0, 0, 0.5",
    "CBRT, 27, 0, 0, 3",
    "EXP, 1, 0, 0, 2.718281828459045",
    "EXP2, 3, 0, 0, 8",
    "EXPM1, 1, 0, 0, 1.718281828459045",
    "LOG, 10, 0, 0, 2.302585092994046",
    "LOG2, 10, 0, 0, 3.321928094887362",
    "LOG2, 8, 0, 0, 3",
    "LOG2, 0x1p-1030, 0, 0, -1030",
    "LOG2, 0x1p-1022, 0, 0, -1022",
    "LOG2, 0, 0, 0, -Infinity",
    "LOG2, Infinity, 0, 0, Infinity",
    "LOG2, -8, 0, 0, NaN",
    "LOG10, 1000, 0, 0, 3",
    "LOG1P, 1, 0, 0, 0.6931471805599453",
    "SIN, 1, 0, 0, 0.8414709848078965",
    "COS, 1, 0, 0, 0.5403023058681398",
    "TAN, 1, 0, 0, 1.5574077246549023",
    "ASIN, 1, 0, 0, 1.5707963267948966",
    "ACOS, 0, 0, 0, 1.5707963267948966",
    "ATAN, 1, 0, 0, 0.7853981633974483",
    "SINH, 1, 0, 0, 1.1752011936438014",
    "COSH, 1, 0, 0, 1.543080634815244",
    "TANH, 1, 0, 0, 0.7615941559557649",
    "FLOOR, -1.5, 0, 0, -2",
    "CEIL, -1.5, 0, 0, -1",
    "ROUND, -2.5, 0, 0, -3",
    "ROUND, 2.4, 0, 0, 2",
    "ROUND, 0.49999999999999994, 0, 0, 0",
    "ROUND, 4503599627370497, 0, 0, 4503599627370497",
    "ROUND, Infinity, 0, 0, Infinity",
    "RINT, 2.5, 0, 0, 2",
    "TRUNC, -1.5, 0, 0, -1",
    "TRUNC, 1.5, 0, 0, 1",
    "ABS, -3, 0, 0, 3",
    "ATAN2, 1, -1, 0, 2.356194490192345",
    "POW, 2, 10, 0, 1024",
    "FMOD, -7, 3, 0, -1",
    "HYPOT, 3, 4, 0, 5",
    "MIN, 1, 2, 0, 1",
    "MIN, NaN, 2, 0, 2",
    "MIN, 1, NaN, 0, 1",
    "MAX, 1, 2, 0, 2",
    "MAX, NaN, 2, 0, 2",
    "MAX, 1, NaN, 0, 1",
    "COPY_SIGN, 3, -1, 0, -3",
    "FMA, 2, 3, 4, 10",
  })
  void functionsOfTheMathematicsLibraryHaveTheirValues(
      MathFunction function, double a, double b, double c, double expected) {
    double result =
        Arithmetic.asDouble(
            Arithmetic.compute(function, ScalarType.F64, bits(a), bits(b), bits(c)));
    float single =
        Arithmetic.asFloat(
            Arithmetic.compute(
                function, ScalarType.F32, bits((float) a), bits((float) b), bits((float) c)));
    if (Double.isNaN(expected)) {
      assertThat(result).isNaN();
    } else if (Double.isInfinite(expected)) {
      assertThat(result).isEqualTo(expected);
    } else {
      assertThat(result).isCloseTo(expected, within(2 * Math.ulp(expected)));
    }
    if ((float) a == a && Math.abs(expected) < 1e6) {
      assertThat(single).isCloseTo((float) expected, within(Math.ulp((float) expected)));
    }
  }

  @Test
  void aFusedMultiplyAddRoundsOnce() {
    float a = 1 + 0x1p-23f;
    long fused = Arithmetic.compute(MathFunction.FMA, ScalarType.F32, bits(a), bits(a), bits(-1f));
    assertThat(Arithmetic.asFloat(fused)).isEqualTo(0x1p-22f + 0x1p-46f);
  }

  @ParameterizedTest
  @CsvSource({"0, 0, 0, 1", "NaN, 1, 0, 0", "Infinity, 0, 1, 0", "-Infinity, 0, 1, 0"})
  void numbersAreClassified(double value, long nan, long infinite, long finite) {
    assertThat(compute(MathFunction.IS_NAN, ScalarType.F64, bits(value), 0)).isEqualTo(nan);
    assertThat(compute(MathFunction.IS_INF, ScalarType.F64, bits(value), 0)).isEqualTo(infinite);
    assertThat(compute(MathFunction.IS_FINITE, ScalarType.F32, bits((float) value), 0))
        .isEqualTo(finite);
  }

  @Property
  void bitsAreCountedInTheWidthOfTheType(@ForAll("words") ScalarType type, @ForAll long x) {
    long a = type.canonical(x);
    int width = 8 * type.bytes();
    StringBuilder digits = new StringBuilder();
    for (int bit = 0; bit < width; bit++) {
      digits.append(a >>> bit & 1); // the lowest first
    }
    int highest = digits.lastIndexOf("1");
    assertThat(compute(MathFunction.POPCOUNT, type, a, 0))
        .isEqualTo(digits.chars().filter(digit -> digit == '1').count());
    assertThat(compute(MathFunction.FIND_FIRST_SET, type, a, 0)).isEqualTo(digits.indexOf("1") + 1);
    assertThat(compute(MathFunction.LEADING_ZEROS, type, a, 0)).isEqualTo(width - 1 - highest);
    assertThat(compute(MathFunction.REVERSE_BITS, type, a, 0))
        .isEqualTo(type.canonical(new BigInteger(digits.toString(), 2).longValue()));
    assertThat(compute(MathFunction.ABS, type, a, 0))
        .isEqualTo(
            type.signed() ? type.canonical(BigInteger.valueOf(a).abs().longValue()) : absolute(a));
  }

  private static long absolute(long a) {
    return a < 0 ? -a : a;
  }

  @Property
  void theUpperHalfOfAProductIsExact(
      @ForAll("words") ScalarType type, @ForAll long x, @ForAll long y) {
    long a = type.canonical(x);
    long b = type.canonical(y);
    BigInteger product = number(type, a).multiply(number(type, b));
    assertThat(compute(MathFunction.MUL_HIGH, type, a, b))
        .isEqualTo(type.canonical(product.shiftRight(8 * type.bytes()).longValue()));
  }

  /** CUDA C++ Programming Guide, atomicInc and atomicDec. */
  @Property
  void countersWrapAsCudaSays(@ForAll int x, @ForAll int y) {
    long old = x & 0xFFFF_FFFFL;
    long limit = y & 0xFFFF_FFFFL;
    for (long value : new long[] {old, limit, 0}) {
      assertThat(Arithmetic.update(AtomicOp.INCREMENT_WRAP, ScalarType.U32, value, limit, 0))
          .isEqualTo(value >= limit ? 0 : value + 1);
      assertThat(Arithmetic.update(AtomicOp.DECREMENT_WRAP, ScalarType.U32, value, limit, 0))
          .isEqualTo(value == 0 || value > limit ? limit : value - 1);
    }
  }

  @Property
  void anAtomicUpdatesAsItsOperatorSays(@ForAll long old, @ForAll long operand) {
    ScalarType type = ScalarType.I64;
    assertThat(Arithmetic.update(AtomicOp.FETCH, type, old, operand, 0)).isEqualTo(old);
    assertThat(Arithmetic.update(AtomicOp.SET, type, old, operand, 0)).isEqualTo(operand);
    assertThat(Arithmetic.update(AtomicOp.ADD, type, old, operand, 0)).isEqualTo(old + operand);
    assertThat(Arithmetic.update(AtomicOp.SUB, type, old, operand, 0)).isEqualTo(old - operand);
    assertThat(Arithmetic.update(AtomicOp.AND, type, old, operand, 0)).isEqualTo(old & operand);
    assertThat(Arithmetic.update(AtomicOp.OR, type, old, operand, 0)).isEqualTo(old | operand);
    assertThat(Arithmetic.update(AtomicOp.XOR, type, old, operand, 0)).isEqualTo(old ^ operand);
    assertThat(Arithmetic.update(AtomicOp.COMPARE_SWAP, type, old, operand, old))
        .isEqualTo(operand);
    assertThat(Arithmetic.update(AtomicOp.COMPARE_SWAP, type, old, operand, old + 1))
        .isEqualTo(old);
  }

  @Provide
  Arbitrary<ScalarType> integers() {
    return Arbitraries.of(integerTypes());
  }

  @Provide
  Arbitrary<ScalarType> words() {
    return Arbitraries.of(ScalarType.I32, ScalarType.U32, ScalarType.I64, ScalarType.U64);
  }

  @Provide
  Arbitrary<ScalarType> floats() {
    return Arbitraries.of(ScalarType.F16, ScalarType.F32, ScalarType.F64);
  }

  private static ScalarType[] integerTypes() {
    return new ScalarType[] {
      ScalarType.I8, ScalarType.U8, ScalarType.I16, ScalarType.U16,
      ScalarType.I32, ScalarType.U32, ScalarType.I64, ScalarType.U64
    };
  }

  private static long compute(MathFunction function, ScalarType type, long a, long b) {
    return Arithmetic.compute(function, type, a, b, 0);
  }

  private static void assertConverts(double value, ScalarType to, BigInteger expected) {
    assertThat(Arithmetic.convert(ScalarType.F64, to, bits(value)))
        .as("%s as %s", value, to)
        .isEqualTo(to.canonical(expected.longValue()));
  }

  // Within the range of a type: what is beyond becomes its end.
  private static BigInteger clamp(BigInteger value, ScalarType type) {
    int bits = 8 * type.bytes();
    BigInteger least = type.signed() ? BigInteger.TWO.pow(bits - 1).negate() : BigInteger.ZERO;
    BigInteger most = BigInteger.TWO.pow(type.signed() ? bits - 1 : bits).subtract(BigInteger.ONE);
    return value.max(least).min(most);
  }

  private static BigInteger number(ScalarType type, long register) {
    return type.signed()
        ? BigInteger.valueOf(register)
        : new BigInteger(Long.toUnsignedString(register));
  }

  private static long real(ScalarType type, int value) {
    return Arithmetic.convert(ScalarType.I32, type, value);
  }

  private static BigInteger truth(boolean holds) {
    return holds ? BigInteger.ONE : BigInteger.ZERO;
  }

  private static long bits(float value) {
    return Float.floatToRawIntBits(value) & 0xFFFF_FFFFL;
  }

  private static long bits(double value) {
    return Double.doubleToRawLongBits(value);
  }
}
