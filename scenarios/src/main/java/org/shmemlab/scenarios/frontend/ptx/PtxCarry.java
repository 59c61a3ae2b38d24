package org.shmemlab.scenarios.frontend.ptx;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/**
 * Lowers arithmetic on integers of several words: instructions that take the carry of an earlier
 * one, and those that leave one (PTX ISA, "Extended-Precision Integer Arithmetic Instructions"). A
 * function has one carry, which lives from one statement to the next.
 */
final class PtxCarry {
  private static final int UNSIGNED_LESS = 36; // LLVMIntULT

  private final FunctionCode f;
  private final Integers integers;
  private int carry = Instruction.NO_REGISTER;

  PtxCarry(FunctionCode f) {
    this.f = f;
    this.integers = new Integers(f);
  }

  /** The register of the carry. */
  private int carry() {
    if (carry == Instruction.NO_REGISTER) {
      carry = f.code().register();
    }
    return carry;
  }

  void lower(PtxOperands ptx, PtxStatement s) {
    Leaf leaf = s.leaf();
    if (leaf.bits() < 32) {
      throw new NotSupported(s.text());
    }
    boolean takes = s.name().endsWith("c");
    boolean subtracts = s.name().startsWith("sub");
    int a = ptx.read(s.operand(1), leaf);
    int b = ptx.read(s.operand(2), leaf);
    if (s.name().startsWith("mad")) {
      a = product(s, leaf, a, b);
      b = ptx.read(s.operand(3), leaf);
    }
    int opcode = subtracts ? Opcode.SUB : Opcode.ADD;
    int result = integers.operate(opcode, leaf, a, b, false);
    int over = subtracts ? less(a, b) : less(result, a);
    if (takes) {
      int first = result;
      int taken = f.code().register();
      f.code().emit(new Instruction.Move(taken, carry()));
      result = integers.operate(opcode, leaf, first, taken, false);
      int again = subtracts ? less(first, taken) : less(result, first);
      over = f.binary(BinaryOp.OR, ScalarType.I32, over, again);
    }
    if (s.has("cc")) {
      f.move(carry(), over);
    }
    ptx.write(s.operand(0), leaf, result);
  }

  /** The lower or the upper half of a product. */
  private int product(PtxStatement s, Leaf leaf, int a, int b) {
    return s.has("hi")
        ? integers.upperProduct(leaf, s.type().startsWith("s"), a, b)
        : integers.operate(Opcode.MUL, leaf, a, b, false);
  }

  private int less(int a, int b) {
    return integers.compare(UNSIGNED_LESS, a, b);
  }
}
