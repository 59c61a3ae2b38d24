package org.shmemlab.cli.shell;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

/** Checks that a long command says how far it is, on a terminal and elsewhere. */
class ProgressTest {
  /** The display of a command that reports twice a second for so many seconds. */
  private static String shown(boolean known, boolean onTerminal, int seconds) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    Progress progress =
        new Progress(new PrintStream(bytes, true, StandardCharsets.UTF_8), 0, known, onTerminal);
    for (long half = 1; half <= 2L * seconds; half++) {
      long done = half;
      progress.update(half * 500_000_000, _ -> done + " done");
    }
    progress.clear();
    return bytes.toString(StandardCharsets.UTF_8);
  }

  @Test
  void elsewhereItIsALineEveryTenSeconds() {
    assertThat(shown(true, false, 9)).isEmpty();
    assertThat(shown(true, false, 35))
        .isEqualTo("shmemlab: 10 s, 20 done\nshmemlab: 20 s, 40 done\nshmemlab: 30 s, 60 done\n");
  }

  @Test
  void onATerminalItIsOneLineThatIsTakenAway() {
    assertThat(shown(true, true, 1)).isEmpty();
    assertThat(shown(true, true, 3))
        .doesNotContain("\n")
        .contains("shmemlab: 2 s, 4 done", "shmemlab: 3 s, 6 done")
        .endsWith("\r\u001b[K");
  }

  @Test
  void withoutAKindOfStreamItIsSilent() {
    assertThat(shown(false, false, 60)).isEmpty();
  }
}
