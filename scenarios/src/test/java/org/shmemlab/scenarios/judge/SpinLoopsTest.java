package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.Example;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;

/** Loops over looks that fail: where they are waits, and where they are not. */
@Tag("random")
class SpinLoopsTest {
  @Property(tries = 100, edgeCases = EdgeCasesMode.NONE)
  void aLoopOverATestIsTheWait(
      @ForAll("programs") RandomLitmus random,
      @ForAll("profiles") Profile profile,
      @ForAll("comparisons") String comparison,
      @ForAll int place) {
    int pe = Math.floorMod(place, random.bodies().size());
    int at = Math.floorMod(place / 7, random.bodies().get(pe).size() + 1);
    String looked = "&f, NVSHMEM_CMP_" + comparison + ", 1)";
    LitmusProgram wait = random.with(pe, at, "nvshmem_long_wait_until(" + looked + ";").compile();
    LitmusProgram spin =
        random.with(pe, at, "while (!nvshmem_long_test(" + looked + ") { }").compile();
    Exploration waiting = explore(wait, profile, Engine.STATES);
    Exploration spinning = explore(spin, profile, Engine.STATES);
    assertThat(shown(spinning)).isEqualTo(shown(waiting));
    assertThat(spinning.states()).isEqualTo(waiting.states());
    Exploration executions = explore(spin, profile, Engine.DPOR);
    if (waiting.undefined()) {
      assertThat(executions.undefined()).isTrue();
    } else {
      assertThat(shown(executions)).isEqualTo(shown(waiting));
    }
  }

  /**
   * Of a round of two loads, the first may happen before, and the second after, a step of another
   * agent.
   */
  @Property(tries = 60, edgeCases = EdgeCasesMode.NONE)
  void theEnginesAgreeOnRoundsOfTwoLooks(
      @ForAll("programs") RandomLitmus random, @ForAll int place) {
    int pe = Math.floorMod(place, random.bodies().size());
    String spin =
        "while (!nvshmem_long_test(&f, NVSHMEM_CMP_EQ, 1) || nvshmem_signal_fetch(&s) == 2) { }";
    LitmusProgram program = random.with(pe, 0, spin).compile();
    Exploration states = explore(program, Profile.OPENSHMEM, Engine.STATES);
    Exploration executions = explore(program, Profile.OPENSHMEM, Engine.DPOR);
    assertThat(executions.undefined()).isEqualTo(states.undefined());
    if (!states.undefined()) {
      assertThat(executions.outcomes().keySet()).isEqualTo(states.outcomes().keySet());
    }
  }

  @Example
  void twoThatNeverEndAreStillComparedWithEachOther() {
    String body =
        """
        if (t == 0) while (atomicAdd((unsigned long long *) x, 0ull) == 0);
        if (t == 1) nvshmem_long_wait_until(x, NVSHMEM_CMP_EQ, 1);
        """;
    for (Engine engine : Engine.values()) {
      assertThat(Checked.kinds(engine, Profile.NVSHMEM, 1, Checked.kernel(2, body)))
          .as("%s", engine)
          .containsExactly(FindingKind.CONFLICT);
    }
  }

  @Example
  void aLoopThatNoAgentEndsIsADeadlock() {
    for (String loop :
        List.of(
            "while (!nvshmem_long_test(&f, NVSHMEM_CMP_EQ, 3)) { }",
            "while (*(volatile long *) &f != 3) { }",
            "while (nvshmem_signal_fetch(&s) != 3) { }")) {
      for (Engine engine : List.of(Engine.STATES, Engine.DPOR, Engine.RANDOM)) {
        Exploration found = explore(litmus("", loop), Profile.NVSHMEM, engine);
        assertThat(found.outcomes()).as(loop).isEmpty();
        assertThat(found.findings()).as(loop).hasSize(1);
        Finding.Deadlock stuck = (Finding.Deadlock) found.findings().get(0);
        assertThat(stuck.agents())
            .extracting(agent -> agent.pe() + " " + agent.what())
            .as(loop)
            .contains("1 runs on without end: nothing read there can change any more");
      }
    }
  }

  @Example
  void aLoopThatCountsItsRoundsMayGiveUp() {
    String loop = "long n = 0; while (n < 3 && !nvshmem_long_test(&f, NVSHMEM_CMP_EQ, 1)) n++;";
    for (Engine engine : List.of(Engine.STATES, Engine.DPOR)) {
      Exploration found =
          explore(litmus("nvshmem_long_atomic_set(&f, 1, 1);", loop), Profile.NVSHMEM, engine);
      assertThat(found.complete()).isTrue();
      assertThat(found.findings()).isEmpty();
      assertThat(found.outcomes().keySet()).hasSize(4); // n is 0 to 3
    }
  }

  @Example
  void whatALoopLooksAtIsTouchedThoughNothingEverFits() {
    String put = "nvshmem_long_p(&x, 1, 1);";
    for (Engine engine : List.of(Engine.STATES, Engine.DPOR, Engine.RANDOM)) {
      Exploration found =
          explore(litmus(put, "while (*(volatile long *) &x != 3) { }"), Profile.NVSHMEM, engine);
      assertThat(found.undefined()).as(engine.key()).isTrue();
    }
  }

  private static LitmusProgram litmus(String first, String second) {
    String shown = second.contains("long n") ? "1:n" : "f@1";
    String text =
        """
        C spin
        "A loop."
        { long f; long x; uint64_t s; }
        P0 {
          %s
        }
        P1 {
          %s
        }
        exists (%s = 7)

        expect nvshmem: allowed
        """
            .formatted(first, second, shown);
    var compiled = Litmus.compile(new SourceFile("spin.litmus", text));
    return Objects.requireNonNull(compiled.program(), () -> compiled.diagnostics().toString());
  }

  private static Exploration explore(LitmusProgram program, Profile profile, Engine engine) {
    long budget = engine == Engine.RANDOM ? 20 : 300_000;
    ExplorationLimits limits =
        new ExplorationLimits(engine, new SearchOptions(budget, 0, () -> false));
    return LitmusJudgement.of(program, ImmutableList.of(profile), limits)
        .answers()
        .get(0)
        .exploration();
  }

  private static Set<String> shown(Exploration exploration) {
    Set<String> shown = new TreeSet<>(exploration.outcomes().keySet());
    exploration.findings().forEach(finding -> shown.add(finding.kind().word()));
    return shown;
  }

  @Provide
  Arbitrary<RandomLitmus> programs() {
    return RandomLitmus.upTo(3);
  }

  @Provide
  Arbitrary<Profile> profiles() {
    return Arbitraries.of(Profile.all().toList());
  }

  @Provide
  Arbitrary<String> comparisons() {
    return Arbitraries.of("EQ", "GE", "NE");
  }
}
