package org.shmemlab.conformance.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.spec.Profile;

/** The axioms and the explorer give the same answers to small programs (memory model, 8.3). */
public class SmallProgramsAgreeTest {
  /** How many random programs; the thorough profile has more. */
  private static final int RANDOM = Integer.getInteger("shmemlab.random", 20_000);

  /** Whether every call is enumerated, or only the messages. */
  private static final boolean THOROUGH = Boolean.getBoolean("shmemlab.thorough");

  private final Agreement agreement = new Agreement();

  @Test
  void onProgramsDrawnAtRandom() {
    List<String> different = new ArrayList<>();
    RandomPrograms random = new RandomPrograms(1);
    for (int i = 0; i < RANDOM && different.size() < 5; i++) {
      difference(random.next()).ifPresent(different::add);
    }
    assertThat(different).isEmpty();
  }

  @Test
  void onAllProgramsOfFewCalls() {
    List<String> different = new ArrayList<>();
    List<Enumeration> enumerations =
        THOROUGH
            ? List.of(new Enumeration(Enumeration.ALL, 2), new Enumeration(Enumeration.MESSAGES, 3))
            : List.of(
                new Enumeration(Enumeration.ALL, 1), new Enumeration(Enumeration.MESSAGES, 2));
    for (Enumeration enumeration : enumerations) {
      long programs =
          enumeration.forEach(program -> {
            if (different.size() < 5) {
              difference(program).ifPresent(different::add);
            }
          });
      assertThat(programs).isPositive();
    }
    assertThat(different).isEmpty();
  }

  private Optional<String> difference(SmallProgram program) {
    if (agreement.difference(program.build()).isEmpty()) {
      return Optional.empty();
    }
    SmallProgram smaller =
        RandomPrograms.shrink(
            program, candidate -> agreement.difference(candidate.build()).isPresent());
    return agreement.difference(smaller.build()).map(text -> smaller + text);
  }

  /** What is built without the front-end means what the front-end makes of the text. */
  @Test
  void theFrontEndMakesTheSameOfTheText() {
    RandomPrograms random = new RandomPrograms(2);
    for (int i = 0; i < 30; i++) {
      SmallProgram program = random.next();
      for (Profile profile : Profile.all().toList()) {
        assertThat(Explored.of(program.build(), profile))
            .as(program.text())
            .isEqualTo(Explored.of(program.compile(), profile));
      }
    }
  }
}
