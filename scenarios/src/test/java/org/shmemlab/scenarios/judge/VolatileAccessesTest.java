package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;

/**
 * Volatile accesses of a GPU's thread are relaxed atomics of the system's scope (PTX ISA, "Memory
 * Consistency Model", "Volatile Operation"): no race with each other, and order with fences alone.
 */
@Tag("compiler")
class VolatileAccessesTest {
  private static final String FLAG =
      """
      volatile long *flag = c;
      if (t == 0) {
        x[0] = 7;
        %s
        *flag = 1;
      } else {
        while (*flag != 1);
        %s
        y[0] = x[0];
      }
      """;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aFlagNeedsAFenceOnBothSides(Engine engine) {
    String fence = "__threadfence();";
    assertThat(kernel(engine, FLAG.formatted(fence, fence))).isEmpty();
    assertThat(kernel(engine, FLAG.formatted("", fence))).containsExactly(FindingKind.CONFLICT);
    assertThat(kernel(engine, FLAG.formatted(fence, ""))).containsExactly(FindingKind.CONFLICT);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aLoopOverAVolatileWordSeesTheAtomicsOfOthers(Engine engine) {
    String barrier =
        """
        x[t] = t;
        __threadfence();
        atomicAdd((unsigned long long *)c, 1);
        while (*(volatile long *)c < 3);
        __threadfence();
        y[t] = x[(t + 1) % 3];
        """;
    assertThat(kinds(engine, 1, 3, barrier)).isEmpty();
  }

  @Test
  void theOrdersOfUpdatesThatALoopNeedsAreOne() {
    String barrier =
        """
        atomicAdd((unsigned long long *)c, 1);
        while (*(volatile long *)c < 12);
        """;
    Exploration exploration =
        Checked.explore(Engine.DPOR, Profile.NVSHMEM, 1, Checked.kernel(12, barrier));
    assertThat(exploration.complete()).isTrue();
    assertThat(exploration.findings()).isEmpty();
    assertThat(exploration.states()).isLessThan(50);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aLoopMayEndBeforeAnUpdateThatItDoesNotNeed(Engine engine) {
    String body =
        """
        if (t < 3) {
          atomicAdd((unsigned long long *)c, 1);
        } else {
          long seen;
          while ((seen = *(volatile long *)c) < 2);
          printf("%ld\\n", seen);
        }
        """;
    Exploration exploration = Checked.explore(engine, Profile.NVSHMEM, 1, Checked.kernel(4, body));
    assertThat(exploration.outcomes()).hasSize(2);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aRelaxedStoreHidesWhatTheStoreBeforeItHasReleased(Engine engine) {
    String relay =
        """
        volatile long *flag = c;
        if (t == 0) {
          x[0] = 7;
          __threadfence();
          *flag = 1;
        } else if (t == 1) {
          while (*flag != 1);
          %s
          *flag = 2;
        } else {
          while (*flag != 2);
          __threadfence();
          y[0] = x[0];
        }
        """;
    assertThat(kinds(engine, 1, 3, relay.formatted(""))).containsExactly(FindingKind.CONFLICT);
    assertThat(kinds(engine, 1, 3, relay.formatted("__threadfence();"))).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aPeerSeesAVolatileStoreToItsMemory(Engine engine) {
    String message =
        """
        if (me == 0) {
          *(long *)nvshmem_ptr(x, 1) = 7;
          %s
          *(volatile long *)nvshmem_ptr(c, 1) = 1;
        } else {
          while (*(volatile long *)c != 1);
          __threadfence_system();
          y[0] = x[0];
        }
        """;
    assertThat(kinds(engine, 2, 1, message.formatted("__threadfence_system();"))).isEmpty();
    assertThat(kinds(engine, 2, 1, message.formatted("__threadfence();")))
        .containsExactly(FindingKind.CONFLICT);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void whatTheLibraryWritesIsNotForVolatileLoads(Engine engine) {
    String poll = "if (me == 0) %s; else while (*(volatile long *)c != 1);";
    assertThat(kinds(engine, 2, 1, poll.formatted("nvshmem_long_p(c, 1, 1)")))
        .containsExactly(FindingKind.CONFLICT);
    assertThat(kinds(engine, 2, 1, poll.formatted("nvshmem_long_atomic_set(c, 1, 1)")))
        .containsExactly(FindingKind.CONFLICT);
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void loadsDoNotConflictWhateverTheirKind(Engine engine) {
    assertThat(kernel(engine, "y[t] = t ? *x : *(volatile long *)x;")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void onAHostVolatileIsNotAtomic(Engine engine) {
    String body =
        """
        #pragma omp parallel num_threads(2)
        {
          volatile long *flag = &a;
          #pragma omp sections
          {
            #pragma omp section
            *flag = 1;
            #pragma omp section
            b = *flag;
          }
        }
        """;
    assertThat(Checked.kinds(engine, Profile.OPENSHMEM, 1, Checked.openshmem(body)))
        .containsExactly(FindingKind.CONFLICT);
  }

  private static ImmutableSet<FindingKind> kernel(Engine engine, String body) {
    return kinds(engine, 1, 2, body);
  }

  private static ImmutableSet<FindingKind> kinds(Engine engine, int pes, int threads, String body) {
    return Checked.kinds(engine, Profile.NVSHMEM, pes, Checked.kernel(threads, body));
  }
}
