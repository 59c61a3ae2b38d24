package org.shmemlab.conformance.transports;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/**
 * Checks that a put over NVLink is asynchronous where the policy lets it be a bulk copy (NVSHMEM
 * 3.7 API, "Using TMA with NVSHMEM").
 */
class BulkCopiesTest {
  private static final String FLAG =
      """
      C BULK-MP
      "Whether the flag may overtake the data."

      { long x[2]; long v[2] = {1, 1}; long f; }

      P0 {
        nvshmem_long_put_nbi(&x[0], &v[0], 2, 1);
        %s
        nvshmem_long_atomic_set(&f, 1, 1);
      }

      P1 {
        nvshmem_long_wait_until(&f, NVSHMEM_CMP_EQ, 1);
        long r0 = x[0];
      }

      exists (1:r0 = 0)

      expect nvlink@3.8: forbidden
      """;

  private static String source(String form, int words, String order) {
    return """
    C BULK-SRC
    "Whether the source may change."
    pes 2

    { long x[2]; long v[2] = {1, 1}; }

    P0 {
      nvshmem_long_put%s(&x[0], &v[0], %d, 1);
      %s
      v[0] = 2;
    }

    exists (x[0]@1 = 2)

    expect nvlink@3.8: forbidden
    """
        .formatted(form, words, order);
  }

  @ParameterizedTest
  @CsvSource({
    "_nbi, 2, '', y, ENABLE",
    "_nbi, 2, '', y, FORCE",
    "_nbi, 2, '', n, DISABLE",
    "_nbi, 1, '', n, ENABLE", // 8 bytes are no bulk copy
    "_nbi, 2, nvshmemx_flush();, n, ENABLE",
    "_nbi, 2, nvshmem_quiet();, n, ENABLE",
    "'', 2, '', n, ENABLE",
  })
  void theSourceIsReadLater(String form, int words, String order, String shown, String policy) {
    assertThat(shown(source(form, words, order), policy)).isEqualTo(shown);
  }

  @ParameterizedTest
  @CsvSource({
    "'', y",
    "nvshmemx_flush();, y",
    "__threadfence_system();, y",
    "nvshmem_fence();, n",
    "nvshmem_quiet();, n",
  })
  void theFlagFollowsAFenceOrAQuiet(String order, String shown) {
    assertThat(shown(FLAG.formatted(order), "ENABLE")).isEqualTo(shown);
  }

  /** The documents have the put complete before its signal. */
  @Test
  void theSignalOfAPutFollowsItsData() {
    String text =
        FLAG.replace("long f;", "uint64_t f;")
            .replace("nvshmem_long_atomic_set(&f, 1, 1);", "")
            .replace(
                "put_nbi(&x[0], &v[0], 2, 1)",
                "put_signal_nbi(&x[0], &v[0], 2, &f, 1, NVSHMEM_SIGNAL_SET, 1)")
            .replace("nvshmem_long_wait_until", "nvshmem_uint64_wait_until")
            .formatted("");
    assertThat(shown(text, "ENABLE")).isEqualTo("n");
  }

  private static String shown(String text, String policy) {
    String name = text.substring(2, text.indexOf('\n'));
    LitmusProgram program =
        Objects.requireNonNull(
            Litmus.compile(new SourceFile(name + ".litmus", text)).program(), text);
    Settings settings = Settings.of(Map.of("NVSHMEM_TMA_POLICY", policy));
    TransportAnswer answer =
        TransportAnswer.of(
            program,
            Transport.of("nvlink@3.8", settings),
            2,
            new ExplorationLimits(100_000, () -> false));
    assertThat(answer.exploration().complete()).isTrue();
    return answer.verdict().equals(Optional.of(Verdict.ALLOWED)) ? "y" : "n";
  }
}
