package org.shmemlab.scenarios.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;

/** Litmus tests as programs: they compile, keep their lines, and run. */
class LitmusProgramTest {
  /** Every file of the catalogue compiles without a word; the defined ones run to their end. */
  @Test
  void theCatalogueCompilesAndRuns() throws IOException {
    try (var found = Files.walk(Path.of("..", "litmus"))) {
      for (Path file :
          found.filter(path -> path.toString().endsWith(".litmus")).sorted().toList()) {
        Litmus.Compiled compiled = Litmus.compile(SourceFile.read(file));
        assertThat(compiled.diagnostics()).isEmpty();
        LitmusProgram test = Objects.requireNonNull(compiled.program());
        boolean ends =
            test.test().expectations().values().stream()
                .allMatch(expected -> expected.verdict().compareTo(Verdict.DEADLOCK) > 0);
        if (ends) {
          assertThat(run(test)).as(file.toString()).isInstanceOf(RunResult.Finished.class);
        }
      }
    }
  }

  @Test
  void everyStatementIsOnItsLine() {
    Program program =
        compile(
                """
                C LINES
                "why."

                { long x; }

                P0 {
                  nvshmem_long_p(&x, 1, 1);

                  nvshmem_quiet();
                }

                P1 {
                  long r0 = x;
                }
                exists (1:r0 = 1)
                expect nvshmem: undefined
                """)
            .program();
    assertThat(lines(program, "P0")).containsExactly(7, 9, 10);
    assertThat(lines(program, "P1")).containsExactly(13, 14);
    assertThat(lines(program, "main")).containsExactly(15);
  }

  @Test
  void mistakesInStatementsAreOnTheirLines() {
    Litmus.Compiled compiled =
        Litmus.compile(
            new SourceFile(
                "t.litmus",
                """
                C WRONG
                "why."
                { long x; }
                P0 {
                  long r0 = y;
                }
                exists (0:r0 = 1)
                expect nvshmem: undefined
                """));
    assertThat(compiled.program()).isNull();
    assertThat(compiled.diagnostics())
        .extracting(Object::toString)
        .containsExactly("t.litmus:5: error: 'y' was not declared");
  }

  @Test
  void everyObservableHasItsPlace() {
    LitmusProgram test =
        compile(
            """
            C PLACES
            "why."
            { int w; long y[3]; }
            P0.a { long r = 1; }
            P0.b { unsigned int r = 2; }
            P0.host { int r = 3; }
            exists (0.a:r = 1 /\\ 0.b:r = 2 /\\ 0.host:r = 3 /\\ y[2]@0 = 0 /\\ w@0 = 0)
            expect nvshmem: allowed
            """);
    assertThat(test.observed())
        .extracting(LitmusProgram.Observed::address)
        .containsExactly(
            address(test, "P0_a_r"),
            address(test, "P0_b_r"),
            address(test, "P0_host_r"),
            address(test, "y") + 16,
            address(test, "w"));
    assertThat(run(test)).isEqualTo(new RunResult.Finished(ImmutableList.of(0)));
  }

  @Test
  void wordsBeginAsTheFileSays() {
    LitmusProgram test =
        compile(
            """
            C FIRST
            "why."
            { long x; long y[2] = {4, 5}; x@1 = -3; y[1]@0 = 6; }
            P0 { if (x != 0 || y[0] != 4 || y[1] != 6) nvshmem_global_exit(1); }
            P1 { if (x != -3 || y[0] != 4 || y[1] != 5) nvshmem_global_exit(1); }
            exists (x@0 = 0)
            expect nvshmem: allowed
            """);
    assertThat(run(test)).isEqualTo(new RunResult.Finished(ImmutableList.of(0, 0)));
  }

  private static LitmusProgram compile(String text) {
    Litmus.Compiled compiled = Litmus.compile(new SourceFile("t.litmus", text));
    assertThat(compiled.diagnostics()).isEmpty();
    return Objects.requireNonNull(compiled.program());
  }

  private static RunResult run(LitmusProgram test) {
    Machine machine =
        new Machine(
            test.program(), Job.ofPes(test.test().pes()), new Immediate(), new RuntimeSystem());
    Runner.Observer nobody =
        new Runner.Observer() {
          @Override
          public void output(List<Output> pieces) {}

          @Override
          public boolean goOn(long instructions) {
            return true;
          }
        };
    return new Runner(machine, new RoundRobin(), nobody).run();
  }

  private static List<Integer> lines(Program program, String function) {
    return program.functions().stream()
        .filter(code -> code.name().equals(function))
        .map(AgentCode::lines)
        .flatMap(List::stream)
        .map(SourceLine::line)
        .distinct()
        .toList();
  }

  private static long address(LitmusProgram test, String variable) {
    List<String> names = test.program().variables().stream().map(Variable::name).toList();
    return test.program().address(names.indexOf(variable));
  }
}
