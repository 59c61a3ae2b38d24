package org.shmemlab.scenarios.frontend.emit;

import java.util.List;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MemoryOrder;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.ThreadScope;

/** Loads and stores, scalar by scalar. */
public final class ScalarAccesses {
  private static final int NONE = Instruction.NO_REGISTER;

  private final FunctionCode f;
  private final Integers integers;

  public ScalarAccesses(FunctionCode f) {
    this.f = f;
    this.integers = new Integers(f);
  }

  private CodeBuilder code() {
    return f.code();
  }

  /** Loads all scalars of something that starts at an address. */
  public int[] load(List<Leaf> leaves, Pointer start, boolean isVolatile) {
    int[] registers = new int[leaves.size()];
    for (int i = 0; i < registers.length; i++) {
      registers[i] = load(leaves.get(i), start, isVolatile);
    }
    return registers;
  }

  /** Stores all scalars of something that starts at an address. */
  public void store(List<Leaf> leaves, Pointer start, int[] values, boolean isVolatile) {
    for (int i = 0; i < values.length; i++) {
      store(leaves.get(i), start, values[i], isVolatile);
    }
  }

  /** Loads one scalar of something that starts at an address. */
  public int load(Leaf leaf, Pointer start, boolean isVolatile) {
    Pointer from = start.plus(ObjectSize.of(leaf.offset()));
    if (isRelaxed(leaf, isVolatile)) {
      return atomicLoad(leaf, f.address(from), MemoryOrder.RELAXED);
    }
    if (leaf.isWhole()) {
      int dst = code().register();
      code().emit(new Instruction.Load(leaf.scalar(), dst, from.base(), from.offset(), isVolatile));
      return dst;
    }
    // an integer of an odd width: the words that it is made of, from the lowest
    int result = code().constant(0);
    int done = 0;
    while (done < leaf.bits()) {
      ScalarType word = word(leaf.bits() - done);
      int part = code().register();
      int offset = from.offset() + done / 8;
      code().emit(new Instruction.Load(word, part, from.base(), offset, isVolatile));
      int placed = f.binary(BinaryOp.SHL, ScalarType.U64, part, code().constant(done));
      result = f.binary(BinaryOp.OR, ScalarType.U64, result, placed);
      done += 8 * word.bytes();
    }
    return integers.wrapped(leaf, result);
  }

  /** Stores one scalar of something that starts at an address. */
  public void store(Leaf leaf, Pointer start, int value, boolean isVolatile) {
    Pointer to = start.plus(ObjectSize.of(leaf.offset()));
    if (isRelaxed(leaf, isVolatile)) {
      atomicStore(leaf, value, f.address(to), MemoryOrder.RELAXED);
      return;
    }
    if (leaf.isWhole()) {
      code().emit(new Instruction.Store(leaf.scalar(), to.base(), to.offset(), value, isVolatile));
      return;
    }
    int done = 0;
    while (done < leaf.bits()) {
      ScalarType word = word(leaf.bits() - done);
      int part = f.binary(BinaryOp.SHR, ScalarType.U64, value, code().constant(done));
      int cut = f.convert(ScalarType.I64, word, part);
      int offset = to.offset() + done / 8;
      code().emit(new Instruction.Store(word, to.base(), offset, cut, isVolatile));
      done += 8 * word.bytes();
    }
  }

  private static ScalarType word(int bits) {
    return bits >= 32 ? ScalarType.U32 : bits >= 16 ? ScalarType.U16 : ScalarType.U8;
  }

  // A volatile access of a GPU's thread is relaxed, and atomic to the atomics of all agents (PTX
  // ISA, "Memory Consistency Model", "Volatile Operation"). C promises a host no such thing.
  private boolean isRelaxed(Leaf leaf, boolean isVolatile) {
    return isVolatile && f.onDevice() && leaf.isWhole();
  }

  /** A load that is atomic to the accesses of all agents. */
  public int atomicLoad(Leaf leaf, int address, MemoryOrder order) {
    int nothing = code().constant(0);
    int dst = code().register();
    f.atomic(
        new Instruction.Atomic(
            AtomicOp.FETCH,
            atomicWord(leaf),
            order,
            ThreadScope.SYSTEM,
            dst,
            address,
            nothing,
            NONE));
    return dst;
  }

  /** A store that is atomic to the accesses of all agents. */
  public void atomicStore(Leaf leaf, int value, int address, MemoryOrder order) {
    f.atomic(
        new Instruction.Atomic(
            AtomicOp.SET, atomicWord(leaf), order, ThreadScope.SYSTEM, NONE, address, value, NONE));
  }

  /**
   * The type of an atomic access to the mere bits of a scalar.
   *
   * @throws NotSupported for one of an odd width
   */
  public static ScalarType atomicWord(Leaf leaf) {
    if (!leaf.isWhole()) {
      throw new NotSupported("an atomic access of " + leaf.bits() + " bits");
    }
    return switch (leaf.scalar()) {
      case F32 -> ScalarType.U32;
      case F64 -> ScalarType.U64;
      case F16 -> ScalarType.U16;
      default -> leaf.scalar();
    };
  }
}
