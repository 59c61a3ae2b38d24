package org.shmemlab.scenarios.frontend.ir;

import com.google.common.primitives.ImmutableIntArray;
import java.util.HashMap;
import java.util.Map;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Variable;
import org.shmemlab.scenarios.api.CallLowerings;
import org.shmemlab.scenarios.api.catalogue.Catalogue;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.Diagnostics;

/** Holds the parts that all functions of a program share while it is made. */
final class LoweringContext {
  private final String path;
  private final boolean openShmem;
  private final Program.Builder program;
  private final Diagnostics diagnostics;
  private final Catalogue catalogue;
  private final CallLowerings lowerings;
  private final Map<Long, Long> caughtTypes = new HashMap<>();
  private final Map<Content, Long> ownVariables = new HashMap<>();

  /** The identity of a variable of our own. */
  private record Content(String name, ImmutableIntArray image) {}

  /**
   * @param path the user's name of the program
   * @param openShmem whether it is one of OpenSHMEM without NVSHMEM: the symmetric heap is host
   *     memory, and globals are symmetric
   */
  LoweringContext(
      String path,
      boolean openShmem,
      Diagnostics diagnostics,
      Catalogue catalogue,
      CallLowerings lowerings) {
    this.path = path;
    this.openShmem = openShmem;
    this.program = Program.builder(path);
    this.diagnostics = diagnostics;
    this.catalogue = catalogue;
    this.lowerings = lowerings;
  }

  String path() {
    return path;
  }

  boolean isOpenShmem() {
    return openShmem;
  }

  Program.Builder program() {
    return program;
  }

  Diagnostics diagnostics() {
    return diagnostics;
  }

  Catalogue catalogue() {
    return catalogue;
  }

  CallLowerings lowerings() {
    return lowerings;
  }

  /** A place in the program, of which no line is known. */
  SourceLine somewhere() {
    return new SourceLine(path, 0);
  }

  /** Says once of something that nothing defines that it is not known. */
  void warnOfUnknown(String name) {
    diagnostics.warning(somewhere(), Diagnostic.GAP + "'" + name + "'");
  }

  /** The number of a type that is caught somewhere, by the address of its type information. */
  long caughtType(long address) {
    return caughtTypes.computeIfAbsent(address, _ -> caughtTypes.size() + 1L);
  }

  /** The address of a variable that no source has: one for each name and content. */
  long ownVariable(Variable variable) {
    return ownVariables.computeIfAbsent(
        new Content(variable.name(), variable.image()), _ -> program.add(variable));
  }
}
