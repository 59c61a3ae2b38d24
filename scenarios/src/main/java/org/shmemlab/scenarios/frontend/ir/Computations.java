package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.Floats;
import org.shmemlab.scenarios.frontend.emit.Integers;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.emit.Pointer;
import org.shmemlab.scenarios.frontend.emit.ScalarAccesses;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.Opcode;
import org.shmemlab.scenarios.frontend.ptx.SharedWindow;

/** Lowers computations on values alone, scalar by scalar. */
final class Computations {
  private final FunctionValues f;
  private final Llvm llvm;
  private final Integers integers;
  private final Floats floats;
  private final Int128 wide;
  private final ScalarAccesses accesses;

  Computations(FunctionValues f) {
    this.f = f;
    this.llvm = f.llvm();
    this.integers = new Integers(f);
    this.floats = new Floats(f);
    this.wide = new Int128(f);
    this.accesses = new ScalarAccesses(f);
  }

  void lower(int opcode, long i) {
    switch (opcode) {
      case Opcode.ADD,
          Opcode.SUB,
          Opcode.MUL,
          Opcode.UDIV,
          Opcode.SDIV,
          Opcode.UREM,
          Opcode.SREM,
          Opcode.SHL,
          Opcode.LSHR,
          Opcode.ASHR,
          Opcode.AND,
          Opcode.OR,
          Opcode.XOR ->
          integerOperation(i, opcode);
      case Opcode.ICMP -> compareIntegers(i);
      case Opcode.TRUNC, Opcode.ZEXT, Opcode.SEXT -> resize(i, opcode);
      case Opcode.FNEG -> unary(i, a -> floats.negative(f.leaves(i).get(0).scalar(), a));
      case Opcode.FADD, Opcode.FSUB, Opcode.FMUL, Opcode.FDIV, Opcode.FREM -> {
        ScalarType type = f.leaves(i).get(0).scalar();
        binary(i, (a, b) -> floats.operate(opcode, type, a, b));
      }
      case Opcode.FCMP -> {
        ScalarType type = f.leaves(f.operand(i, 0)).get(0).scalar();
        int predicate = llvm.realPredicate.of(i);
        binary(i, (a, b) -> floats.compare(predicate, type, a, b));
      }
      case Opcode.FP_TO_UI,
          Opcode.FP_TO_SI,
          Opcode.UI_TO_FP,
          Opcode.SI_TO_FP,
          Opcode.FP_TRUNC,
          Opcode.FP_EXT -> {
        Leaf from = f.leaves(f.operand(i, 0)).get(0);
        Leaf to = f.leaves(i).get(0);
        unary(i, a -> floats.convert(opcode, from, to, a));
      }
      case Opcode.PTR_TO_INT, Opcode.INT_TO_PTR -> resizePointer(i);
      case Opcode.BITCAST -> bits(i);
      case Opcode.FREEZE -> f.define(i, f.registers(f.operand(i, 0)));
      case Opcode.SELECT -> select(i);
      default -> throw new NotSupported("this instruction: " + llvm.print(i).strip());
    }
  }

  private interface Unary {
    int of(int a);
  }

  private interface Binary {
    int of(int a, int b);
  }

  private void unary(long i, Unary operation) {
    int[] a = f.registers(f.operand(i, 0));
    int[] result = new int[a.length];
    for (int k = 0; k < a.length; k++) {
      result[k] = operation.of(a[k]);
    }
    f.define(i, result);
  }

  private void binary(long i, Binary operation) {
    int[] a = f.registers(f.operand(i, 0));
    int[] b = f.registers(f.operand(i, 1));
    int[] result = new int[a.length];
    for (int k = 0; k < a.length; k++) {
      result[k] = operation.of(a[k], b[k]);
    }
    f.define(i, result);
  }

  private void integerOperation(long i, int opcode) {
    long second = f.operand(i, 1);
    if (f.types().isWide(llvm.typeOf.of(i))) {
      int[] a = f.registers(f.operand(i, 0));
      f.define(i, wide.operate(opcode, a, f.registers(second)));
      return;
    }
    Leaf leaf = f.leaves(i).get(0);
    boolean knownShift = f.isNumber(second) && f.number(second) > 0;
    binary(i, (a, b) -> integers.operate(opcode, leaf, a, b, knownShift));
  }

  private void compareIntegers(long i) {
    int predicate = llvm.integerPredicate.of(i);
    if (f.types().isWide(llvm.typeOf.of(f.operand(i, 0)))) {
      int[] a = f.registers(f.operand(i, 0));
      int[] b = f.registers(f.operand(i, 1));
      f.define(i, wide.compare(predicate, a, b));
      return;
    }
    binary(i, (a, b) -> integers.compare(predicate, a, b));
  }

  private void resize(long i, int opcode) {
    long from = f.operand(i, 0);
    boolean wideSource = f.types().isWide(llvm.typeOf.of(from));
    Leaf source = f.leaves(from).get(0);
    if (f.types().isWide(llvm.typeOf.of(i))) {
      f.define(i, wideSource ? f.registers(from) : wide.resize(opcode, source, f.registers(from)));
      return;
    }
    Leaf target = f.leaves(i).get(0);
    if (wideSource) {
      f.define(i, integers.resize(opcode, source, target, f.registers(from)[0]));
      return;
    }
    unary(i, a -> integers.resize(opcode, source, target, a));
  }

  private void resizePointer(long i) {
    Leaf to = f.leaves(i).get(0);
    int value = f.register(f.operand(i, 0));
    Leaf from = f.leaf(f.operand(i, 0));
    if (to.isInteger()) {
      boolean isShared = isShared(llvm.typeOf.of(f.operand(i, 0)));
      f.define(i, integers.wrapped(to, isShared ? SharedWindow.from(f, value) : value));
    } else {
      int address = integers.unsigned(from, value);
      f.define(i, isShared(llvm.typeOf.of(i)) ? SharedWindow.to(f, address) : address);
    }
  }

  private boolean isShared(long type) {
    return f.onDevice() && llvm.addressSpace.of(type) == SharedWindow.LLVM_SPACE;
  }

  /** The same bits as another type: the scalars themselves, or by way of memory. */
  private void bits(long i) {
    long from = f.operand(i, 0);
    ImmutableList<Leaf> source = f.leaves(from);
    ImmutableList<Leaf> target = f.leaves(i);
    int[] registers = f.registers(from);
    if (source.equals(target)) {
      f.define(i, registers);
      return;
    }
    int slot = f.slot("bits", f.types().size(llvm.typeOf.of(from)));
    var place = new Pointer(slot, 0);
    accesses.store(source, place, registers, false);
    f.define(i, accesses.load(target, place, false));
  }

  private void select(long i) {
    long condition = f.operand(i, 0);
    int[] holds = f.registers(condition);
    int[] first = f.registers(f.operand(i, 1));
    int[] second = f.registers(f.operand(i, 2));
    int[] result = new int[first.length];
    boolean each = f.types().isVector(llvm.typeOf.of(condition));
    for (int k = 0; k < result.length; k++) {
      result[k] = f.choose(holds[each ? k : 0], first[k], second[k]);
    }
    f.define(i, result);
  }
}
