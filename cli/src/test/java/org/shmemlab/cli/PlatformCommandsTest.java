package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("simulation")
class PlatformCommandsTest {
  @Test
  void listsPlatforms() {
    Session session = Session.of("platforms");
    assertThat(session.exitCode()).isZero();
    assertThat(session.out()).contains("gb200-nvl72", "AWS p5.48xlarge");
    assertThat(Session.of("platforms", "--json").out())
        .contains("urn:shmemlab:platforms:1")
        .contains("\"alps\"");
  }

  @Test
  void showsNumbersWithSourcesAndARoute() {
    Session session = Session.of("platform", "show", "hgx-h200:2", "--route", "0,9");
    assertThat(session.exitCode()).isZero();
    assertThat(session.out())
        .contains("NVSwitch 450 GB/s a port", "paths.ibgda.quiet.per-queue", "Tables 7 and 8")
        .contains("PE 0 to PE 9 by ibgda:", "rail leaf 0 up");
    assertThat(Session.of("platform", "show", "alps", "--json").out())
        .contains("\"key\" : \"paths.cxi.issue.base\"", "\"estimate\" : true");
  }

  @Test
  void aWrongFileIsOneLineForEachMistake(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(file, "like: alps\nnames: mine\ngpu:\n  sms: {value: 3 us, source: ours}\n");
    Session session = Session.of("platform", "show", file.toString());
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err().lines())
        .containsExactly(
            file + ":2: error: unknown key 'names' in platform; did you mean 'name'?",
            file + ":4: error: platform.gpu.sms: a number without a unit, not in 'us'");
  }

  @Test
  void aRouteThatThereIsNotIsAUsageError() {
    assertThat(Session.of("platform", "show", "alps:1", "--route", "0,4").err())
        .contains("--route 0,4: 1 nodes of alps have 4 GPUs for 5 PEs; name alps:2");
    assertThat(Session.of("platform", "show", "alps", "--route", "x").exitCode()).isEqualTo(2);
    assertThat(Session.of("platform", "show", "alps", "--route", "0,4", "--path", "efa").err())
        .contains("--path efa: alps has cxi");
  }

  @Tag("whole")
  @Test
  void printsFitsAndTheirErrors() {
    assertThat(Session.of("fit").out()).contains("T0 + bytes/BW", "95 %", "PS0001");
    assertThat(Session.of("fit", "--json").out()).contains("\"low\"");
    assertThat(Session.of("accuracy").out()).contains("held out", "not predicted:");
    Session json = Session.of("accuracy", "--json");
    assertThat(json.err()).isEmpty();
    assertThat(json.out()).contains("\"unpredicted\"");
  }
}
