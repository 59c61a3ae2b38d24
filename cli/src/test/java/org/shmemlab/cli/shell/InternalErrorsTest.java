package org.shmemlab.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.Cores;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.written.Unwritten;

/**
 * Checks that a failure of the command itself is never taken for a finding, and says what to do.
 */
class InternalErrorsTest {
  @Test
  void aCommandThatFailsItselfSaysWhatToDoInOneLine() {
    assertThat(said(ExitCodes.RESOURCES, () -> new OutOfMemoryError("Java heap space")))
        .matches(
            "shmemlab: error: not enough memory: \\d+ MiB are full; run fewer PEs or threads, lower"
                + " --budget, or give more with JAVA_TOOL_OPTIONS=-Xmx16g\n");
    assertThat(said(ExitCodes.RESOURCES, StackOverflowError::new))
        .isEqualTo(
            "shmemlab: error: something is nested too deeply; give more stack with"
                + " JDK_JAVA_OPTIONS=-Xss256m, or nest less in the program\n");
    for (Supplier<Throwable> surprise :
        List.<Supplier<Throwable>>of(
            () -> new IllegalStateException("two\nlines"),
            () -> new AssertionError("two\nlines"))) {
      assertThat(said(ExitCodes.INTERNAL, surprise))
          .startsWith("shmemlab: internal error: ")
          .contains(": two lines at ")
          .endsWith("; this is a bug of shmemlab, please report it with the program\n")
          .containsOnlyOnce("\n");
    }
  }

  @Test
  void aJobThatIsTooLargeIsReportedWithTheLargestNumber() {
    SourceFile ring =
        new SourceFile(
            "a.c", "#include <shmem.h>\nint main(void) { shmem_init(); shmem_finalize(); }\n");
    Program program = Objects.requireNonNull(CudaC.compile(ring).program());
    String line = tooLarge(program, Job.ofPes(1_000_000));
    Matcher fit = Pattern.compile("of this program about ([0-9,]+) fit").matcher(line);
    assertThat(line).contains(" MiB are full with 1,000,000 PEs; ").containsOnlyOnce("\n");
    assertThat(fit.find()).as(line).isTrue();
    long pes = Long.parseLong(fit.group(1).replace(",", ""));
    long most = Runtime.getRuntime().maxMemory();
    assertThat(most / pes).isBetween(100L, 100_000L); // bytes of a PE
    assertThat(tooLarge(program, Job.ofPes(2))).contains("with 2 PEs; run fewer");
  }

  private static String tooLarge(Program program, Job job) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        InternalErrors.guard(
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () ->
                Capacity.use(
                    program,
                    job,
                    () -> {
                      throw new OutOfMemoryError("Java heap space");
                    }));
    assertThat(code).isEqualTo(ExitCodes.RESOURCES);
    return err.toString(StandardCharsets.UTF_8);
  }

  @Test
  void aFailureInAnotherThreadIsReportedAlike() {
    Cores cores = new Cores(2);
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        InternalErrors.guard(
            new PrintStream(err, true, StandardCharsets.UTF_8),
            () ->
                cores
                    .all(
                        IntStream.range(0, 8).boxed().toList(),
                        number -> {
                          throw new OutOfMemoryError("of " + number);
                        })
                    .size());
    assertThat(code).isEqualTo(ExitCodes.RESOURCES);
    assertThat(err.toString(StandardCharsets.UTF_8))
        .startsWith("shmemlab: error: not enough memory: ");
  }

  @Test
  void aFileThatCannotBeWrittenIsNoFinding() {
    assertThat(
            said(
                ExitCodes.UNWRITTEN,
                () ->
                    new IllegalStateException(
                        new Unwritten("x.json", new IOException("No space left on device")))))
        .isEqualTo("shmemlab: error: cannot write x.json: No space left on device\n");
  }

  private static String said(int expected, Supplier<Throwable> surprise) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    PrintStream stream = new PrintStream(err, true, StandardCharsets.UTF_8);
    int code =
        InternalErrors.guard(
            stream,
            () -> {
              switch (surprise.get()) {
                case RuntimeException exception -> throw exception;
                case Error error -> throw error;
                default -> throw new IllegalArgumentException("neither");
              }
            });
    assertThat(code).isEqualTo(expected);
    return err.toString(StandardCharsets.UTF_8);
  }
}
