package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.ir.Kernels.Kernel;
import org.shmemlab.scenarios.runtime.libc.CProcess;

/**
 * Numbers the functions of a program, and queues those that are still to be lowered.
 *
 * <p>The host's name of a kernel is that of a function that launches it; the two have indices one
 * after the other, so that the kernel is found from a pointer, too.
 */
final class Functions {
  private final LoweringContext whole;
  private final Kernels kernels;
  private final Map<Long, Integer> indices = new HashMap<>();
  private final Deque<Declared> open = new ArrayDeque<>();

  /** A function that has an index, and the side that it is on. */
  record Declared(ModuleSide side, long function, int index) {}

  Functions(LoweringContext whole, Kernels kernels) {
    this.whole = whole;
    this.kernels = kernels;
  }

  Kernels kernels() {
    return kernels;
  }

  /** The next function that has an index and is to be lowered now, or null. */
  @Nullable Declared next() {
    return open.poll();
  }

  /** The index of a function, which will be lowered if it is not already. */
  int index(ModuleSide side, long function) {
    Integer known = indices.get(function);
    if (known != null) {
      return known;
    }
    Kernel kernel = kernels.of(function);
    if (kernel != null) {
      int index = declare(kernel.side(), kernel.function());
      int launch =
          kernels.isPointedTo(function) ? declare(side, function) : declareUnused(side, function);
      if (launch != index + 1) {
        throw new IllegalStateException("a kernel and its launch are apart");
      }
      return index + 1;
    }
    if (!side.isDefined(function)) {
      // its address is taken: that of a function of our own that calls the library
      boolean isKnown = whole.catalogue().find(side.llvm().name(function)).size() == 1;
      if (!isKnown || side.llvm().isVariadic.of(side.llvm().functionType.of(function)) != 0) {
        return declareUnknown(side, function);
      }
      int index = declare(side, side.module().addForwarder(function));
      indices.put(function, index);
      return index;
    }
    return declare(side, function);
  }

  private int declare(ModuleSide side, long function) {
    int index = whole.program().declare(SourceNames.symbol(side.llvm().name(function)));
    indices.put(function, index);
    open.add(new Declared(side, function, index));
    return index;
  }

  /** A function that nothing defines, and whose address is taken: it fails when it is called. */
  private int declareUnknown(ModuleSide side, long function) {
    String name = SourceNames.symbol(side.llvm().name(function));
    NotSupported gap = UndefinedFunctions.of(side, side.llvm().name(function));
    whole.diagnostics().warning(whole.somewhere(), gap.warning());
    int index = whole.program().declare(name);
    indices.put(function, index);
    ImmutableList.Builder<Parameter> parameters = ImmutableList.builder();
    if (side.types().givesByAddress(side.llvm().functionType.of(function))) {
      parameters.add(Parameter.of(ScalarType.U64));
    }
    for (int i = 0; i < side.llvm().parameters.of(function); i++) {
      long type = side.llvm().typeOf.of(side.llvm().parameter.of(function, i));
      side.types().leaves(type).forEach(leaf -> parameters.add(Parameter.of(leaf.scalar())));
    }
    CodeBuilder code = new CodeBuilder(name, false, parameters.build(), whole.somewhere());
    int text = code.constant(whole.program().literal(gap.reached(), code.line()));
    code.emit(
        new Instruction.Invoke(
            CProcess.NOT_SUPPORTED, Instruction.NO_REGISTER, ImmutableIntArray.of(text)));
    code.emit(new Instruction.Return(Instruction.NO_REGISTER));
    whole.program().define(index, code.build());
    return index;
  }

  /** A function that launches a kernel and was inlined into all its callers. */
  private int declareUnused(ModuleSide side, long stub) {
    int index = whole.program().declare(SourceNames.symbol(side.llvm().name(stub)));
    indices.put(stub, index);
    CodeBuilder code = new CodeBuilder("launch", false, ImmutableList.of(), whole.somewhere());
    code.emit(new Instruction.Return(Instruction.NO_REGISTER));
    whole.program().define(index, code.build());
    return index;
  }

  /** The index of the kernel that a function of the host launches, or -1. */
  int kernel(ModuleSide side, long stub) {
    return kernels.of(stub) != null ? index(side, stub) - 1 : -1;
  }
}
