package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.repair.RepairSearch;
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
    this(name, text -> text);
  }

  /** With a change of its text. */
  NcclTests(String name, UnaryOperator<String> change) {
    try {
      SourceFile read = SourceFile.read(Path.of("..", "litmus-nccl", name));
      this.file = new SourceFile(read.path(), change.apply(read.text()));
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

  /**
   * The repair of a test's first finding, each change as "CALL after LINE", with the text of the
   * line; "none" where there is none.
   */
  String repair(Stated test) {
    ExplorationLimits limits =
        new ExplorationLimits(Engine.STATES, new SearchOptions(100_000, 0, () -> false));
    List<String> lines = file.text().lines().toList();
    return ProgramJudgement.of(file, program, job(test), Profile.ofNccl().toList(), limits)
        .withRepairs(program, limits)
        .findings()
        .getFirst()
        .repairs()
        .flatMap(RepairSearch.Result::repair)
        .map(repair ->
            repair.changes().stream()
                .map(change ->
                    "%s %s %s"
                        .formatted(
                            change.call(),
                            change.where(),
                            lines.get(change.line().line() - 1).strip()))
                .collect(Collectors.joining(", ")))
        .orElse("none");
  }

  private static Job job(Stated test) {
    return new Job(
        test.ranks(), test.ranks(), ImmutableList.of(test.name()), ImmutableMap.of(), Job.Gpu.H200);
  }

  /** The kind of finding under these profiles; "unspecified" where they differ. */
  String verdict(Stated test, List<Profile> profiles, Engine engine) {
    ProgramJudgement judgement =
        ProgramJudgement.of(
            file,
            program,
            job(test),
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
