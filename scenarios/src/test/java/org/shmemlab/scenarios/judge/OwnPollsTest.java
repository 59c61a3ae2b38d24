package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * A thread polls a word of the library by loads of its own: a conflict by the stricter reading; by
 * the more lenient one the search goes on, and the loads order what they acquire.
 */
@Tag("compiler")
class OwnPollsTest {
  private static final String ACQUIRE = "ld.acquire.sys.global.u64 %0, [%1];";
  private static final String RELAXED = "ld.relaxed.sys.global.u64 %0, [%1];";
  private static final String OF_GPU = "ld.acquire.gpu.global.u64 %0, [%1];";

  private static SourceFile program(String sends, String load, String after) {
    return new SourceFile(
        "polls.cu",
        """
        #include <nvshmem.h>
        #include <nvshmemx.h>
        __global__ void k(long *data, uint64_t *flag) {
          if (nvshmem_my_pe() == 0) {
            %s
          } else {
            uint64_t seen = 0;
            while (seen == 0) asm volatile("%s" : "=l"(seen) : "l"(flag) : "memory");
            %s
            if (*data != 42) __trap();
          }
        }
        int main() {
          nvshmem_init();
          long *data = (long *)nvshmem_calloc(1, 8);
          uint64_t *flag = (uint64_t *)nvshmem_calloc(1, 8);
          nvshmem_barrier_all();
          k<<<1, 1>>>(data, flag);
          cudaDeviceSynchronize();
          nvshmem_barrier_all();
          nvshmem_finalize();
        }
        """
            .formatted(sends, load, after));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "nvshmem_long_p(data, 42, 1); nvshmem_fence(); | nvshmem_uint64_atomic_add(flag, 1, 1);",
        "nvshmem_long_p(data, 42, 1); nvshmem_fence(); | nvshmem_uint64_p(flag, 1, 1);",
        "nvshmem_long_p(data, 42, 1); nvshmem_fence(); |"
            + " nvshmemx_signal_op(flag, 1, NVSHMEM_SIGNAL_SET, 1);",
      })
  void onlyTheLenientReadingLetsOwnAtomicLoadsPoll(String puts, String raises) {
    for (Engine engine : new Engine[] {Engine.STATES, Engine.DPOR}) {
      SourceFile ordered = program(puts + raises, ACQUIRE, "");
      assertThat(kinds(engine, Profile.NVSHMEM, ordered)).containsExactly(FindingKind.CONFLICT);
      assertThat(kinds(engine, Profile.ORDERING_PAGE, ordered)).isEmpty();

      SourceFile fenced = program(puts + raises, RELAXED, "__threadfence_system();");
      assertThat(kinds(engine, Profile.ORDERING_PAGE, fenced)).isEmpty();

      SourceFile relaxed = program(puts + raises, RELAXED, "");
      SourceFile narrow = program(puts + raises, OF_GPU, "");
      SourceFile unfenced = program("nvshmem_long_p(data, 42, 1);" + raises, ACQUIRE, "");
      for (SourceFile wrong : Set.of(relaxed, narrow, unfenced)) {
        assertThat(kinds(engine, Profile.ORDERING_PAGE, wrong))
            .as("%s %s", engine, wrong.text())
            .contains(FindingKind.CONFLICT);
      }
    }
  }

  private static ImmutableSet<FindingKind> kinds(Engine engine, Profile profile, SourceFile file) {
    return Checked.kinds(engine, profile, 2, file);
  }
}
