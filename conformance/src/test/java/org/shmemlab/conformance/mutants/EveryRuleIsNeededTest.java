package org.shmemlab.conformance.mutants;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.conformance.inclusion.LitmusCatalogue;

/**
 * Checks that every rule is needed: a test of the catalogue detects that one is missing (memory
 * model, 8.5).
 */
@Tag("catalogue")
@Tag("whole")
public class EveryRuleIsNeededTest {
  @Test
  void everyMutantIsDetectedAsThePageSays() throws IOException {
    String page = MutantsPage.text(LitmusCatalogue.in(Path.of("..", "litmus")));
    assertThat(page).doesNotContain("**none**");
    assertThat(page).isEqualTo(Files.readString(Path.of("..", "docs", "mutants.md")));
  }
}
