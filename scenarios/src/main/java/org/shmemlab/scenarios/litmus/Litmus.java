package org.shmemlab.scenarios.litmus;

import com.google.common.collect.ImmutableList;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * The front-end for litmus files.
 *
 * <p>Whatever the file, the answer is a test or diagnostics, never an exception.
 */
public final class Litmus {
  private Litmus() {}

  /**
   * What became of a file's text.
   *
   * @param test the test, or null where a diagnostic is an error
   */
  public record Parsed(@Nullable LitmusTest test, ImmutableList<Diagnostic> diagnostics) {}

  /**
   * What became of a test.
   *
   * @param program the test with its program, or null where a diagnostic is an error
   */
  public record Compiled(@Nullable LitmusProgram program, ImmutableList<Diagnostic> diagnostics) {}

  /** Reads a test; its blocks are not compiled yet. */
  public static Parsed parse(SourceFile file) {
    Diagnostics diagnostics = new Diagnostics(file.path());
    LitmusTest test = null;
    try {
      test = new LitmusParser(file).parse();
    } catch (Mistake mistake) {
      diagnostics.error(new SourceLine(file.path(), mistake.line()), mistake.text());
    }
    return new Parsed(test, diagnostics.all());
  }

  /** Reads and compiles a test. */
  public static Compiled compile(SourceFile file) {
    Parsed parsed = parse(file);
    return parsed.test() == null
        ? new Compiled(null, parsed.diagnostics())
        : compile(parsed.test());
  }

  /** Compiles a test. */
  public static Compiled compile(LitmusTest test) {
    CudaC.Compiled compiled = CudaC.compile(Translation.of(test));
    Program program = compiled.program();
    if (program == null) {
      return new Compiled(null, compiled.diagnostics());
    }
    ImmutableList.Builder<LitmusProgram.Observed> observed = ImmutableList.builder();
    for (Condition.Observable observable : test.question().condition().observables()) {
      observed.add(new LitmusProgram.Observed(observable, address(program, observable)));
    }
    return new Compiled(new LitmusProgram(test, program, observed.build()), compiled.diagnostics());
  }

  private static long address(Program program, Condition.Observable observable) {
    return switch (observable) {
      case Condition.Register register ->
          address(program, Translation.seen(register.pe(), register.agent(), register.name()));
      case Condition.Word word ->
          address(program, word.name()) + Math.max(word.index(), 0) * (long) word.type().bytes();
    };
  }

  private static long address(Program program, String name) {
    for (int i = 0; i < program.variables().size(); i++) {
      if (program.variables().get(i).name().equals(name)) {
        return program.address(i);
      }
    }
    throw new NoSuchElementException(name);
  }
}
