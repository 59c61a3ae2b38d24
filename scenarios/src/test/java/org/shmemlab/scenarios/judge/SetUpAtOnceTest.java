package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Engine;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Two threads of a host call the libraries at the same time: whatever comes out, or goes wrong,
 * when one calls after the other, in either order, does so here, too. (Not so for what waits: that
 * an event is destroyed before another thread waits for it is not looked at by every engine.)
 */
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
          "r = pthread_mutex_trylock(&mutex);");

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
      static shmem_team_t team;
      static shmem_ctx_t context;
      static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
      CALLS
      int main(int argc, char **argv) {
        int level;
        shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
        shmem_team_split_strided(SHMEM_TEAM_WORLD, 0, 1, 1, NULL, 0, &team);
        shmem_ctx_create(0, &context);
        ORDERED
        char *a = getenv("A");
        printf("%d %d %s %d\\n", results[0], results[1], a ? a : "-", rand() % 1000);
        shmem_finalize();
      }
      """;

  private static final String CUDA_PROGRAM =
      """
      #include <nvshmem.h>
      #include <pthread.h>
      #include <cstdio>
      #include <cstdlib>
      static cudaStream_t s, q;
      static cudaEvent_t e;
      static long *word;
      __global__ void add(long *w) { *w += 1; }
      __global__ void twice(long *w) { *w *= 2; }
      CALLS
      int main(int argc, char **argv) {
        nvshmem_init();
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking);
        cudaEventCreate(&e);
        cudaMalloc(&word, 8);
        cudaMemset(word, 1, 1);
        cudaMemset((char *)word + 1, 0, 7);
        cudaDeviceSynchronize();
        ORDERED
        cudaDeviceSynchronize();
        long value;
        cudaMemcpy(&value, word, 8, cudaMemcpyDeviceToHost);
        printf("%d %d %ld\\n", results[0], results[1], value);
        nvshmem_finalize();
      }
      """;

  /** What an engine says of a program. */
  private record Said(Set<String> outcomes, Set<Kind> kinds) {
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
    StringBuilder cases = new StringBuilder();
    for (int i = 0; i < statements.size(); i++) {
      cases.append("    case %d: { %s break; }\n".formatted(i, statements.get(i)));
    }
    SourceFile file =
        new SourceFile(
            name, text.replace("CALLS", CALLS).replace("CASES", cases).replace("ORDERED", ORDERED));
    CudaC.Compiled compiled = CudaC.compile(file);
    Program program = compiled.program();
    assertThat(program).as("%s", compiled.diagnostics()).isNotNull();
    int compared = 0;
    List<String> losses = new ArrayList<>();
    for (int a = 0; a < statements.size(); a++) {
      for (int b = 0; b < statements.size(); b++) {
        int first = a;
        int second = b;
        ImmutableList<Said> said =
            IntStream.range(0, 3)
                .mapToObj(order ->
                    said(
                        engine,
                        profile,
                        file,
                        Objects.requireNonNull(program),
                        order,
                        first,
                        second))
                .collect(ImmutableList.toImmutableList());
        if (!said.get(0).kinds().contains(Kind.CONFLICT)) {
          compared++;
          Set<Object> lost =
              Sets.difference(Sets.union(said.get(1).all(), said.get(2).all()), said.get(0).all());
          if (!lost.isEmpty()) {
            losses.add(
                "main: " + statements.get(a) + " other: " + statements.get(b) + " lost: " + lost);
          }
        }
      }
    }
    assertThat(losses).isEmpty();
    assertThat(compared).isGreaterThan(statements.size() * statements.size() / 2);
  }

  private static Said said(
      Engine engine,
      Profile profile,
      SourceFile file,
      Program program,
      int order,
      int first,
      int second) {
    Job one = Job.ofPes(1);
    Job job =
        new Job(
            1,
            1,
            ImmutableList.of(String.valueOf(order), String.valueOf(first), String.valueOf(second)),
            ImmutableMap.of(),
            one.gpu());
    Limits limits = new Limits(engine, new SearchOptions(100_000, 0, () -> false));
    Exploration exploration =
        ProgramJudgement.of(file, program, job, ImmutableList.of(profile), limits)
            .answers()
            .get(0)
            .exploration();
    return new Said(
        exploration.outcomes().keySet(),
        exploration.findings().stream().map(Kind::of).collect(ImmutableSet.toImmutableSet()));
  }
}
