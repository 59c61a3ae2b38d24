package org.shmemlab.scenarios.frontend.ir;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;

/**
 * Launches as Clang writes them: {@code <<<...>>>} is a call that keeps the configuration and a
 * call of the function that stands for the kernel on the host; that fetches the configuration and
 * calls {@code cudaLaunchKernel}. The second is put into its caller, so that both are in one
 * function and the configuration stays in registers; a launch through a pointer leaves it in
 * memory.
 */
final class Launches {
  /** Grid and block of three numbers each, shared bytes, stream. */
  private static final int[] OFFSETS = {0, 8, 12, 20, 24, 32};

  private static final ScalarType[] SHAPE = {
    ScalarType.U64, ScalarType.I32, ScalarType.U64, ScalarType.I32, ScalarType.U64, ScalarType.U64
  };

  static final int BYTES = 40;

  /** What lies between the address of a function and that of the next. */
  private static final long ONE_FUNCTION = Address.of(Space.NONE, 0, 1);

  private final FunctionLowering f;
  private int @Nullable [] kept;

  Launches(FunctionLowering f) {
    this.f = f;
  }

  /** Lowers a call that keeps or fetches a configuration; false if it is another call. */
  boolean configures(String name, long call) {
    switch (name) {
      case "__cudaPushCallConfiguration" -> push(call);
      case "__cudaPopCallConfiguration" -> pop(call);
      default -> {
        return false;
      }
    }
    f.define(call, f.code().constant(0));
    return true;
  }

  private void push(long call) {
    boolean inMemory = f.side().linking().launchesThroughPointers();
    int[] registers = kept;
    if (registers == null) {
      registers = new int[SHAPE.length];
      for (int i = 0; i < registers.length; i++) {
        registers[i] = f.code().register();
      }
      kept = registers;
    }
    for (int i = 0; i < registers.length; i++) {
      int value = f.register(f.operand(call, i));
      f.code().emit(new Instruction.Move(registers[i], value));
      if (inMemory) {
        int place = f.code().constant(f.side().linking().launchConfiguration());
        f.code().emit(new Instruction.Store(SHAPE[i], place, OFFSETS[i], value, false));
      }
    }
  }

  private void pop(long call) {
    int[] targets = new int[4];
    for (int i = 0; i < targets.length; i++) {
      targets[i] = f.register(f.operand(call, i));
    }
    int[] values = kept != null ? kept : fetched();
    store(targets[0], 0, values, 0);
    store(targets[0], 8, values, 1);
    store(targets[1], 0, values, 2);
    store(targets[1], 8, values, 3);
    store(targets[2], 0, values, 4);
    store(targets[3], 0, values, 5);
  }

  private void store(int address, int offset, int[] values, int part) {
    f.code().emit(new Instruction.Store(SHAPE[part], address, offset, values[part], false));
  }

  private int[] fetched() {
    int[] values = new int[SHAPE.length];
    for (int i = 0; i < values.length; i++) {
      int place = f.code().constant(f.side().linking().launchConfiguration());
      values[i] = f.code().register();
      f.code().emit(new Instruction.Load(SHAPE[i], values[i], place, OFFSETS[i], false));
    }
    return values;
  }

  /** The address of the kernel that a pointer of the host stands for. */
  int kernel(long pointer) {
    if (f.llvm().valueKind.of(pointer) == ValueKind.FUNCTION) {
      int kernel = f.side().linking().kernel(pointer);
      return f.code().constant(kernel < 0 ? f.number(pointer) : Address.ofFunction(kernel));
    }
    int one = f.code().constant(ONE_FUNCTION);
    return f.binary(BinaryOp.SUB, ScalarType.U64, f.register(pointer), one);
  }

  /** The three numbers of a {@code dim3} that arrives in two registers, as an object. */
  int extent(long first, long second) {
    int place = f.memory().slot("extent", 12);
    f.code().emit(new Instruction.Store(ScalarType.U64, place, 0, f.register(first), false));
    f.code().emit(new Instruction.Store(ScalarType.I32, place, 8, f.register(second), false));
    return place;
  }
}
