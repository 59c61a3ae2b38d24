package org.shmemlab.scenarios.frontend.ir;

import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/** Integers of 128 bits: a lower and an upper register. */
final class Int128 {
  private final FunctionValues f;
  private final Integers integers;

  Int128(FunctionValues f) {
    this.f = f;
    this.integers = new Integers(f);
  }

  private CodeBuilder code() {
    return f.code();
  }

  private int op(BinaryOp op, int a, int b) {
    return f.binary(op, ScalarType.U64, a, b);
  }

  int[] operate(int opcode, int[] a, int[] b) {
    return switch (opcode) {
      case Opcode.ADD -> {
        int low = op(BinaryOp.ADD, a[0], b[0]);
        int carry = op(BinaryOp.LT, low, a[0]);
        yield new int[] {low, op(BinaryOp.ADD, op(BinaryOp.ADD, a[1], b[1]), carry)};
      }
      case Opcode.SUB -> {
        int borrow = op(BinaryOp.LT, a[0], b[0]);
        int high = op(BinaryOp.SUB, op(BinaryOp.SUB, a[1], b[1]), borrow);
        yield new int[] {op(BinaryOp.SUB, a[0], b[0]), high};
      }
      case Opcode.MUL -> {
        int carried = integers.compute(MathFunction.MUL_HIGH, ScalarType.U64, a[0], b[0]);
        int crossed = op(BinaryOp.ADD, op(BinaryOp.MUL, a[0], b[1]), op(BinaryOp.MUL, a[1], b[0]));
        yield new int[] {op(BinaryOp.MUL, a[0], b[0]), op(BinaryOp.ADD, carried, crossed)};
      }
      case Opcode.AND -> each(BinaryOp.AND, a, b);
      case Opcode.OR -> each(BinaryOp.OR, a, b);
      case Opcode.XOR -> each(BinaryOp.XOR, a, b);
      case Opcode.SHL, Opcode.LSHR, Opcode.ASHR -> shift(opcode, a, b[0]);
      case Opcode.UDIV -> divide("__udivti3", a, b);
      case Opcode.UREM -> divide("__umodti3", a, b);
      case Opcode.SDIV -> divide("__divti3", a, b);
      default -> divide("__modti3", a, b);
    };
  }

  /** A function of our C library does it. */
  private int[] divide(String name, int[] a, int[] b) {
    Long function = f.side().function(name);
    if (function == null) {
      throw new NotSupported("a division of 128-bit integers on devices");
    }
    int place = f.slot("quotient", 16);
    code()
        .emit(
            new Instruction.Call(
                f.symbols().index(function),
                Instruction.NO_REGISTER,
                ImmutableIntArray.of(place, a[0], a[1], b[0], b[1])));
    int[] result = {code().register(), code().register()};
    code().emit(new Instruction.Load(ScalarType.I64, result[0], place, 0, false));
    code().emit(new Instruction.Load(ScalarType.I64, result[1], place, 8, false));
    return result;
  }

  private int[] each(BinaryOp op, int[] a, int[] b) {
    return new int[] {op(op, a[0], b[0]), op(op, a[1], b[1])};
  }

  private int[] shift(int opcode, int[] a, int distance) {
    int low = code().register();
    int high = code().register();
    CodeBuilder.Label far = code().label();
    CodeBuilder.Label near = code().label();
    CodeBuilder.Label some = code().label();
    CodeBuilder.Label none = code().label();
    CodeBuilder.Label done = code().label();
    int word = code().constant(64);
    code().branch(op(BinaryOp.GE, distance, word), far, near);
    boolean left = opcode == Opcode.SHL;
    ScalarType kind = opcode == Opcode.ASHR ? ScalarType.I64 : ScalarType.U64;
    BinaryOp direction = left ? BinaryOp.SHL : BinaryOp.SHR;
    int near0 = left ? a[0] : a[1]; // the word that only loses bits
    int other = left ? a[1] : a[0];
    int lost = left ? low : high;
    int filled = left ? high : low;

    code().place(far);
    int rest = op(BinaryOp.SUB, distance, word);
    f.move(filled, f.binary(direction, kind, near0, rest));
    int empty =
        opcode == Opcode.ASHR
            ? f.binary(BinaryOp.SHR, ScalarType.I64, near0, code().constant(63))
            : code().constant(0);
    f.move(lost, empty);
    code().jump(done);

    code().place(near);
    code().branch(distance, some, none);
    code().place(some);
    f.move(lost, f.binary(direction, kind, near0, distance));
    int back = op(BinaryOp.SUB, word, distance);
    int crossing = op(left ? BinaryOp.SHR : BinaryOp.SHL, near0, back);
    f.move(filled, op(BinaryOp.OR, op(direction, other, distance), crossing));
    code().jump(done);

    code().place(none);
    f.move(low, a[0]);
    f.move(high, a[1]);
    code().place(done);
    return new int[] {low, high};
  }

  /** A comparison by {@code LLVMIntPredicate}. */
  int compare(int predicate, int[] a, int[] b) {
    if (predicate == 32 || predicate == 33) {
      int differs = op(BinaryOp.OR, op(BinaryOp.XOR, a[0], b[0]), op(BinaryOp.XOR, a[1], b[1]));
      return integers.compare(predicate, differs, code().constant(0));
    }
    int same = op(BinaryOp.EQ, a[1], b[1]);
    int low = integers.compare(predicate >= 38 ? predicate - 4 : predicate, a[0], b[0]);
    int high = integers.compare(predicate, a[1], b[1]);
    return f.choose(same, low, high);
  }

  /** A conversion from 128 bits or to them. */
  int[] resize(int opcode, Leaf from, int[] value) {
    return switch (opcode) {
      case Opcode.ZEXT -> new int[] {integers.unsigned(from, value[0]), code().constant(0)};
      default -> {
        int low = from.isTruth() ? integers.negative(value[0]) : value[0];
        int sign = f.binary(BinaryOp.SHR, ScalarType.I64, low, code().constant(63));
        yield new int[] {low, sign};
      }
    };
  }
}
