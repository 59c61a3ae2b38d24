package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;

/**
 * The order of arrivals decides which threads meet at a barrier for a number of threads (PTX ISA,
 * "bar, barrier"; POSIX.1-2017, {@code pthread_barrier_wait}): both engines have to show all
 * outcomes, which are those of all orders of a few statements taken one after the other.
 */
@Tag("random")
class CountedBarriersTest {
  private static final int THREADS = 3;
  private static final int MOST = 3;

  /** The statements of a thread. */
  private enum Does {
    WAIT,
    WAIT_AND_SEE,
    LEAVE,
    DRAW
  }

  private record Statement(Does does, int barrier, String text) {}

  private static final ImmutableList<Statement> OF_KERNEL =
      ImmutableList.of(
          new Statement(Does.WAIT, 0, "asm volatile(\"bar.sync 3, 32;\" ::: \"memory\");"),
          new Statement(Does.LEAVE, 0, "asm volatile(\"bar.arrive 3, 32;\" ::: \"memory\");"),
          new Statement(Does.WAIT, 1, "asm volatile(\"bar.sync 4, 32;\" ::: \"memory\");"),
          new Statement(Does.LEAVE, 1, "asm volatile(\"bar.arrive 4, 32;\" ::: \"memory\");"),
          new Statement(Does.DRAW, 0, "r = 10 * r + atomicAdd(f, 1u);"));

  private static final ImmutableList<Statement> OF_HOST =
      ImmutableList.of(
          new Statement(Does.WAIT, 0, "pthread_barrier_wait(&first);"),
          new Statement(Does.WAIT, 1, "pthread_barrier_wait(&second);"),
          new Statement(
              Does.WAIT_AND_SEE,
              0,
              "r = 10 * r + (pthread_barrier_wait(&first) == PTHREAD_BARRIER_SERIAL_THREAD);"),
          new Statement(Does.DRAW, 0, "r = 10 * r + atomic_fetch_add(&f, 1);"));

  private static final StatementsProgram KERNEL =
      StatementsProgram.of(
          "counted.cu",
          """
          #include <cstdio>
          #include <cstdlib>
          struct S { int a[9]; };
          __global__ void k(S chosen, unsigned *f, unsigned *out) {
            int t = threadIdx.x;
            unsigned r = 0;
            for (int i = 0; i < 3; i++) {
              switch (chosen.a[3 * t + i]) {
          CASES
              }
            }
            out[t] = r;
          }
          int main(int argc, char **argv) {
            S chosen;
            unsigned *f, *out, host[3];
            for (int i = 0; i < 9; i++) chosen.a[i] = atoi(argv[1 + i]);
            cudaMalloc(&f, sizeof(unsigned));
            cudaMalloc(&out, sizeof host);
            cudaMemset(f, 0, sizeof(unsigned));
            k<<<1, 3>>>(chosen, f, out);
            cudaMemcpy(host, out, sizeof host, cudaMemcpyDeviceToHost);
            printf("%u %u %u\\n", host[0], host[1], host[2]);
          }
          """,
          OF_KERNEL.stream().map(Statement::text).toList());

  private static final StatementsProgram HOST =
      StatementsProgram.of(
          "counted.c",
          """
          #include <pthread.h>
          #include <stdatomic.h>
          #include <stdio.h>
          #include <stdlib.h>
          static pthread_barrier_t first, second;
          static atomic_int f;
          static int chosen[9], out[3];
          static void *run(void *argument) {
            int t = (int)(long)argument, r = 0;
            for (int i = 0; i < 3; i++) {
              switch (chosen[3 * t + i]) {
          CASES
              }
            }
            out[t] = r;
            return 0;
          }
          int main(int argc, char **argv) {
            pthread_t threads[3];
            for (int i = 0; i < 9; i++) chosen[i] = atoi(argv[1 + i]);
            pthread_barrier_init(&first, 0, 2);
            pthread_barrier_init(&second, 0, 3);
            for (long t = 0; t < 3; t++) pthread_create(&threads[t], 0, run, (void *)t);
            for (int t = 0; t < 3; t++) pthread_join(threads[t], 0);
            printf("%d %d %d\\n", out[0], out[1], out[2]);
          }
          """,
          OF_HOST.stream().map(Statement::text).toList());

  @Property(tries = 400)
  void ofThreadsOfABlock(@ForAll("kernels") List<List<Integer>> drawn) {
    enginesShowWhatMayCome(KERNEL, OF_KERNEL, new int[] {3, 3}, drawn);
  }

  @Property(tries = 250)
  void ofThreadsOfAHost(@ForAll("hosts") List<List<Integer>> drawn) {
    enginesShowWhatMayCome(HOST, OF_HOST, new int[] {2, 3}, drawn);
  }

  @Provide
  Arbitrary<List<List<Integer>>> kernels() {
    return drawn(OF_KERNEL);
  }

  @Provide
  Arbitrary<List<List<Integer>>> hosts() {
    return drawn(OF_HOST);
  }

  private static Arbitrary<List<List<Integer>>> drawn(ImmutableList<Statement> statements) {
    return Arbitraries.integers()
        .between(0, statements.size() - 1)
        .list()
        .ofMaxSize(MOST)
        .list()
        .ofSize(THREADS);
  }

  private static void enginesShowWhatMayCome(
      StatementsProgram program,
      ImmutableList<Statement> statements,
      int[] counts,
      List<List<Integer>> drawn) {
    List<List<Statement>> threads =
        drawn.stream().map(of -> of.stream().map(statements::get).toList()).toList();
    Set<String> expected = new TreeSet<>();
    look(threads, counts, State.begin(counts.length), expected, new HashSet<>());
    int[] arguments =
        drawn.stream()
            .flatMapToInt(of -> IntStream.range(0, MOST).map(i -> i < of.size() ? of.get(i) : -1))
            .toArray();
    for (Engine engine : List.of(Engine.STATES, Engine.DPOR)) {
      Exploration exploration = program.explore(engine, Profile.NVSHMEM, arguments);
      assertThat(exploration.complete()).isTrue();
      Meaning meaning = Meaning.of(exploration);
      assertThat(meaning.seen().stream().map(String::strip).collect(Collectors.toSet()))
          .as("%s: %s", engine, threads)
          .isEqualTo(expected);
    }
  }

  // ---------------------------------------------------------------- all orders

  /**
   * @param at the next statement of each thread
   * @param waits the barrier that it stands at, or -1
   * @param results of each thread
   * @param arrived the number of arrivals at each barrier
   * @param drawn the number of draws of a number
   */
  private record State(
      List<Integer> at,
      List<Integer> waits,
      List<Integer> results,
      List<Integer> arrived,
      int drawn) {
    static State begin(int barriers) {
      List<Integer> zeros = List.of(0, 0, 0);
      return new State(zeros, List.of(-1, -1, -1), zeros, zeros.subList(0, barriers), 0);
    }
  }

  private static void look(
      List<List<Statement>> threads, int[] counts, State state, Set<String> ends, Set<State> seen) {
    if (!seen.add(state)) {
      return;
    }
    boolean goesOn = false;
    for (int thread = 0; thread < THREADS; thread++) {
      if (state.waits.get(thread) < 0 && state.at.get(thread) < threads.get(thread).size()) {
        goesOn = true;
        look(threads, counts, after(threads, counts, state, thread), ends, seen);
      }
    }
    if (!goesOn) {
      boolean allOver = state.waits.stream().allMatch(barrier -> barrier < 0);
      ends.add(
          allOver
              ? state.results.stream().map(String::valueOf).collect(Collectors.joining(" "))
              : "deadlock");
    }
  }

  private static State after(List<List<Statement>> threads, int[] counts, State state, int thread) {
    Integer[] at = state.at.toArray(Integer[]::new);
    Integer[] waits = state.waits.toArray(Integer[]::new);
    Integer[] results = state.results.toArray(Integer[]::new);
    Integer[] arrived = state.arrived.toArray(Integer[]::new);
    Statement statement = threads.get(thread).get(at[thread]++);
    int drawn = state.drawn;
    if (statement.does == Does.DRAW) {
      results[thread] = 10 * results[thread] + drawn++;
    } else {
      boolean last = ++arrived[statement.barrier] == counts[statement.barrier];
      if (statement.does == Does.WAIT_AND_SEE) {
        results[thread] = 10 * results[thread] + (last ? 1 : 0);
      }
      if (last) {
        arrived[statement.barrier] = 0;
        Arrays.setAll(waits, i -> waits[i] == statement.barrier ? -1 : waits[i]);
      } else if (statement.does != Does.LEAVE) {
        waits[thread] = statement.barrier;
      }
    }
    return new State(List.of(at), List.of(waits), List.of(results), List.of(arrived), drawn);
  }
}
