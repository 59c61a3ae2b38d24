package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.Pointer;
import org.shmemlab.scenarios.frontend.emit.ScalarAccesses;
import org.shmemlab.scenarios.frontend.llvm.Llvm;

/**
 * Lowers structures, arrays and vectors outside memory: parts of them, and new ones made of parts.
 */
final class Aggregates {
  private final FunctionValues f;
  private final ScalarAccesses accesses;

  Aggregates(FunctionValues f) {
    this.f = f;
    this.accesses = new ScalarAccesses(f);
  }

  private Llvm llvm() {
    return f.llvm();
  }

  void extractValue(long instruction) {
    long aggregate = f.operand(instruction, 0);
    Part part = part(llvm().typeOf.of(aggregate), llvm().indices(instruction));
    int[] all = f.registers(aggregate);
    f.define(instruction, Arrays.copyOfRange(all, part.first(), part.first() + part.count()));
  }

  void insertValue(long instruction) {
    long aggregate = f.operand(instruction, 0);
    Part part = part(llvm().typeOf.of(aggregate), llvm().indices(instruction));
    int[] all = f.registers(aggregate).clone();
    int[] value = f.registers(f.operand(instruction, 1));
    System.arraycopy(value, 0, all, part.first(), value.length);
    f.define(instruction, all);
  }

  /** Some scalars of an aggregate that follow each other. */
  private record Part(int first, int count) {}

  private Part part(long aggregate, int[] path) {
    long type = aggregate;
    int first = 0;
    for (int index : path) {
      first += f.types().leavesBefore(type, index);
      type = f.types().elementType(type, index);
    }
    return new Part(first, f.types().leaves(type).size());
  }

  // ---------------------------------------------------------------- vectors

  void extractElement(long instruction) {
    long vector = f.operand(instruction, 0);
    long index = f.operand(instruction, 1);
    int[] all = f.registers(vector);
    if (f.isNumber(index)) {
      f.define(instruction, all[(int) f.number(index)]);
      return;
    }
    Leaf element = f.leaf(instruction);
    Pointer place = element(vector, all, f.register(index));
    f.define(instruction, accesses.load(element.at(-element.offset()), place, false));
  }

  void insertElement(long instruction) {
    long vector = f.operand(instruction, 0);
    long index = f.operand(instruction, 2);
    int value = f.register(f.operand(instruction, 1));
    int[] all = f.registers(vector).clone();
    if (f.isNumber(index)) {
      all[(int) f.number(index)] = value;
      f.define(instruction, all);
      return;
    }
    ImmutableList<Leaf> leaves = f.leaves(vector);
    int slot = spill(vector, all);
    Leaf element = leaves.get(0);
    accesses.store(element, at(slot, vector, f.register(index)), value, false);
    f.define(instruction, accesses.load(leaves, new Pointer(slot, 0), false));
  }

  private Pointer element(long vector, int[] registers, int index) {
    return at(spill(vector, registers), vector, index);
  }

  private int spill(long vector, int[] registers) {
    int slot = f.slot("vector", f.types().size(llvm().typeOf.of(vector)));
    accesses.store(f.leaves(vector), new Pointer(slot, 0), registers, false);
    return slot;
  }

  private Pointer at(int slot, long vector, int index) {
    long stride = f.types().elementOffset(llvm().typeOf.of(vector), 1);
    int bytes = f.binary(BinaryOp.MUL, ScalarType.I64, index, f.code().constant(stride));
    return new Pointer(f.binary(BinaryOp.ADD, ScalarType.U64, slot, bytes), 0);
  }

  void shuffle(long instruction) {
    int[] first = f.registers(f.operand(instruction, 0));
    int[] second = f.registers(f.operand(instruction, 1));
    int[] result = new int[llvm().maskSize.of(instruction)];
    for (int i = 0; i < result.length; i++) {
      int from = llvm().maskValue.of(instruction, i);
      result[i] =
          from < 0
              ? f.code().constant(0)
              : from < first.length ? first[from] : second[from - first.length];
    }
    f.define(instruction, result);
  }
}
