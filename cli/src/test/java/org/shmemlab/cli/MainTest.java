package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import org.junit.jupiter.api.Test;

class MainTest {
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int shmemlab(String... args) {
    return Main.commandLine()
        .setOut(new PrintWriter(out, true))
        .setErr(new PrintWriter(err, true))
        .execute(args);
  }

  @Test
  void tellsItsVersion() {
    assertThat(shmemlab("--version")).isZero();
    assertThat(out.toString()).matches("shmemlab \\d+\\.\\d+\\.\\d+(-SNAPSHOT)?\\R");
  }

  @Test
  void helps() {
    assertThat(shmemlab("--help")).isZero();
    assertThat(out.toString()).contains("Usage: shmemlab");
  }

  @Test
  void anUnknownOptionIsOneLineAndAHint() {
    assertThat(shmemlab("--frobnicate")).isEqualTo(2);
    assertThat(err.toString())
        .startsWith("shmemlab: error: ")
        .contains("--frobnicate")
        .endsWith("try 'shmemlab --help'" + System.lineSeparator());
    assertThat(err.toString().lines()).hasSize(2);
  }

  @Test
  void noCommandIsAUsageError() {
    assertThat(shmemlab()).isEqualTo(2);
    assertThat(err.toString()).contains("subcommand");
  }
}
