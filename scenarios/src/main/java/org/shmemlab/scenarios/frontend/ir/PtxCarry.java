package org.shmemlab.scenarios.frontend.ir;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/**
 * Integers of several words: what takes a carry from the instruction before, and what leaves one
 * (PTX ISA, "Extended-Precision Integer Arithmetic Instructions"). A function has one carry, which
 * lives from one statement to the next.
 */
final class PtxCarry {
  private static final int UNSIGNED_LESS = 36; // LLVMIntULT

  private final InlinePtx ptx;
  private final FunctionLowering f;

  PtxCarry(InlinePtx ptx) {
    this.ptx = ptx;
    this.f = ptx.lowering();
  }

  void lower(PtxStatement s) {
    Leaf leaf = InlinePtx.leaf(s.type());
    if (leaf.bits() < 32) {
      throw new NotSupported(s.text());
    }
    boolean takes = s.name().endsWith("c");
    boolean subtracts = s.name().startsWith("sub");
    int a = ptx.read(s.operand(1), leaf);
    int b = ptx.read(s.operand(2), leaf);
    if (s.name().startsWith("mad")) {
      a = new PtxArithmetic(ptx).product(s, leaf, a, b);
      b = ptx.read(s.operand(3), leaf);
    }
    int opcode = subtracts ? Opcode.SUB : Opcode.ADD;
    int result = f.integers().operate(opcode, leaf, a, b, false);
    int over = subtracts ? less(a, b) : less(result, a);
    if (takes) {
      int first = result;
      int carry = f.code().register();
      f.code().emit(new Instruction.Move(carry, f.carry()));
      result = f.integers().operate(opcode, leaf, first, carry, false);
      int again = subtracts ? less(first, carry) : less(result, first);
      over = f.binary(BinaryOp.OR, ScalarType.I32, over, again);
    }
    if (s.has("cc")) {
      f.move(f.carry(), over);
    }
    ptx.write(s.operand(0), leaf, result);
  }

  private int less(int a, int b) {
    return f.integers().compare(UNSIGNED_LESS, a, b);
  }
}
