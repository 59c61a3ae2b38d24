package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.testing.Draws;

/**
 * Two threads of a host call the libraries at the same time: whatever comes out, or goes wrong,
 * when one calls after the other, in either order, does so here, too.
 */
@Tag("catalogue")
class SetUpAtOnceTest {
  private static final ImmutableList<String> OPENSHMEM =
      ImmutableList.of(
          "r = rand() % 1000;",
          "srand(7);",
          "setenv(\"A\", who ? \"other\" : \"main\", 1);",
          "r = getenv(\"A\") != NULL;",
          "r = shmem_team_n_pes(team);",
          "r = shmem_team_my_pe(team);",
          "r = shmem_team_translate_pe(team, 0, SHMEM_TEAM_WORLD);",
          "shmem_team_destroy(team);",
          "shmem_team_sync(team);",
          "shmem_team_t of; r = shmem_ctx_get_team(context, &of);",
          "shmem_ctx_destroy(context);",
          "shmem_ctx_long_p(context, &x, 1, 0);",
          "shmem_ctx_quiet(context);",
          "shmem_ctx_t made; r = shmem_team_create_ctx(team, 0, &made);",
          "pthread_mutex_lock(&mutex); r = ++count; pthread_mutex_unlock(&mutex);",
          "r = pthread_mutex_trylock(&mutex);",
          "r = pthread_mutex_destroy(&mutex);",
          "pthread_mutex_lock(&mutex); pthread_cond_wait(&condition, &mutex); r = count;"
              + " pthread_mutex_unlock(&mutex);",
          "pthread_cond_signal(&condition);",
          "shmem_ctx_t made; r = shmem_ctx_create(0, &made);",
          "r = pthread_join(idle, NULL);",
          "r = pthread_detach(idle);",
          "shmem_free(z);",
          "r = shmem_addr_accessible(z, 0);",
          "r = shmem_ptr(z, 0) != NULL;",
          "shmem_long_p(z, 1, 0);",
          "shmem_quiet();",
          "shmem_barrier_all();");

  private static final ImmutableList<String> CUDA =
      ImmutableList.of(
          "add<<<1, 1, 0, s>>>(word);",
          "twice<<<1, 1, 0, s>>>(word);",
          "twice<<<1, 1>>>(word);",
          "cudaMemsetAsync(word, 0, 8, s);",
          "r = cudaEventRecord(e, s);",
          "r = cudaStreamWaitEvent(q, e, 0); twice<<<1, 1, 0, q>>>(word);",
          "add<<<1, 1, 0, s>>>(word); r = cudaEventRecord(e, s);",
          "r = cudaEventDestroy(e);",
          "r = cudaStreamDestroy(q);",
          "r = cudaStreamSynchronize(s);",
          "r = cudaDeviceSynchronize();",
          "float t; r = cudaEventElapsedTime(&t, e, e);",
          "r = cudaEventSynchronize(e);",
          "r = cudaEventQuery(e);",
          "r = cudaStreamQuery(s);",
          "r = cudaStreamSynchronize(q);",
          "r = cudaStreamDestroy(s);",
          "r = cudaSetDevice(9);",
          "r = cudaGetLastError();",
          "r = cudaSetDevice(0); cudaGetDevice(&r);",
          "r = cudaDeviceReset();",
          "nvshmemx_barrier_all_on_stream(s);",
          "nvshmem_quiet();",
          "r = nvshmemx_init_status();",
          "nvshmem_finalize();",
          "r = cudaFree(more);",
          "cudaPointerAttributes a; cudaPointerGetAttributes(&a, more); r = a.type;",
          "size_t free, all; cudaMemGetInfo(&free, &all); r = (free >> 4) % 1000;",
          "void *p; r = cudaMalloc(&p, 64);",
          "void *p; r = cudaMalloc(&p, most);",
          "r = nvshmemx_buffer_register(buffer, 64);",
          "r = nvshmemx_buffer_unregister(buffer);",
          "nvshmem_long_put(x, buffer, 1, 0);",
          "r = nvshmem_team_n_pes(NVSHMEM_TEAM_WORLD);");

  private static final String CALLS =
      """
      static int results[2], statement[2];
      static void call(int who) {
        int r = 0;
        switch (statement[who]) {
      CASES
        }
        results[who] = r;
      }
      static void *other(void *unused) {
        call(1);
        return NULL;
      }
      """;

  /** Both calls at once where the first argument is 0, or else the one of main first, or last. */
  private static final String ORDERED =
      """
      statement[0] = atoi(argv[2]);
      statement[1] = atoi(argv[3]);
      int order = atoi(argv[1]);
      pthread_t thread;
      if (order == 1) call(0);
      pthread_create(&thread, NULL, other, NULL);
      if (order == 0) call(0);
      pthread_join(thread, NULL);
      if (order == 2) call(0);
      """;

  private static final String OPENSHMEM_PROGRAM =
      """
      #include <pthread.h>
      #include <shmem.h>
      #include <stdio.h>
      #include <stdlib.h>
      static long x;
      static int count;
      static long *z;
      static pthread_t idle;
      static void *nothing(void *unused) { return NULL; }
      static shmem_team_t team;
      static shmem_ctx_t context;
      static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
      static pthread_cond_t condition = PTHREAD_COND_INITIALIZER;
      CALLS
      int main(int argc, char **argv) {
        int level;
        shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
        shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 1, NULL, 0, &team);
        shmem_ctx_create(0, &context);
        z = shmem_calloc(1, 8);
        pthread_create(&idle, NULL, nothing, NULL);
        ORDERED
        char *a = getenv("A");
        printf("%d %d %s %d\\n", results[0], results[1], a ? a : "-", rand() % 1000);
        shmem_finalize();
      }
      """;

  private static final String CUDA_PROGRAM =
      """
      #include <nvshmem.h>
      #include <nvshmemx.h>
      #include <pthread.h>
      #include <cstdio>
      #include <cstdlib>
      static cudaStream_t s, q;
      static cudaEvent_t e;
      static long *word, *more, *x, *buffer;
      static size_t most;
      __global__ void add(long *w) { *w += 1; }
      __global__ void twice(long *w) { *w *= 2; }
      CALLS
      int main(int argc, char **argv) {
        nvshmem_init();
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking);
        cudaEventCreate(&e);
        cudaMalloc(&word, 8);
        cudaMalloc(&more, 64);
        size_t all;
        cudaMemGetInfo(&most, &all);
        x = (long *)nvshmem_calloc(1, 8);
        cudaMalloc(&buffer, 64);
        cudaMemset(buffer, 0, 64);
        nvshmemx_buffer_register(buffer, 64);
        cudaMemset(word, 1, 1);
        cudaMemset((char *)word + 1, 0, 7);
        cudaDeviceSynchronize();
        ORDERED
        cudaDeviceSynchronize();
        long value;
        cudaMemcpy(&value, word, 8, cudaMemcpyDeviceToHost);
        printf("%d %d %ld %d\\n", results[0], results[1], value, cudaPeekAtLastError());
        nvshmem_finalize();
      }
      """;

  /** An engine's answer for a program. */
  private record Said(Set<String> outcomes, Set<FindingKind> kinds) {
    Set<Object> all() {
      return Sets.union(outcomes, kinds);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void whatComesOutInEitherOrderComesOutAtOnceOpenshmem(Engine engine) {
    examine(engine, Profile.OPENSHMEM, OPENSHMEM_PROGRAM, "a.c", OPENSHMEM);
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void whatComesOutInEitherOrderComesOutAtOnceCuda(Engine engine) {
    examine(engine, Profile.NVSHMEM, CUDA_PROGRAM, "a.cu", CUDA);
  }

  private static void examine(
      Engine engine, Profile profile, String text, String name, ImmutableList<String> statements) {
    StatementsProgram program =
        StatementsProgram.of(
            name, text.replace("CALLS", CALLS).replace("ORDERED", ORDERED), statements);
    int compared = 0;
    List<String> losses = new ArrayList<>();
    List<Pair> pairs = Draws.of(pairs(statements.size()));
    for (Pair pair : pairs) {
      ImmutableList<Said> said =
          IntStream.range(0, 3)
              .mapToObj(order -> said(engine, profile, program, order, pair.main(), pair.other()))
              .collect(ImmutableList.toImmutableList());
      if (!said.get(0).kinds().contains(FindingKind.CONFLICT)) {
        compared++;
        Set<Object> lost =
            Sets.difference(Sets.union(said.get(1).all(), said.get(2).all()), said.get(0).all());
        if (!lost.isEmpty()) {
          losses.add(
              "main: %s other: %s lost: %s"
                  .formatted(statements.get(pair.main()), statements.get(pair.other()), lost));
        }
      }
    }
    assertThat(losses).isEmpty();
    assertThat(compared).isGreaterThan(Draws.areWhole() ? pairs.size() / 2 : 0);
  }

  /** Which statement the main thread has, and which the other. */
  private record Pair(int main, int other) {}

  private static ImmutableList<Pair> pairs(int statements) {
    ImmutableList.Builder<Pair> pairs = ImmutableList.builder();
    for (int main = 0; main < statements; main++) {
      for (int other = main; other < statements; other++) {
        pairs.add(new Pair(main, other));
      }
    }
    return pairs.build();
  }

  private static Said said(
      Engine engine, Profile profile, StatementsProgram program, int... arguments) {
    Exploration exploration = program.explore(engine, profile, arguments);
    return new Said(
        exploration.outcomes().keySet(),
        exploration.findings().stream().map(Finding::kind).collect(ImmutableSet.toImmutableSet()));
  }
}
