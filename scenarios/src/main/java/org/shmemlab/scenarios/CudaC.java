package org.shmemlab.scenarios;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.api.CallLowerings;
import org.shmemlab.scenarios.api.Catalogue;
import org.shmemlab.scenarios.clang.ClangFrontEnd;
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
 * <p>A reader of our own knows C and the parts of C++ that most kernels use; what it does not know,
 * C++ itself and LLVM's own notation are compiled by Clang. Whatever the source, the answer is a
 * program or diagnostics, never an exception.
 */
public final class CudaC {
  private static final Catalogue CATALOGUE = new Catalogue();
  private static final CallLowerings LOWERINGS = new CallLowerings();

  /** Says who reads all sources: {@code clang}, or {@code own}. */
  public static final String VARIABLE = "SHMEMLAB_FRONT_END";

  private static final String CLANG = "clang";
  private static final String OWN = "own";

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
    String asked = System.getenv().getOrDefault(VARIABLE, "");
    if (asked.equals(CLANG) || file.isCpp() || file.isLlvm() || file.usesOpenMp()) {
      return byClang(file);
    }
    Compiled own = byOwn(file);
    boolean isOurs = asked.equals(OWN) || file.isLitmus();
    return isOurs || own.diagnostics().stream().noneMatch(CudaC::isGap) ? own : byClang(file);
  }

  /** Whether an error says that a construct is not known, rather than wrong; calls we know best. */
  private static boolean isGap(Diagnostic diagnostic) {
    String message = diagnostic.message();
    int gap = message.indexOf(Diagnostic.GAP);
    return diagnostic.severity() == Diagnostic.Severity.ERROR
        && gap >= 0
        && !Catalogue.isLibraryName(message.substring(gap + Diagnostic.GAP.length()));
  }

  private static Compiled byClang(SourceFile file) {
    Diagnostics diagnostics = new Diagnostics(file.path());
    Program program =
        ClangFrontEnd.compile(file, System.getenv(), CATALOGUE, LOWERINGS, diagnostics);
    return new Compiled(diagnostics.hasErrors() ? null : program, diagnostics.all());
  }

  private static Compiled byOwn(SourceFile file) {
    Diagnostics diagnostics = new Diagnostics(file.path());
    Program program = null;
    try {
      Syntax syntax = new CppParser(diagnostics).parse(file);
      Program lowered =
          syntax == null ? null : Unit.lower(syntax, diagnostics, CATALOGUE, LOWERINGS);
      program = diagnostics.hasErrors() ? null : lowered;
    } catch (StackOverflowError deep) {
      diagnostics.error(diagnostics.here(), "nested too deeply; split it into several statements");
    } catch (OutOfMemoryError large) {
      diagnostics.error(diagnostics.here(), "there is not enough memory to read on from here");
    } catch (RuntimeException surprise) {
      // A gap of ours, not of the program: it is named so that it can be reported.
      diagnostics.error(
          diagnostics.here(), "not supported yet: a construct near this line (" + surprise + ")");
    }
    return new Compiled(program, diagnostics.all());
  }
}
