package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.emit.ObjectSize;
import org.shmemlab.scenarios.frontend.emit.Pointer;
import org.shmemlab.scenarios.frontend.emit.ScalarAccesses;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.Opcode;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;
import org.shmemlab.scenarios.runtime.libc.CHeap;
import org.shmemlab.scenarios.runtime.libc.CMemory;

/** Lowers variables, addresses, loads and stores, and copies of memory. */
final class Memory {
  private final FunctionValues f;
  private final Atomics atomics;
  private final ScalarAccesses accesses;

  Memory(FunctionValues f) {
    this.f = f;
    this.atomics = new Atomics(f);
    this.accesses = new ScalarAccesses(f);
  }

  private CodeBuilder code() {
    return f.code();
  }

  private Llvm llvm() {
    return f.llvm();
  }

  // ---------------------------------------------------------------- variables

  void alloca(long instruction) {
    long bytes = f.types().size(llvm().allocatedType.of(instruction));
    long count = f.operand(instruction, 0);
    if (f.isNumber(count)) {
      String name = SourceNames.variable(llvm().name(instruction));
      f.define(instruction, f.slot(name, Math.multiplyExact(bytes, f.number(count))));
      return;
    }
    // an array of a length that is known only now
    int length = f.binary(BinaryOp.MUL, ScalarType.U64, f.register(count), code().constant(bytes));
    int dst = code().register();
    code().emit(new Instruction.Invoke(CHeap.MALLOC, dst, ImmutableIntArray.of(length)));
    f.define(instruction, dst);
  }

  // ---------------------------------------------------------------- addresses

  void element(long instruction) {
    if (f.leaves(instruction).size() != 1) {
      throw new NotSupported("a vector of addresses");
    }
    Types types = f.types();
    long type = llvm().gepSourceType.of(instruction);
    long base = f.operand(instruction, 0);
    Pointer start = f.isConstant(base) ? null : f.pointer(base);
    long offset = start == null ? f.number(base) : start.offset();
    int sum = start == null ? Instruction.NO_REGISTER : start.base();
    for (int i = 1; i < llvm().operands.of(instruction); i++) {
      long index = f.operand(instruction, i);
      long scale = i == 1 ? types.size(type) : 0;
      if (f.isNumber(index)) {
        long number = f.number(index);
        offset += i == 1 ? number * scale : types.elementOffset(type, number);
        if (i > 1) {
          type = types.elementType(type, (int) number);
        }
      } else {
        if (i > 1) {
          type = types.elementType(type, 0);
          scale = types.size(type);
        }
        int distance = f.register(index);
        if (scale != 1) {
          distance = f.binary(BinaryOp.MUL, ScalarType.I64, distance, code().constant(scale));
        }
        sum =
            sum == Instruction.NO_REGISTER
                ? distance
                : f.binary(BinaryOp.ADD, ScalarType.U64, sum, distance);
      }
    }
    if (sum == Instruction.NO_REGISTER) {
      f.define(instruction, code().constant(offset));
    } else if (offset != (int) offset) { // the address of a variable, or a distance beyond 2 GiB
      f.define(instruction, f.binary(BinaryOp.ADD, ScalarType.U64, sum, code().constant(offset)));
    } else {
      f.definePointer(instruction, new Pointer(sum, (int) offset));
    }
  }

  /** An address as one of another address space. */
  void sameAddress(long instruction) {
    long from = f.operand(instruction, 0);
    if (f.isConstant(from)) {
      f.define(instruction, f.registers(from));
    } else {
      f.definePointer(instruction, f.pointer(from));
    }
  }

  // ---------------------------------------------------------------- loads and stores

  void load(long instruction) {
    long address = f.operand(instruction, 0);
    boolean isVolatile = llvm().isVolatile.of(instruction) != 0;
    if (llvm().ordering.of(instruction) != 0) {
      atomics.load(instruction, address);
      return;
    }
    ImmutableList<Leaf> leaves = f.leaves(instruction);
    Pointer from = f.pointer(address);
    if (leaves.size() > 1 && !isVariable(address)) {
      int bytes = ObjectSize.of(f.types().size(llvm().typeOf.of(instruction)));
      from = new Pointer(copyOf(from, bytes), 0);
    }
    f.define(instruction, accesses.load(leaves, from, isVolatile));
  }

  /** One access where the source has one read: a copy in a variable of this call. */
  private int copyOf(Pointer from, int bytes) {
    int copy = f.slot("loaded value", bytes);
    code().emit(new Instruction.Copy(copy, f.address(from), bytes));
    return copy;
  }

  private boolean isVariable(long address) {
    return llvm().valueKind.of(address) == ValueKind.INSTRUCTION
        && switch (llvm().opcode.of(address)) {
          case Opcode.ALLOCA -> true;
          case Opcode.GEP, Opcode.ADDRESS_SPACE_CAST -> isVariable(f.operand(address, 0));
          default -> false;
        };
  }

  void store(long instruction) {
    long value = f.operand(instruction, 0);
    if (f.isUnset(value)) {
      return; // memory holds no value in the beginning
    }
    long address = f.operand(instruction, 1);
    boolean isVolatile = llvm().isVolatile.of(instruction) != 0;
    if (llvm().ordering.of(instruction) != 0) {
      atomics.store(instruction, value, address);
      return;
    }
    ImmutableList<Leaf> leaves = f.leaves(value);
    int[] registers = f.registers(value);
    Pointer to = f.pointer(address);
    boolean copied = leaves.size() > 1 && !isVariable(address);
    int bytes = ObjectSize.of(f.types().size(llvm().typeOf.of(value)));
    Pointer target = copied ? new Pointer(f.slot("stored value", bytes), 0) : to;
    accesses.store(leaves, target, registers, isVolatile);
    if (copied) {
      code().emit(new Instruction.Copy(f.address(to), target.base(), bytes));
    }
  }

  // ---------------------------------------------------------------- blocks of memory

  /** llvm.memcpy and llvm.memmove: the assignment of a structure. */
  void copy(long call, boolean overlapping) {
    long bytes = f.operand(call, 2);
    int to = f.register(f.operand(call, 0));
    int from = f.register(f.operand(call, 1));
    if (f.isNumber(bytes) && !overlapping) {
      if (f.number(bytes) > 0) {
        code().emit(new Instruction.Copy(to, from, ObjectSize.of(f.number(bytes))));
      }
      return;
    }
    ExternalCall external = overlapping ? CMemory.MEMMOVE : CMemory.MEMCPY;
    f.ask(external, to, from, f.register(bytes));
  }

  void fill(long call) {
    long value = f.operand(call, 1);
    long bytes = f.operand(call, 2);
    int to = f.register(f.operand(call, 0));
    if (f.isNumber(bytes) && f.isNumber(value) && f.number(value) == 0) {
      if (f.number(bytes) > 0) {
        code().emit(new Instruction.Clear(to, ObjectSize.of(f.number(bytes))));
      }
      return;
    }
    f.ask(CMemory.MEMSET, to, f.register(value), f.register(bytes));
  }
}
