package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks the severity of findings that one of the two profiles has alone. */
class ProfilesOfFindingsTest {
  private static final String SOURCE =
      """
      #include <assert.h>
      #include <nvshmem.h>
      __global__ void kernel(long *x, long *f) {
        if (nvshmem_my_pe() == 0) {
          nvshmem_long_put_nbi(x, f + 1, 1, 1);
          nvshmem_fence();
          nvshmem_long_p(f, 1, 1);
        } else {
          nvshmem_long_wait_until(f, NVSHMEM_CMP_EQ, 1);
          assert(x[0] < 9);
        }
      }
      int main() {
        nvshmem_init();
        long *x = (long *)nvshmem_malloc(sizeof(long));
        long *f = (long *)nvshmem_calloc(2, sizeof(long));
        kernel<<<1, 1>>>(x, f);
        cudaDeviceSynchronize();
        nvshmem_finalize();
      }
      """;

  @Test
  void pastAConflictOfTheStricterProfileItsFindingsAreWarnings(@TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("a.cu"), SOURCE);
    Session session = Session.of("check", file.toString());
    assertThat(session.out())
        .contains(
            ":9:5: warning: conflict: the p of PE 0",
            ":10:5: warning: conflict: the put of PE 0",
            "\n  found past the conflicts above, as if their accesses were in no conflict; ",
            "\nVerdict unspecified\n")
        .doesNotContain("error:");
    assertThat(session.exitCode()).isZero();
    assertThat(Session.of("check", file.toString(), "--strict").exitCode()).isEqualTo(1);
  }

  @Test
  void anErrorNamesTheLenientProfileThatHasItAloneAndVerifiesItsRepair(@TempDir Path folder)
      throws IOException {
    Path file = Files.writeString(folder.resolve("a.cu"), SOURCE.replace("nvshmem_fence();", ""));
    Session session = Session.of("check", file.toString());
    assertThat(session.out())
        .contains(
            ":10:5: error: conflict: the put of PE 0",
            "\n  Found under nvshmem-ordering-page, and the repair verified there; under nvshmem"
                + " the search ended before it.\n  repair: insert `nvshmem_fence();` ",
            "\nVerdict undefined\n");
    assertThat(session.exitCode()).isEqualTo(1);
  }
}
