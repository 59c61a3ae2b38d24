package org.shmemlab.scenarios.frontend.ptx;

import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.LONG;
import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.WORD;

import java.util.List;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.ExitPoints;
import org.shmemlab.scenarios.frontend.emit.Floats;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/**
 * Lowers instructions of PTX that move and convert (PTX ISA, "Data Movement and Conversion
 * Instructions").
 */
final class PtxMoves {
  private final PtxOperands ptx;
  private final FunctionCode f;
  private final Integers integers;
  private final Floats floats;

  PtxMoves(PtxOperands ptx) {
    this.ptx = ptx;
    this.f = ptx.function();
    this.integers = new Integers(f);
    this.floats = new Floats(f);
  }

  void lower(PtxStatement s) {
    switch (s.name()) {
      case "mov" -> move(s);
      case "cvta" -> addresses(s);
      case "cvt" -> convert(s);
      case "mapa" -> map(s);
      case "createpolicy" -> ptx.write(s.operand(0), LONG, f.code().constant(0));
      default -> throw new NotSupported(s.text());
    }
  }

  /** An address in another block of the cluster, which is one block here. */
  private void map(PtxStatement s) {
    copy(s);
    int other = ptx.read(s.operand(2), WORD);
    CodeBuilder.Label fails = f.code().label();
    CodeBuilder.Label after = f.code().label();
    f.code().branch(other, fails, after);
    f.code().place(fails);
    new ExitPoints(f).fails("not supported yet: shared memory of another block of a cluster");
    f.code().place(after);
  }

  private void copy(PtxStatement s) {
    Leaf leaf = s.leaf();
    ptx.write(s.operand(0), leaf, ptx.read(s.operand(1), leaf));
  }

  /** One register to another, into its parts, or of parts. */
  private void move(PtxStatement s) {
    List<String> to = s.vectors().get(0);
    List<String> from = s.vectors().get(1);
    if (to.size() == from.size()) {
      copy(s);
      return;
    }
    Leaf whole = s.leaf();
    int parts = Math.max(to.size(), from.size());
    Leaf part = Leaf.integer(whole.bits() / parts, 0);
    if (to.size() > 1) {
      int value = integers.unsigned(whole, ptx.read(from.get(0), whole));
      for (int i = 0; i < parts; i++) {
        int moved = op(BinaryOp.SHR, value, f.code().constant((long) i * part.bits()));
        ptx.write(to.get(i), part, integers.wrapped(part, moved));
      }
    } else {
      int value = f.code().constant(0);
      for (int i = 0; i < parts; i++) {
        int clean = integers.unsigned(part, ptx.read(from.get(i), part));
        int moved = op(BinaryOp.SHL, clean, f.code().constant((long) i * part.bits()));
        value = op(BinaryOp.OR, value, moved);
      }
      ptx.write(to.get(0), whole, integers.wrapped(whole, value));
    }
  }

  private void addresses(PtxStatement s) {
    if (!s.has("shared") && !s.has("shared_cta")) {
      copy(s);
      return;
    }
    int address = ptx.read(s.operand(1), LONG);
    int result = s.has("to") ? SharedWindow.from(f, address) : SharedWindow.to(f, address);
    ptx.write(s.operand(0), LONG, result);
  }

  private int op(BinaryOp op, int a, int b) {
    return f.binary(op, ScalarType.U64, a, b);
  }

  // ---------------------------------------------------------------- converting

  private void convert(PtxStatement s) {
    String target = s.words().get(s.words().size() - 2);
    if (target.equals("f16x2") || target.equals("bf16x2")) { // the first operand is the upper half
      Leaf half = PtxTypes.of(target.substring(0, target.length() - 2));
      int upper = converted(s, half, s.operand(1));
      int lower = converted(s, half, s.operand(2));
      int word = op(BinaryOp.OR, op(BinaryOp.SHL, upper, f.code().constant(16)), lower);
      ptx.write(s.operand(0), WORD, integers.wrapped(WORD, word));
      return;
    }
    Leaf to = PtxTypes.of(target);
    ptx.write(s.operand(0), to, converted(s, to, s.operand(1)));
  }

  private int converted(PtxStatement s, Leaf to, String operand) {
    Leaf from = s.leaf();
    int value = ptx.read(operand, from);
    boolean signed = s.type().startsWith("s");
    if (from.isInteger() && to.isInteger()) {
      int clean = signed ? value : integers.unsigned(from, value);
      boolean clamps = s.has("sat") && to.bits() < 64;
      int inside = clamps ? clamped(s, to, signed, clean) : clean;
      return to.bits() == 64 ? inside : integers.wrapped(to, inside);
    }
    if (from.isInteger()) {
      return floats.convert(signed ? Opcode.SI_TO_FP : Opcode.UI_TO_FP, from, to, value);
    }
    MathFunction rounding =
        s.has("rni")
            ? MathFunction.RINT
            : s.has("rmi")
                ? MathFunction.FLOOR
                : s.has("rpi") ? MathFunction.CEIL : s.has("rzi") ? MathFunction.TRUNC : null;
    int whole = rounding == null ? value : floats.compute(rounding, from.scalar(), value);
    if (to.isInteger()) {
      boolean signedTarget = s.words().get(s.words().size() - 2).startsWith("s");
      int opcode = signedTarget ? Opcode.FP_TO_SI : Opcode.FP_TO_UI;
      return floats.convert(opcode, from, to, whole);
    }
    int number = floats.convert(Opcode.FP_EXT, from, to, whole);
    return s.has("sat") ? floats.saturated(to.scalar(), number) : number;
  }

  private int clamped(PtxStatement s, Leaf to, boolean signed, int value) {
    boolean signedTarget = s.words().get(s.words().size() - 2).startsWith("s");
    long most = signedTarget ? (1L << (to.bits() - 1)) - 1 : (1L << to.bits()) - 1;
    long least = signedTarget ? -most - 1 : 0;
    int below = integers.choose(MathFunction.MIN, signed, value, f.code().constant(most));
    return signed
        ? integers.choose(MathFunction.MAX, true, below, f.code().constant(least))
        : below;
  }
}
