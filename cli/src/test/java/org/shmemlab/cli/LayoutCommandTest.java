package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.cli.shell.ExitCodes;

class LayoutCommandTest {
  @TempDir Path folder;

  private static String shown(String options) {
    Session session = Session.of(("layout " + options).split(" "));
    assertThat(session.err()).isEmpty();
    assertThat(session.exitCode()).isZero();
    return session.out();
  }

  @Test
  void aDomainOfSeveralNodesEndsWhereNvlinkDoes() {
    assertThat(shown("-n 144 --platform gb200-nvl72"))
        .contains("144 PEs on 36 nodes, in 2 domains")
        .containsPattern("its node +1 to 3 +nvlink +ibgda")
        .containsPattern("its domain, other nodes +4 to 71 +nvlink +ibgda")
        .containsPattern("other domains +72 to 143 +ibgda +ibgda")
        .contains("calls of the host take ibrc");
  }

  @Test
  void oneNodeUsesNoNetworkUnlessItsPathHasNoAtomics() {
    assertThat(shown("-n 4 --platform hgx-h200"))
        .containsPattern("itself +0 +memory +memory")
        .containsPattern("its node +1 to 3 +nvlink +nvlink")
        .contains("No network is used.");
    assertThat(shown("-n 4 --platform hgx-h200 --transport pcie"))
        .containsPattern("itself +0 +memory +ibrc")
        .containsPattern("its node +1 to 3 +pcie +ibrc");
    assertThat(
            shown("-n 4 --platform hgx-h200 --transport pcie --env NVSHMEM_REMOTE_TRANSPORT=none"))
        .containsPattern("its node +1 to 3 +pcie +pcie .signals alone.");
  }

  @Test
  void theLibrarysVariablesChangeIt() {
    assertThat(shown("-n 8 --platform gb200-nvl72 --env NVSHMEM_DISABLE_MNNVL=1"))
        .containsPattern("other nodes +4 to 7 +ibgda");
    assertThat(shown("-n 4 --platform alps --env NVSHMEM_DISABLE_P2P=1"))
        .contains("none maps another's memory")
        .containsPattern("its node +1 to 3 +cxi +cxi");
    assertThat(
            shown(
                "-n 8 --platform hgx-h200 --gpus-per-node 4 --env NVSHMEM_ENABLE_NIC_PE_MAPPING=1"
                    + " --env NVSHMEM_HCA_LIST=mlx5_6,mlx5_7"))
        .contains("cards of a node's PEs: [6, 7, 6, 7]");
  }

  @Test
  void everyPeHasItsPlaceInTheTable() throws IOException {
    Path file = folder.resolve("job.pes.csv");
    shown("-n 6 --platform hgx-h200 --gpus-per-node 4 --export " + file);
    assertThat(Files.readAllLines(file))
        .containsExactly(
            "pe,node,domain,nic", "0,0,0,0", "1,0,0,1", "2,0,0,2", "3,0,0,3", "4,1,1,8", "5,1,1,9");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "-n 4 | a layout needs a --platform",
        "-n 0 --platform alps | a job has 1 to 1048576 PEs",
        "-n 2 --platform alps --transport cxi | nothing goes over cxi: all 2 PEs reach each other",
        "-n 1 --platform alps --transport cxi | nothing goes over cxi: there is one PE",
        "-n 8 --platform alps --transport nvlink | nothing leads from PE 0 to PE 4"
      })
  void aMistakeIsOneLine(String options, String message) {
    Session session = Session.of(("layout " + options).split(" "));
    assertThat(session.exitCode()).isEqualTo(ExitCodes.USAGE);
    assertThat(session.err()).contains(message).hasLineCount(1);
  }
}
