package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.HashMap;
import java.util.Map;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.scenarios.frontend.emit.FunctionCode;
import org.shmemlab.scenarios.frontend.emit.Leaf;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.emit.Pointer;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.LlvmModule;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;
import org.shmemlab.scenarios.runtime.libc.PosixThreads;

/**
 * Keeps the registers that hold the values of a function while it is lowered, on top of its code so
 * far.
 *
 * <p>A pointer that lies a known distance from another is kept as such, so that the distance
 * becomes the offset of the loads and stores through it.
 */
final class FunctionValues extends FunctionCode {
  private final Symbols symbols;
  private final ModuleSide side;
  private final Llvm llvm;
  private final Types types;
  private final int furtherArguments;
  private final Map<Long, int[]> values = new HashMap<>();
  private final Map<Long, Pointer> pointers = new HashMap<>();

  /**
   * @param symbols those of the side that the function is on
   * @param furtherArguments the register in which the address of the arguments after the named ones
   *     arrives, if it takes any
   */
  FunctionValues(Symbols symbols, CodeBuilder code, int furtherArguments) {
    super(
        code, symbols.whole().program(), symbols.whole().diagnostics(), symbols.side().onDevice());
    this.symbols = symbols;
    this.side = symbols.side();
    this.llvm = side.llvm();
    this.types = side.types();
    this.furtherArguments = furtherArguments;
  }

  Symbols symbols() {
    return symbols;
  }

  LoweringContext whole() {
    return symbols.whole();
  }

  Functions functions() {
    return symbols.functions();
  }

  ModuleSide side() {
    return side;
  }

  Llvm llvm() {
    return llvm;
  }

  Types types() {
    return types;
  }

  int furtherArguments() {
    return furtherArguments;
  }

  // ---------------------------------------------------------------- values

  ImmutableList<Leaf> leaves(long value) {
    return types.leaves(llvm.typeOf.of(value));
  }

  Leaf leaf(long value) {
    ImmutableList<Leaf> leaves = leaves(value);
    if (leaves.size() != 1) {
      throw new NotSupported("a value of " + leaves.size() + " parts here");
    }
    return leaves.get(0);
  }

  boolean isConstant(long value) {
    return Constants.isConstant(llvm.valueKind.of(value)) && !isThreadLocal(value);
  }

  private boolean isThreadLocal(long value) {
    return llvm.valueKind.of(value) == ValueKind.GLOBAL_VARIABLE && llvm.threadLocal.of(value) != 0;
  }

  /** The address of the caller's own copy of a thread-local variable. */
  int ownCopy(long variable) {
    int own = code().register();
    ImmutableIntArray firstValues = ImmutableIntArray.of(code().constant(number(variable)));
    code().emit(new Instruction.Invoke(PosixThreads.THREAD_LOCAL, own, firstValues));
    return own;
  }

  /** Whether a value is a number that is known now. */
  boolean isNumber(long value) {
    return llvm.valueKind.of(value) == ValueKind.CONSTANT_INTEGER
        && !types.isWide(llvm.typeOf.of(value));
  }

  /** The value of a constant of one scalar. */
  long number(long constant) {
    return symbols.constants().scalar(constant);
  }

  /** The operand of an instruction. */
  long operand(long instruction, int index) {
    return llvm.operand.of(instruction, index);
  }

  /** The registers that hold a value, one for each of its scalars. */
  int[] registers(long value) {
    if (isThreadLocal(value)) {
      return new int[] {ownCopy(value)};
    }
    if (isConstant(value)) {
      if (isNumber(value)) {
        return new int[] {code().constant(number(value))};
      }
      long[] bits = symbols.constants().leaves(value);
      int[] registers = new int[bits.length];
      for (int i = 0; i < bits.length; i++) {
        registers[i] = code().constant(bits[i]);
      }
      return registers;
    }
    Pointer pointer = pointers.get(value);
    if (pointer != null) {
      return new int[] {address(pointer)};
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
      registers[i] = code().register();
    }
    return registers;
  }

  /** Says which registers hold a value from now on; they are not written again. */
  void define(long value, int... registers) {
    int[] asked = values.putIfAbsent(value, registers);
    if (asked != null) {
      for (int i = 0; i < registers.length; i++) {
        if (asked[i] != registers[i]) {
          code().emit(new Instruction.Move(asked[i], registers[i]));
        }
      }
    }
  }

  /** Says that a value is an address at a known distance from another. */
  void definePointer(long value, Pointer pointer) {
    if (values.containsKey(value)) { // asked for before, by a loop
      define(value, address(pointer));
    } else {
      pointers.put(value, pointer);
    }
  }

  /** Where a pointer points. */
  Pointer pointer(long value) {
    Pointer known = pointers.get(value);
    return known != null ? known : new Pointer(register(value), 0);
  }

  /** Whether a value is that of a variable before the first write to it. */
  boolean isUnset(long value) {
    return llvm.valueKind.of(value) == ValueKind.INSTRUCTION
        && llvm.isCall(value)
        && llvm.name(llvm.calledValue.of(value)).startsWith(LlvmModule.UNSET);
  }
}
