package org.shmemlab.scenarios.frontend.ir;

import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.ir.FunctionLowering.Pointer;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/**
 * Atomic sums of numbers of 16 bits, alone and in pairs. Each number of a pair is updated by itself
 * (PTX ISA, "atom": atomicity is "guaranteed separately for each of the two elements"): by a
 * compare and swap of its sum, until nobody else came between.
 */
final class PtxHalves {
  private static final Leaf WORD = InlinePtx.leaf("b32");
  private static final int NONE = Instruction.NO_REGISTER;

  private final InlinePtx ptx;
  private final FunctionLowering f;
  private final PtxMemory memory;

  PtxHalves(InlinePtx ptx) {
    this.ptx = ptx;
    this.f = ptx.lowering();
    this.memory = new PtxMemory(ptx);
  }

  void add(PtxStatement s) {
    if (!s.has("add")) {
      throw new NotSupported(s.text());
    }
    boolean pair = s.type().endsWith("x2");
    boolean gives = s.name().equals("atom");
    ScalarType number = s.type().startsWith("f16") ? ScalarType.F16 : ScalarType.U16;
    Leaf leaf = InlinePtx.leaf(s.type());
    Pointer at = memory.address(s, s.operand(gives ? 1 : 0));
    int given = ptx.read(s.operand(gives ? 2 : 1), leaf);
    int value = pair ? f.integers().unsigned(WORD, given) : given;
    if (s.has("release") || s.has("acq_rel")) {
      memory.fence(s);
    }
    int old = f.code().constant(0);
    for (int half = 0; half < (pair ? 2 : 1); half++) {
      int distance = f.code().constant(16L * half);
      int part = op(BinaryOp.AND, op(BinaryOp.SHR, value, distance), f.code().constant(0xFFFF));
      int before = sum(s, number, memory.atomicAddress(at, 2 * half), part);
      old = op(BinaryOp.OR, old, op(BinaryOp.SHL, before, distance));
    }
    if (s.has("acquire") || s.has("acq_rel")) {
      memory.fence(s);
    }
    if (gives) {
      ptx.write(s.operand(0), leaf, pair ? f.integers().wrapped(WORD, old) : old);
    }
  }

  /** Adds to one number; gives what it was. */
  private int sum(PtxStatement s, ScalarType number, int address, int value) {
    CodeBuilder.Label again = f.code().label();
    CodeBuilder.Label done = f.code().label();
    f.code().place(again);
    int before = atomic(s, AtomicOp.FETCH, address, f.code().constant(0), NONE);
    int after = f.floats().operate(Opcode.FADD, number, before, value);
    int found = atomic(s, AtomicOp.COMPARE_SWAP, address, after, before);
    f.code().branch(op(BinaryOp.EQ, found, before), done, again);
    f.code().place(done);
    return found;
  }

  private int atomic(PtxStatement s, AtomicOp op, int address, int operand, int compare) {
    int old = f.code().register();
    f.code()
        .emit(
            new Instruction.Atomic(
                op, ScalarType.U16, PtxMemory.reach(s), old, address, operand, compare));
    return old;
  }

  private int op(BinaryOp op, int a, int b) {
    return f.binary(op, ScalarType.U64, a, b);
  }
}
