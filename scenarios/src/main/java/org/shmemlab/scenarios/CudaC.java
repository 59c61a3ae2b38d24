package org.shmemlab.scenarios;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.api.CallLowerings;
import org.shmemlab.scenarios.api.Catalogue;
import org.shmemlab.scenarios.lower.Unit;
import org.shmemlab.scenarios.parse.CppParser;
import org.shmemlab.scenarios.parse.Syntax;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * The front-end for CUDA C with NVSHMEM calls, for OpenSHMEM C, and for the part of MPI that they
 * start with.
 *
 * <p>Whatever the source, the answer is a program or diagnostics, never an exception.
 */
public final class CudaC {
  private CudaC() {}

  /**
   * What became of a source.
   *
   * @param program the program, or null where a diagnostic is an error
   * @param diagnostics errors and warnings, in order of lines
   */
  public record Compiled(@Nullable Program program, ImmutableList<Diagnostic> diagnostics) {}

  /** Compiles one source file with everything it includes. */
  public static Compiled compile(SourceFile file) {
    Diagnostics diagnostics = new Diagnostics();
    Program program = null;
    try {
      Syntax syntax = new CppParser(diagnostics).parse(file);
      Program lowered = Unit.lower(syntax, diagnostics, new Catalogue(), new CallLowerings());
      program = diagnostics.hasErrors() ? null : lowered;
    } catch (StackOverflowError deep) {
      diagnostics.error(new SourceLine(file.path(), 0), "an expression is nested too deeply");
    } catch (OutOfMemoryError large) {
      diagnostics.error(new SourceLine(file.path(), 0), "the source needs too much memory");
    } catch (RuntimeException surprise) {
      // A gap of ours, not of the program: it is named so that it can be reported.
      diagnostics.error(
          new SourceLine(file.path(), 0),
          "not supported yet: a construct in this file (" + surprise + ")");
    }
    return new Compiled(program, diagnostics.all());
  }
}
