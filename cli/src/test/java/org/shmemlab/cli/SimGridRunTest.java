package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.transports.network.NetworkEngines;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * Checks whole programs whose large messages share links by SimGrid. Runs where there is SimGrid.
 */
@Tag("simulation")
@Tag("whole")
class SimGridRunTest {
  @TempDir Path folder;

  @BeforeEach
  void simGridIsHere() {
    var missing = NetworkEngines.missing(NetworkEngines.SIMGRID);
    assumeTrue(missing.isEmpty(), missing.orElse(""));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "hgx-h200",
        "hgx-h200 --gpus-per-node 2",
        "hgx-h200 --gpus-per-node 2 --transport ibrc",
        "alps --gpus-per-node 4",
        "p5en --gpus-per-node 4",
        "h100-mesh --gpus-per-node 4"
      })
  void anExchangeOfMegabytesTakesAsLongByEitherEngine(String where) throws IOException {
    Path file = folder.resolve("exchange.cu");
    Files.writeString(
        file,
        """
        #include <nvshmem.h>
        #include <nvshmemx.h>
        __global__ void exchange(char *to, const char *from, size_t most) {
          int me = nvshmem_my_pe(), pes = nvshmem_n_pes();
          for (int k = 1; k < pes; k++)
            nvshmemx_putmem_nbi_block(to + me * most, from, most >> (me + k) % 3, (me + k) % pes);
          nvshmem_quiet();
        }
        int main() {
          nvshmem_init();
          cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
          size_t most = 1 << 20;
          char *to = (char *)nvshmem_malloc(most * nvshmem_n_pes());
          char *from = (char *)nvshmem_malloc(most);
          exchange<<<1, 32>>>(to, from, most);
          cudaDeviceSynchronize();
          nvshmem_barrier_all();
          nvshmem_free(from);
          nvshmem_free(to);
          nvshmem_finalize();
        }
        """);
    JsonNode embedded = timed(file, where, NetworkEngines.EMBEDDED);
    JsonNode simGrid = timed(file, where, NetworkEngines.SIMGRID);
    assertThat(embedded.get("operations").asLong()).isEqualTo(56);
    assertThat(simGrid.get("operations").asLong()).isEqualTo(56);
    long time = embedded.get("picoseconds").asLong();
    // Two picoseconds for each of the flows that follow each other, as SimGrid rounds times.
    assertThat(simGrid.get("picoseconds").asLong())
        .isCloseTo(time, within(112L + time / 1_000_000_000));
  }

  private static JsonNode timed(Path file, String where, String engine) {
    List<String> line = new ArrayList<>(List.of("run", file.toString(), "-n", "8", "--platform"));
    line.addAll(List.of(where.split(" ")));
    line.addAll(List.of("--network", engine, "--json"));
    Session session = Session.of(line.toArray(String[]::new));
    assertThat(session.err()).isEmpty();
    assertThat(session.exitCode()).isZero();
    return JsonMapper.shared().readTree(session.out()).get("results").get(0).get("timed");
  }
}
