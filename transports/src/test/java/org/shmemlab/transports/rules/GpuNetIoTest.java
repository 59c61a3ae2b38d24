package org.shmemlab.transports.rules;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.base.Splitter;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.transports.platform.PathKind;

class GpuNetIoTest {
  private static Transport transport(String name, String variables) {
    Map<String, String> environment =
        Splitter.on(' ').omitEmptyStrings().withKeyValueSeparator('=').split(variables);
    return Transport.of(name, Settings.of(environment));
  }

  @Test
  void theProcessorDrivesItUnlessThreadsAreAskedTo() {
    Transport byHost = transport("gpunetio", "");
    assertThat(byHost.key()).isEqualTo("gpunetio@3.8");
    assertThat(byHost.title()).isEqualTo("GPUNetIO of NVSHMEM 3.8");
    assertThat(byHost.network()).hasValue(PathKind.IBDEVX);
    assertThat(byHost.networkOfHost()).hasValue(PathKind.IBDEVX);
    Transport byThreads = transport("nvlink+gpunetio@3.8", "NVSHMEM_GPUNETIO_ENABLE_GDAKI=1");
    assertThat(byThreads.key()).isEqualTo("nvlink+gpunetio@3.8");
    assertThat(byThreads.network()).hasValue(PathKind.IBGDA);
    assertThat(byThreads.networkOfHost()).hasValue(PathKind.IBDEVX);
  }

  @Test
  void eachSideHasItsOwnNumberOfQueuePairs() {
    Transport transport =
        transport(
            "gpunetio",
            "NVSHMEM_GPUNETIO_ENABLE_GDAKI=1 NVSHMEM_GPUNETIO_NUM_RC_PER_PE_GPU=5"
                + " NVSHMEM_IBGDA_NUM_RC_PER_PE=7");
    assertThat(transport.network(true).orElseThrow().queues()).isEqualTo(5);
    assertThat(transport.network(false).orElseThrow().queues()).isEqualTo(1);
    Transport proxied = transport("gpunetio", "NVSHMEM_GPUNETIO_NUM_RC_PER_PE_CPU=3");
    assertThat(proxied.network(true).orElseThrow().queues()).isEqualTo(3);
    assertThat(proxied.network(false).orElseThrow().queues()).isEqualTo(1);
  }

  @Test
  void theEnvironmentChoosesItToo() {
    Settings settings = Settings.of(Map.of("NVSHMEM_REMOTE_TRANSPORT", "gpunetio"));
    assertThat(Transport.of(settings, NvshmemVersion.V3_8).key()).isEqualTo("nvlink+gpunetio@3.8");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "gpunetio@3.5 | | gpunetio is a transport of NVSHMEM 3.7 and later; write gpunetio@3.8,"
            + " not 3.5",
        "ibdevx@3.8 | NVSHMEM_REMOTE_TRANSPORT=gpunetio | NVSHMEM_REMOTE_TRANSPORT=gpunetio asks"
            + " for another network than ibdevx",
        "gpunetio | NVSHMEM_REMOTE_TRANSPORT=ucx | NVSHMEM_REMOTE_TRANSPORT=ucx asks for another"
            + " network than gpunetio",
        "ibgda@3.8 | NVSHMEM_GPUNETIO_ENABLE_GDAKI=1 | NVSHMEM_GPUNETIO_ENABLE_GDAKI=1 is for the"
            + " transport gpunetio; set NVSHMEM_REMOTE_TRANSPORT=gpunetio, too",
        "gpunetio | NVSHMEM_IB_ENABLE_IBGDA=1 | NVSHMEM_IB_ENABLE_IBGDA=1 and gpunetio are not"
            + " modelled together; for threads of the GPU set NVSHMEM_GPUNETIO_ENABLE_GDAKI=1"
      })
  void refusesWhatDoesNotFit(String name, String variables, String message) {
    String given = variables == null ? "" : variables;
    assertThatThrownBy(() -> transport(name, given))
        .isInstanceOf(BadTransport.class)
        .hasMessage(message);
  }
}
