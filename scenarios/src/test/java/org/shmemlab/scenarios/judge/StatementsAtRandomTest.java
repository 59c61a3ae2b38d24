package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Assume;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.Tuple;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;

/**
 * Three threads, of one kernel or of several PEs, with up to three statements each, drawn from one
 * list: both engines have to give the same meaning to each, and the outcome of one run, in turns
 * that no engine has a part in, has to be among its outcomes. One program has all statements and
 * runs those that its arguments name, so that a pair of answers takes some milliseconds and many
 * corners are seen that larger programs seldom reach.
 */
@Tag("random")
class StatementsAtRandomTest {
  private static final int ACTORS = 3;
  private static final int MOST = 3;
  private static final int RUNS = 5;
  private static final int FEW = 4;

  /** The statements of one list that each actor runs, and which shape the program has. */
  record Drawn(int shape, ImmutableList<ImmutableList<Integer>> statements) {
    private int[] arguments() {
      return IntStream.concat(
              IntStream.of(shape),
              statements.stream()
                  .flatMapToInt(
                      of -> IntStream.range(0, MOST).map(i -> i < of.size() ? of.get(i) : -1)))
          .toArray();
    }
  }

  private static final ImmutableList<String> OF_THREADS =
      lines(
          """
          x[0] = v;
          r = 10 * r + x[0];
          atomicAdd((unsigned long long *) x + 1, 1ull);
          r = 10 * r + atomicAdd((unsigned long long *) x + 1, 0ull);
          atomicExch((unsigned long long *) x + 1, 2ull);
          while (atomicAdd((unsigned long long *) x + 1, 0ull) == 0) { }
          while (*(volatile long *) (x + 1) != 1) { }
          r = 10 * r + *(volatile long *) (x + 1);
          __threadfence();
          __threadfence_system();
          __threadfence_block();
          __syncwarp();
          __syncthreads();
          asm volatile("bar.sync 3, 32;" ::: "memory");
          asm volatile("bar.arrive 3, 32;" ::: "memory");
          nvshmem_long_p(y, t + 1, 0);
          nvshmem_long_put_nbi(y + 1, x, 1, 0);
          nvshmem_quiet();
          nvshmem_fence();
          nvshmem_long_atomic_add(x + 1, 1, 0);
          r = 10 * r + nvshmem_long_atomic_fetch(x + 1, 0);
          nvshmemx_signal_op(g, 1, NVSHMEM_SIGNAL_SET, 0);
          nvshmem_signal_wait_until(g, NVSHMEM_CMP_GE, 1);
          r = 10 * r + nvshmem_signal_fetch(g);
          nvshmem_long_wait_until(x + 1, NVSHMEM_CMP_EQ, 1);
          r = 10 * r + y[0];
          r = 10 * r + nvshmem_long_g(y, 0);
          nvshmem_long_put_signal_nbi(y, x, 1, g, 1, NVSHMEM_SIGNAL_ADD, 0);
          v = 2;
          """);

  private static final String KERNEL =
      """
      #include <cstdio>
      #include <cstdlib>
      #include <nvshmem.h>
      #include <nvshmemx.h>
      struct S { int a[9]; };
      __device__ long word[8];
      __global__ void k(S s, long *x, long *y, uint64_t *g) {
        int t = blockIdx.x * blockDim.x + threadIdx.x;
        long r = 0, v = 1;
        for (int i = 0; i < 3; i++) {
          switch (s.a[3 * t + i]) {
      CASES
          }
        }
        word[t] = r;
      }
      int main(int argc, char **argv) {
        S s;
        for (int i = 0; i < 9; i++) s.a[i] = atoi(argv[2 + i]);
        int shape = atoi(argv[1]);
        nvshmem_init();
        long *x = (long *) nvshmem_calloc(4, sizeof(long));
        long *y = (long *) nvshmem_calloc(4, sizeof(long));
        uint64_t *g = (uint64_t *) nvshmem_calloc(2, sizeof(uint64_t));
        nvshmem_barrier_all();
        k<<<shape & 1 ? 3 : 1, shape & 1 ? 1 : 3>>>(s, x, y, g);
        cudaDeviceSynchronize();
        nvshmem_barrier_all();
        long h[4], w[8];
        cudaMemcpy(h, x, 32, cudaMemcpyDeviceToHost);
        cudaMemcpyFromSymbol(w, word, 64);
        printf("%ld %ld %ld %ld | %ld %ld %ld |", h[0], h[1], h[2], h[3], w[0], w[1], w[2]);
        cudaMemcpy(h, y, 32, cudaMemcpyDeviceToHost);
        printf(" %ld %ld\\n", h[0], h[1]);
        nvshmem_finalize();
      }
      """;

  private static final ImmutableList<String> OF_COPIES =
      lines(
          """
          s[0] = v;
          r = 10 * r + s[0];
          r = 10 * r + s[1];
          x[1] = v;
          r = 10 * r + x[0];
          copy(s, x);
          copy(s + 1, x + 1);
          copy(s + 1, x);
          asm volatile("cp.async.commit_group;" ::: "memory");
          asm volatile("cp.async.wait_group 0;" ::: "memory");
          asm volatile("cp.async.wait_group 1;" ::: "memory");
          asm volatile("cp.async.wait_all;" ::: "memory");
          asm volatile("cp.async.mbarrier.arrive.shared.b64 [%0];" :: "r"(smem(&bar)) : "memory");
          asm volatile("cp.async.mbarrier.arrive.noinc.shared.b64 [%0];" :: "r"(smem(&bar)) : "memory");
          fetch(s, x, &bar);
          put(x, s);
          asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
          asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
          asm volatile("fence.proxy.async;" ::: "memory");
          asm volatile("mbarrier.arrive.shared.b64 _, [%0];" :: "r"(smem(&bar)) : "memory");
          asm volatile("mbarrier.arrive.relaxed.cta.shared.b64 _, [%0];" :: "r"(smem(&bar)) : "memory");
          asm volatile("mbarrier.arrive_drop.shared.b64 _, [%0];" :: "r"(smem(&bar)) : "memory");
          while (!test(&bar)) { }
          r = 10 * r + test(&bar);
          asm volatile("bar.sync 3, 32;" ::: "memory");
          asm volatile("bar.arrive 3, 32;" ::: "memory");
          __syncthreads();
          __syncwarp();
          __threadfence_block();
          atomicExch(f, 1u);
          while (atomicAdd(f, 0u) == 0) { }
          v = 2;
          """);

  private static final String COPIES =
      """
      #include <cstdio>
      #include <cstdlib>
      #include <cstdint>
      struct S { int a[9]; };
      __device__ int word[3];
      __device__ uint32_t smem(const void *p) { return (uint32_t)__cvta_generic_to_shared(p); }
      __device__ void copy(int *to, const int *from) {
        asm volatile("cp.async.ca.shared.global [%0], [%1], 4;" :: "r"(smem(to)), "l"(from) : "memory");
      }
      __device__ void fetch(int *to, const int *from, uint64_t *bar) {
        asm volatile("mbarrier.arrive.expect_tx.shared.b64 _, [%0], 16;" :: "r"(smem(bar)) : "memory");
        asm volatile("cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
                     " [%0], [%1], 16, [%2];" :: "r"(smem(to)), "l"(from), "r"(smem(bar)) : "memory");
      }
      __device__ void put(int *to, const int *from) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 16;"
                     :: "l"(to), "r"(smem(from)) : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      }
      __device__ int test(uint64_t *bar) {
        int over;
        asm volatile("{ .reg .pred p; mbarrier.try_wait.parity.shared.b64 p, [%1], 0;"
                     " selp.b32 %0, 1, 0, p; }" : "=r"(over) : "r"(smem(bar)) : "memory");
        return over;
      }
      __global__ void k(S chosen, int arrivals, int *x, unsigned *f) {
        alignas(16) __shared__ int s[4];
        alignas(8) __shared__ uint64_t bar;
        int t = threadIdx.x;
        if (t == 0) {
          for (int i = 0; i < 4; i++) s[i] = 0;
          asm volatile("mbarrier.init.shared.b64 [%0], %1;" :: "r"(smem(&bar)), "r"(arrivals) : "memory");
        }
        __syncthreads();
        int r = 0, v = 1;
        for (int i = 0; i < 3; i++) {
          switch (chosen.a[3 * t + i]) {
      CASES
          }
        }
        word[t] = r;
      }
      int main(int argc, char **argv) {
        S chosen;
        for (int i = 0; i < 9; i++) chosen.a[i] = atoi(argv[2 + i]);
        int *x, h[4], w[3];
        unsigned *f;
        cudaMalloc(&x, 16);
        cudaMalloc(&f, 4);
        cudaMemset(x, 3, 16);
        cudaMemset(f, 0, 4);
        k<<<1, 3>>>(chosen, 1 + atoi(argv[1]), x, f);
        cudaMemcpy(h, x, 16, cudaMemcpyDeviceToHost);
        cudaMemcpyFromSymbol(w, word, 12);
        printf("%d %d | %d %d %d\\n", h[0], h[1], w[0], w[1], w[2]);
      }
      """;

  private static final ImmutableList<String> OF_PEERS =
      lines(
          """
          p[0] = v;
          r = 10 * r + p[0];
          x[0] = v;
          r = 10 * r + x[0];
          memset(p, 0, 8);
          atomicAdd_system(pa + 1, 1ull);
          atomicExch_system(pa, 3ull);
          r = 10 * r + atomicAdd_system(pa + 1, 0ull);
          *(volatile long *) (p + 1) = v;
          r = 10 * r + *(volatile long *) (p + 1);
          asm volatile("st.release.sys.u64 [%0], 1;" :: "l"(pa + 1) : "memory");
          asm volatile("ld.acquire.sys.u64 %0, [%1];" : "=l"(a) : "l"(xa + 1) : "memory");
          do { asm volatile("ld.acquire.sys.u64 %0, [%1];" : "=l"(a) : "l"(xa + 1) : "memory"); } while (a == 0);
          while (*(volatile long *) (x + 1) == 0) { }
          while (*(volatile long *) (p + 1) == 0) { }
          r = 10 * r + a;
          put(p, own[t]);
          put(x, own[t]);
          asm volatile("cp.async.bulk.wait_group 0;" ::: "memory");
          asm volatile("fence.proxy.async;" ::: "memory");
          __threadfence();
          __threadfence_system();
          __syncthreads();
          nvshmem_long_p(x, 5, 1 - me);
          nvshmem_long_put_nbi(x, y, 1, 1 - me);
          r = 10 * r + nvshmem_long_g(x, 1 - me);
          nvshmem_long_atomic_add(x + 1, 1, 1 - me);
          nvshmem_fence();
          nvshmem_quiet();
          nvshmemx_signal_op(g, 1, NVSHMEM_SIGNAL_SET, 1 - me);
          nvshmem_signal_wait_until(g, NVSHMEM_CMP_GE, 1);
          nvshmem_long_wait_until(x + 1, NVSHMEM_CMP_GE, 1);
          v = 2;
          """);

  private static final String PEERS =
      """
      #include <cstdio>
      #include <cstdlib>
      #include <cstring>
      #include <nvshmem.h>
      #include <nvshmemx.h>
      struct S { int a[9]; };
      __device__ long word[3];
      __device__ void put(long *to, const long *from) {
        asm volatile("cp.async.bulk.global.shared::cta.bulk_group [%0], [%1], 16;"
                     :: "l"(to), "r"((uint32_t)__cvta_generic_to_shared(from)) : "memory");
        asm volatile("cp.async.bulk.commit_group;" ::: "memory");
      }
      __global__ void k(S s, long *x, long *y, uint64_t *g, int me) {
        int t = me == 0 ? threadIdx.x : 2;
        long *p = (long *) nvshmem_ptr(x, 1 - me);
        unsigned long long *pa = (unsigned long long *) p, *xa = (unsigned long long *) x, a = 0;
        long r = 0, v = 1;
        alignas(16) __shared__ long own[3][2];
        own[t][0] = own[t][1] = 4;
        asm volatile("fence.proxy.async.shared::cta;" ::: "memory");
        for (int i = 0; i < 3; i++) {
          switch (s.a[3 * t + i]) {
      CASES
          }
        }
        word[t] = r;
      }
      int main(int argc, char **argv) {
        S s;
        for (int i = 0; i < 9; i++) s.a[i] = atoi(argv[2 + i]);
        nvshmem_init();
        int me = nvshmem_my_pe();
        long *x = (long *) nvshmem_calloc(2, sizeof(long));
        long *y = (long *) nvshmem_calloc(1, sizeof(long));
        uint64_t *g = (uint64_t *) nvshmem_calloc(1, sizeof(uint64_t));
        nvshmem_barrier_all();
        void *arguments[] = {&s, &x, &y, &g, &me};
        nvshmemx_collective_launch((void *) k, 1, me == 0 ? 2 : 1, arguments, 0, 0);
        cudaDeviceSynchronize();
        nvshmem_barrier_all();
        long h[2], w[3];
        cudaMemcpy(h, x, 16, cudaMemcpyDeviceToHost);
        cudaMemcpyFromSymbol(w, word, 24);
        printf("%d: %ld %ld | %ld %ld %ld\\n", me, h[0], h[1], w[0], w[1], w[2]);
        nvshmem_finalize();
      }
      """;

  private static final ImmutableList<String> OF_PES =
      lines(
          """
          shmem_long_p(&x[0], 5, up);
          shmem_long_put(&x[0], &v, 1, up);
          shmem_long_put_nbi(&x[0], &v, 1, up);
          shmem_long_put_nbi(&x[0], &v, 1, 0);
          shmem_ctx_long_put_nbi(ctx, &x[2], &v, 1, up);
          shmem_ctx_long_atomic_add(ctx, &x[1], 1, up);
          shmem_quiet();
          shmem_fence();
          shmem_ctx_quiet(ctx);
          shmem_ctx_fence(ctx);
          shmem_long_atomic_add(&x[1], 1, up);
          shmem_long_atomic_set(&x[1], 2, up);
          shmem_long_atomic_set(&x[1], 1, 0);
          r = 10 * r + shmem_long_atomic_fetch(&x[1], up);
          r = 10 * r + shmem_long_atomic_fetch_inc(&x[1], 0);
          r = 10 * r + shmem_long_atomic_compare_swap(&x[1], 0, 3, 0);
          shmem_long_atomic_fetch_nbi(&a, &x[1], up);
          r = 10 * r + a;
          shmem_long_wait_until(&x[1], SHMEM_CMP_EQ, 1);
          shmem_long_wait_until(&x[1], SHMEM_CMP_GE, 1);
          r = 10 * r + shmem_long_g(&x[0], up);
          r = 10 * r + x[0];
          shmem_long_get_nbi(&a, &x[0], 1, up);
          r = 10 * r + shmem_long_test(&x[1], SHMEM_CMP_GE, 1);
          shmem_barrier_all();
          shmem_sync_all();
          if (me < 2) shmem_team_sync(pair);
          shmem_long_broadcast(SHMEM_TEAM_WORLD, y, src, 1, 0);
          shmem_long_sum_reduce(SHMEM_TEAM_WORLD, z, src, 2);
          if (me < 2) shmem_long_sum_reduce(pair, z, x, 1);
          shmem_long_put_signal_nbi(&x[2], &v, 1, &g[0], 1, SHMEM_SIGNAL_SET, up);
          shmem_long_put_signal(&x[2], &v, 1, &g[0], 1, SHMEM_SIGNAL_ADD, 0);
          shmem_signal_set(&g[0], 2, up);
          shmem_signal_wait_until(&g[0], SHMEM_CMP_GE, 1);
          r = 10 * r + shmem_signal_fetch(&g[0]);
          v = 3;
          shmem_set_lock(&lock);
          shmem_clear_lock(&lock);
          r = 10 * r + shmem_test_lock(&lock);
          while (shmem_test_lock(&lock)) { }
          while (shmem_long_g(&x[0], up) == 0) { }
          while (shmem_long_atomic_fetch(&x[1], up) == 0) { }
          while (!shmem_long_test(&x[1], SHMEM_CMP_GE, 1)) { }
          while (shmem_long_atomic_compare_swap(&x[1], 1, 4, 0) != 1) { }
          p[0] = v;
          r = 10 * r + p[0];
          memset(p, 0, 16);
          """);

  private static final String PES =
      """
      #include <shmem.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      static long x[4], y[4], z[4], src[4] = {1, 2, 3, 4};
      static uint64_t g[2];
      static long lock;
      static long r;
      static shmem_ctx_t ctx;
      static shmem_team_t pair;
      int main(int argc, char **argv) {
        int chosen[3];
        shmem_init();
        int me = shmem_my_pe();
        for (int i = 0; i < 3; i++) chosen[i] = atoi(argv[2 + 3 * me + i]);
        shmem_ctx_create(0, &ctx);
        shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 2, NULL, 0, &pair);
        shmem_barrier_all();
        long v = 1, a = 0;
        int up = (me + 1) % 3;
        long *p = (long *)shmem_ptr(x, up);
        for (int i = 0; i < 3; i++) {
          switch (chosen[i]) {
      CASES
          }
        }
        shmem_barrier_all();
        printf("%d: %ld %ld %ld %ld | %ld %ld | %ld %ld %ld | %ld\\n", me, x[0], x[1], x[2], x[3], y[0], y[1], z[0], z[1], (long) g[0], r);
        shmem_finalize();
      }
      """;

  private static final ImmutableList<String> OF_OPENMP =
      lines(
          """
          x[0] = v;
          r = 10 * r + x[0];
          x[2] = x[2] + v;
          _Pragma("omp critical") x[0] = x[0] + v;
          _Pragma("omp critical") r = 10 * r + x[0];
          _Pragma("omp critical(other)") x[0] = x[0] + v;
          _Pragma("omp atomic") x[1] += v;
          _Pragma("omp atomic write") x[1] = v;
          _Pragma("omp atomic write release") x[1] = v;
          _Pragma("omp atomic read") a = x[1];
          _Pragma("omp atomic read acquire") a = x[1];
          _Pragma("omp atomic capture seq_cst") a = x[1]++;
          r = 10 * r + a;
          do { _Pragma("omp atomic read acquire") a = x[1]; } while (a == 0);
          do { _Pragma("omp atomic read") a = x[1]; } while (a == 0);
          _Pragma("omp flush");
          omp_set_lock(&lock);
          omp_unset_lock(&lock);
          r = 10 * r + omp_test_lock(&lock);
          _Pragma("omp barrier");
          _Pragma("omp single") x[2] = v;
          _Pragma("omp single nowait") x[2] = v;
          _Pragma("omp master") x[2] = v;
          _Pragma("omp task firstprivate(v)") x[2] = v;
          _Pragma("omp taskwait");
          shmem_long_p(y, v, 0);
          shmem_long_put_nbi(y + 1, x, 1, 0);
          shmem_quiet();
          shmem_fence();
          r = 10 * r + y[0];
          r = 10 * r + shmem_long_g(y + 1, 0);
          shmem_long_atomic_add(x + 1, 1, 0);
          shmem_barrier_all();
          v = 2;
          """);

  private static final String OPENMP =
      """
      #include <omp.h>
      #include <shmem.h>
      #include <stdio.h>
      #include <stdlib.h>
      static long x[4], y[4], results[3];
      static omp_lock_t lock;
      int main(int argc, char **argv) {
        int chosen[9], level;
        for (int i = 0; i < 9; i++) chosen[i] = atoi(argv[2 + i]);
        shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
        omp_init_lock(&lock);
      #pragma omp parallel num_threads(3)
        {
          int t = omp_get_thread_num();
          long v = 1, r = 0, a = 0;
          for (int i = 0; i < 3; i++) {
            switch (chosen[3 * t + i]) {
      CASES
            }
          }
          results[t] = r;
        }
        printf("%ld %ld %ld | %ld %ld |", x[0], x[1], x[2], y[0], y[1]);
        printf(" %ld %ld %ld\\n", results[0], results[1], results[2]);
        shmem_finalize();
      }
      """;

  private static final ImmutableList<String> OF_PTHREADS =
      lines(
          """
          x[0] = v;
          r = 10 * r + x[0];
          r = 10 * r + x[1];
          atomic_store_explicit(&a, 1, memory_order_release);
          atomic_store_explicit(&a, 1, memory_order_relaxed);
          while (!atomic_load_explicit(&a, memory_order_acquire)) { }
          r = 10 * r + atomic_fetch_add_explicit(&a, 1, memory_order_acq_rel);
          pthread_mutex_lock(&m);
          pthread_mutex_unlock(&m);
          r = 10 * r + !pthread_mutex_trylock(&m);
          pthread_mutex_lock(&m); x[1] += v; pthread_mutex_unlock(&m);
          pthread_mutex_lock(&m); while (!ready) pthread_cond_wait(&c, &m); pthread_mutex_unlock(&m);
          pthread_mutex_lock(&m); ready = 1; pthread_mutex_unlock(&m);
          pthread_mutex_lock(&m); r = 10 * r + !pthread_cond_timedwait(&c, &m, &soon); pthread_mutex_unlock(&m);
          pthread_cond_signal(&c);
          pthread_cond_broadcast(&c);
          pthread_barrier_wait(&two);
          pthread_barrier_wait(&three);
          r = 10 * r + (pthread_barrier_wait(&two) == PTHREAD_BARRIER_SERIAL_THREAD);
          pthread_rwlock_rdlock(&w);
          pthread_rwlock_wrlock(&w);
          r = 10 * r + !pthread_rwlock_trywrlock(&w);
          pthread_rwlock_unlock(&w);
          sem_wait(&s);
          sem_post(&s);
          r = 10 * r + !sem_trywait(&s);
          pthread_once(&once, begin);
          shmem_long_p(y, v, 0);
          shmem_long_put_nbi(y + 1, x, 1, 0);
          shmem_quiet();
          r = 10 * r + y[0];
          shmem_long_wait_until(y, SHMEM_CMP_EQ, 1);
          exit(3);
          v = 2;
          """);

  private static final String PTHREADS =
      """
      #include <pthread.h>
      #include <semaphore.h>
      #include <shmem.h>
      #include <stdatomic.h>
      #include <stdio.h>
      #include <stdlib.h>
      #include <time.h>
      static long x[4], y[4], results[3];
      static int chosen[9], ready;
      static atomic_int a;
      static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
      static pthread_cond_t c = PTHREAD_COND_INITIALIZER;
      static pthread_rwlock_t w = PTHREAD_RWLOCK_INITIALIZER;
      static pthread_once_t once = PTHREAD_ONCE_INIT;
      static pthread_barrier_t two, three;
      static sem_t s;
      static void begin(void) { x[3]++; }
      static void *run(void *argument) {
        long t = (long)argument, v = 1, r = 0;
        struct timespec soon = {0, 0};
        for (int i = 0; i < 3; i++) {
          switch (chosen[3 * t + i]) {
      CASES
          }
        }
        results[t] = r;
        return 0;
      }
      int main(int argc, char **argv) {
        int level;
        pthread_t threads[3];
        for (int i = 0; i < 9; i++) chosen[i] = atoi(argv[2 + i]);
        shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
        pthread_barrier_init(&two, 0, 2);
        pthread_barrier_init(&three, 0, 3);
        sem_init(&s, 0, atoi(argv[1]));
        for (long t = 0; t < 3; t++) pthread_create(&threads[t], 0, run, (void *)t);
        for (int t = 0; t < 3; t++) pthread_join(threads[t], 0);
        printf("%ld %ld %ld | %ld %ld |", x[0], x[1], x[3], y[0], y[1]);
        printf(" %ld %ld %ld\\n", results[0], results[1], results[2]);
        shmem_finalize();
      }
      """;

  private static final StatementsProgram THREADS_PROGRAM =
      StatementsProgram.of("threads.cu", KERNEL, OF_THREADS);
  private static final StatementsProgram COPIES_PROGRAM =
      StatementsProgram.of("copies.cu", COPIES, OF_COPIES);
  private static final StatementsProgram PEERS_PROGRAM =
      StatementsProgram.of("peers.cu", PEERS, OF_PEERS);
  private static final StatementsProgram OPENMP_PROGRAM =
      StatementsProgram.of("openmp.c", OPENMP, OF_OPENMP);
  private static final StatementsProgram PTHREADS_PROGRAM =
      StatementsProgram.of("pthreads.c", PTHREADS, OF_PTHREADS);
  private static final StatementsProgram PES_PROGRAM = StatementsProgram.of("pes.c", PES, OF_PES);

  @Property(tries = 1_500)
  void threadsOfAKernel(@ForAll("threads") Drawn drawn, @ForAll("profiles") Profile profile) {
    theEnginesAgree(THREADS_PROGRAM, 1, drawn, OF_THREADS, profile);
  }

  @Property(tries = 1_500)
  void threadsThatCopyAsynchronously(@ForAll("copies") Drawn drawn) {
    theEnginesAgree(COPIES_PROGRAM, 1, drawn, OF_COPIES, Profile.NVSHMEM);
  }

  @Property(tries = 600)
  void threadsThatReachIntoPeers(
      @ForAll("peers") Drawn drawn, @ForAll("profiles") Profile profile) {
    theEnginesAgree(PEERS_PROGRAM, 2, drawn, OF_PEERS, profile);
  }

  @Property(tries = 150)
  void threadsOfOpenMp(@ForAll("openMp") Drawn drawn) {
    theEnginesAgree(OPENMP_PROGRAM, 1, drawn, OF_OPENMP, Profile.OPENSHMEM);
  }

  @Property(tries = 100)
  void threadsOfPosix(@ForAll("posix") Drawn drawn) {
    theEnginesAgree(PTHREADS_PROGRAM, 1, drawn, OF_PTHREADS, Profile.OPENSHMEM);
  }

  @Property(tries = 600)
  void severalPes(@ForAll("pes") Drawn drawn, @ForAll("profiles") Profile profile) {
    theEnginesAgree(PES_PROGRAM, ACTORS, drawn, OF_PES, profile);
  }

  private static void theEnginesAgree(
      StatementsProgram program,
      int pes,
      Drawn drawn,
      ImmutableList<String> statements,
      Profile profile) {
    Meaning all = meaning(program, pes, Engine.STATES, drawn, profile);
    String text =
        drawn.statements().stream()
            .map(of -> of.stream().map(statements::get).toList())
            .toList()
            .toString();
    assertThat(meaning(program, pes, Engine.DPOR, drawn, profile)).as("%s", text).isEqualTo(all);
    if (all.defined()) {
      Set<String> once =
          LongStream.range(0, RUNS)
              .mapToObj(seed -> program.run(pes, profile, seed, drawn.arguments()))
              .flatMap(Optional::stream)
              .collect(Collectors.toCollection(TreeSet::new));
      assertThat(all.seen()).as("plain runs: %s", text).containsAll(once);
    }
  }

  private static Meaning meaning(
      StatementsProgram program, int pes, Engine engine, Drawn drawn, Profile profile) {
    Exploration exploration = program.explore(pes, engine, profile, drawn.arguments());
    Assume.that(exploration.complete()); // a few have more than the budget of one of the engines
    return Meaning.of(exploration);
  }

  @Provide
  Arbitrary<Drawn> threads() {
    return drawn(OF_THREADS);
  }

  @Provide
  Arbitrary<Drawn> copies() {
    return drawn(OF_COPIES);
  }

  @Provide
  Arbitrary<Drawn> peers() {
    return drawn(OF_PEERS);
  }

  @Provide
  Arbitrary<Drawn> openMp() {
    return drawn(OF_OPENMP);
  }

  @Provide
  Arbitrary<Drawn> posix() {
    return drawn(OF_PTHREADS);
  }

  @Provide
  Arbitrary<Drawn> pes() {
    return drawn(OF_PES);
  }

  @Provide
  Arbitrary<Profile> profiles() {
    return Arbitraries.of(Profile.all().toList());
  }

  // Mostly from a few statements of the list: those that meet only each other seldom would among
  // all (Groce et al. 2012, "Swarm Testing").
  private static Arbitrary<Drawn> drawn(ImmutableList<String> statements) {
    Arbitrary<Integer> any = Arbitraries.integers().between(0, statements.size() - 1);
    return any.list()
        .ofMinSize(1)
        .ofMaxSize(FEW)
        .flatMap(few ->
            Combinators.combine(
                    Arbitraries.integers().between(0, 1),
                    Arbitraries.frequencyOf(Tuple.of(4, Arbitraries.of(few)), Tuple.of(1, any))
                        .list()
                        .ofMaxSize(MOST)
                        .map(ImmutableList::copyOf)
                        .list()
                        .ofSize(ACTORS))
                .as((shape, all) -> new Drawn(shape, ImmutableList.copyOf(all))));
  }

  private static ImmutableList<String> lines(String text) {
    return ImmutableList.copyOf(Splitter.on('\n').omitEmptyStrings().splitToList(text));
  }
}
