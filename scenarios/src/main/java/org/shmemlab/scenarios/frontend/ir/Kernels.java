package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;

/** Finds the kernel that each function of the host launches. */
final class Kernels {
  private final ModuleSide host;
  private final ImmutableMap<Long, Kernel> kernels;
  private @Nullable Boolean throughPointers;

  /** A function that runs on devices, and the side that it is on. */
  record Kernel(ModuleSide side, long function) {}

  /**
   * @param kernels by the functions of the host that launch them
   */
  Kernels(ModuleSide host, Map<Long, Kernel> kernels) {
    this.host = host;
    this.kernels = ImmutableMap.copyOf(kernels);
  }

  /** The kernel that a function of the host launches, or null. */
  @Nullable Kernel of(long stub) {
    return kernels.get(stub);
  }

  /** Whether a kernel may be launched through a pointer. */
  boolean areLaunchedThroughPointers() {
    if (throughPointers == null) {
      throughPointers = kernels.keySet().stream().anyMatch(this::isPointedTo);
    }
    return throughPointers;
  }

  /** Whether more is done with a function that launches a kernel than to call it. */
  boolean isPointedTo(long stub) {
    var llvm = host.llvm();
    for (long use = llvm.firstUse.of(stub); use != 0; use = llvm.nextUse.of(use)) {
      long user = llvm.userOf.of(use);
      // an inlined copy hands the function to the library, and calls it no more
      if (llvm.valueKind.of(user) != ValueKind.INSTRUCTION || !llvm.isCall(user)) {
        return true;
      }
      long callee = llvm.calledValue.of(user);
      if (llvm.valueKind.of(callee) != ValueKind.FUNCTION || host.isDefined(callee)) {
        return true;
      }
    }
    return false;
  }
}
