package org.shmemlab.conformance.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.conformance.axiomatic.AxiomaticChecker;
import org.shmemlab.conformance.axiomatic.AxiomaticVerdict;
import org.shmemlab.conformance.axiomatic.Subject;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/** Checks that the axioms and the explorer give the same answer to every test of the catalogue. */
@Tag("catalogue")
public class CatalogueAgreesTest {
  @Test
  void onEveryTestUnderEveryProfile() throws IOException {
    Map<String, String> different = new TreeMap<>();
    Map<String, String> notDone = new TreeMap<>();
    int compared = 0;
    for (Path path : Draws.of(catalogue())) {
      LitmusProgram program =
          Objects.requireNonNull(Litmus.compile(SourceFile.read(path)).program(), path.toString());
      for (Profile profile : Profile.all().toList()) {
        AxiomaticVerdict answer = new AxiomaticChecker(profile).check(Subject.of(program));
        if (answer instanceof AxiomaticVerdict.NotDone(String reason)) {
          notDone.put(program.test().name(), reason);
          continue;
        }
        compared++;
        AxiomaticVerdict.Judged explored = Explored.of(program, profile);
        if (!answer.equals(explored)) {
          different.put(
              program.test().name() + " under " + profile.name(),
              "axioms " + answer + ", explorer " + explored);
        }
      }
    }
    assertThat(different).isEmpty();
    if (!Draws.areWhole()) {
      assertThat(compared).isPositive();
      return;
    }
    notDone
        .keySet()
        .removeIf(Pattern.compile("COUNT-|REGION-|\\+region").asPredicate()); // of blocks
    assertThat(notDone)
        .containsExactlyInAnyOrderEntriesOf(
            Map.of(
                "AMO+types", "accesses of different sizes to the same bytes",
                "FLUSH-OTHER+block", "the register THREAD_RANK",
                "FLUSH-OTHER+warp", "the collective a warp barrier",
                "SIG-FETCH+spin", "a loop that ends when it has read something",
                "SIG-PLAIN", "a loop that ends when it has read something"));
    assertThat(compared).isGreaterThan(600);
  }

  private static List<Path> catalogue() throws IOException {
    try (var found = Files.walk(Path.of("..", "litmus"))) {
      return found.filter(path -> path.toString().endsWith(".litmus")).sorted().toList();
    }
  }
}
