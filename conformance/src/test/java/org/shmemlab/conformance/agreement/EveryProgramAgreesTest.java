package org.shmemlab.conformance.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledIfSystemProperty;
import org.shmemlab.testing.Draws;

/**
 * Checks that the axioms and the explorer give the same answers to all programs of two PEs with up
 * to three calls each, up to a change of names (memory model, 8.3); the ones that the profiles
 * judge differently are the known ones.
 */
@Tag("catalogue")
public class EveryProgramAgreesTest {
  /** Of the programs with three calls, one of so many is compared each time. */
  private static final int SLICE = Draws.areWhole() ? 1_000 : 10_000;

  private static final int PROGRESS = 50_000;

  private final Agreement agreement = new Agreement();

  @Test
  void onOneCall() {
    agree(Enumeration.all(Letter.ALL, 1).programs());
  }

  /** Also those that begin as an undefined one, which the survey leaves out. */
  @Test
  void onASliceOfThreeCalls() {
    AtomicLong number = new AtomicLong();
    agree(
        Enumeration.linked(Letter.ALL, 3)
            .programs()
            .filter(_ -> number.getAndIncrement() % SLICE == 0));
  }

  @Test
  void onTwoCallsWithTheKnownAmbiguities() {
    Survey.Found found = survey(Enumeration.linked(Letter.ALL, 2));
    List<SmallProgram> known =
        Ambiguity.known().stream()
            .filter(program -> program.bodies().stream().allMatch(body -> body.size() <= 2))
            .toList();
    assertThat(Ambiguity.lines(found.ambiguous())).isEqualTo(Ambiguity.lines(known));
  }

  @Test
  @EnabledIfSystemProperty(named = "shmemlab.thorough", matches = "true")
  void onTwoCallsToBothPes() {
    survey(Enumeration.linked(Letter.toBoth(Letter.ALL), 2));
  }

  @Test
  @EnabledIfSystemProperty(named = "shmemlab.thorough", matches = "true")
  void onTwoCallsThatNeedNotHaveToDoWithEachOther() {
    survey(Enumeration.all(Letter.ALL, 2));
  }

  @Test
  @EnabledIfSystemProperty(named = "shmemlab.thorough", matches = "true")
  void onThreeAtomicCallsToBothPes() {
    survey(Enumeration.linked(Letter.ATOMICS, 3));
  }

  /** Should it fail, it shows the list of ambiguities as it has to be. */
  @Test
  @EnabledIfSystemProperty(named = "shmemlab.thorough", matches = "true")
  void onThreeCallsWithTheKnownAmbiguities() {
    Survey.Found found = survey(Enumeration.linked(Letter.ALL, 3));
    assertThat(Ambiguity.lines(found.ambiguous())).isEqualTo(Ambiguity.lines(Ambiguity.known()));
  }

  private Survey.Found survey(Enumeration enumeration) {
    Survey.Found found = new Survey(EveryProgramAgreesTest::tell).of(enumeration);
    System.out.println(
        "compared "
            + found.compared()
            + " programs; "
            + found.undefinedFromTheStart()
            + " more begin as an undefined one");
    agree(found.different().stream().limit(5));
    assertThat(found.compared()).isPositive();
    return found;
  }

  private void agree(Stream<SmallProgram> programs) {
    assertThat(programs.map(agreement::difference).flatMap(Optional::stream).limit(5)).isEmpty();
  }

  private static void tell(long compared) {
    if (compared % PROGRESS == 0) {
      System.out.println("compared " + compared + " programs so far");
    }
  }
}
