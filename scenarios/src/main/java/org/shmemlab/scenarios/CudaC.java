package org.shmemlab.scenarios;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.api.CallLowerings;
import org.shmemlab.scenarios.api.catalogue.Catalogue;
import org.shmemlab.scenarios.frontend.clang.ClangFrontEnd;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Compiles C, C++ and CUDA with calls of NVSHMEM, OpenSHMEM and the part of MPI that they start
 * with, and LLVM's own notation.
 *
 * <p>Whatever the source, the answer is a program or diagnostics, never an exception.
 */
public final class CudaC {
  private static final Catalogue CATALOGUE = new Catalogue();
  private static final CallLowerings LOWERINGS = new CallLowerings();

  private CudaC() {}

  /**
   * The result of compiling a source.
   *
   * @param program the program, or null where a diagnostic is an error
   * @param diagnostics errors and warnings, in order of lines
   */
  public record Compiled(@Nullable Program program, ImmutableList<Diagnostic> diagnostics) {}

  /** One line on which headers a program's first file is compiled with. */
  public static String headers(SourceFile file) {
    return ClangFrontEnd.headers(file, System.getenv());
  }

  /** Compiles the files of a program with everything that they include. */
  public static Compiled compile(SourceFile file) {
    Diagnostics diagnostics = new Diagnostics();
    Program program =
        ClangFrontEnd.compile(file, System.getenv(), CATALOGUE, LOWERINGS, diagnostics);
    return new Compiled(diagnostics.hasErrors() ? null : program, diagnostics.all());
  }
}
