package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * The happens-before edges of each construct of OpenMP among the threads of a host (OpenMP 5.2,
 * chapters 11 "Work-Distribution Constructs", 12 "Tasking" and 15 "Synchronization"); every engine
 * has to have them.
 */
@Tag("catalogue")
class OpenMpOrdersTest {
  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        #pragma omp parallel num_threads(2)
        { if (omp_get_thread_num()) {
        #pragma omp critical(a)
        x[0]++; } else {
        #pragma omp critical(b)
        x[0]++; } }
        """,
        """
        #pragma omp parallel num_threads(2)
        { if (omp_get_thread_num()) {
        #pragma omp atomic
        x[0] += 1; } else r = x[0]; }
        """,
        """
        #pragma omp parallel num_threads(2)
        {
        #pragma omp single nowait
        x[0] = 1;
        y[omp_get_thread_num()] = x[0]; }
        """,
        """
        #pragma omp parallel num_threads(2)
        {
        #pragma omp master
        x[0] = 1;
        y[omp_get_thread_num()] = x[0]; }
        """,
        """
        #pragma omp parallel num_threads(2)
        {
        #pragma omp for nowait schedule(static,1)
        for (int i = 0; i < 2; i++) x[i] = i;
        y[omp_get_thread_num()] = x[1 - omp_get_thread_num()]; }
        """,
        """
        #pragma omp parallel for num_threads(2)
        for (int i = 0; i < 3; i++) x[i] = x[i + 1];
        """,
        """
        #pragma omp parallel for num_threads(2) schedule(dynamic)
        for (int i = 0; i < 2; i++) x[0] += i;
        """,
        """
        r = 0;
        #pragma omp parallel for num_threads(2) shared(r)
        for (int i = 0; i < 4; i++) r += x[i];
        y[0] = r;
        """,
        """
        #pragma omp parallel num_threads(2) shared(r)
        { r = omp_get_thread_num(); y[omp_get_thread_num()] = r; }
        """,
        """
        #pragma omp parallel sections num_threads(2)
        {
        #pragma omp section
        x[0] = 1;
        #pragma omp section
        x[0] = 2;
        }
        """,
        """
        #pragma omp parallel num_threads(2)
        #pragma omp single
        {
        #pragma omp task
        x[0] = 1;
        #pragma omp task
        x[0] = 2;
        }
        """,
        """
        #pragma omp parallel num_threads(2)
        #pragma omp single
        {
        #pragma omp task depend(out: x[0])
        x[0] = 1;
        #pragma omp task depend(in: x[1])
        y[0] = x[0];
        }
        """,
        """
        #pragma omp parallel num_threads(2)
        #pragma omp single
        {
        #pragma omp task
        x[0] = 1;
        y[0] = x[0];
        }
        """,
        """
        #pragma omp parallel num_threads(2)
        #pragma omp single
        {
        #pragma omp task
        {
        #pragma omp task
        x[0] = 1;
        }
        #pragma omp taskwait
        y[0] = x[0];
        }
        """,
        """
        #pragma omp parallel num_threads(2)
        { if (omp_get_thread_num() == 0) { x[0] = 1;
        #pragma omp atomic write relaxed
        f[0] = 1;
        } else { long q = 0; while (!q) {
        #pragma omp atomic read relaxed
        q = f[0];
        }
        y[0] = x[0]; } }
        """,
        """
        #pragma omp parallel num_threads(2)
        shmem_long_p(x, omp_get_thread_num(), 0);
        """,
        """
        #pragma omp parallel num_threads(2)
        { if (omp_get_thread_num()) shmem_long_p(x, 1, 0);
        #pragma omp barrier
        if (!omp_get_thread_num()) y[0] = x[0]; }
        """,
        """
        #pragma omp parallel num_threads(2)
        shmem_barrier_all();
        """,
        """
        #pragma omp parallel num_threads(2)
        #pragma omp single
        #pragma omp taskloop num_tasks(2)
        for (int i = 0; i < 2; i++) x[0] += i;
        """
      })
  void nothingOrdersTheAccesses(String body) {
    assertThat(kinds(body)).containsExactly(FindingKind.CONFLICT);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        #pragma omp parallel num_threads(2)
        {
        #pragma omp critical
        x[0] = x[0] + 1; }
        """,
        """
        #pragma omp parallel num_threads(2)
        {
        #pragma omp atomic
        x[0] += 1; }
        """,
        """
        #pragma omp parallel num_threads(2)
        {
        #pragma omp single
        x[0] = 1;
        y[omp_get_thread_num()] = x[0]; }
        """,
        """
        #pragma omp parallel num_threads(2)
        {
        #pragma omp master
        x[0] = 1;
        #pragma omp barrier
        y[omp_get_thread_num()] = x[0]; }
        """,
        """
        #pragma omp parallel num_threads(2)
        {
        #pragma omp for schedule(static,1)
        for (int i = 0; i < 2; i++) x[i] = i;
        y[omp_get_thread_num()] = x[1 - omp_get_thread_num()]; }
        """,
        """
        r = 0;
        #pragma omp parallel for num_threads(2) reduction(+:r)
        for (int i = 0; i < 4; i++) r += x[i];
        y[0] = r;
        """,
        """
        #pragma omp parallel for num_threads(2) lastprivate(r)
        for (int i = 0; i < 4; i++) r = i;
        y[0] = r;
        """,
        """
        #pragma omp parallel num_threads(2)
        #pragma omp single
        {
        #pragma omp task depend(out: x[0])
        x[0] = 1;
        #pragma omp task depend(in: x[0])
        y[0] = x[0];
        }
        """,
        """
        #pragma omp parallel num_threads(2)
        #pragma omp single
        {
        #pragma omp task
        x[0] = 1;
        #pragma omp taskwait
        y[0] = x[0];
        }
        """,
        """
        #pragma omp parallel num_threads(2)
        #pragma omp single
        {
        #pragma omp taskgroup
        {
        #pragma omp task
        {
        #pragma omp task
        x[0] = 1;
        }
        }
        y[0] = x[0];
        }
        """,
        """
        omp_lock_t l; omp_init_lock(&l);
        #pragma omp parallel num_threads(2)
        { omp_set_lock(&l); x[0]++; omp_unset_lock(&l); }
        """,
        """
        #pragma omp parallel for ordered num_threads(2) schedule(static,1)
        for (int i = 0; i < 3; i++) {
        #pragma omp ordered
        x[0] = x[0] * 2 + i; }
        """,
        """
        #pragma omp parallel num_threads(2)
        { if (omp_get_thread_num() == 0) { x[0] = 1;
        #pragma omp flush
        #pragma omp atomic write
        f[0] = 1;
        } else { long q = 0; while (!q) {
        #pragma omp atomic read
        q = f[0];
        }
        #pragma omp flush
        y[0] = x[0]; } }
        """,
        """
        #pragma omp parallel num_threads(2)
        { if (omp_get_thread_num() == 0) { x[0] = 1;
        #pragma omp atomic write release
        f[0] = 1;
        } else { long q = 0; while (!q) {
        #pragma omp atomic read acquire
        q = f[0];
        }
        y[0] = x[0]; } }
        """,
        """
        #pragma omp parallel num_threads(2)
        shmem_long_p(x + omp_get_thread_num(), 1, 0);
        """,
        """
        #pragma omp parallel num_threads(2)
        { if (omp_get_thread_num()) { shmem_long_p(x, 1, 0); shmem_quiet(); }
        #pragma omp barrier
        if (!omp_get_thread_num()) y[0] = x[0]; }
        """,
        """
        #pragma omp parallel num_threads(2)
        { shmem_long_put_nbi(x + omp_get_thread_num(), y, 1, 0); }
        shmem_quiet(); y[1] = x[0] + x[1];
        """,
        """
        #pragma omp parallel num_threads(2) private(r)
        {
        #pragma omp single copyprivate(r)
        r = 5;
        y[omp_get_thread_num()] = r; }
        """,
        """
        #pragma omp parallel num_threads(2)
        { own = omp_get_thread_num(); y[omp_get_thread_num()] = own; }
        """
      })
  void allAccessesAreInOrder(String body) {
    assertThat(kinds(body)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        """
        omp_lock_t l[2]; omp_init_lock(l); omp_init_lock(l + 1);
        #pragma omp parallel num_threads(2)
        { int t = omp_get_thread_num(); omp_set_lock(l + t); omp_set_lock(l + 1 - t); omp_unset_lock(l); omp_unset_lock(l + 1); }
        """
      })
  void locksTakenInTwoOrdersHang(String body) {
    assertThat(kinds(body)).containsExactly(FindingKind.DEADLOCK);
  }

  private static ImmutableSet<FindingKind> kinds(String body) {
    return EveryEngine.kinds(Profile.OPENSHMEM, 1, program(body));
  }

  private static SourceFile program(String body) {
    return new SourceFile(
        "openmp.c",
        """
        #include <omp.h>
        #include <shmem.h>
        static long x[5], y[4], f[2];
        static long own;
        #pragma omp threadprivate(own)
        int main(void) {
          long r = 0;
          int level;
          shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
          %s
          shmem_finalize();
          return r < 0;
        }
        """
            .formatted(body));
  }
}
