package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.schedule.RunResult;

/** Host code reaches memory of the host, and kernels that of the device, by whatever access. */
class ReachableMemoryTest {
  private static final String OF_BOTH =
      """
      struct s h[2] = {{{1, 2, 3, 4, 5}}, {{6, 7, 8, 9, 0}}}, *d;
      cudaMalloc((void **)&d, sizeof(h));
      cudaMemcpy(d, h, sizeof(h), cudaMemcpyDefault);
      """;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "one->a[0] = other->a[0];",
        "one->a[0] = 1;",
        "*one = *other;",
        "*other = *one;",
        "memcpy(one, other, 16);",
        "memcpy(other, one, 16);",
        "memset(one, 0, 8);",
      })
  void memoryOfTheOtherSideIsRefused(String statement) {
    assertThat(onDevice(statement, "h", "d").failure()).startsWith("device code accesses 'h'");
    assertThat(onDevice(statement, "d + 1", "d").result()).isInstanceOf(RunResult.Finished.class);
    assertThat(onHost(statement, "d", "h").failure()).startsWith("host code accesses 'cudaMalloc");
    assertThat(onHost(statement, "h + 1", "h").result()).isInstanceOf(RunResult.Finished.class);
  }

  private static CProgram.Run onDevice(String statement, String one, String other) {
    return run(statement, "k<<<1, 1>>>(%s, %s); cudaDeviceSynchronize();".formatted(one, other));
  }

  private static CProgram.Run onHost(String statement, String one, String other) {
    return run("", "struct s *one = %s, *other = %s; %s".formatted(one, other, statement));
  }

  private static CProgram.Run run(String kernel, String then) {
    String declarations =
        """
        struct s { long a[5]; };
        __global__ void k(struct s *one, struct s *other) { STATEMENT }
        """
            .replace("STATEMENT", kernel);
    return CProgram.cuda(declarations, OF_BOTH + then).run(1);
  }
}
