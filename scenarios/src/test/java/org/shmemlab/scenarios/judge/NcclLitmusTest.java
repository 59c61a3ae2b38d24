package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/**
 * The litmus tests of NCCL's device interface (litmus/nccl), each judged under both readings of its
 * documents, by both engines: its verdict is the one that it states.
 */
@Tag("catalogue")
class NcclLitmusTest {
  private static final Pattern TEST =
      Pattern.compile("TEST\\((\\w+), (\\d), (\\d), (\\w+),\\s*\"([^\"]+)\"\\)");

  @ParameterizedTest
  @ValueSource(strings = {"gin.cu", "barriers.cu"})
  void everyTestIsAsItSays(String name) throws IOException {
    SourceFile file = SourceFile.read(Path.of("..", "litmus", "nccl", name));
    Program program = Objects.requireNonNull(CudaC.compile(file).program(), name);
    TreeMap<String, String> different = new TreeMap<>();
    Matcher test = TEST.matcher(file.text());
    List<String> all = test.results().map(found -> found.group()).toList();
    for (String one : Draws.of(all)) {
      Matcher parts = TEST.matcher(one);
      assertThat(parts.matches()).isTrue();
      int pes = Integer.parseInt(parts.group(2));
      for (Engine engine : List.of(Engine.STATES, Engine.DPOR)) {
        String key = parts.group(1) + " by " + engine;
        String judged = verdict(file, program, pes, parts.group(1), engine);
        if (!judged.equals(parts.group(4))) {
          different.put(key, judged);
        }
      }
    }
    assertThat(different).isEmpty();
  }

  private static String verdict(
      SourceFile file, Program program, int pes, String test, Engine engine) {
    Job job = new Job(pes, pes, ImmutableList.of(test), ImmutableMap.of(), Job.Gpu.H200);
    ProgramJudgement judgement =
        ProgramJudgement.of(
            file,
            program,
            job,
            Profile.ofNccl().toList(),
            new ExplorationLimits(engine, new SearchOptions(100_000, 0, () -> false)));
    judgement
        .answers()
        .forEach(answer -> assertThat(answer.exploration().complete()).as(test).isTrue());
    List<String> kinds =
        judgement.answers().stream()
            .map(answer ->
                answer.exploration().findings().stream()
                    .map(finding -> finding.kind().word())
                    .distinct()
                    .reduce((a, b) -> a + " and " + b)
                    .orElse("nothing"))
            .distinct()
            .toList();
    return kinds.size() == 1 ? kinds.getFirst() : "unspecified";
  }
}
