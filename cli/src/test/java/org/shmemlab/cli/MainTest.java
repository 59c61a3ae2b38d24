package org.shmemlab.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Set;
import org.junit.jupiter.api.Test;

class MainTest {
  @Test
  void printsItsVersion() {
    Session session = Session.of("--version");
    assertThat(session.exitCode()).isZero();
    assertThat(session.out()).matches("shmemlab \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
  }

  @Test
  void helpsOnEveryLevel() {
    assertThat(Session.of("--help").out()).contains("Usage: shmemlab");
    assertThat(Session.of("run", "--help").out()).contains("Usage: shmemlab run", "Exit codes:");
    assertThat(Session.of("completion", "--help").exitCode()).isZero();
  }

  @Test
  void aCommandLineBuildsOnlyTheSubcommandThatItNames() {
    Set<String> all = subcommands("--help");
    assertThat(all).contains("run", "check", "completion");
    for (String name : all) {
      if (!OddCommands.OF_OTHER_MODULES.contains(name)) {
        assertThat(subcommands(name)).containsExactly(name);
      }
    }
  }

  private static Set<String> subcommands(String first) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream(), false, UTF_8);
    return Main.commandLine(nowhere, nowhere, first).getSubcommands().keySet();
  }

  @Test
  void anUnknownOptionIsOneLine() {
    Session session = Session.of("--frobnicate");
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.out()).isEmpty();
    assertThat(session.err())
        .isEqualTo(
            "shmemlab: error: Unknown option: '--frobnicate' (try 'shmemlab --help')"
                + System.lineSeparator());
  }

  @Test
  void noCommandIsAUsageError() {
    Session session = Session.of();
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err().lines()).hasSize(1);
    assertThat(session.err()).contains("subcommand");
  }
}
