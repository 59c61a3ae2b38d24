package org.shmemlab.scenarios.ir;

import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.llvm.Llvm;

/**
 * The source lines of a module's instructions. What was put into its caller from one of our own
 * headers, or launches a kernel, has the line of the call.
 */
final class Lines {
  private final Llvm llvm;
  private final String ours;
  private final Set<Long> hiddenScopes = new HashSet<>();
  private final Map<Long, SourceLine> known = new HashMap<>();
  private final Map<Long, String> files = new HashMap<>();

  /**
   * @param ours the folder of the headers that we bring along
   */
  Lines(Llvm llvm, Path ours) {
    this.llvm = llvm;
    this.ours = ours.toString();
  }

  /** Says that what is inlined from a function has the line of the call. */
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
      code.at(known.computeIfAbsent(location, this::line));
    }
  }

  /** The first line of a function. */
  SourceLine first(long function, String otherwise) {
    long scope = llvm.subprogram.of(function);
    return scope == 0
        ? new SourceLine(otherwise, 0)
        : new SourceLine(file(scope), llvm.subprogramLine.of(scope));
  }

  private SourceLine line(long innermost) {
    long location = innermost;
    while (isHidden(location)) {
      location = llvm.inlinedAt.of(location);
    }
    return new SourceLine(
        file(llvm.locationScope.of(location)), llvm.line.of(location), llvm.column.of(location));
  }

  private boolean isHidden(long location) {
    long scope = llvm.locationScope.of(location);
    return llvm.inlinedAt.of(location) != 0
        && (hiddenScopes.contains(scope) || file(scope).startsWith(ours));
  }

  private String file(long scope) {
    return files.computeIfAbsent(scope, s -> llvm.fileName(llvm.scopeFile.of(s)));
  }
}
