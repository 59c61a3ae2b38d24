package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;

/**
 * Atomic updates whose old value is not read commute with their like: all their orders are
 * equivalent.
 */
class UnreadOldValuesTest {
  @Test
  void allOrdersOfUpdatesThatCommuteAreOne() {
    for (String update :
        List.of(
            "atomicAdd((unsigned long long *)x, 1);", "nvshmem_long_atomic_fetch_add(x, 1, 0);")) {
      Exploration exploration = dpor(12, update);
      assertThat(exploration.complete()).as(update).isTrue();
      assertThat(exploration.findings()).as(update).isEmpty();
      assertThat(exploration.states()).as(update).isLessThan(50);
    }
  }

  @Test
  void aValueThatIsReadShowsEveryOrder() {
    for (String update :
        List.of(
            "y[t] = atomicAdd((unsigned long long *)x, 1);",
            "y[t] = nvshmem_long_atomic_fetch_add(x, 1, 0);")) {
      String body =
          update + " __syncthreads(); if (!t) printf(\"%ld%ld%ld\\n\", y[0], y[1], y[2]);";
      assertThat(dpor(3, body).outcomes().keySet()).as(update).hasSize(6);
    }
  }

  @Test
  void updatesOfAnotherKindDoNotCommute() {
    String body =
        "if (t) atomicAdd((unsigned long long *)x, 1); else atomicOr((unsigned long long *)x, 4);"
            + " __syncthreads(); if (!t) printf(\"%ld\\n\", x[0]);";
    assertThat(dpor(5, body).outcomes().keySet()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void anAtomicWhoseOldValueIsNotReadObservesNothing(Engine engine) {
    String body =
        """
        if (t == 0) y[0] = 7;
        __threadfence();
        %s
        __threadfence();
        if (t == 1 %s) y[1] = y[0];
        """;
    String add = "atomicAdd((unsigned long long *)x, 1)";
    assertThat(kinds(engine, body.formatted(add + ";", ""))).containsExactly(FindingKind.CONFLICT);
    assertThat(kinds(engine, body.formatted("int old = " + add + ";", "&& old == 1"))).isEmpty();
  }

  /** Whether two calls share a register, or stand in a function, is the compiler's business. */
  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void anotherValueInTheSameVariableIsNoUseOfTheOldOne(Engine engine) {
    String add = "nvshmem_long_atomic_fetch_add(x, 1, 1);";
    ImmutableSet<String> apart = outcomes(engine, "long a = %s long b = %s".formatted(add, add));
    assertThat(apart).hasSize(3);
    for (String calls :
        List.of(
            "long a = %s a = %s".formatted(add, add),
            "for (int i = 0; i < 2; i++) { long a = %s }".formatted(add),
            """
            struct Calls {
              __device__ __attribute__((noinline)) static void add(long *x) { %s }
            };
            Calls::add(x);
            Calls::add(x);
            """
                .formatted(add),
            "long a = 0; for (int i = 0; i < 2; i++) a = %s".formatted(add))) {
      assertThat(outcomes(engine, calls)).as(calls).isEqualTo(apart);
    }
    String read = "long a = 0; for (int i = 0; i < 2; i++) a += %s y[1] = a;".formatted(add);
    assertThat(outcomes(engine, read)).hasSize(1);
  }

  private static ImmutableSet<String> outcomes(Engine engine, String calls) {
    String body =
        """
        if (me == 0) {
          %s
          nvshmem_long_atomic_set(y, 1, 1);
        } else {
          nvshmem_long_wait_until(y, NVSHMEM_CMP_EQ, 1);
          printf("%%ld", nvshmem_long_atomic_fetch(x, 1));
        }
        """
            .formatted(calls);
    Exploration found = Checked.explore(engine, Profile.NVSHMEM, 2, Checked.kernel(1, body));
    assertThat(found.findings()).as(calls).isEmpty();
    return ImmutableSet.copyOf(found.outcomes().keySet());
  }

  private static ImmutableSet<FindingKind> kinds(Engine engine, String body) {
    return Checked.kinds(engine, Profile.NVSHMEM, 1, Checked.kernel(2, body));
  }

  private static Exploration dpor(int threads, String body) {
    return Checked.explore(Engine.DPOR, Profile.NVSHMEM, 1, Checked.kernel(threads, body));
  }
}
