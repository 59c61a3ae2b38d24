package org.shmemlab.conformance.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.conformance.programs.Spelling;
import org.shmemlab.conformance.programs.WholePrograms;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.compiled.ExecutionMode;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.schedule.Lockstep;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.Programs;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/** Checks that programs take the same steps by the interpreter and by byte code. */
@Tag("catalogue")
class CompiledCodeAgreesTest {
  private static final int STEPS = 3_000;
  private static final int DRAWN = Draws.of(12);

  @Test
  void examplesTakeTheSameSteps() throws IOException {
    sameSteps(programs("examples"));
  }

  @Test
  void bugsAndTheirRepairsTakeTheSameSteps() throws IOException {
    sameSteps(programs("gallery"));
  }

  @Test
  void drawnProgramsTakeTheSameSteps() {
    List<TestProgram> drawn = new ArrayList<>();
    for (int seed = 0; seed < DRAWN; seed++) {
      drawn.add(TestProgram.of(WholePrograms.draw(new SeededChoices(seed)).file(Spelling.BY_HAND)));
    }
    sameSteps(drawn);
  }

  @Test
  void examplesTakeTheSameTimeOnAPlatform() throws IOException {
    Installation installation = Installation.of(Transport.of("nvlink+ibgda@3.5", Settings.DEFAULT));
    for (TestProgram program : programs("examples")) {
      assertThat(timed(program, installation, ExecutionMode.COMPILED))
          .as(program.name())
          .isEqualTo(timed(program, installation, ExecutionMode.INTERPRETED));
    }
  }

  private static List<Object> timed(
      TestProgram program, Installation installation, ExecutionMode mode) {
    TimedTrace run = TimedTrace.of(program, installation, mode, 0, 0);
    List<Object> steps = new ArrayList<>();
    for (int i = 0; i < run.trace().size(); i++) {
      steps.add(run.trace().get(i));
    }
    steps.add(String.valueOf(run.result()));
    steps.add(run.outcome());
    return steps;
  }

  private static void sameSteps(List<TestProgram> programs) {
    for (TestProgram program : programs) {
      Lockstep lockstep =
          new Lockstep(
              () ->
                  new Machine(
                      program.program(), program.job(), new Immediate(), new RuntimeSystem()),
              48);
      assertThat(lockstep.difference(STEPS)).as(program.name()).isEmpty();
    }
  }

  private static List<TestProgram> programs(String folder) throws IOException {
    List<Path> paths;
    try (var found = Files.walk(Path.of("..", folder))) {
      paths = found.filter(path -> path.toString().matches(".*\\.(cu|c)")).sorted().toList();
    }
    List<SourceFile> files = new ArrayList<>();
    for (Path path : paths) {
      files.add(SourceFile.read(path));
    }
    return Draws.of(Programs.ofFolders(files)).stream().map(TestProgram::of).toList();
  }
}
