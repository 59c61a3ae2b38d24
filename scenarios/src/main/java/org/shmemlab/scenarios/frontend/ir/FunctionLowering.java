package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.HashMap;
import java.util.Map;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Service;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.LlvmModule;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;

/**
 * What is known while one function is lowered: its code so far, and the registers of its values.
 *
 * <p>A pointer that lies a known distance from another is kept as such, so that the distance
 * becomes the offset of the loads and stores through it.
 */
final class FunctionLowering {
  private final Side side;
  private final CodeBuilder code;
  private final Map<Long, int[]> values = new HashMap<>();
  private final Map<Long, Pointer> pointers = new HashMap<>();

  private int carry = Instruction.NO_REGISTER;

  private final Integers integers = new Integers(this);
  private final Floats floats = new Floats(this);
  private final Memory memory = new Memory(this);
  private final Atomics atomics = new Atomics(this);
  private final Aggregates aggregates = new Aggregates(this);
  private final Calls calls = new Calls(this);
  private final Exceptions exceptions = new Exceptions(this);

  /** An address: a register and bytes from there. */
  record Pointer(int base, int offset) {}

  FunctionLowering(Side side, CodeBuilder code) {
    this.side = side;
    this.code = code;
  }

  Side side() {
    return side;
  }

  Llvm llvm() {
    return side.llvm();
  }

  Types types() {
    return side.types();
  }

  CodeBuilder code() {
    return code;
  }

  /** The carry of PTX: what the last instruction that leaves one left. */
  int carry() {
    if (carry == Instruction.NO_REGISTER) {
      carry = code.register();
    }
    return carry;
  }

  Integers integers() {
    return integers;
  }

  Floats floats() {
    return floats;
  }

  Memory memory() {
    return memory;
  }

  Atomics atomics() {
    return atomics;
  }

  Aggregates aggregates() {
    return aggregates;
  }

  Exceptions exceptions() {
    return exceptions;
  }

  Calls calls() {
    return calls;
  }

  // ---------------------------------------------------------------- values

  ImmutableList<Leaf> leaves(long value) {
    return types().leaves(llvm().typeOf.of(value));
  }

  Leaf leaf(long value) {
    ImmutableList<Leaf> leaves = leaves(value);
    if (leaves.size() != 1) {
      throw new NotSupported("a value of " + leaves.size() + " parts here");
    }
    return leaves.get(0);
  }

  boolean isConstant(long value) {
    return Constants.isConstant(llvm().valueKind.of(value)) && !isThreadLocal(value);
  }

  private boolean isThreadLocal(long value) {
    return llvm().valueKind.of(value) == ValueKind.GLOBAL_VARIABLE
        && llvm().threadLocal.of(value) != 0;
  }

  /** The address of the caller's own copy of a thread-local variable. */
  int ownCopy(long variable) {
    int own = code.register();
    ImmutableIntArray firstValues = ImmutableIntArray.of(code.constant(number(variable)));
    code.emit(new Instruction.Invoke(Service.THREAD_LOCAL, own, firstValues));
    return own;
  }

  /** Whether a value is a number that is known now. */
  boolean isNumber(long value) {
    return llvm().valueKind.of(value) == ValueKind.CONSTANT_INTEGER
        && !types().isWide(llvm().typeOf.of(value));
  }

  /** The value of a constant of one scalar. */
  long number(long constant) {
    return side.constants().scalar(constant);
  }

  /** The operand of an instruction. */
  long operand(long instruction, int index) {
    return llvm().operand.of(instruction, index);
  }

  /** The registers that hold a value, one for each of its scalars. */
  int[] registers(long value) {
    if (isThreadLocal(value)) {
      return new int[] {ownCopy(value)};
    }
    if (isConstant(value)) {
      if (isNumber(value)) {
        return new int[] {code.constant(number(value))};
      }
      long[] bits = side.constants().leaves(value);
      int[] registers = new int[bits.length];
      for (int i = 0; i < bits.length; i++) {
        registers[i] = code.constant(bits[i]);
      }
      return registers;
    }
    Pointer pointer = pointers.get(value);
    if (pointer != null) {
      return new int[] {materialised(pointer)};
    }
    return values.computeIfAbsent(value, this::fresh);
  }

  /** The register of a value that has one scalar. */
  int register(long value) {
    int[] registers = registers(value);
    if (registers.length != 1) {
      throw new NotSupported("a value of " + registers.length + " parts here");
    }
    return registers[0];
  }

  private int[] fresh(long value) {
    int[] registers = new int[leaves(value).size()];
    for (int i = 0; i < registers.length; i++) {
      registers[i] = code.register();
    }
    return registers;
  }

  /** Says which registers hold a value from now on; they are not written again. */
  void define(long value, int... registers) {
    int[] asked = values.putIfAbsent(value, registers);
    if (asked != null) {
      for (int i = 0; i < registers.length; i++) {
        if (asked[i] != registers[i]) {
          code.emit(new Instruction.Move(asked[i], registers[i]));
        }
      }
    }
  }

  /** Says that a value is an address at a known distance from another. */
  void definePointer(long value, Pointer pointer) {
    if (values.containsKey(value)) { // asked for before, by a loop
      define(value, materialised(pointer));
    } else {
      pointers.put(value, pointer);
    }
  }

  /** Where a pointer points. */
  Pointer pointer(long value) {
    Pointer known = pointers.get(value);
    return known != null ? known : new Pointer(register(value), 0);
  }

  private int materialised(Pointer pointer) {
    return pointer.offset() == 0
        ? pointer.base()
        : binary(BinaryOp.ADD, ScalarType.U64, pointer.base(), code.constant(pointer.offset()));
  }

  /** Whether a value is what a variable holds before anybody writes to it. */
  boolean isUnset(long value) {
    return llvm().valueKind.of(value) == ValueKind.INSTRUCTION
        && llvm().isCall(value)
        && llvm().name(llvm().calledValue.of(value)).startsWith(LlvmModule.UNSET);
  }

  // ---------------------------------------------------------------- common instructions

  int binary(BinaryOp op, ScalarType type, int a, int b) {
    int dst = code.register();
    code.emit(new Instruction.Binary(op, type, dst, a, b));
    return dst;
  }

  int convert(ScalarType from, ScalarType to, int value) {
    int dst = code.register();
    code.emit(new Instruction.Convert(from, to, dst, value));
    return dst;
  }

  void move(int dst, int src) {
    if (dst != src) {
      code.emit(new Instruction.Move(dst, src));
    }
  }
}
