package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.function.LongBinaryOperator;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** Collectives against plain computations; PE p holds 1000 p + i in its element i. */
class CollectiveCallsTest {
  /** Each PE prints its number and the first elements of its destination. */
  private static CProgram program(String declarations, String call) {
    return CProgram.shmem(
        "static long from[64], to[64], psync[SHMEM_SYNC_SIZE], work[64];" + declarations,
        """
          int count = atoi(argv[1]), extra = argc > 2 ? atoi(argv[2]) : 0;
          for (int i = 0; i < 64; i++) { from[i] = 1000 * me + i; to[i] = -1; psync[i] = 0; }
          shmem_barrier_all();
          %s;
          char line[1024] = "";
          for (int i = 0; i < 48; i++) sprintf(line + strlen(line), " %%ld", to[i]);
          printf("%%d:%%s\\n", me, line);
        """
            .formatted(call));
  }

  private static final CProgram BROADCAST =
      program("", "shmem_long_broadcast(SHMEM_TEAM_WORLD, to, from, count, extra)");
  private static final CProgram OLD_BROADCAST =
      program("", "shmem_broadcast64(to, from, count, extra, 0, 0, n, psync)");
  private static final CProgram FCOLLECT =
      program("", "shmem_fcollect(SHMEM_TEAM_WORLD, to, from, count)");
  private static final CProgram COLLECT =
      program("", "shmem_collectmem(SHMEM_TEAM_WORLD, to, from, 8 * (count + me % 3))");
  private static final CProgram ALLTOALL =
      program("", "shmem_alltoallmem(SHMEM_TEAM_WORLD, to, from, 8 * count)");
  private static final CProgram ALLTOALLS =
      program("", "shmem_long_alltoalls(SHMEM_TEAM_WORLD, to, from, 2, extra, count)");
  private static final CProgram SUM =
      program("", "shmem_long_sum_reduce(SHMEM_TEAM_WORLD, to, from, count)");
  private static final CProgram OLD_MAX =
      program("", "shmem_long_max_to_all(to, from, count, 0, 0, n, work, psync)");
  private static final CProgram XOR =
      program("", "shmem_xor_reduce(SHMEM_TEAM_WORLD, to, from, count)");

  /** The expected output of a PE. */
  private interface Expectation {
    /** The element of PE {@code me}'s destination, or -1 where it is not written. */
    long at(int me, int index);
  }

  private static void check(CProgram.Run run, int pes, Expectation expected) {
    List<String> lines = new ArrayList<>();
    for (int me = 0; me < pes; me++) {
      StringBuilder line = new StringBuilder(me + ":");
      for (int i = 0; i < 48; i++) {
        line.append(' ').append(expected.at(me, i));
      }
      lines.add(line.toString());
    }
    assertThat(run.lines()).isEqualTo(lines);
  }

  private static long element(int pe, int index) {
    return 1000L * pe + index;
  }

  @Property(tries = 25)
  void broadcastCopiesTheRoot(
      @ForAll @IntRange(min = 1, max = 6) int pes,
      @ForAll @IntRange(max = 8) int count,
      @ForAll @IntRange(max = 5) int someRoot) {
    int root = someRoot % pes;
    check(BROADCAST.run(pes, count, root), pes, (me, i) -> i < count ? element(root, i) : -1);
    check(
        OLD_BROADCAST.run(pes, count, root),
        pes,
        (me, i) -> i < count && me != root ? element(root, i) : -1);
  }

  @Property(tries = 25)
  void fcollectPutsEqualBlocksAfterEachOther(
      @ForAll @IntRange(min = 1, max = 6) int pes, @ForAll @IntRange(max = 8) int count) {
    check(
        FCOLLECT.run(pes, count),
        pes,
        (me, i) -> i < count * pes ? element(i / count, i % count) : -1);
  }

  @Property(tries = 25)
  void collectPutsBlocksOfAnySizeAfterEachOther(
      @ForAll @IntRange(min = 1, max = 6) int pes, @ForAll @IntRange(max = 6) int count) {
    List<Long> all = new ArrayList<>();
    for (int pe = 0; pe < pes; pe++) {
      for (int i = 0; i < count + pe % 3; i++) {
        all.add(element(pe, i));
      }
    }
    check(COLLECT.run(pes, count), pes, (me, i) -> i < all.size() ? all.get(i) : -1);
  }

  @Property(tries = 25)
  void alltoallTransposesBlocks(
      @ForAll @IntRange(min = 1, max = 6) int pes, @ForAll @IntRange(max = 8) int count) {
    check(
        ALLTOALL.run(pes, count),
        pes,
        (me, i) -> i < count * pes ? element(i / count, me * count + i % count) : -1);
  }

  @Property(tries = 25)
  void alltoallsTransposesStridedBlocks(
      @ForAll @IntRange(min = 1, max = 4) int pes,
      @ForAll @IntRange(max = 4) int count,
      @ForAll @IntRange(min = 1, max = 3) int stride) {
    check(
        ALLTOALLS.run(pes, count, stride),
        pes,
        (me, i) -> {
          boolean written = i % 2 == 0 && i / 2 < count * pes;
          return written ? element(i / 2 / count, (me * count + i / 2 % count) * stride) : -1;
        });
  }

  @Property(tries = 25)
  void reductionsCombineAllPes(
      @ForAll @IntRange(min = 1, max = 6) int pes, @ForAll @IntRange(max = 8) int count) {
    check(SUM.run(pes, count), pes, (me, i) -> reduced(pes, count, i, Long::sum));
    check(OLD_MAX.run(pes, count), pes, (me, i) -> reduced(pes, count, i, Math::max));
    check(XOR.run(pes, count), pes, (me, i) -> reduced(pes, count, i, (a, b) -> a ^ b));
  }

  private static long reduced(int pes, int count, int index, LongBinaryOperator operator) {
    if (index >= count) {
      return -1;
    }
    long sum = element(0, index);
    for (int pe = 1; pe < pes; pe++) {
      sum = operator.applyAsLong(sum, element(pe, index));
    }
    return sum;
  }

  @Test
  void anActiveSetIsTheTeamOfItsPes() {
    CProgram program =
        program(
            "",
            """
            if (me %% 2 == 1) {
              shmem_long_sum_to_all(to, from, count, 1, 1, n / 2, work, psync);
              shmem_barrier(1, 1, n / 2, psync);
              shmem_sync(1, 1, n / 2, psync);
            }
            """
                .formatted());
    check(program.run(6, 2), 6, (me, i) -> me % 2 == 1 && i < 2 ? 9000 + 3L * i : -1);
  }

  @Test
  void reduceScatterGivesEachPeItsPartAndMaxlocTheFirstGreatest() {
    CProgram program =
        CProgram.nvshmem(
            """
            __global__ void fill(int *x, double2 *d, int me, int n) {
              for (int i = 0; i < 2 * n; i++) x[i] = 10 * me + i;
              d->x = me %% 2; d->y = me;
            }
            __global__ void show(int *x, double2 *d, int me) {
              printf("%%d: %%d %%d %%g %%g\\n", me, x[0], x[1], d->x, d->y);
            }
            """
                .formatted(),
            """
              int *x = (int *)nvshmem_malloc(8 * n), *sum = (int *)nvshmem_malloc(8);
              double2 *d = (double2 *)nvshmem_malloc(sizeof(double2));
              double2 *best = (double2 *)nvshmem_malloc(sizeof(double2));
              fill<<<1, 1>>>(x, d, me, n);
              nvshmemx_int_sum_reducescatter_on_stream(NVSHMEM_TEAM_WORLD, sum, x, 2, 0);
              nvshmemx_double2_maxloc_reduce_on_stream(NVSHMEM_TEAM_WORLD, best, d, 1, 0);
              show<<<1, 1>>>(sum, best, me);
              cudaDeviceSynchronize();
              nvshmem_free(best); nvshmem_free(d); nvshmem_free(sum); nvshmem_free(x);
            """);
    assertThat(program.run(3).lines())
        .containsExactly("0: 30 33 1 1", "1: 36 39 1 1", "2: 42 45 1 1");
  }

  @Test
  void aQuietAndASyncOrderAsABarrierDoes() {
    CProgram program =
        CProgram.shmem(
            "static int x;",
            """
              shmem_int_p(&x, me + 1, (me + 1) % n);
              shmem_quiet();
              shmem_sync_all();
              shmem_team_sync(SHMEM_TEAM_WORLD);
              printf("%d\\n", x);
            """);
    assertThat(program.run(4).lines()).containsExactly("1", "2", "3", "4");
  }

  @Test
  void longDoublesAreElementsOf16Bytes() {
    CProgram program =
        CProgram.shmem(
            "static long double x[4], y[4], z[8];",
            """
              for (int i = 0; i < 4; i++) x[i] = me + i + 0.5L;
              shmem_longdouble_sum_reduce(SHMEM_TEAM_WORLD, y, x, 3);
              shmem_max_reduce(SHMEM_TEAM_WORLD, y + 3, x, 1);
              shmem_longdouble_alltoalls(SHMEM_TEAM_WORLD, z, x, 2, 1, 2);
              shmem_barrier_all();
              long double first = y[0], third = y[2], far = shmem_g(y + 3, 1 - me);
              shmem_barrier_all();
              shmem_longdouble_p(y, me + 7.25L, 1 - me);
              shmem_longdouble_put(y + 1, x + 1, 2, 1 - me);
              shmem_barrier_all();
              printf("%d: %Lg %Lg %Lg %Lg %Lg %Lg %Lg %Lg\\n", me, first, third, far, y[0], y[1], y[2],
                     z[0], z[6]);
            """);
    assertThat(program.run(2).lines())
        .containsExactly("0: 2 6 1.5 8.25 2.5 3.5 0.5 2.5", "1: 2 6 1.5 7.25 1.5 2.5 2.5 4.5");
  }

  @Test
  void complexNumbersAreAddedAndMultiplied() {
    CProgram program =
        CProgram.shmem(
            """
            static float _Complex c[2], d[2];
            static double _Complex e, f, work[SHMEM_REDUCE_MIN_WRKDATA_SIZE];
            static long psync[SHMEM_REDUCE_SYNC_SIZE];
            """,
            """
              __real__ c[0] = 1; __imag__ c[0] = me + 1; c[1] = 2;
              __real__ e = me; __imag__ e = 0.5;
              for (int i = 0; i < SHMEM_REDUCE_SYNC_SIZE; i++) psync[i] = SHMEM_SYNC_VALUE;
              shmem_barrier_all();
              shmem_complexf_prod_reduce(SHMEM_TEAM_WORLD, d, c, 2);
              shmem_complexd_sum_to_all(&f, &e, 1, 0, 0, n, work, psync);
              if (me == 0)
                printf("%g %g %g %g", (double)__real__ d[0], (double)__imag__ d[0],
                       (double)__real__ d[1], (double)__imag__ d[1]);
              if (me == 0) printf(" %g %g", __real__ f, __imag__ f);
              shmem_sum_reduce(SHMEM_TEAM_WORLD, d, c, 1);
              if (me == 0) printf(" %g %g", (double)__real__ d[0], (double)__imag__ d[0]);
            """);
    // (1 + i) (1 + 2i) (1 + 3i) = -10
    assertThat(program.run(3).output()).isEqualTo("-10 0 8 0 3 1.5 3 6");
  }

  @Test
  void scansAddWhatComesBeforeInTheTeam() {
    CProgram program =
        CProgram.shmem(
            "static int x[2], y[2], z[2];",
            """
              x[0] = me + 1; x[1] = 10; z[0] = 77;
              shmem_int_sum_inscan(SHMEM_TEAM_WORLD, y, x, 2);
              shmem_sum_exscan(SHMEM_TEAM_WORLD, z, x, 2);
              printf("%d: %d %d %d %d\\n", me, y[0], y[1], z[0], z[1]);
            """);
    assertThat(program.run(3).lines())
        .containsExactly("0: 1 10 0 0", "1: 3 20 1 10", "2: 6 30 3 20");
  }
}
