package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks that findings of one cause are grouped, and that those past a conflict are reported. */
class CausesTest {
  private static final String SOURCE =
      """
      #include <nvshmem.h>
      __global__ void kernel(int *box, uint64_t *flag, int pe) {
        int t = threadIdx.x;
        if (pe == 0 && t == 0) {
          nvshmem_int_put_nbi(box, box + 2, 2, 1);
          nvshmem_uint64_atomic_set(flag, 1, 1);
        }
        if (pe == 1) {
          nvshmem_uint64_wait_until(flag, NVSHMEM_CMP_EQ, 1);
          if (t == 0)
            box[4] = box[0];
          else
            box[5] = box[1];
        }
      }
      int main() {
        nvshmem_init();
        int *box = (int *)nvshmem_calloc(6, sizeof(int));
        uint64_t *flag = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
        kernel<<<1, 2>>>(box, flag, nvshmem_my_pe());
        cudaDeviceSynchronize();
        nvshmem_finalize();
      }
      """;

  @Test
  void twoFindingsThatOneRepairMendsHaveOneCause(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("a.cu"), SOURCE);
    Session session = Session.of("check", file.toString(), "-n", "2", "--json");
    assertThat(session.out()).containsPattern("\"further\" *: *\\[ *\\]");
    assertThat(Session.of("check", file.toString(), "-n", "2").out())
        .contains(
            "2 findings (lines 11, 13), one cause: insert `nvshmem_quiet();` before"
                + " `nvshmem_uint64_atomic_set(flag, 1, 1);` in line 6 mends all of them\n")
        .doesNotContain("found past the conflicts");
  }

  @Test
  void aLoopThatOnlyAConflictEndsIsNotFollowedPastIt(@TempDir Path folder) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("endless.cu"),
            """
            #include <nvshmem.h>
            __global__ void k(long *x) {
              if (nvshmem_my_pe() == 0) {
                long n = 0;
                while (x[1] == 0) { x[0] = ++n; nvshmem_long_p(x + 2, n, 1); }
              } else {
                nvshmem_long_wait_until(x + 2, NVSHMEM_CMP_EQ, 1);
                x[3] = x[2];
              }
            }
            int main() {
              nvshmem_init();
              long *x = (long *)nvshmem_calloc(4, sizeof(long));
              void *a[] = {&x};
              nvshmemx_collective_launch((const void *)k, 1, 1, a, 0, 0);
              cudaDeviceSynchronize();
              nvshmem_finalize();
            }
            """);
    Session session = Session.of("check", file.toString(), "-n", "2", "--profile", "nvshmem");
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.out()).contains("conflict");
  }
}
