package org.shmemlab.transports.platform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.io.Resources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Reading platforms, and what a mistake in one is called. */
class PlatformsTest {
  static Stream<String> presets() {
    return Platforms.NAMES.stream();
  }

  private static String hgx() throws IOException {
    return Resources.toString(
        Resources.getResource(Platforms.class, "hgx-h200.yaml"), StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @MethodSource("presets")
  void everyPresetCanBeReadAndIsCalledAsItsFile(String name) {
    assertThat(Platforms.named(name).name()).isEqualTo(name);
  }

  @Test
  void aNumberOfNodesStandsAfterTheName() throws PlatformException {
    assertThat(Platforms.find("hgx-h200:4").nodes()).isEqualTo(4);
    assertThat(Platforms.find("hgx-h200").nodes()).isNull();
    assertThat(Platforms.find("hgx-h200").forPes(17).nodes()).isEqualTo(3);
  }

  @Test
  void tooFewNodesAreAnErrorThatNamesEnough() throws PlatformException {
    Cluster two = Platforms.find("hgx-h200:2");
    assertThatThrownBy(() -> two.forPes(17)).hasMessageContaining("name hgx-h200:3");
  }

  @Test
  void ncclPutsItsCostsOverThePathsThatGinHas() throws PlatformException {
    Platform nvshmem = Platforms.named("dgx-h100");
    Cluster cluster = Platforms.find("dgx-h100:2+nccl");
    Platform nccl = cluster.platform();
    assertThat(cluster.nodes()).isEqualTo(2);
    assertThat(nccl.name()).isEqualTo("dgx-h100+nccl");
    assertThat(nccl.paths().keySet())
        .containsExactlyInAnyOrder(PathKind.NVLINK, PathKind.PCIE, PathKind.IBGDA, PathKind.IBRC);
    assertThat(nccl.path(PathKind.NVLINK)).isEqualTo(nvshmem.path(PathKind.NVLINK));
    PathCosts gdaki = nccl.path(PathKind.IBGDA);
    assertThat(Objects.requireNonNull(gdaki.queues()).count().count()).isEqualTo(1);
    assertThat(gdaki.issue().cycles().cycles())
        .isLessThan(nvshmem.path(PathKind.IBGDA).issue().cycles().cycles());
    assertThat(gdaki.latency()).isEqualTo(nvshmem.path(PathKind.IBGDA).latency());
    assertThatThrownBy(() -> Platforms.find("alps+nccl"))
        .hasMessageContaining(
            "GIN of NCCL goes over ibgda and ibrc; this platform has nvlink, cxi");
  }

  @Test
  void hostBridgesShareACountOfNics() throws PlatformException {
    String own = "like: h800\nname: own\nnode: {nic: {count: {value: 4, source: a trial}}}\n";
    Node node = Platforms.parse("own.yaml", own).node();
    assertThat(node.nics()).isEqualTo(4);
    assertThat(node.roots()).allMatch(root -> root.nics().size() == 1);
    assertThat(Platforms.parse("own.yaml", own.replaceFirst("\\{value.*trial}", "8")).node())
        .isEqualTo(Platforms.named("h800").node());
  }

  @Test
  void issueCostsCyclesAndABase() {
    Platform h200 = Platforms.named("h200-ib200");
    long issue = h200.path(PathKind.IBGDA).issue().picoseconds(h200.gpu().clock());
    assertThat(issue / 1e6).isBetween(5.30, 5.32);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "sms: {value: 132,|smss: {value: 132,|unknown key 'smss' in platform.gpu; did you mean 'sms'?",
        "value: 1.98 GHz|value: 1.98 us|platform.gpu.clock: the unit 'us' does not fit; one of MHz, GHz",
        "value: 1.98 GHz|value: 1.98|platform.gpu.clock: the unit is missing; one of MHz, GHz",
        "value: 1.98 GHz|value: fast|platform.gpu.clock is not a number: 'fast'",
        "value: 1.98 GHz, source|source|platform.gpu.clock has no value",
        ", source: \"NVIDIA H200 data sheet (boost clock)\"}|}|platform.gpu.clock has no source",
        "source: \"NVIDIA H200 data sheet (boost clock)\"|source: estimate|an estimate without a reason",
        "gpus: [6, 7], nics|gpus: [6, 8], nics|gpu 8 hangs on a root, but there are 8",
        "gpus: [6, 7], nics|gpus: [6, 5], nics|gpu 5 hangs on two roots",
        "gpus: [6, 7], nics|gpus: [6], nics|gpu 7 hangs on no root",
        "below: switch, gpus: [0|below: swich, gpus: [0|cannot be 'swich'; did you mean 'switch'?",
        "kind: rails|kind: ring|platform.network.kind cannot be 'ring'; known: dragonfly, fat-tree",
        "range: 2.26..2.78|range: 2.5..2.78|a range is LOW..HIGH",
        "summary: 8|# summary: 8|'summary' is missing in platform",
        "name: hgx-h200|name: [|not YAML",
        "model: ConnectX-7, 400 Gbit/s|count: 0|node.nic.count is a whole number from 1 to 256",
        "model: ConnectX-7, 400 Gbit/s|count: 4|node.nic.count is 4, but node.roots lists 8; leave one out",
        "name: hgx-h200|like: h201|no platform 'h201'; did you mean 'h800'?",
      })
  void aMistakeIsOneLineThatSaysWhatAndWhere(String text, String instead, String message)
      throws IOException {
    String right = hgx();
    int at = right.indexOf(text);
    assertThat(at).isPositive();
    String wrong = right.replaceFirst(Pattern.quote(text), instead);
    assertThatThrownBy(() -> Platforms.parse("my.yaml", wrong))
        .isInstanceOfSatisfying(
            PlatformException.class,
            problem -> {
              assertThat(problem.mistakes()).hasSizeLessThan(3);
              assertThat(problem.getMessage()).containsPattern("my.yaml:\\d+: error: ");
              assertThat(problem.getMessage()).contains(message);
            });
  }

  @Test
  void everyMistakeIsReported() throws IOException {
    String wrong = hgx().replace("value: 1.98 GHz", "value: 1.98 s").replace("sms:", "sm:");
    assertThatThrownBy(() -> Platforms.parse("my.yaml", wrong))
        .hasMessageContaining("my.yaml:9: error: platform.gpu.clock")
        .hasMessageContaining("my.yaml:8: error: unknown key 'sm'");
  }

  @Test
  void aFileMayBeLikeAPresetAndChangeWhatItNames(@TempDir Path folder) throws Exception {
    Path file = folder.resolve("mine.yaml");
    Files.writeString(
        file,
        """
        like: hgx-h200
        name: mine
        node:
          nic:
            bandwidth: {value: 800 Gbit/s, source: ours}
        paths:
          ucx: none
        """);
    Platform mine = Platforms.find(file + ":2").platform();
    assertThat(mine.node().nic().bandwidth().bytesPerSecond()).isEqualTo(1e11);
    assertThat(mine.node().gpus()).isEqualTo(Platforms.named("hgx-h200").node().gpus());
    assertThat(mine.paths()).doesNotContainKey(PathKind.UCX).containsKey(PathKind.IBGDA);
  }

  @Test
  void filesThatAreLikeEachOtherInACircleAreRefused(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("a.yaml");
    Files.writeString(file, "like: b.yaml\n");
    Files.writeString(folder.resolve("b.yaml"), "like: a.yaml\n");
    assertThatThrownBy(() -> Platforms.find(file.toString())).hasMessageContaining("circle");
  }
}
