package org.shmemlab.scenarios.frontend.ir;

import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Reach;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.Accesses;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.emit.Scalars;

/**
 * Atomic accesses and fences (LLVM Language Reference, "Atomic Memory Ordering Constraints"). What
 * comes before a release, and what comes after an acquire, is kept in order by a fence of its own
 * beside the access.
 */
final class Atomics {
  private static final int ACQUIRE = 4;
  private static final int RELEASE = 5;
  private static final int ACQUIRE_RELEASE = 6;
  private static final int SEQUENTIAL = 7;
  private static final int NONE = Instruction.NO_REGISTER;

  private final FunctionValues f;
  private final Integers integers;
  private final Accesses accesses;

  Atomics(FunctionValues f) {
    this.f = f;
    this.integers = new Integers(f);
    this.accesses = new Accesses(f);
  }

  private CodeBuilder code() {
    return f.code();
  }

  void fence() {
    f.fence(Reach.SYSTEM);
  }

  private void before(int ordering) {
    if (ordering == RELEASE || ordering == ACQUIRE_RELEASE || ordering == SEQUENTIAL) {
      fence();
    }
  }

  private void after(int ordering) {
    if (ordering == ACQUIRE || ordering == ACQUIRE_RELEASE || ordering == SEQUENTIAL) {
      fence();
    }
  }

  void load(long instruction, long address) {
    int ordering = f.llvm().ordering.of(instruction);
    if (ordering == SEQUENTIAL) {
      fence();
    }
    int value = accesses.relaxedLoad(f.leaf(instruction), f.register(address));
    after(ordering);
    f.define(instruction, value);
  }

  void store(long instruction, long value, long address) {
    int ordering = f.llvm().ordering.of(instruction);
    before(ordering);
    accesses.relaxedStore(f.leaf(value), f.register(value), f.register(address));
    if (ordering == SEQUENTIAL) {
      fence();
    }
  }

  private int atomic(AtomicOp op, ScalarType type, int address, int operand, int compare) {
    int dst = code().register();
    code().emit(new Instruction.Atomic(op, type, Reach.SYSTEM, dst, address, operand, compare));
    return dst;
  }

  void update(long instruction) {
    int ordering = f.llvm().ordering.of(instruction);
    int address = f.register(f.operand(instruction, 0));
    long operand = f.operand(instruction, 1);
    Leaf leaf = f.leaf(operand);
    int value = f.register(operand);
    before(ordering);
    int old = update(f.llvm().rmwOperation.of(instruction), leaf, address, value);
    after(ordering);
    f.define(instruction, old);
  }

  /** An update by {@code LLVMAtomicRMWBinOp}; gives the old value. */
  private int update(int operation, Leaf leaf, int address, int value) {
    ScalarType type =
        leaf.isInteger() || leaf.scalar() == ScalarType.U64
            ? leaf.scalar()
            : Accesses.atomicWord(leaf);
    return switch (operation) {
      case 0 -> atomic(AtomicOp.SET, type, address, value, NONE);
      case 1 -> atomic(AtomicOp.ADD, type, address, value, NONE);
      case 2 -> atomic(AtomicOp.SUB, type, address, value, NONE);
      case 3 -> atomic(AtomicOp.AND, type, address, value, NONE);
      case 5 -> atomic(AtomicOp.OR, type, address, value, NONE);
      case 6 -> atomic(AtomicOp.XOR, type, address, value, NONE);
      case 7 -> atomic(AtomicOp.MAX, type, address, value, NONE);
      case 8 -> atomic(AtomicOp.MIN, type, address, value, NONE);
      case 9 -> unsigned(AtomicOp.MAX, leaf, address, value);
      case 10 -> unsigned(AtomicOp.MIN, leaf, address, value);
      case 11 -> atomic(AtomicOp.ADD, leaf.scalar(), address, value, NONE);
      case 12 -> atomic(AtomicOp.SUB, leaf.scalar(), address, value, NONE);
      case 13 -> atomic(AtomicOp.MAX, leaf.scalar(), address, value, NONE);
      case 14 -> atomic(AtomicOp.MIN, leaf.scalar(), address, value, NONE);
      case 15 -> unsigned(AtomicOp.INCREMENT_WRAP, leaf, address, value);
      case 16 -> unsigned(AtomicOp.DECREMENT_WRAP, leaf, address, value);
      default -> throw new NotSupported("an atomic update of number " + operation);
    };
  }

  private int unsigned(AtomicOp op, Leaf leaf, int address, int value) {
    ScalarType type = Scalars.unsigned(leaf.scalar());
    int old = atomic(op, type, address, integers.unsigned(leaf, value), NONE);
    return integers.wrapped(leaf, old);
  }

  /** cmpxchg: the old value, and whether it was the expected one. */
  void compareExchange(long instruction) {
    int ordering = f.llvm().exchangeOrdering.of(instruction);
    Leaf leaf = f.leaf(f.operand(instruction, 2));
    int address = f.register(f.operand(instruction, 0));
    int expected = f.register(f.operand(instruction, 1));
    int value = f.register(f.operand(instruction, 2));
    before(ordering);
    int old = atomic(AtomicOp.COMPARE_SWAP, Accesses.atomicWord(leaf), address, value, expected);
    after(ordering);
    f.define(instruction, old, f.binary(BinaryOp.EQ, ScalarType.I64, old, expected));
  }
}
