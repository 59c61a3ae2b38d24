package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class RobustnessTest {
  private static final JsonMapper JSON = new JsonMapper();

  @Test
  void aProgramWithAllItsOrderIsRobust() {
    Session session = Session.of("check", "--robust", "../litmus/mp/MP+put+fence+same.litmus");
    assertThat(session.exitCode()).isZero();
    assertThat(session.out())
        .contains("under nvshmem robust: interleavings show all there is, one outcome");
  }

  /** Store buffering by atomics: a fence does not reach both targets, a quiet does. */
  @Test
  void saysWhichOperationHasToBeComplete() {
    Session session =
        Session.of(
            "check", "--robust", "--profile", "nvshmem", "../litmus/shapes/SB+amo+fence.litmus");
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.out())
        .contains("not robust\n  no interleaving shows: 0:r0=0; 1:r0=0;\n")
        .containsPattern(
            "missing: .*SB\\+amo\\+fence.litmus:\\d+, .*SB\\+amo\\+fence.litmus:\\d+\n");
    assertThat(Session.of("check", "--robust", "../litmus/shapes/SB+amo+quiet.litmus").exitCode())
        .isZero();
  }

  @Test
  void saysWhichOrderAConflictMisses() {
    Session session = Session.of("check", "--robust", "../litmus/mp/MP+put+none+same.litmus");
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.out()).contains("nothing is promised: the put of PE 0").contains("missing:");
  }

  @Test
  void looksAtProgramsToo() {
    Session session =
        Session.of("check", "--robust", "../gallery/01_flag_overtakes_data/before.cu");
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.out()).contains("before.cu").contains("missing:");
  }

  @Test
  void aProgramOfNcclsDeviceInterfaceIsAnsweredInItsWords() {
    String[] command = {
      "check", "--robust", "../litmus-nccl/pairs.cu", "-n", "2", "--", "polled_before"
    };
    assertThat(Session.of(command).out())
        .contains("the putValue of PE 0")
        .contains("waitSignal")
        .doesNotContain("nvshmem");
  }

  @Test
  void asJsonSaysWhichOutcomesAreWeakAndWhichOperationsAreNotComplete() {
    JsonNode answer = json("../litmus/shapes/SB+amo+fence.litmus").get(0).get("profiles").get(0);
    assertThat(answer.get("profile").stringValue()).isEqualTo("nvshmem");
    assertThat(answer.get("robust").booleanValue()).isFalse();
    assertThat(answer.get("complete").booleanValue()).isTrue();
    assertThat(answer.get("outcomes").intValue()).isPositive();
    assertThat(answer.get("weak_outcomes").get(0).stringValue()).startsWith("0:r0=0");
    assertThat(answer.get("incomplete").size()).isEqualTo(2);
    assertThat(answer.get("incomplete").get(0).get("line").intValue()).isPositive();
    assertThat(answer.get("conflict").isNull()).isTrue();
  }

  @Test
  void asJsonShowsBothSidesOfAConflict() {
    JsonNode answer = json("../litmus/mp/MP+put+none+same.litmus").get(0).get("profiles").get(0);
    assertThat(answer.get("robust").booleanValue()).isFalse();
    assertThat(answer.get("conflict").get("first").get("kind").stringValue()).isEqualTo("put");
    assertThat(answer.get("conflict").get("second").get("object_pe").intValue()).isOne();
    assertThat(answer.get("conflict").get("missing_order").stringValue()).isNotEmpty();
  }

  @Test
  void asJsonLeavesOutWhatWasNotSeen() {
    JsonNode answer =
        json("../litmus/shapes/SB+amo+quiet.litmus", "--budget", "2").get(0).get("profiles").get(0);
    assertThat(answer.get("complete").booleanValue()).isFalse();
    assertThat(answer.get("robust").isNull()).isTrue();
  }

  @Test
  void asJsonReportsWhyAFileIsNoProgram(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("a.c"), "int main(void) { return x; }\n");
    Session session = Session.of("check", "--robust", "--json", file.toString());
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err()).isEmpty();
    assertThat(
            JSON.readTree(session.out())
                .get("results")
                .get(0)
                .get("diagnostics")
                .get(0)
                .get("line")
                .intValue())
        .isOne();
  }

  @Test
  void asJsonHasAResultForEachFile() {
    JsonNode files =
        json("../litmus/shapes/SB+amo+quiet.litmus", "../litmus/shapes/SB+amo+fence.litmus");
    assertThat(files.size()).isEqualTo(2);
    assertThat(files.get(1).get("file").stringValue()).endsWith("SB+amo+fence.litmus");
  }

  private static JsonNode json(String... files) {
    return JSON.readTree(
            Session.of(
                    Stream.concat(
                            Stream.of("check", "--robust", "--json", "--profile", "nvshmem"),
                            Stream.of(files))
                        .toArray(String[]::new))
                .out())
        .get("results");
  }

  @Test
  void hasNoFindingsForCodeReview() {
    Session session =
        Session.of("check", "--robust", "--export", "x.sarif", "../litmus/shapes/SB+amo.litmus");
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err())
        .startsWith("shmemlab: error: --export x.sarif: this command exports .json by that ending");
  }

  @Test
  void needsEveryState() {
    Session session =
        Session.of("check", "--robust", "--engine", "random", "../litmus/shapes/SB+amo.litmus");
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err()).startsWith("shmemlab: error: --robust needs every state");
  }
}
