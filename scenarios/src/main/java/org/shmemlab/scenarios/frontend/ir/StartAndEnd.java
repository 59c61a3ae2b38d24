package org.shmemlab.scenarios.frontend.ir;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.scenarios.frontend.llvm.Llvm;

/** Adds the code that runs before {@code main} and at the end of the program. */
final class StartAndEnd {
  private static final String CUDA_START = "__cuda_module_ctor";

  private final FunctionValues f;

  StartAndEnd(FunctionValues f) {
    this.f = f;
  }

  /** Emits the calls of the start-up functions: the first thing main does. */
  void start() {
    startUp().forEach(this::call);
  }

  /** Emits the calls that the program asked for at its end, where it is one of C++. */
  void end() {
    ModuleSide side = f.side();
    Long ending = f.onDevice() ? null : side.function("__shmemlab_at_exit");
    Long asking = f.onDevice() ? null : side.function("__cxa_atexit");
    if (ending != null && asking != null && f.llvm().firstUse.of(asking) != 0) {
      call(ending);
    }
  }

  private void call(long function) {
    int index = f.symbols().index(function);
    f.code().emit(new Instruction.Call(index, Instruction.NO_REGISTER, ImmutableIntArray.of()));
  }

  /** The functions that give variables their first values, in the order in which they run. */
  private List<Long> startUp() {
    Long list = f.side().global("llvm.global_ctors");
    if (list == null) {
      return List.of();
    }
    record Start(long priority, long function) {}
    List<Start> starts = new ArrayList<>();
    Llvm llvm = f.llvm();
    long array = llvm.initializer.of(list);
    long count = llvm.arrayLength.of(llvm.typeOf.of(array));
    for (int i = 0; i < count; i++) {
      long entry = llvm.aggregateElement.of(array, i);
      long function = llvm.aggregateElement.of(entry, 1);
      if (!llvm.name(function).startsWith(CUDA_START)) {
        long priority = llvm.signedValue.of(llvm.aggregateElement.of(entry, 0));
        starts.add(new Start(priority, function));
      }
    }
    starts.sort(Comparator.comparingLong(Start::priority));
    return starts.stream().map(Start::function).toList();
  }
}
