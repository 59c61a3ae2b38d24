package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.testing.Draws;

/**
 * Two threads of control change a word by up to two updates each, and a third waits for a value,
 * which may pass by during an invisible operation of the third. All such programs of these updates
 * and waits: the engine that leaves out executions has the outcomes of the one that leaves out
 * none.
 */
@Tag("catalogue")
class ValuesThatPassByTest {
  /** How a word is changed and waited for. */
  enum Word {
    ATOMIC(
        ImmutableList.of(
            "shmem_long_atomic_set(&f, 1, 1);",
            "shmem_long_atomic_set(&f, 2, 1);",
            "shmem_long_atomic_add(&f, 1, 1);",
            "shmem_long_atomic_add(&f, -1, 1);"),
        ImmutableList.of("", "shmem_fence();"),
        "shmem_long_wait_until(&f, SHMEM_CMP_%s);"),
    SIGNAL(
        ImmutableList.of(
            "shmem_signal_set(&s, 1, 1);",
            "shmem_signal_set(&s, 2, 1);",
            "shmem_signal_add(&s, 1, 1);",
            "shmem_signal_add(&s, -1, 1);"),
        ImmutableList.of("", "shmem_fence();"),
        "shmem_signal_wait_until(&s, SHMEM_CMP_%s);"),
    OF_THREADS(
        ImmutableList.of(
            "atomicExch(f, 1);",
            "atomicExch(f, 2);",
            "atomicCAS(f, 0, 3);",
            "atomicAdd(f, 1);",
            "atomicAdd(f, -1);"),
        ImmutableList.of(""),
        "while (!(atomicAdd(f, 0) %s)) { }");

    private final ImmutableList<String> updates;
    private final ImmutableList<String> between;
    private final String wait;

    Word(ImmutableList<String> updates, ImmutableList<String> between, String wait) {
      this.updates = updates;
      this.between = between;
      this.wait = wait;
    }

    private ImmutableList<String> changes() {
      List<String> changes = new ArrayList<>(List.of(""));
      changes.addAll(updates);
      for (String first : updates) {
        for (String gap : between) {
          updates.forEach(second -> changes.add(first + " " + gap + " " + second));
        }
      }
      return ImmutableList.copyOf(changes);
    }

    private ImmutableList<String> waits() {
      List<String> wanted =
          this == OF_THREADS
              ? List.of("== 1", "== 2", ">= 2", "< 0")
              : List.of("EQ, 1", "EQ, 2", "GE, 2", "LT, 0");
      return wanted.stream().map(wait::formatted).collect(ImmutableList.toImmutableList());
    }
  }

  private static final String OPENSHMEM =
      """
      #include <shmem.h>
      #include <stdio.h>
      #include <stdlib.h>
      static long f, own;
      static uint64_t s;
      static void call(int statement) {
        switch (statement) {
      CASES
        }
      }
      int main(int argc, char **argv) {
        shmem_init();
        int me = shmem_my_pe();
        if (me == 1) (void) shmem_long_atomic_fetch(&own, 0);
        call(atoi(argv[1 + me]));
        shmem_quiet();
        shmem_barrier_all();
        if (me == 1) printf("%ld %ld\\n", shmem_long_atomic_fetch(&f, 1), (long) s);
        shmem_finalize();
      }
      """;

  private static final String CUDA =
      """
      #include <cstdio>
      #include <cstdlib>
      __device__ void call(int statement, int *f) {
        switch (statement) {
      CASES
        }
      }
      __global__ void change(int first, int second, int third, int *f, int *own) {
        if (blockIdx.x == 1) atomicAdd(own, 1);
        call(blockIdx.x == 0 ? first : blockIdx.x == 1 ? second : third, f);
      }
      int main(int argc, char **argv) {
        int *words;
        cudaMalloc(&words, 2 * sizeof(int));
        cudaMemset(words, 0, 2 * sizeof(int));
        change<<<3, 1>>>(atoi(argv[1]), atoi(argv[2]), atoi(argv[3]), words, words + 1);
        int value;
        cudaMemcpy(&value, words, sizeof value, cudaMemcpyDeviceToHost);
        printf("%d\\n", value);
      }
      """;

  @ParameterizedTest
  @EnumSource
  void areSeen(Word word) {
    ImmutableList<String> changes = word.changes();
    ImmutableList<String> waits = word.waits();
    boolean cuda = word == Word.OF_THREADS;
    StatementsProgram program =
        StatementsProgram.of(
            cuda ? "words.cu" : "words.c",
            cuda ? CUDA : OPENSHMEM,
            ImmutableList.<String>builder().addAll(changes).addAll(waits).build());
    List<int[]> all = new ArrayList<>();
    for (int first = 0; first < changes.size(); first++) {
      for (int third = first; third < changes.size(); third++) {
        for (int wait = changes.size(); wait < changes.size() + waits.size(); wait++) {
          all.add(new int[] {first, wait, third});
        }
      }
    }
    for (int[] statements : Draws.of(all)) {
      assertThat(meaning(program, cuda, Engine.DPOR, statements))
          .as(
              "%s | %s | %s",
              changes.get(statements[0]),
              waits.get(statements[1] - changes.size()),
              changes.get(statements[2]))
          .isEqualTo(meaning(program, cuda, Engine.STATES, statements));
    }
  }

  private static Meaning meaning(
      StatementsProgram program, boolean cuda, Engine engine, int[] statements) {
    Exploration exploration =
        program.explore(
            cuda ? 1 : 3, engine, cuda ? Profile.NVSHMEM : Profile.OPENSHMEM, statements);
    assertThat(exploration.complete()).isTrue();
    return Meaning.of(exploration);
  }
}
