package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Lists;
import com.google.common.collect.Sets;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;
import org.shmemlab.testing.Draws;

/**
 * Two updates of one word of another PE, each by every kind of call, with every call between that
 * may order them (memory model, sections 4 and 9): by one thread, and by two, where the earlier
 * update happens-before the later one.
 */
@Tag("catalogue")
class UpdatesInOrderTest {
  private static final String KERNEL =
      """
      #include <cstdlib>
      #include <cstring>
      #include <nvshmem.h>
      struct Word { long of[1]; };
      __device__ void make(int statement, long *x, long *p) {
        Word one = {{1}};
        switch (statement) {
      CASES
        }
      }
      __global__ void k(int threads, int first, int between, int second, long *x) {
        long *p = (long *) nvshmem_ptr(x, 1);
        if (threadIdx.x == 0) {
          make(first, x, p);
          make(between, x, p);
        }
        __syncthreads();
        if (threadIdx.x == threads - 1) make(second, x, p);
      }
      int main(int argc, char **argv) {
        nvshmem_init();
        long *x = (long *) nvshmem_calloc(2, sizeof(long));
        if (nvshmem_my_pe() == 0)
          k<<<1, 2>>>(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]), atoi(argv[4]), x);
        cudaDeviceSynchronize();
        nvshmem_finalize();
      }
      """;

  enum Statement {
    STORE("*p = 1;"),
    MEMSET("memset(p, 1, 8);"),
    STRUCTURE("*(Word *) p = one;"),
    P("nvshmem_long_p(x, 1, 1);"),
    PUT("nvshmem_long_put(x, x + 1, 1, 1);"),
    PUT_NBI("nvshmem_long_put_nbi(x, x + 1, 1, 1);"),
    AMO("nvshmem_long_atomic_set(x, 1, 1);"),

    NOTHING(";"),
    THREADFENCE("__threadfence();"),
    THREADFENCE_SYSTEM("__threadfence_system();"),
    FENCE("nvshmem_fence();"),
    QUIET("nvshmem_quiet();");

    private final String text;

    Statement(String text) {
      this.text = text;
    }

    private boolean isDirect() {
      return compareTo(P) < 0;
    }
  }

  private static final ImmutableSet<Statement> UPDATES =
      Sets.immutableEnumSet(EnumSet.range(Statement.STORE, Statement.AMO));

  private static final StatementsProgram PROGRAM =
      StatementsProgram.of(
          "updates.cu",
          KERNEL,
          Arrays.stream(Statement.values())
              .map(statement -> statement.text)
              .collect(ImmutableList.toImmutableList()));

  @ParameterizedTest
  @EnumSource(
      value = Statement.class,
      mode = EnumSource.Mode.MATCH_ANY,
      names = {"NOTHING", "THREADFENCE.*", "FENCE", "QUIET"})
  void whatIsBetweenTwoUpdatesSaysWhetherTheyAreInOrder(Statement between) {
    for (Profile profile : ImmutableList.of(Profile.NVSHMEM, Profile.ORDERING_PAGE)) {
      for (List<Statement> pair : Draws.of(pairs())) {
        Statement first = pair.get(0);
        Statement second = pair.get(1);
        boolean ordered =
            switch (between) {
              case QUIET -> true;
              case FENCE -> first != Statement.PUT_NBI || profile.has(Switch.FENCE_COVERS_NBI);
              case THREADFENCE_SYSTEM -> first.isDirect() || alike(first, second);
              default -> alike(first, second);
            };
        for (int threads = 1; threads <= 2; threads++) {
          for (Engine engine : ImmutableList.of(Engine.STATES, Engine.DPOR, Engine.RANDOM)) {
            assertThat(kinds(engine, profile, threads, first, between, second))
                .as("%s: %s %s %s by %d", engine, first, between, second, threads)
                .isEqualTo(ordered ? ImmutableSet.of() : ImmutableSet.of(FindingKind.CONFLICT));
          }
        }
      }
    }
  }

  private static List<List<Statement>> pairs() {
    return Lists.cartesianProduct(UPDATES.asList(), UPDATES.asList());
  }

  private static ImmutableSet<FindingKind> kinds(
      Engine engine, Profile profile, int threads, Statement... made) {
    int[] arguments =
        IntStream.concat(IntStream.of(threads), Arrays.stream(made).mapToInt(Enum::ordinal))
            .toArray();
    return PROGRAM.explore(2, engine, profile, arguments).findings().stream()
        .map(Finding::kind)
        .collect(ImmutableSet.toImmutableSet());
  }

  // One thread's accesses to one address keep their order, and AMOs are atomic to each other.
  private static boolean alike(Statement first, Statement second) {
    return (first.isDirect() && second.isDirect())
        || (first == Statement.AMO && second == Statement.AMO);
  }
}
