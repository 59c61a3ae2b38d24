package org.shmemlab.scenarios.frontend.ir;

import com.google.common.collect.ImmutableList;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.Opcode;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;

/**
 * Finds the source lines of a module's instructions. An instruction that was inlined from one of
 * our own headers, or launches a kernel, has the line of the call.
 */
final class DebugLines {
  private static final String CPP_LIBRARY = "/include/c++/";
  private static final String OPENMP = "/runtime/omp";

  private final Llvm llvm;
  private final ImmutableList<String> libraries;
  private final Set<Long> hiddenScopes = new HashSet<>();
  private final Map<Long, SourceLine> known = new HashMap<>();
  private final Map<Long, String> files = new HashMap<>();
  private @Nullable SourceLine last;

  /**
   * @param libraries the folders whose lines are no lines of the program
   */
  DebugLines(Llvm llvm, List<Path> libraries) {
    this.llvm = llvm;
    this.libraries =
        libraries.stream().map(folder -> folder + "/").collect(ImmutableList.toImmutableList());
  }

  /** Gives instructions that are inlined from a function the line of the call. */
  void hide(long function) {
    long scope = llvm.subprogram.of(function);
    if (scope != 0) {
      hiddenScopes.add(scope);
    }
  }

  /** Sets the line of the code that an instruction becomes, where it has one. */
  void at(long instruction, CodeBuilder code) {
    long location = llvm.debugLocation.of(instruction);
    if (location != 0) {
      last = known.computeIfAbsent(location, this::line);
    }
    if (isOfOpenMp(instruction)) {
      code.at(SourceLine.ORDERED_BY_ITSELF);
    } else if (last != null) {
      code.at(last);
    }
  }

  /** Whether an instruction loads or stores a variable that Clang adds for a directive. */
  private boolean isOfOpenMp(long instruction) {
    long address =
        switch (llvm.opcode.of(instruction)) {
          case Opcode.LOAD -> llvm.operand.of(instruction, 0);
          case Opcode.STORE -> llvm.operand.of(instruction, 1);
          default -> 0;
        };
    if (address == 0 || llvm.valueKind.of(address) != ValueKind.INSTRUCTION) {
      return false;
    }
    long variable = llvm.opcode.of(address) == Opcode.GEP ? llvm.operand.of(address, 0) : address;
    String name = llvm.name(variable);
    return name.startsWith(".omp.") || name.startsWith("agg.captured");
  }

  /** The first line of a function. */
  SourceLine first(long function, String otherwise) {
    last = null;
    long scope = llvm.subprogram.of(function);
    return scope == 0 || isOfALibrary(scope)
        ? new SourceLine(otherwise, 0)
        : new SourceLine(file(scope), llvm.subprogramLine.of(scope));
  }

  private SourceLine line(long innermost) {
    long location = innermost;
    while (isHidden(location)) {
      location = llvm.inlinedAt.of(location);
    }
    long scope = llvm.locationScope.of(location);
    if (isOfALibrary(scope)) { // messages name the line of the call
      return file(scope).contains(OPENMP)
          ? SourceLine.ORDERED_BY_ITSELF
          : new SourceLine(file(scope), 0);
    }
    return new SourceLine(file(scope), llvm.line.of(location), llvm.column.of(location));
  }

  /** Whether it is known which file declares a function that nothing defines. */
  boolean hasDeclaration(long function) {
    return llvm.subprogram.of(function) != 0;
  }

  /** Whether a file of the program declares a function that nothing defines. */
  boolean isDeclaredByProgram(long function) {
    long scope = llvm.subprogram.of(function);
    return scope != 0 && !isOfALibrary(scope);
  }

  private boolean isOfALibrary(long scope) {
    String file = file(scope);
    return file.contains(CPP_LIBRARY) || libraries.stream().anyMatch(file::startsWith);
  }

  private boolean isHidden(long location) {
    long scope = llvm.locationScope.of(location);
    return llvm.inlinedAt.of(location) != 0
        && (hiddenScopes.contains(scope) || isOfALibrary(scope));
  }

  private String file(long scope) {
    return files.computeIfAbsent(scope, s -> llvm.fileName(llvm.scopeFile.of(s)));
  }
}
