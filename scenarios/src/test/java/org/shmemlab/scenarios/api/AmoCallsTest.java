package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

class AmoCallsTest {
  private static final CProgram EVERY_OPERATION =
      CProgram.shmem(
          "static unsigned int x;",
          """
            for (int i = 1; me == 0 && i + 2 < argc; i += 3) {
              unsigned int value = strtoul(argv[i + 1], 0, 10), old = 0;
              unsigned int cond = strtoul(argv[i + 2], 0, 10);
              switch (atoi(argv[i])) {
                case 0: old = shmem_uint_atomic_fetch(&x, 1); break;
                case 1: shmem_uint_atomic_set(&x, value, 1); break;
                case 2: old = shmem_uint_atomic_swap(&x, value, 1); break;
                case 3: old = shmem_uint_atomic_compare_swap(&x, cond, value, 1); break;
                case 4: shmem_uint_atomic_inc(&x, 1); break;
                case 5: old = shmem_uint_atomic_fetch_inc(&x, 1); break;
                case 6: shmem_uint_atomic_add(&x, value, 1); break;
                case 7: old = shmem_uint_atomic_fetch_add(&x, value, 1); break;
                case 8: shmem_uint_atomic_and(&x, value, 1); break;
                case 9: old = shmem_uint_atomic_fetch_or(&x, value, 1); break;
                case 10: old = shmem_atomic_fetch_xor(&x, value, 1); break;
                case 11:
                  shmem_uint_atomic_fetch_add_nbi(&old, &x, value, 1);
                  shmem_quiet();
                  break;
                default:
                  shmem_atomic_compare_swap_nbi(&old, &x, cond, value, 1);
                  shmem_quiet();
              }
              printf("%u ", old);
            }
            shmem_barrier_all();
            if (me == 1) printf("%u", x);
          """);

  /** One call, and its effect on a plain variable. */
  record Step(int operation, int value, int condition) {
    boolean fetches() {
      return switch (operation) {
        case 1, 4, 6, 8 -> false;
        default -> true;
      };
    }

    int applied(int x) {
      return switch (operation) {
        case 0 -> x;
        case 1, 2 -> value;
        case 3, 12 -> x == condition ? value : x;
        case 4, 5 -> x + 1;
        case 6, 7, 11 -> x + value;
        case 8 -> x & value;
        case 9 -> x | value;
        default -> x ^ value;
      };
    }
  }

  @Provide
  Arbitrary<List<Step>> steps() {
    Arbitrary<Integer> operation = Arbitraries.integers().between(0, 12);
    Arbitrary<Integer> number =
        Arbitraries.frequencyOf(
            Tuple.of(3, Arbitraries.integers().between(0, 2)), Tuple.of(1, Arbitraries.integers()));
    return Combinators.combine(operation, number, number).as(Step::new).list().ofMaxSize(8);
  }

  @Property(tries = 80)
  void atomicOperationsComputeAsOnAPlainVariable(@ForAll("steps") List<Step> steps) {
    List<Long> arguments = new ArrayList<>();
    StringBuilder expected = new StringBuilder();
    int x = 0;
    for (Step step : steps) {
      arguments.add((long) step.operation());
      arguments.add(Integer.toUnsignedLong(step.value()));
      arguments.add(Integer.toUnsignedLong(step.condition()));
      expected.append(Integer.toUnsignedString(step.fetches() ? x : 0)).append(' ');
      x = step.applied(x);
    }
    expected.append(Integer.toUnsignedString(x));
    long[] words = arguments.stream().mapToLong(Long::longValue).toArray();
    assertThat(EVERY_OPERATION.run(2, words).output()).isEqualTo(expected.toString());
  }

  private static final CProgram TICKETS =
      CProgram.shmem(
          "static long counter; static int taken[64];",
          """
            for (int i = 0; i < 8; i++)
              shmem_int_p(&taken[shmem_long_atomic_fetch_inc(&counter, 0)], 1, 0);
            shmem_barrier_all();
            int sum = 0;
            for (int i = 0; i < 64; i++) sum += taken[i];
            if (me == 0) printf("%ld %d\\n", counter, sum);
          """);

  @Property(tries = 20)
  void noTwoPesGetTheSameTicket(
      @ForAll @IntRange(min = 1, max = 8) int pes, @ForAll @IntRange(max = 1000) int seed) {
    assertThat(TICKETS.runScheduled(seed, pes).lines()).containsExactly(8 * pes + " " + 8 * pes);
  }

  @Test
  void floatingObjectsAreFetchedSetAndSwapped() {
    CProgram program =
        CProgram.shmem(
            "static double x;",
            """
              if (me == 0) {
                shmem_double_atomic_set(&x, 1.5, 1);
                double a = shmem_double_atomic_swap(&x, -2.25, 1);
                double b = shmem_atomic_fetch(&x, 1);
                printf("%g %g\\n", a, b);
              }
            """);
    assertThat(program.run(2).lines()).containsExactly("1.5 -2.25");
  }

  @Test
  void deviceThreadsCountTogether() {
    CProgram program =
        CProgram.nvshmem(
            """
            __global__ void k(unsigned long long *x, int n) {
              nvshmem_ulonglong_atomic_add(x, threadIdx.x + 1, 0);
            }
            """,
            """
              unsigned long long *x = (unsigned long long *)nvshmem_calloc(1, 8), sum;
              k<<<2, 40>>>(x, n);
              cudaDeviceSynchronize();
              nvshmem_barrier_all();
              cudaMemcpy(&sum, x, 8, cudaMemcpyDeviceToHost);
              printf("%llu\\n", sum);
              nvshmem_free(x);
            """);
    assertThat(program.run(3).lines()).containsExactly("0", "0", "4920");
  }
}
