package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.Sets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/**
 * The two engines share the machine and nothing else: one keeps every state and finds conflicts by
 * open windows, the other runs one execution of each class and finds them by vector clocks.
 */
@Tag("catalogue")
class EnginesAgreeTest {
  private static final ExplorationLimits STATES =
      new ExplorationLimits(Engine.STATES, new SearchOptions(300_000, 0, () -> false));
  private static final ExplorationLimits DPOR =
      new ExplorationLimits(Engine.DPOR, new SearchOptions(300_000, 0, () -> false));

  @Test
  void onEveryLitmusTestUnderEveryProfile() throws IOException {
    List<String> differences = new ArrayList<>();
    List<Path> paths;
    try (var found = Files.walk(Path.of("..", "litmus"))) {
      paths = found.filter(path -> path.toString().endsWith(".litmus")).sorted().toList();
    }
    for (Path path : Draws.of(paths)) {
      LitmusProgram program =
          Objects.requireNonNull(Litmus.compile(SourceFile.read(path)).program(), path.toString());
      var profiles = LitmusJudgement.profiles(program.test());
      LitmusJudgement one = LitmusJudgement.of(program, profiles, STATES);
      LitmusJudgement other = LitmusJudgement.of(program, profiles, DPOR);
      for (int i = 0; i < one.answers().size(); i++) {
        Exploration a = one.answers().get(i).exploration();
        Exploration b = other.answers().get(i).exploration();
        if (!summary(a).equals(summary(b))) {
          differences.add(
              path.getFileName()
                  + " "
                  + profiles.get(i).name()
                  + ": states alone "
                  + Sets.difference(summary(a), summary(b))
                  + ", executions alone "
                  + Sets.difference(summary(b), summary(a)));
        }
      }
    }
    assertThat(differences).isEmpty();
  }

  // After a conflict an execution has no meaning, so only that there is one can be compared.
  private static Set<String> summary(Exploration exploration) {
    assertThat(exploration.complete()).isTrue();
    if (exploration.undefined()) {
      return Set.of("undefined");
    }
    Set<String> seen = new TreeSet<>(exploration.outcomes().keySet());
    exploration.findings().stream().map(Finding::identity).map(Object::toString).forEach(seen::add);
    return seen;
  }
}
