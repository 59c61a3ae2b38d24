package org.shmemlab.scenarios.frontend.ir;

import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;

/**
 * Finds the names by which the host looks kernels up: the texts that reach the function that does
 * so, also through parameters of other functions. So the kernels of a long module that no text
 * names need not be lowered.
 */
final class KernelNames {
  private static final String LOOKS_UP = "cuModuleGetFunction";
  private static final int NAME = 2;

  private final ModuleSide host;
  private final Llvm llvm;
  private final Set<String> names = new HashSet<>();
  private final Set<Passed> seen = new HashSet<>();
  private final Deque<Passed> open = new ArrayDeque<>();

  /** A parameter in which a function receives a name. */
  private record Passed(long function, int parameter) {}

  KernelNames(ModuleSide host) {
    this.host = host;
    this.llvm = host.llvm();
  }

  /** The names, or null where some are computed. */
  @Nullable Set<String> lookedUp() {
    Long first = host.function(LOOKS_UP);
    if (first == null) {
      return null;
    }
    passed(first, NAME);
    while (!open.isEmpty()) {
      Passed next = open.remove();
      for (long use = llvm.firstUse.of(next.function()); use != 0; use = llvm.nextUse.of(use)) {
        if (!isKnown(llvm.userOf.of(use), next)) {
          return null;
        }
      }
    }
    return names;
  }

  private void passed(long function, int parameter) {
    Passed one = new Passed(function, parameter);
    if (seen.add(one)) {
      open.add(one);
    }
  }

  /** Notes the name that a call gives; whether it is one. */
  private boolean isKnown(long user, Passed receiver) {
    boolean calls =
        llvm.valueKind.of(user) == ValueKind.INSTRUCTION
            && llvm.isCall(user)
            && llvm.calledValue.of(user) == receiver.function()
            && llvm.arguments.of(user) > receiver.parameter();
    if (!calls) {
      return false;
    }
    long name = llvm.operand.of(user, receiver.parameter());
    return switch (llvm.valueKind.of(name)) {
      case ValueKind.GLOBAL_VARIABLE -> isText(name);
      case ValueKind.ARGUMENT -> {
        long owner = llvm.parameterOwner.of(name);
        int index = 0;
        while (llvm.parameter.of(owner, index) != name) {
          index++;
        }
        passed(owner, index);
        yield true;
      }
      default -> false;
    };
  }

  private boolean isText(long global) {
    long content = llvm.isConstantGlobal.of(global) == 0 ? 0 : llvm.initializer.of(global);
    if (content == 0 || llvm.valueKind.of(content) != ValueKind.DATA_ARRAY) {
      return false;
    }
    String text = new String(llvm.bytes(content), StandardCharsets.ISO_8859_1);
    int end = text.indexOf('\0');
    names.add(end < 0 ? text : text.substring(0, end));
    return true;
  }
}
