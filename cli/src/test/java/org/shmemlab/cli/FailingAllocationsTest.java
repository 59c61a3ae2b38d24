package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Checks programs whose symmetric allocations fail, one at a time. */
class FailingAllocationsTest {
  private static final String SOURCE =
      """
      #include <nvshmem.h>
      int main() {
        nvshmem_init();
        int *first = (int *)nvshmem_calloc(4, sizeof(int));
        int *second = (int *)nvshmem_malloc(64);
        if (second == nullptr) return 0;
        nvshmem_int_p(first, 1, 0);
        nvshmem_quiet();
        nvshmem_free(second);
        nvshmem_free(first);
        nvshmem_finalize();
      }
      """;

  @TempDir Path folder;

  private Session check(String... options) throws IOException {
    Path file = Files.writeString(folder.resolve("a.cu"), SOURCE);
    String[] all = new String[options.length + 4];
    all[0] = "check";
    all[1] = file.toString();
    all[2] = "-n";
    all[3] = "1";
    System.arraycopy(options, 0, all, 4, options.length);
    return Session.of(all);
  }

  @Test
  void anAllocationWhoseResultIsNotLookedAtIsFound() throws IOException {
    assertThat(check().exitCode()).isZero();
    Session session = check("--failures", "allocation");
    assertThat(session.exitCode()).isEqualTo(1);
    assertThat(session.out())
        .containsPattern("on 1 PE, where symmetric allocation 1 \\(\\S*a.cu:4:\\d+\\) gives NULL\n")
        .containsPattern("a.cu:7:\\d+: error: ")
        .containsPattern("on 1 PE, where symmetric allocation 2 \\(\\S*a.cu:5:\\d+\\) gives NULL\n")
        .contains("Verdict nothing found\n")
        .doesNotContain("allocation 3");
  }

  @Test
  void oneAllocationIsNamedByItsNumber() throws IOException {
    Session first = check("--failures", "allocation:1", "--json");
    assertThat(first.exitCode()).isEqualTo(1);
    assertThat(first.out()).containsPattern("\"failing_allocation\" *: *1");
    assertThat(check("--failures", "allocation:2").exitCode()).isZero();
    assertThat(check("--failures", "malloc").err())
        .contains("--failures malloc: write allocation, or allocation:N for the Nth alone");
  }
}
