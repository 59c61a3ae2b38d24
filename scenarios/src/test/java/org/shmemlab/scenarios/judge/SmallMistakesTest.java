package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/** Mistakes of one line that every engine has to name. */
class SmallMistakesTest {
  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void aGlobalExitHidesNoRaceOfTheOthers(Engine engine) {
    String race = "if (me == 1) shmem_long_p(&a, 1, 2); else if (me == 2) b = a;";
    assertThat(Checked.kinds(engine, Profile.OPENSHMEM, 3, exits(race)))
        .containsExactly(FindingKind.CONFLICT);
    String atomics =
        "if (me == 1) { shmem_long_atomic_inc(&a, 2); shmem_long_p(&b, 1, 2); }"
            + "else if (me == 2) { shmem_long_wait_until(&a, SHMEM_CMP_EQ, 1);"
            + " if (b) printf(\"seen\"); }";
    assertThat(Checked.kinds(engine, Profile.OPENSHMEM, 3, exits(atomics)))
        .containsExactly(FindingKind.CONFLICT);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aGlobalExitMayComeAtAnyMoment(Engine engine) {
    String prints = "if (me == 1) { shmem_long_atomic_fetch_inc(&a, 1); printf(\"late\"); }";
    Exploration found = Checked.explore(engine, Profile.OPENSHMEM, 2, exits(prints));
    assertThat(found.findings()).isEmpty();
    assertThat(found.outcomes()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void theDataOfAPutWithASignalMayNotOverlapTheSignal(Engine engine) {
    assertThat(misuse(engine, "buffer", "(uint64_t *) (buffer + 1)"))
        .isEqualTo(
            "the data of a put_signal overlaps its signal; give the signal a word of its own");
    assertThat(misuse(engine, "buffer", "(uint64_t *) (buffer + 2)")).isEmpty();
  }

  private static SourceFile exits(String others) {
    return Checked.openshmem("if (me == 0) shmem_global_exit(0);" + others);
  }

  private static String misuse(Engine engine, String data, String signal) {
    String body =
        "static long buffer[4]; long own[2] = {1, 2};"
            + "if (me == 0) shmem_long_put_signal("
            + data
            + ", own, 2, "
            + signal
            + ", 1, SHMEM_SIGNAL_SET, 1);";
    Exploration found = Checked.explore(engine, Profile.OPENSHMEM, 2, Checked.openshmem(body));
    return found.findings().stream()
        .map(finding -> finding instanceof Finding.Failure failure ? failure.failure().text() : "?")
        .reduce("", String::concat);
  }
}
