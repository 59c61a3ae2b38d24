package org.shmemlab.scenarios.frontend.ptx;

import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.LONG;
import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.WORD;

import java.util.List;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.ExitPoints;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;

/** Moves values and addresses (PTX ISA, "mov", "cvta", "mapa", "createpolicy"). */
final class PtxMoves {
  private final PtxOperands ptx;
  private final FunctionCode f;
  private final Integers integers;

  PtxMoves(PtxOperands ptx) {
    this.ptx = ptx;
    this.f = ptx.function();
    this.integers = new Integers(f);
  }

  void lower(PtxStatement s) {
    switch (s.name()) {
      case "mov" -> move(s);
      case "cvta" -> addresses(s);
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
}
