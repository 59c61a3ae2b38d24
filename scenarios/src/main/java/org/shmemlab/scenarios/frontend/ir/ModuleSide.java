package org.shmemlab.scenarios.frontend.ir;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.LlvmModule;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;

/** Reads the host's or the devices' part of a program from its module. */
final class ModuleSide {
  private final LlvmModule module;
  private final boolean onDevice;
  private final Types types;
  private final DebugLines lines;
  private final Attributes attributes;
  private final Replacements replacements;
  private @Nullable Boolean storesInBulk;
  private final Map<String, Long> functionsByName = new LinkedHashMap<>();
  private final Map<String, Long> globalsByName = new LinkedHashMap<>();

  /**
   * @param libraries the folders whose lines are no lines of the program
   * @param replacements functions whose bodies do not count
   */
  ModuleSide(LlvmModule module, boolean onDevice, List<Path> libraries, Replacements replacements) {
    this.module = module;
    this.onDevice = onDevice;
    this.replacements = replacements;
    this.types = new Types(module);
    this.lines = new DebugLines(module.llvm(), libraries);
    this.attributes = new Attributes(module.llvm(), types);
    for (long function : module.functions()) {
      functionsByName.put(llvm().name(function), function);
    }
    for (long global : module.globals()) {
      globalsByName.put(llvm().name(global), global);
    }
  }

  Llvm llvm() {
    return module.llvm();
  }

  LlvmModule module() {
    return module;
  }

  Types types() {
    return types;
  }

  DebugLines lines() {
    return lines;
  }

  Attributes attributes() {
    return attributes;
  }

  boolean onDevice() {
    return onDevice;
  }

  /** A function by its symbol, or null. */
  @Nullable Long function(String symbol) {
    return functionsByName.get(symbol);
  }

  /** A global variable by its symbol, or null. */
  @Nullable Long global(String symbol) {
    return globalsByName.get(symbol);
  }

  /** Whether code of the module stores by bulk copies in groups, which need no wait. */
  boolean storesInBulk() {
    if (storesInBulk == null) {
      storesInBulk = module.functions().stream().anyMatch(this::storesInBulk);
    }
    return storesInBulk;
  }

  private boolean storesInBulk(long function) {
    for (long block = llvm().firstBlock.of(function);
        block != 0;
        block = llvm().nextBlock.of(block)) {
      for (long i = llvm().firstInstruction.of(block); i != 0; i = llvm().nextInstruction.of(i)) {
        if (llvm().isCall(i)) {
          long callee = llvm().calledValue.of(i);
          if (llvm().valueKind.of(callee) == ValueKind.INLINE_ASSEMBLY
              && llvm().assembly(callee).contains(".bulk_group")) {
            return true;
          }
        }
      }
    }
    return false;
  }

  boolean isDefined(long global) {
    return llvm().isDeclaration.of(global) == 0 && !replacements.has(global);
  }

  /** The name by which a function of a library is known that the module does not define. */
  String libraryName(long function) {
    String replaced = replacements.of(function);
    return replaced != null ? replaced : llvm().name(function);
  }
}
