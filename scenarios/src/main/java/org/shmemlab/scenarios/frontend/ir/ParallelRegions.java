package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.NotSupported;

/**
 * Regions of OpenMP that threads or teams execute, as Clang writes them: a call with the function
 * that the region is, and as many arguments as there are shared variables. They are put into
 * memory, as threads are started with one pointer; the rest is a matter of the runtime.
 */
final class ParallelRegions {
  private static final ImmutableMap<String, String> FORKS =
      ImmutableMap.of(
          "__kmpc_fork_call", "__shmemlab_fork", "__kmpc_fork_teams", "__shmemlab_fork_teams");

  /**
   * The first three arguments are the place in the source, the number of arguments and the region.
   */
  private static final int FIRST = 3;

  private static final Parameter POINTER = Parameter.of(ScalarType.U64);

  private ParallelRegions() {}

  static boolean isFork(String name) {
    return FORKS.containsKey(name);
  }

  static void fork(FunctionValues f, long call, String name) {
    Long runtime = f.side().function(String.valueOf(FORKS.get(name)));
    long region = f.operand(call, 2);
    if (runtime == null || !f.isConstant(region)) {
      throw new NotSupported(name);
    }
    int count = f.llvm().arguments.of(call) - FIRST;
    int frame = f.slot("frame of a parallel region", Math.max(1, 8L * count));
    for (int i = 0; i < count; i++) {
      int value = f.register(f.operand(call, FIRST + i));
      f.code().emit(new Instruction.Store(ScalarType.U64, frame, 8 * i, value, false));
    }
    int outlined = f.symbols().index(region);
    int entry =
        f.program()
            .synthesised(
                "parallel region " + f.llvm().name(region),
                ImmutableList.of(POINTER, POINTER, POINTER),
                code -> {
                  ImmutableIntArray.Builder arguments = ImmutableIntArray.builder().add(1).add(2);
                  for (int i = 0; i < count; i++) {
                    int value = code.register();
                    code.emit(new Instruction.Load(ScalarType.U64, value, 0, 8 * i, false));
                    arguments.add(value);
                  }
                  code.emit(
                      new Instruction.Call(outlined, Instruction.NO_REGISTER, arguments.build()));
                  code.emit(new Instruction.Return(Instruction.NO_REGISTER));
                },
                f.code().line());
    int address = f.code().constant(Address.ofFunction(entry));
    f.code()
        .emit(
            new Instruction.Call(
                f.symbols().index(runtime),
                Instruction.NO_REGISTER,
                ImmutableIntArray.of(address, frame)));
  }
}
