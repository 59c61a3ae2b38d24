package org.shmemlab.conformance.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.testing.Draws;

/**
 * Checks that the axioms and the explorer give the same answers to small programs (memory model,
 * 8.3).
 */
@Tag("random")
public class SmallProgramsAgreeTest {
  /** How many random programs; the thorough profile has more. */
  private static final int RANDOM = Integer.getInteger("shmemlab.random", Draws.of(20_000));

  private final Agreement agreement = new Agreement();

  @Test
  void onProgramsDrawnAtRandom() {
    List<String> different = new ArrayList<>();
    RandomPrograms random = new RandomPrograms(Draws.seed(1));
    for (int i = 0; i < RANDOM && different.size() < 5; i++) {
      agreement.difference(random.next()).ifPresent(different::add);
    }
    assertThat(different).isEmpty();
  }

  /** A program built without the front-end is the one that the front-end makes of the text. */
  @Test
  void theFrontEndMakesTheSameOfTheText() {
    RandomPrograms random = new RandomPrograms(2);
    for (int i = 0; i < Draws.of(30); i++) {
      SmallProgram program = random.next();
      for (Profile profile : Profile.all().toList()) {
        assertThat(Explored.of(program.build(), profile))
            .as(program.text())
            .isEqualTo(Explored.of(program.compile(), profile));
      }
    }
  }
}
