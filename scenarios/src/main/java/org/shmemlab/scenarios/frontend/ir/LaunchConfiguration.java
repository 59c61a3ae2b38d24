package org.shmemlab.scenarios.frontend.ir;

import com.google.common.primitives.ImmutableIntArray;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Variable;

/**
 * Launches as Clang writes them: {@code <<<...>>>} is a call that keeps the configuration and a
 * call of the function that stands for the kernel on the host; that fetches the configuration and
 * calls {@code cudaLaunchKernel}. The second is put into its caller, so that both are in one
 * function and the configuration stays in registers; a launch through a pointer leaves it in
 * memory.
 */
final class LaunchConfiguration {
  /** Grid and block of three numbers each, shared bytes, stream. */
  private static final int[] OFFSETS = {0, 8, 12, 20, 24, 32};

  private static final ScalarType[] SHAPE = {
    ScalarType.U64, ScalarType.I32, ScalarType.U64, ScalarType.I32, ScalarType.U64, ScalarType.U64
  };

  private static final int BYTES = 40;

  private final FunctionValues f;
  private int @Nullable [] kept;

  LaunchConfiguration(FunctionValues f) {
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
    boolean inMemory = f.functions().kernels().areLaunchedThroughPointers();
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
        int place = f.code().constant(variable());
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

  /** The address of the variable that holds the configuration of a launch through a pointer. */
  private long variable() {
    return f.whole()
        .ownVariable(
            new Variable(
                "launch configuration",
                Variable.Storage.HOST,
                BYTES,
                ImmutableIntArray.of(),
                f.whole().somewhere()));
  }

  private int[] fetched() {
    int[] values = new int[SHAPE.length];
    for (int i = 0; i < values.length; i++) {
      int place = f.code().constant(variable());
      values[i] = f.code().register();
      f.code().emit(new Instruction.Load(SHAPE[i], values[i], place, OFFSETS[i], false));
    }
    return values;
  }
}
