package org.shmemlab.transports.cost.fleet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Map;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.cost.parameters.QueuePairs;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.simulate.MessageCost;

/** Tests the effect of a release and its environment on simulated time. */
class ConfiguredCostsTest {
  private static final Platform NODE = Platforms.named("hgx-h200");

  private static Fleet fleet(String transport, Map<String, String> environment) {
    Transport both = Transport.of("nvlink+" + transport, Settings.of(environment));
    return Fleets.on(NODE, both, 8, 4);
  }

  private static Fleet fleet(String variable, String value) {
    return fleet("ibgda", Map.of(variable, value));
  }

  private static ImmutableIntArray dealt(Map<String, String> more) {
    return fleet(
            "ibgda",
            com.google.common.collect.ImmutableMap.<String, String>builder()
                .put("NVSHMEM_ENABLE_NIC_PE_MAPPING", "1")
                .putAll(more)
                .buildOrThrow())
        .nicOf();
  }

  @Test
  void nothingSetLeavesThePlatformAsItIs() {
    Fleet plain = Fleets.on(NODE, 8, 4, PathKind.IBGDA);
    Fleet configured = fleet("ibgda", Map.of());
    assertThat(configured.remote()).isEqualTo(plain.remote());
    assertThat(configured.nicOf()).isEqualTo(plain.nicOf());
    assertThat(configured.collectives()).isEqualTo(plain.collectives());
  }

  @Property(tries = 20)
  void aQuietPollsEveryQueuePairThatIsAskedFor(@ForAll @IntRange(min = 1, max = 64) int queues) {
    Fleet one = fleet("NVSHMEM_IBGDA_NUM_RC_PER_PE", "1");
    Fleet many = fleet("NVSHMEM_IBGDA_NUM_RC_PER_PE", String.valueOf(queues));
    long apart =
        MessageCost.between(many, 4, "").totalPs() - MessageCost.between(one, 4, "").totalPs();
    assertThat(apart).isEqualTo((queues - 1) * one.remote().quietPerQueuePs());
  }

  @Test
  void theNearestCardServesUnlessTheEnvironmentDealsThem() {
    assertThat(fleet("ibgda", Map.of()).nicOf()).isEqualTo(ImmutableIntArray.of(0, 1, 2, 3));
    assertThat(dealt(Map.of())).isEqualTo(ImmutableIntArray.of(0, 1, 2, 3));
    assertThat(dealt(Map.of("NVSHMEM_HCA_LIST", "mlx5_6:1,mlx5_2:1")))
        .isEqualTo(ImmutableIntArray.of(6, 2, 6, 2));
    assertThat(dealt(Map.of("NVSHMEM_HCA_LIST", "^mlx5_0:1,mlx5_2:1")))
        .isEqualTo(ImmutableIntArray.of(1, 3, 4, 5));
    assertThat(dealt(Map.of("NVSHMEM_HCA_PE_MAPPING", "mlx5_5:1:3,mlx5_7:1:1")))
        .isEqualTo(ImmutableIntArray.of(5, 5, 5, 7));
  }

  @Test
  void withoutItsSwitchAListOfCardsChangesNothing() {
    assertThat(fleet("NVSHMEM_HCA_LIST", "mlx5_6:1").nicOf())
        .isEqualTo(ImmutableIntArray.of(0, 1, 2, 3));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          HCA_LIST                | mlx5_8:1        | NVSHMEM_HCA_LIST: 'mlx5_8:1' names none of the node's 8 cards, which end in 0 to 7
          HCA_PE_MAPPING          | mlx5_0:1:3      | NVSHMEM_HCA_PE_MAPPING gives cards to 3 PEs of a node that has 4
          HCA_PE_MAPPING          | mlx5_0:4        | NVSHMEM_HCA_PE_MAPPING: 'mlx5_0:4' is not NAME:PORT:PES
          IBGDA_NUM_RC_PER_PE     | 0               | NVSHMEM_IBGDA_NUM_RC_PER_PE is at least 1, not 0
          BARRIER_TG_DISSEM_KVAL  | 1               | NVSHMEM_BARRIER_TG_DISSEM_KVAL is at least 2, not 1
          """)
  void whatDoesNotFitIsOneLine(String variable, String value, String message) {
    assertThatThrownBy(() ->
            fleet(
                "ibgda",
                Map.of("NVSHMEM_ENABLE_NIC_PE_MAPPING", "1", "NVSHMEM_" + variable, value)))
        .isInstanceOf(BadTransport.class)
        .hasMessage(message);
  }

  @Test
  void release35TakesQueuePairsInTurnsAndLosesTheProxysFence() {
    assertThat(fleet("ibgda", Map.of()).remote().queues().choice())
        .isEqualTo(QueuePairs.Choice.BY_BLOCK);
    assertThat(fleet("ibgda@3.5", Map.of()).remote().queues().choice())
        .isEqualTo(QueuePairs.Choice.NEXT);
    Platform alps = Platforms.named("alps");
    Fleet plain = Fleets.on(alps, 8, 4, PathKind.CXI);
    Transport lossy = Transport.of("nvlink+cxi@3.5", Settings.DEFAULT);
    assertThat(plain.remote().fence()).isEqualTo(PathParameters.Fence.DRAINS);
    assertThat(Fleets.on(alps, lossy, 8, 4).remote().fence()).isEqualTo(PathParameters.Fence.LOST);
  }
}
