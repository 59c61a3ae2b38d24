package org.shmemlab.scenarios.frontend.ir;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.frontend.ir.Kernels.Kernel;

/**
 * Reads Clang's code that registers kernels and variables: the kernel or device variable of each
 * function and variable of the host.
 */
final class Registration {
  /** The beginning of the names of functions with that code; a suffix distinguishes the files. */
  static final String FUNCTION = "__cuda_register_globals";

  private final ModuleSide host;
  private final Map<Long, Kernel> kernels = new HashMap<>();
  private final List<Shared> variables = new ArrayList<>();

  /** A variable, on the host and on devices. */
  record Shared(long onHost, long onDevice) {}

  Registration(ModuleSide host, @Nullable ModuleSide device) {
    this.host = host;
    if (device == null) {
      return;
    }
    for (long function : host.module().functions()) {
      String name = host.llvm().name(function);
      if (name.startsWith(FUNCTION) && host.isDefined(function)) {
        read(device, function, name.substring(FUNCTION.length()));
      }
    }
    for (long variable : host.module().globals()) { // of other files
      Long there = host.isDefined(variable) ? null : device.global(host.llvm().name(variable));
      if (there != null) {
        variables.add(new Shared(variable, there));
      }
    }
  }

  /** The kernels by the functions of the host that launch them. */
  Map<Long, Kernel> kernels() {
    return kernels;
  }

  /** The variables in the order in which they are registered. */
  List<Shared> variables() {
    return variables;
  }

  /**
   * Reads the code of one file.
   *
   * @param suffix the end of symbols with internal linkage in that file
   */
  private void read(ModuleSide device, long registration, String suffix) {
    var llvm = host.llvm();
    for (long block = llvm.firstBlock.of(registration);
        block != 0;
        block = llvm.nextBlock.of(block)) {
      for (long i = llvm.firstInstruction.of(block); i != 0; i = llvm.nextInstruction.of(i)) {
        if (!llvm.isCall(i)) {
          continue;
        }
        String callee = llvm.name(llvm.calledValue.of(i));
        if (callee.equals("__cudaRegisterFunction")) {
          long stub = llvm.operand.of(i, 1);
          String name = text(llvm.operand.of(i, 2));
          Long own = device.function(name + suffix);
          Long kernel = own != null ? own : device.function(name);
          if (kernel != null) {
            kernels.put(stub, new Kernel(device, kernel));
          }
        } else if (callee.equals("__cudaRegisterVar")) {
          String name = text(llvm.operand.of(i, 2));
          Long own = device.global(name + suffix);
          Long variable = own != null ? own : device.global(name);
          if (variable != null) {
            variables.add(new Shared(llvm.operand.of(i, 1), variable));
          }
        }
      }
    }
  }

  private String text(long literal) {
    byte[] bytes = host.llvm().bytes(host.llvm().initializer.of(literal));
    int end = bytes.length;
    while (end > 0 && bytes[end - 1] == 0) {
      end--;
    }
    return new String(bytes, 0, end, StandardCharsets.UTF_8);
  }
}
