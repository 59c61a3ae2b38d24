package org.shmemlab.conformance.agreement;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.conformance.axiomatic.AxiomaticChecker;
import org.shmemlab.conformance.axiomatic.Subject;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Checks that a thread's stores to a peer are visible before all that follows its fence, for all
 * threads.
 */
class FencesOfThreadsAgreeTest {
  private static final String MESSAGE =
      """
      C MESSAGE
      "The fence orders the store, for whoever hears of it."
      { long x; long f; }
      P0 {
        long *peer = (long *) nvshmem_ptr(&x, 1);
        *peer = 1;
        FENCE
        nvshmem_long_atomic_add(&f, 1, TOLD);
      }
      P1 {
        nvshmem_long_wait_until(&f, NVSHMEM_CMP_EQ, 1);
        long r0 = x;
      }
      P2 {
        PASS_ON
      }
      exists (1:r0 = 0)
      expect nvshmem: forbidden
      """;

  private static final String DIRECTLY = MESSAGE.replace("TOLD", "1").replace("PASS_ON", "");
  private static final String BY_A_THIRD =
      MESSAGE
          .replace("TOLD", "2")
          .replace(
              "PASS_ON",
              "nvshmem_long_wait_until(&f, NVSHMEM_CMP_EQ, 1); nvshmem_long_atomic_add(&f, 1, 1);");

  @ParameterizedTest
  @ValueSource(strings = {"", "__threadfence_block();", "__threadfence();"})
  void aFenceForFewerThreadsOrdersNothing(String fence) {
    assertThat(undefined(DIRECTLY, fence)).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"__threadfence_system();", "nvshmem_fence();", "nvshmem_quiet();"})
  void aFenceForAllThreadsDoes(String fence) {
    assertThat(undefined(DIRECTLY, fence)).isFalse();
  }

  /** A fence of the library orders what goes to one PE; that of the thread is over when it is. */
  @ParameterizedTest
  @ValueSource(strings = {"__threadfence_system();", "nvshmem_fence();", "nvshmem_quiet();"})
  void aFenceOfTheThreadDoesSoForEveryLaterObserver(String fence) {
    assertThat(undefined(BY_A_THIRD, fence)).isEqualTo(fence.equals("nvshmem_fence();"));
  }

  private static boolean undefined(String test, String fence) {
    String text = test.replace("FENCE", fence);
    LitmusProgram program =
        Objects.requireNonNull(
            Litmus.compile(new SourceFile("fences.litmus", text)).program(), text);
    return Stream.of(Profile.NVSHMEM, Profile.ORDERING_PAGE)
        .map(profile -> {
          var explored = Explored.of(program, profile);
          assertThat(new AxiomaticChecker(profile).check(Subject.of(program))).isEqualTo(explored);
          return explored.undefined();
        })
        .distinct()
        .reduce((one, other) -> {
          throw new AssertionError("the profiles differ: " + text);
        })
        .orElseThrow();
  }
}
