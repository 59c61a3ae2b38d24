package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class CalibrateCommandTest {
  private static String results(String run) {
    Path folder = Path.of("results", run);
    return (Files.exists(folder) ? folder : Path.of("..").resolve(folder)).toString();
  }

  @Test
  void writesAPlatformThatCanBeShown(@TempDir Path folder) {
    Path file = folder.resolve("ours.yaml");
    Session session = Session.of("calibrate", results("h200-x2-1"), "-o", file.toString());
    assertThat(session.err()).isEmpty();
    assertThat(session.exitCode()).isZero();
    assertThat(session.out()).contains("put_nbi, stream of transfers, block", "left out: ");
    Session shown = Session.of("platform", "show", file.toString());
    assertThat(shown.exitCode()).isZero();
    assertThat(shown.out()).contains("results h200-x2-1: put_nbi, stream of transfers, block");
  }

  @Test
  void whatIsWrongIsOneLine(@TempDir Path folder) throws IOException {
    Session none = Session.of("calibrate", folder.toString());
    assertThat(none.exitCode()).isEqualTo(2);
    assertThat(none.err().lines()).hasSize(1);
    Path file = Files.writeString(folder.resolve("measure.csv"), "operation,timed\n");
    Session wrong = Session.of("calibrate", folder.toString());
    assertThat(wrong.exitCode()).isEqualTo(2);
    assertThat(wrong.err().lines()).singleElement().asString().startsWith(file + ":1: error: ");
    Session twice = Session.of("calibrate", results("h200-x2-1"), results("h200-x2-1"));
    assertThat(twice.exitCode()).isEqualTo(2);
    assertThat(twice.err().lines()).singleElement().asString().contains("a second folder");
  }
}
