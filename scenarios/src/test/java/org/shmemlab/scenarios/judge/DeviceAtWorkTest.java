package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;

/**
 * A host calls CUDA while its device works: whatever comes out when the work is done before, and
 * when a flag holds it until after the call, comes out without either, too.
 */
class DeviceAtWorkTest {
  private static final int AT_ONCE = 0; // the first argument of the program
  private static final int HELD = 1;
  private static final int DONE = 2;

  private static final ImmutableList<String> CALLS =
      ImmutableList.of(
          "r = cudaStreamQuery(s);",
          "r = cudaStreamQuery(q);",
          "r = cudaStreamQuery(0);",
          "r = cudaStreamSynchronize(s);",
          "r = cudaStreamSynchronize(q);",
          "r = cudaEventQuery(e);",
          "r = cudaEventQuery(f);",
          "r = cudaEventSynchronize(e);",
          "r = cudaEventSynchronize(f);",
          "float t; r = cudaEventElapsedTime(&t, f, e);",
          "float t; r = cudaEventElapsedTime(&t, f, f);",
          "r = cudaEventRecord(e, s);",
          "r = cudaEventRecord(e, q);",
          "r = cudaEventRecord(e, q); r = r * 1000 + cudaEventQuery(e);",
          "r = cudaStreamWaitEvent(q, e, 0); r = r * 1000 + cudaStreamQuery(q);",
          "r = cudaStreamDestroy(s);",
          "r = cudaEventDestroy(e);",
          "r = cudaDeviceSynchronize();",
          "r = cudaGetLastError();",
          "size_t free, all; cudaMemGetInfo(&free, &all); r = free % 1000;",
          "long *more; r = cudaMalloc(&more, 8);",
          "cudaFreeAsync(z, s); size_t free, all; cudaMemGetInfo(&free, &all); r = free % 1000;",
          "cudaFreeAsync(z, s); cudaPointerAttributes a; cudaPointerGetAttributes(&a, z); r = a.type;",
          "long *more; cudaMalloc(&more, 8); r = cudaFree(more);",
          "r = cudaMemset(word + 1, 0, 8);",
          "long x; r = cudaMemcpy(&x, word + 1, 8, cudaMemcpyDeviceToHost);",
          "add<<<1, 1, 0, q>>>(word + 1); r = cudaStreamQuery(q);",
          "add<<<1, 1>>>(word + 1); r = cudaStreamQuery(0);",
          "nvshmem_quiet(); r = cudaStreamQuery(s);",
          "nvshmem_barrier_all(); r = cudaStreamQuery(s);",
          "nvshmemx_quiet_on_stream(s); r = cudaStreamQuery(s);",
          "nvshmemx_quiet_on_stream(q); r = cudaStreamQuery(q);",
          "r = nvshmem_team_n_pes(NVSHMEM_TEAM_WORLD);");

  private static final String PROGRAM =
      """
      #include <nvshmem.h>
      #include <nvshmemx.h>
      #include <cstdio>
      #include <cstdlib>
      enum { AT_ONCE, HELD, DONE };
      static cudaStream_t s, q;
      static cudaEvent_t e, f;
      static long *word, *z;
      static int *go;
      __global__ void add(long *w) { *w += 1; }
      __global__ void held(int *go, long *w) {
        while (atomicAdd_system(go, 0) == 0);
        *w += 1;
      }
      static int call(int statement) {
        int r = 0;
        switch (statement) {
      CASES
        }
        return r;
      }
      int main(int argc, char **argv) {
        bool hold = atoi(argv[1]) == HELD, wait = atoi(argv[1]) == DONE;
        nvshmem_init();
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking);
        cudaEventCreate(&e);
        cudaEventCreate(&f);
        cudaMalloc(&word, 16);
        cudaMalloc(&z, 64);
        cudaMallocHost(&go, 4);
        cudaMemset(word, 0, 16);
        *go = !hold;
        cudaDeviceSynchronize();
        cudaEventRecord(f, s);
        cudaEventSynchronize(f);
        held<<<1, 1, 0, s>>>(go, word);
        cudaEventRecord(e, s);
        if (wait) cudaDeviceSynchronize();
        int r = call(atoi(argv[2]));
        if (hold) __atomic_store_n(go, 1, __ATOMIC_SEQ_CST);
        cudaDeviceSynchronize();
        long value;
        cudaMemcpy(&value, word, 8, cudaMemcpyDeviceToHost);
        printf("%d %ld %d\\n", r, value, cudaPeekAtLastError());
        nvshmem_finalize();
      }
      """;

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void whatComesOutWithTheWorkHeldOrDoneComesOutAtOnce(Engine engine) {
    StatementsProgram program = StatementsProgram.of("a.cu", PROGRAM, CALLS);
    List<String> losses = new ArrayList<>();
    for (int i = 0; i < CALLS.size(); i++) {
      Set<String> atOnce = outcomes(engine, program, AT_ONCE, i);
      Set<String> others =
          Sets.union(outcomes(engine, program, HELD, i), outcomes(engine, program, DONE, i));
      Set<String> lost = Sets.difference(others, atOnce);
      if (!lost.isEmpty()) {
        losses.add(CALLS.get(i) + " lost: " + lost);
      }
    }
    assertThat(losses).isEmpty();
  }

  private static Set<String> outcomes(
      Engine engine, StatementsProgram program, int work, int call) {
    return program.explore(engine, Profile.NVSHMEM, work, call).outcomes().keySet();
  }
}
