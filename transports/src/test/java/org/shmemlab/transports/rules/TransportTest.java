package org.shmemlab.transports.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.transports.platform.PathKind;

class TransportTest {
  @ParameterizedTest
  @CsvSource({
    "nvlink, nvlink 3.4.5",
    "ibgda@3.5, ibgda 3.5",
    "nvlink+efa, nvlink+efa 3.4.5",
    "pcie, pcie 3.4.5",
    "pcie+ucx@3.5, pcie+ucx 3.5"
  })
  void hasAName(String key, String name) {
    Transport transport = Transport.of(key, Settings.DEFAULT);
    assertThat(transport.name()).isEqualTo(name);
    assertThat(transport.key()).isEqualTo(key);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "fast | transport 'fast': there are nvlink, pcie, ibrc, ibdevx, ibgda, ucx, cxi, verbs,"
            + " efa, gpunetio",
        "ibrc@9 | transport 'ibrc@9': there are versions 3.4.5, 3.5, 3.8",
        "ibrc+nvlink | transport 'ibrc+nvlink': at most two, first that inside a node (nvlink,"
            + " pcie), then the network"
      })
  void rejectsWhatThereIsNot(String key, String message) {
    assertThatThrownBy(() -> Transport.of(key, Settings.DEFAULT))
        .isInstanceOf(BadTransport.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "NVSHMEM_QP_DEPHT | 1 | NVSHMEM_QP_DEPHT is not a variable that NVSHMEM 3.4.5 to 3.8"
            + " reads; check its spelling",
        "NVSHMEM_QP_DEPTH | many | NVSHMEM_QP_DEPTH=many: the value is a number from 0",
        "NVSHMEM_SYMMETRIC_SIZE | 1Q | NVSHMEM_SYMMETRIC_SIZE=1Q: the value is a size as in 512M:"
            + " digits, and K, M, G or T after them",
        "NVSHMEM_DISABLE_P2P | maybe | NVSHMEM_DISABLE_P2P=maybe: the value is 0 or 1 (or no, yes,"
            + " false, true, off, on)",
        "NVSHMEM_IBGDA_RC_MAP_BY | thread | NVSHMEM_IBGDA_RC_MAP_BY=thread: the value is one of"
            + " cta, sm, warp"
      })
  void rejectsABadVariable(String name, String value, String message) {
    assertThatThrownBy(() -> Settings.of(Map.of(name, value)))
        .isInstanceOf(BadTransport.class)
        .hasMessage(message);
  }

  @ParameterizedTest
  @EnumSource
  void everyDefaultIsAValue(EnvironmentVariable variable) {
    assertThat(variable.accepted(variable.standard())).hasValue(variable.standard());
  }

  @Test
  void readsSizesFlagsAndLeavesOthersVariablesAlone() {
    Settings settings =
        Settings.of(
            Map.of("NVSHMEM_SYMMETRIC_SIZE", "2g", "NVSHMEM_DISABLE_P2P", "Yes", "HOME", "/root"));
    assertThat(settings.bytes(EnvironmentVariable.SYMMETRIC_SIZE)).isEqualTo(2L << 30);
    assertThat(settings.bytes(EnvironmentVariable.CUMEM_GRANULARITY)).isEqualTo(512L << 20);
    assertThat(settings.has(EnvironmentVariable.DISABLE_P2P)).isTrue();
    assertThat(settings.toString()).isEqualTo("NVSHMEM_SYMMETRIC_SIZE=2g NVSHMEM_DISABLE_P2P=1");
  }

  @Test
  void followsTheEnvironmentToATransport() {
    assertThat(Transport.of(Settings.DEFAULT, NvshmemVersion.V3_4_5).key())
        .isEqualTo("nvlink+ibrc");
    Settings efa =
        Settings.of(
            Map.of(
                "NVSHMEM_REMOTE_TRANSPORT", "libfabric",
                "NVSHMEM_LIBFABRIC_PROVIDER", "efa",
                "NVSHMEM_DISABLE_P2P", "1"));
    assertThat(Transport.of(efa, NvshmemVersion.V3_5).key()).isEqualTo("efa@3.5");
    Settings none = Settings.DEFAULT.with(EnvironmentVariable.REMOTE_TRANSPORT, "none");
    assertThat(Transport.of("pcie", none).network()).isEmpty();
  }

  @Test
  void refusesSettingsThatContradictTheName() {
    Settings ucx = Settings.DEFAULT.with(EnvironmentVariable.REMOTE_TRANSPORT, "ucx");
    assertThatThrownBy(() -> Transport.of("ibrc", ucx))
        .hasMessage("NVSHMEM_REMOTE_TRANSPORT=ucx asks for another network than ibrc");
    Settings noPeers = Settings.DEFAULT.with(EnvironmentVariable.DISABLE_P2P, "1");
    assertThatThrownBy(() -> Transport.of("nvlink", noPeers))
        .hasMessage("NVSHMEM_DISABLE_P2P=1 leaves no nvlink; name a network alone");
  }

  @Test
  void givesTheHostOfIbgdaTheRemoteTransportNextToIt() {
    Transport transport = Transport.of("ibgda", Settings.DEFAULT);
    assertThat(transport.network(true).map(Network::path)).isEqualTo(Optional.of(PathKind.IBGDA));
    assertThat(transport.network(false).map(Network::path)).isEqualTo(Optional.of(PathKind.IBRC));
  }
}
