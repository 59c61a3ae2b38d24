package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.explore.execution.ClockWalk;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.litmus.LitmusProgram;

/** Properties of every program (memory model, section 8), on programs drawn at random. */
@Tag("random")
@net.jqwik.api.Tag("random")
class RandomProgramsTest {
  private static final ExplorationLimits STATES =
      new ExplorationLimits(Engine.STATES, new SearchOptions(300_000, 0, () -> false));
  private static final ExplorationLimits DPOR =
      new ExplorationLimits(Engine.DPOR, new SearchOptions(300_000, 0, () -> false));

  /** Both engines, and with them both detectors: windows on states, clocks on executions. */
  @Property(tries = 400)
  void theEnginesAgree(
      @ForAll("programs") RandomLitmus random, @ForAll("profiles") Profile profile) {
    LitmusProgram program = random.compile();
    assertThat(meaning(program, profile, DPOR)).isEqualTo(meaning(program, profile, STATES));
  }

  /** A wait for a value that passes by, after an operation that only its own PE can observe. */
  @Property(tries = 400)
  void theEnginesAgreeOnValuesThatPassBy(
      @ForAll("flags") RandomLitmus random, @ForAll("profiles") Profile profile) {
    LitmusProgram program = random.compile();
    assertThat(meaning(program, profile, DPOR)).isEqualTo(meaning(program, profile, STATES));
  }

  /** The smallest programs of which the reducing engine has lost outcomes. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        // the wait is last, and no other PE depends on the steps before it
        "nvshmem_long_atomic_set(&f, 1, 1);|nvshmem_long_atomic_set(&f, 2, 1);",
        // two updates have to come later together
        "nvshmem_long_atomic_set(&f, 1, 1);|nvshmem_long_atomic_add(&f, 1, 1);"
            + " nvshmem_long_atomic_add(&f, 1, 1);"
      })
  void aValueThatPassesByIsSeen(String changes) {
    List<String> all = Splitter.on('|').splitToList(changes);
    LitmusProgram program =
        new RandomLitmus(
                ImmutableList.of(
                    ImmutableList.of(all.get(0)),
                    ImmutableList.of(
                        "long $ = nvshmem_long_atomic_fetch(&f, 0);",
                        "nvshmem_long_wait_until(&f, NVSHMEM_CMP_EQ, 1);"),
                    ImmutableList.of(all.get(1))))
            .compile();
    for (Profile profile : Profile.all().toList()) {
      Meaning meaning = meaning(program, profile, DPOR);
      assertThat(meaning).isEqualTo(meaning(program, profile, STATES));
      assertThat(meaning.seen()).hasSizeGreaterThan(2);
    }
  }

  /**
   * Both detectors on one and the same execution: where two windows are open at once, clocks find
   * two accesses that nothing orders; and where clocks do, some execution has such windows.
   */
  @Property(tries = 400)
  void theDetectorsAgreeOnOneExecution(
      @ForAll("programs") RandomLitmus random,
      @ForAll("profiles") Profile profile,
      @ForAll long seed) {
    LitmusProgram program = random.compile();
    Machine start = FirstState.of(program.program(), Job.ofPes(program.test().pes()), profile);
    ClockWalk walk = new ClockWalk(start, new Conflicts(new Specification(profile)));
    Choices choices = new SeededChoices(seed);
    boolean met = walk.windows().isPresent();
    while (!walk.enabled().isEmpty()) {
      walk.take(choices.next(walk.enabled().size()));
      met |= walk.windows().isPresent();
    }
    boolean unordered = walk.findings().stream().anyMatch(Finding.DataRace.class::isInstance);
    assertThat(unordered || !met).as("windows met, clocks see an order").isTrue();
    assertThat(!unordered || !meaning(program, profile, STATES).defined())
        .as("clocks see no order, no windows ever meet")
        .isTrue();
  }

  /** Section 8, rule 2: a call that orders never adds an outcome. */
  @Property(tries = 200)
  void orderingMoreNeverAddsAnOutcome(
      @ForAll("programs") RandomLitmus random,
      @ForAll("profiles") Profile profile,
      @ForAll("calls") String call,
      @ForAll int place) {
    Meaning before = meaning(random.compile(), profile, STATES);
    int pe = Math.floorMod(place, random.bodies().size());
    int at = Math.floorMod(place / 7, random.bodies().get(pe).size() + 1);
    Meaning ordered = meaning(random.with(pe, at, call).compile(), profile, STATES);
    assertThat(before.allows(ordered)).as("%s and then %s", before, ordered).isTrue();
  }

  /** Section 8, rule 2: making operations blocking never adds an outcome. */
  @Property(tries = 200)
  void blockingNeverAddsAnOutcome(
      @ForAll("programs") RandomLitmus random, @ForAll("profiles") Profile profile) {
    Meaning before = meaning(random.compile(), profile, STATES);
    Meaning blocking = meaning(random.blocking(0).compile(), profile, STATES);
    assertThat(before.allows(blocking)).as("%s and then %s", before, blocking).isTrue();
  }

  /** Section 6: strict allows every outcome that lenient allows. */
  @Property(tries = 200)
  void theStricterProfileAllowsMore(@ForAll("programs") RandomLitmus random) {
    LitmusProgram program = random.compile();
    Meaning strict = meaning(program, Profile.NVSHMEM, STATES);
    for (Profile profile : List.of(Profile.ORDERING_PAGE, Profile.OPENSHMEM)) {
      Meaning lenient = meaning(program, profile, STATES);
      assertThat(strict.allows(lenient)).as("%s and %s", strict, lenient).isTrue();
    }
  }

  @Provide
  Arbitrary<RandomLitmus> programs() {
    return RandomLitmus.upTo(4);
  }

  @Provide
  Arbitrary<RandomLitmus> flags() {
    return RandomLitmus.ofOneFlag();
  }

  @Provide
  Arbitrary<Profile> profiles() {
    return Arbitraries.of(Profile.all().toList());
  }

  @Provide
  Arbitrary<String> calls() {
    return Arbitraries.of("nvshmem_fence();", "nvshmem_quiet();");
  }

  private static Meaning meaning(LitmusProgram program, Profile profile, ExplorationLimits limits) {
    Exploration exploration =
        LitmusJudgement.of(program, List.of(profile), limits).answers().get(0).exploration();
    if (limits.engine() == Engine.DPOR) {
      Assume.that(exploration.complete()); // a few programs have more classes than its budget
    }
    assertThat(exploration.complete()).isTrue();
    return Meaning.of(exploration);
  }
}
