package org.shmemlab.scenarios.frontend.ir;

import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MemoryOrder;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.emit.ScalarAccesses;
import org.shmemlab.scenarios.frontend.emit.Scalars;

/**
 * Lowers atomic accesses and fences (LLVM Language Reference, "Atomic Memory Ordering
 * Constraints").
 */
final class Atomics {
  private static final int ACQUIRE = 4;
  private static final int RELEASE = 5;
  private static final int ACQUIRE_RELEASE = 6;
  private static final int SEQUENTIAL = 7;
  private static final int NONE = Instruction.NO_REGISTER;

  private final FunctionValues f;
  private final Integers integers;
  private final ScalarAccesses accesses;

  Atomics(FunctionValues f) {
    this.f = f;
    this.integers = new Integers(f);
    this.accesses = new ScalarAccesses(f);
  }

  private CodeBuilder code() {
    return f.code();
  }

  void fence(long instruction) {
    if (f.llvm().isOfOneThread.of(instruction) != 0) {
      return; // between a thread and its signal handlers, of which there are none
    }
    f.fence(
        ThreadScope.SYSTEM,
        switch (f.llvm().ordering.of(instruction)) {
          case ACQUIRE -> "fence.acquire";
          case RELEASE -> "fence.release";
          default -> "fence.acq_rel";
        });
  }

  // That all sequentially consistent accesses have one order is so here of all atomics.
  private static MemoryOrder order(int ordering) {
    return switch (ordering) {
      case ACQUIRE -> MemoryOrder.ACQUIRE;
      case RELEASE -> MemoryOrder.RELEASE;
      case ACQUIRE_RELEASE, SEQUENTIAL -> MemoryOrder.ACQUIRE_RELEASE;
      default -> MemoryOrder.RELAXED;
    };
  }

  void load(long instruction, long address) {
    MemoryOrder order = order(f.llvm().ordering.of(instruction)).ofLoad();
    f.define(instruction, accesses.atomicLoad(f.leaf(instruction), f.register(address), order));
  }

  void store(long instruction, long value, long address) {
    MemoryOrder order = order(f.llvm().ordering.of(instruction)).ofStore();
    accesses.atomicStore(f.leaf(value), f.register(value), f.register(address), order);
  }

  private int atomic(
      AtomicOp op, ScalarType type, MemoryOrder order, int address, int operand, int compare) {
    int dst = code().register();
    f.atomic(
        new Instruction.Atomic(
            op, type, order, ThreadScope.SYSTEM, dst, address, operand, compare));
    return dst;
  }

  void update(long instruction) {
    MemoryOrder order = order(f.llvm().ordering.of(instruction));
    int address = f.register(f.operand(instruction, 0));
    long operand = f.operand(instruction, 1);
    Leaf leaf = f.leaf(operand);
    int value = f.register(operand);
    int operation = f.llvm().rmwOperation.of(instruction);
    f.define(instruction, update(operation, leaf, order, address, value));
  }

  /** An update by {@code LLVMAtomicRMWBinOp}; gives the old value. */
  private int update(int operation, Leaf leaf, MemoryOrder order, int address, int value) {
    ScalarType type =
        leaf.isInteger() || leaf.scalar() == ScalarType.U64
            ? leaf.scalar()
            : ScalarAccesses.atomicWord(leaf);
    return switch (operation) {
      case 0 -> atomic(AtomicOp.SET, type, order, address, value, NONE);
      case 1 -> atomic(AtomicOp.ADD, type, order, address, value, NONE);
      case 2 -> atomic(AtomicOp.SUB, type, order, address, value, NONE);
      case 3 -> atomic(AtomicOp.AND, type, order, address, value, NONE);
      case 5 -> atomic(AtomicOp.OR, type, order, address, value, NONE);
      case 6 -> atomic(AtomicOp.XOR, type, order, address, value, NONE);
      case 7 -> atomic(AtomicOp.MAX, type, order, address, value, NONE);
      case 8 -> atomic(AtomicOp.MIN, type, order, address, value, NONE);
      case 9 -> unsigned(AtomicOp.MAX, leaf, order, address, value);
      case 10 -> unsigned(AtomicOp.MIN, leaf, order, address, value);
      case 11 -> atomic(AtomicOp.ADD, leaf.scalar(), order, address, value, NONE);
      case 12 -> atomic(AtomicOp.SUB, leaf.scalar(), order, address, value, NONE);
      case 13 -> atomic(AtomicOp.MAX, leaf.scalar(), order, address, value, NONE);
      case 14 -> atomic(AtomicOp.MIN, leaf.scalar(), order, address, value, NONE);
      case 15 -> unsigned(AtomicOp.INCREMENT_WRAP, leaf, order, address, value);
      case 16 -> unsigned(AtomicOp.DECREMENT_WRAP, leaf, order, address, value);
      default -> throw new NotSupported("an atomic update of number " + operation);
    };
  }

  private int unsigned(AtomicOp op, Leaf leaf, MemoryOrder order, int address, int value) {
    ScalarType type = Scalars.unsigned(leaf.scalar());
    int old = atomic(op, type, order, address, integers.unsigned(leaf, value), NONE);
    return integers.wrapped(leaf, old);
  }

  /** cmpxchg: the old value, and whether it was the expected one. */
  void compareExchange(long instruction) {
    MemoryOrder order = order(f.llvm().exchangeOrdering.of(instruction));
    MemoryOrder failing = order(f.llvm().failingOrdering.of(instruction)).ofLoad();
    Leaf leaf = f.leaf(f.operand(instruction, 2));
    int address = f.register(f.operand(instruction, 0));
    int expected = f.register(f.operand(instruction, 1));
    int value = f.register(f.operand(instruction, 2));
    int old = code().register();
    f.atomic(
        new Instruction.Atomic(
            AtomicOp.COMPARE_SWAP,
            ScalarAccesses.atomicWord(leaf),
            order,
            failing,
            ThreadScope.SYSTEM,
            old,
            address,
            value,
            expected));
    f.define(instruction, old, f.binary(BinaryOp.EQ, ScalarType.I64, old, expected));
  }
}
