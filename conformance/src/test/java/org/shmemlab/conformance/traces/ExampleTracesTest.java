package org.shmemlab.conformance.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.scenarios.source.Programs;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/**
 * Checks that the explorer allows the simulator's traces of examples and of bugs (memory model,
 * 8.4).
 */
@Tag("catalogue")
class ExampleTracesTest {
  private static final boolean THOROUGH = Boolean.getBoolean("shmemlab.thorough");

  @Test
  void everyTraceOfAnExampleIsARunOfTheRules() throws IOException {
    List<TestProgram> examples = programs("examples");
    TraceCount count =
        THOROUGH
            ? Traces.overAll(2, 2_000).of(examples)
            : Traces.overAll(1, 0).sampled(examples, 7);
    assertThat(count.refusals()).isEmpty();
    assertThat(count.all()).isGreaterThanOrEqualTo(2 * examples.size());
  }

  @Test
  void everyTraceOfABugAndItsRepairIsARunOfTheRules() throws IOException {
    List<TestProgram> gallery = programs("gallery");
    TraceCount count =
        THOROUGH
            ? Traces.overAll(8, 20_000).of(gallery)
            : Traces.overAll(1, 300).sampled(gallery, 10);
    assertThat(count.refusals()).isEmpty();
    assertThat(count.all()).isGreaterThanOrEqualTo(2 * gallery.size());
  }

  /**
   * OpenSHMEM takes a source from a function's variables, NVSHMEM's strict reading promises
   * nothing.
   */
  @Test
  void whatIsAMisuseByTheSpecificationIsNoRunOfIt() throws IOException {
    SourceFile file = SourceFile.read(Path.of("..", "examples", "osh_threads.c"));
    TraceCount count = Traces.overAll(1, 2_000).sampled(List.of(TestProgram.of(file)), 7);
    assertThat(count.refusals()).isEmpty();
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
