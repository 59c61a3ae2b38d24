package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.regex.Pattern;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/** Compiles a file of litmus-nccl once, and judges the test that its argument names. */
final class NcclTests {
  private static final Pattern TEST =
      Pattern.compile("TEST\\((\\w+), (\\d), (\\d), (\\w+),\\s*\"[^\"]+\"\\)");

  private final SourceFile file;
  private final Program program;

  NcclTests(String name) {
    try {
      this.file = SourceFile.read(Path.of("..", "litmus-nccl", name));
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
    this.program = Objects.requireNonNull(CudaC.compile(file).program(), name);
  }

  /**
   * A test as its macro states it.
   *
   * @param expected the kind of its finding, "nothing" or "unspecified"
   */
  record Stated(String name, int ranks, String expected) {}

  /** The tests of the file. */
  ImmutableList<Stated> all() {
    return TEST.matcher(file.text())
        .results()
        .map(test -> new Stated(test.group(1), Integer.parseInt(test.group(2)), test.group(4)))
        .collect(ImmutableList.toImmutableList());
  }

  /** The test of a name. */
  Stated named(String name) {
    return all().stream().filter(test -> test.name().equals(name)).findFirst().orElseThrow();
  }

  /** The kind of finding under these profiles; "unspecified" where they differ. */
  String verdict(Stated test, List<Profile> profiles, Engine engine) {
    Job job =
        new Job(
            test.ranks(),
            test.ranks(),
            ImmutableList.of(test.name()),
            ImmutableMap.of(),
            Job.Gpu.H200);
    ProgramJudgement judgement =
        ProgramJudgement.of(
            file,
            program,
            job,
            profiles,
            new ExplorationLimits(engine, new SearchOptions(100_000, 0, () -> false)));
    List<String> kinds =
        judgement.answers().stream()
            .map(answer -> {
              assertThat(answer.exploration().complete()).as(test.name()).isTrue();
              return answer.exploration().findings().stream()
                  .map(finding -> finding.kind().word())
                  .distinct()
                  .reduce((one, other) -> one + " and " + other)
                  .orElse("nothing");
            })
            .distinct()
            .toList();
    return kinds.size() == 1 ? kinds.getFirst() : "unspecified";
  }
}
