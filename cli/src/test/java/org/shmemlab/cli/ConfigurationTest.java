package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks the resources that the environment leaves to a program: the size of its heap, its share of
 * a GPU.
 */
class ConfigurationTest {
  private static final String HEAP =
      """
      #include <stdio.h>
      #include <nvshmem.h>
      #include <nvshmemx.h>
      int main(void) {
        nvshmem_init();
        cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
        char *a = (char *)nvshmem_malloc(3 << 20);
        char *b = (char *)nvshmem_malloc(1 << 20);
        printf("%d %d\\n", a != NULL, b != NULL);
        nvshmem_free(a);
        nvshmem_free(b);
        nvshmem_finalize();
        return 0;
      }
      """;

  private static final String CALLS =
      """
      #include <nvshmem.h>
      #include <nvshmemx.h>
      __global__ void kernel(long *x) { CALL }
      int main(void) {
        nvshmem_init();
        cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE));
        long *x = (long *)nvshmem_malloc(64);
        kernel<<<1, 1>>>(x);
        nvshmemx_barrier_all_on_stream(0);
        nvshmem_sync_all();
        nvshmem_barrier_all();
        nvshmem_free(x);
        cudaDeviceSynchronize();
        nvshmem_finalize();
        return 0;
      }
      """;

  @TempDir private Path folder = Path.of("");
  private Path program = Path.of("");

  @BeforeEach
  void chooseAName() {
    program = folder.resolve("a.cu");
  }

  private Session session(String command, String text, String... options) throws IOException {
    Files.writeString(program, text);
    List<String> words = new ArrayList<>(List.of(command, program.toString(), "-n", "2"));
    words.addAll(List.of(options));
    return Session.of(words.toArray(new String[0]));
  }

  @ParameterizedTest
  @CsvSource({
    "NVSHMEM_DISABLE_CUDA_VMM=1, NVSHMEM_SYMMETRIC_SIZE=4M, 1 1",
    "NVSHMEM_DISABLE_CUDA_VMM=1, NVSHMEM_SYMMETRIC_SIZE=4194303, 1 0",
    "NVSHMEM_HEAP_KIND=SYSMEM, NVSHMEM_SYMMETRIC_SIZE=2M, 0 1",
    "NVSHMEM_CUMEM_GRANULARITY=2M, NVSHMEM_SYMMETRIC_SIZE=1M, 1 1",
    "NVSHMEM_CUMEM_GRANULARITY=2M, NVSHMEM_MAX_MEMORY_PER_GPU=3M, 1 0"
  })
  void theHeapHasTheSizeThatIsSet(String kind, String size, String allocated) throws IOException {
    Session session = session("run", HEAP, "--env", kind, "--env", size);
    assertThat(session.out().lines()).containsOnly(allocated);
    assertThat(session.err().lines()).hasSize(allocated.equals("1 1") ? 0 : 1);
  }

  @Test
  void anAllocationThatFailsIsOneLine() throws IOException {
    Session session =
        session(
            "run",
            HEAP,
            "--env",
            "NVSHMEM_DISABLE_CUDA_VMM=1",
            "--env",
            "NVSHMEM_SYMMETRIC_SIZE=3M");
    assertThat(session.err())
        .endsWith(
            "a.cu:8:21: warning: a symmetric object of 1048576 bytes beside 3145728 bytes of others"
                + " does not fit, and the call gives NULL; NVSHMEM_SYMMETRIC_SIZE=3M is the whole"
                + " heap; set it higher (PE 0)\n");
  }

  @Test
  void noHandleCoversMoreThanTwoGigabytes() throws IOException {
    Session session = session("run", HEAP, "--env", "NVSHMEM_CUMEM_GRANULARITY=4G");
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err())
        .contains("NVSHMEM_CUMEM_GRANULARITY=4G: a memory handle covers at most 2G");
  }

  @ParameterizedTest
  @CsvSource({
    "'nvshmem_long_atomic_inc(x, 0);', an atomic memory operation",
    "'nvshmem_long_wait_until(x, NVSHMEM_CMP_GE, 0);', a wait or test",
    "'nvshmemx_signal_op((uint64_t *)x, 1, NVSHMEM_SIGNAL_SET, 0);', a signal",
    "'nvshmem_barrier_all();', barrier on the device",
  })
  void pesThatTakeTurnsOnAGpuOnlyTransfer(String call, String name) throws IOException {
    String text = CALLS.replace("CALL", call);
    Session alone = session("run", text, "--pes-per-gpu", "2");
    assertThat(alone.exitCode()).isEqualTo(1);
    assertThat(alone.err())
        .contains(
            "a.cu:3:35: ",
            name
                + " is refused: 2 PEs share a GPU without MPS; use --mps and set"
                + " CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=50; until then there are put, get, and"
                + " barrier_all and sync_all of the host and on streams");
  }

  @Test
  void pesThatTakeTurnsOnAGpuTransfer() throws IOException {
    String text = CALLS.replace("CALL", "nvshmem_long_p(x, 1, 0); nvshmem_quiet();");
    assertThat(session("run", text, "--pes-per-gpu", "2").exitCode()).isZero();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=50",
        "NVSHMEM_IGNORE_CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=1"
      })
  void pesThatShareAGpuMayDoAllWithEnoughOfIt(String variable) throws IOException {
    String text = CALLS.replace("CALL", "nvshmem_long_atomic_inc(x, 0);");
    String[] shared = {"--pes-per-gpu", "2", "--mps"};
    assertThat(session("run", text, shared).err())
        .contains(
            "2 PEs share a GPU and may use 200 percent of it; set"
                + " CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=50 or"
                + " NVSHMEM_IGNORE_CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=1");
    List<String> options = new ArrayList<>(List.of(shared));
    options.addAll(List.of("--env", variable));
    assertThat(session("run", text, options.toArray(new String[0])).exitCode()).isZero();
  }

  @Test
  void aCheckOfATransportFindsWhatIsRefused() throws IOException {
    String text = CALLS.replace("CALL", "nvshmem_long_atomic_inc(x, 0);");
    Session session = session("check", text, "--transport", "nvlink", "--pes-per-gpu", "2");
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.out())
        .contains("a.cu:3:35: ", "an atomic memory operation is refused: 2 PEs");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "--pes-per-gpu 0 | --pes-per-gpu 0: a GPU has at least 1 PE",
        "--env CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=0 | CUDA_MPS_ACTIVE_THREAD_PERCENTAGE=0: the value"
            + " is a number, 1 to 100",
        "--env NVSHMEM_IB_TIMEOUT=3 | NVSHMEM_IB_TIMEOUT is a variable of NVSHMEM 3.7; nvlink 3.4.5"
            + " does not read it"
      })
  void aMistakeIsOneLine(String options, String message) throws IOException {
    Session session = session("check", HEAP, ("--transport nvlink " + options).split(" "));
    assertThat(session.exitCode()).isEqualTo(2);
    assertThat(session.err())
        .isEqualTo("shmemlab: error: " + message + " (try 'shmemlab check --help')\n");
  }
}
