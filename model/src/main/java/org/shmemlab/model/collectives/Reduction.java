package org.shmemlab.model.collectives;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.UninitializedFlow;
import org.shmemlab.model.arithmetic.Arithmetic;
import org.shmemlab.model.arithmetic.FloatRounding;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Uninitialized;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Element;
import org.shmemlab.model.program.FloatFormat;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.Rounding;

/** Reduces the members' elements, taken in the order of the team. */
record Reduction(ReduceOp operator, Element element) {
  static Reduction of(Instruction.Arrive call) {
    ReduceOp operator = call.operator();
    Element element = call.element();
    if (operator == null || element == null) {
      throw new IllegalStateException("a reduction names its element and operator");
    }
    return new Reduction(operator, element);
  }

  /** All sources together. */
  Bytes total(List<Bytes> sources) {
    Bytes total = sources.get(0).copy();
    for (Bytes next : sources.subList(1, sources.size())) {
      for (int at = 0; at < total.length(); at += element.bytes()) {
        combine(total.data(), next.data(), at);
      }
    }
    keepUnset(total, sources);
    return total;
  }

  private boolean takesWhole() {
    return element.numbers() > 1 && (operator == ReduceOp.PROD || operator == ReduceOp.MAXLOC);
  }

  private void combine(byte[] total, byte[] next, int at) {
    if (!takesWhole()) {
      for (int i = 0; i < element.numbers(); i++) {
        int number = at + i * element.number().bytes();
        long both =
            ThreadGroupExchanges.combine(
                operator, element.number(), get(total, number), get(next, number));
        put(total, number, both);
      }
    } else if (operator == ReduceOp.MAXLOC) {
      keepGreater(total, next, at);
    } else {
      multiply(total, next, at);
    }
  }

  /** Of two pairs the one of the greater value; of equal values that of the lower index. */
  private void keepGreater(byte[] best, byte[] next, int at) {
    int index = at + element.number().bytes();
    double a = number(best, at);
    double b = number(next, at);
    if (b > a || (b == a && number(next, index) < number(best, index))) {
      System.arraycopy(next, at, best, at, element.bytes());
    }
  }

  /** The product of complex numbers: real parts first (ISO C 17, 6.2.5). */
  private void multiply(byte[] product, byte[] next, int at) {
    int imaginary = at + element.number().bytes();
    long a = get(product, at);
    long b = get(product, imaginary);
    long c = get(next, at);
    long d = get(next, imaginary);
    put(product, at, difference(of(ReduceOp.PROD, a, c), of(ReduceOp.PROD, b, d)));
    put(product, imaginary, of(ReduceOp.SUM, of(ReduceOp.PROD, a, d), of(ReduceOp.PROD, b, c)));
  }

  private long of(ReduceOp op, long a, long b) {
    return ThreadGroupExchanges.combine(op, element.number(), a, b);
  }

  private long difference(long a, long b) {
    return Arithmetic.binary(BinaryOp.SUB, element.number(), a, b);
  }

  // A value that is missing at one member is missing in the result: a number, or all of an element
  // that counts whole.
  private void keepUnset(Bytes total, List<Bytes> sources) {
    if (sources.stream().allMatch(Bytes::isSet)) {
      return;
    }
    int bytes = numberBytes();
    for (int at = 0; at < total.length(); at += element.bytes()) {
      Uninitialized whole = null;
      for (int i = 0; i < element.numbers(); i++) {
        Uninitialized lacking = lacking(sources, at + i * bytes);
        total.unset(at + i * bytes, bytes, lacking);
        whole = UninitializedFlow.either(whole, lacking);
      }
      for (int i = 0; takesWhole() && i < element.numbers(); i++) {
        total.unset(at + i * bytes, bytes, whole);
      }
    }
  }

  private @Nullable Uninitialized lacking(List<Bytes> sources, int at) {
    Uninitialized lacking = null;
    for (Bytes source : sources) {
      lacking = UninitializedFlow.either(lacking, source.unset(at, numberBytes()));
    }
    return lacking == null ? null : lacking.with(-1);
  }

  private double number(byte[] bytes, int at) {
    return Arithmetic.asDouble(get(bytes, at));
  }

  private long get(byte[] bytes, int at) {
    long value = 0;
    for (int i = numberBytes() - 1; i >= 0; i--) {
      value = (value << 8) | (bytes[at + i] & 0xFF);
    }
    return element.number().canonical(value << absentBits());
  }

  private void put(byte[] bytes, int at, long value) {
    long kept =
        absentBits() == 0
            ? value
            : FloatRounding.round(
                FloatFormat.F32, FloatFormat.BF16, Rounding.NEAREST_EVEN, false, value);
    for (int i = 0; i < numberBytes(); i++) {
      bytes[at + i] = (byte) (kept >>> (8 * i));
    }
  }

  /** Bytes of a number in memory. */
  private int numberBytes() {
    return Math.min(element.number().bytes(), element.bytes());
  }

  /** The lowest bits of a number that memory does not keep. */
  private int absentBits() {
    return 8 * (element.number().bytes() - numberBytes());
  }
}
