package org.shmemlab.scenarios.frontend.ptx;

import static org.shmemlab.scenarios.frontend.ptx.PtxTypes.WORD;

import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MemoryOrder;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.Floats;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.emit.Pointer;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/**
 * Lowers atomic sums of numbers of 16 bits, alone and in pairs. Each number of a pair is updated by
 * itself (PTX ISA, "atom": atomicity is "guaranteed separately for each of the two elements"): by
 * compare and swap of its sum, repeated until no other update came between.
 */
final class PtxHalves {
  private static final int NONE = Instruction.NO_REGISTER;

  private final PtxOperands ptx;
  private final FunctionCode f;
  private final Integers integers;
  private final Floats floats;

  PtxHalves(PtxOperands ptx) {
    this.ptx = ptx;
    this.f = ptx.function();
    this.integers = new Integers(f);
    this.floats = new Floats(f);
  }

  void add(PtxStatement s) {
    if (!s.has("add")) {
      throw new NotSupported(s.text());
    }
    boolean pair = s.type().endsWith("x2");
    boolean gives = s.name().equals("atom");
    ScalarType number = s.type().startsWith("f16") ? ScalarType.F16 : ScalarType.U16;
    Leaf leaf = s.leaf();
    Pointer at = ptx.address(s, s.operand(gives ? 1 : 0));
    int given = ptx.read(s.operand(gives ? 2 : 1), leaf);
    int value = pair ? integers.unsigned(WORD, given) : given;
    int old = f.code().constant(0);
    for (int half = 0; half < (pair ? 2 : 1); half++) {
      int distance = f.code().constant(16L * half);
      int part = op(BinaryOp.AND, op(BinaryOp.SHR, value, distance), f.code().constant(0xFFFF));
      int before = sum(s, number, f.address(at.plus(2 * half)), part);
      old = op(BinaryOp.OR, old, op(BinaryOp.SHL, before, distance));
    }
    if (gives) {
      ptx.write(s.operand(0), leaf, pair ? integers.wrapped(WORD, old) : old);
    }
  }

  /** Adds to one number; returns its old value. */
  private int sum(PtxStatement s, ScalarType number, int address, int value) {
    CodeBuilder.Label again = f.code().label();
    CodeBuilder.Label done = f.code().label();
    f.code().place(again);
    int nothing = f.code().constant(0);
    int before = atomic(s, AtomicOp.FETCH, MemoryOrder.RELAXED, address, nothing, NONE);
    int after = floats.operate(Opcode.FADD, number, before, value);
    int found = atomic(s, AtomicOp.COMPARE_SWAP, s.order(), address, after, before);
    f.code().branch(op(BinaryOp.EQ, found, before), done, again);
    f.code().place(done);
    return found;
  }

  private int atomic(
      PtxStatement s, AtomicOp op, MemoryOrder order, int address, int operand, int compare) {
    int old = f.code().register();
    f.atomic(
        new Instruction.Atomic(
            op, ScalarType.U16, order, s.reach(), old, address, operand, compare));
    return old;
  }

  private int op(BinaryOp op, int a, int b) {
    return f.binary(op, ScalarType.U64, a, b);
  }
}
