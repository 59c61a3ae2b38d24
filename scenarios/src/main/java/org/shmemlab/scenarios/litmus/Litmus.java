package org.shmemlab.scenarios.litmus;

import com.google.common.collect.ImmutableList;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.litmus.statements.StatementError;
import org.shmemlab.scenarios.litmus.statements.StatementVocabulary;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Reads and compiles litmus files.
 *
 * <p>Whatever the file, the answer is a test or diagnostics, never an exception.
 */
public final class Litmus {
  private static final StatementVocabulary VOCABULARY = new StatementVocabulary();

  private Litmus() {}

  /**
   * The result of reading a file's text.
   *
   * @param test the test, or null where a diagnostic is an error
   */
  public record Parsed(@Nullable LitmusFile test, ImmutableList<Diagnostic> diagnostics) {}

  /**
   * The result of compiling a test.
   *
   * @param program the test with its program, or null where a diagnostic is an error
   */
  public record Compiled(@Nullable LitmusProgram program, ImmutableList<Diagnostic> diagnostics) {}

  /** Reads a test; its calls are not looked up yet. */
  public static Parsed parse(SourceFile file) {
    Diagnostics diagnostics = new Diagnostics();
    LitmusFile test =
        orMistake(file, diagnostics, () -> new LitmusParser(file, VOCABULARY).parse());
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
  public static Compiled compile(LitmusFile test) {
    Diagnostics diagnostics = new Diagnostics();
    LitmusProgram program =
        orMistake(test.source(), diagnostics, () -> Assembly.of(test, VOCABULARY));
    return new Compiled(program, diagnostics.all());
  }

  private static <T> @Nullable T orMistake(
      SourceFile file, Diagnostics diagnostics, Supplier<T> work) {
    try {
      return work.get();
    } catch (StatementError mistake) {
      diagnostics.error(new SourceLine(file.path(), mistake.line()), mistake.text());
    } catch (StackOverflowError deep) {
      diagnostics.error(
          new SourceLine(file.path(), 1), "nested too deeply; split it into several statements");
    }
    return null;
  }
}
