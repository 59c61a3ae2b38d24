package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.Lists;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.testing.Draws;

/**
 * A host that ends has to have waited for its device. Whether it has is seen by holding a task of
 * the device: if the host comes past its wait all the same, it has not waited for that task, and
 * the same program with nothing held is wrong.
 */
@Tag("catalogue")
class HostWaitsForDeviceTest {
  private static final int NONE = -1; // the third argument of the program: none is held
  private static final int NONE_AND_EXIT = -2;

  private static final Pattern TASK = Pattern.compile("go \\+ \\d");

  private static final ImmutableList<String> QUEUED =
      ImmutableList.of(
          "held<<<1, 1>>>(go + 0);",
          "held<<<1, 1, 0, s>>>(go + 0);",
          "held<<<1, 1, 0, b>>>(go + 0);",
          "held<<<1, 1, 0, s>>>(go + 0); cudaEventRecord(e, s);",
          "cudaEventRecord(e, s); held<<<1, 1, 0, s>>>(go + 0);",
          "held<<<1, 1, 0, s>>>(go + 0); cudaEventRecord(e, s); held<<<1, 1, 0, s>>>(go + 1);",
          "held<<<1, 1, 0, s>>>(go + 0); cudaEventRecord(e, s); cudaStreamWaitEvent(q, e, 0);",
          "cudaEventRecord(e, s); held<<<1, 1, 0, s>>>(go + 0); cudaStreamWaitEvent(q, e, 0);",
          """
          held<<<1, 1, 0, s>>>(go + 0); cudaEventRecord(e, s); cudaStreamWaitEvent(q, e, 0);
          held<<<1, 1, 0, q>>>(go + 1); cudaEventRecord(e, q);
          """,
          """
          held<<<1, 1, 0, s>>>(go + 0); cudaEventRecord(e, s); cudaStreamWaitEvent(b, e, 0);
          held<<<1, 1>>>(go + 1);
          """,
          "held<<<1, 1, 0, s>>>(go + 0); held<<<1, 1, 0, q>>>(go + 1); cudaEventRecord(e, s);",
          "held<<<1, 1, 0, s>>>(go + 0); cudaMemcpyAsync(to, z, 8, cudaMemcpyDefault, s);",
          "cudaMemcpyAsync(to, z, 8, cudaMemcpyDefault, s); cudaEventRecord(e, s);");

  private static final ImmutableList<String> WAITS =
      ImmutableList.of(
          "",
          "cudaDeviceSynchronize();",
          "cudaDeviceSynchronize(); held<<<1, 1, 0, q>>>(go + 2);",
          "cudaStreamSynchronize(0);",
          "cudaStreamSynchronize(s);",
          "cudaStreamSynchronize(b);",
          "cudaStreamSynchronize(s); cudaStreamSynchronize(q);",
          "cudaEventSynchronize(e);",
          "cudaStreamWaitEvent(b, e, 0); cudaStreamSynchronize(b);",
          "cudaEventRecord(f, s); cudaStreamWaitEvent(q, f, 0); cudaStreamSynchronize(q);",
          "long x; cudaMemcpy(&x, y, 8, cudaMemcpyDeviceToHost);",
          "long x; cudaMemcpyAsync(&x, y, 8, cudaMemcpyDeviceToHost, s); cudaStreamSynchronize(s);",
          "cudaFree(y);",
          "cudaFreeAsync(y, s);",
          "cudaStreamDestroy(s);",
          "nvshmem_barrier_all();",
          "nvshmemx_quiet_on_stream(b); cudaStreamSynchronize(b);",
          "nvshmem_finalize();");

  private static final ImmutableList<String> POLLS =
      ImmutableList.of(
          "while (cudaStreamQuery(s) == cudaErrorNotReady);",
          "while (cudaEventQuery(e) == cudaErrorNotReady);");

  private static final ImmutableList<String> QUEUED_FUNCTIONS =
      ImmutableList.of("cudaLaunchHostFunc(s, wait, go + 0); cudaEventRecord(e, s);");

  private static final ImmutableList<String> THREADS =
      ImmutableList.of("pthread_t t; pthread_create(&t, 0, other, 0); pthread_join(t, 0);");

  private static final String PROGRAM =
      """
      #include <nvshmem.h>
      #include <nvshmemx.h>
      #include <pthread.h>
      #include <cstdlib>
      static cudaStream_t s, q, b;
      static cudaEvent_t e, f;
      static long *y, *z, *to;
      static int *go;
      __global__ void held(int *go) {
        while (atomicAdd_system(go, 0) == 0);
      }
      static void wait(void *go) {
        while (__atomic_load_n((int *)go, __ATOMIC_SEQ_CST) == 0);
      }
      static void *other(void *unused) {
        cudaStreamSynchronize(s);
        return 0;
      }
      static void call(int statement) {
        switch (statement) {
      CASES
        }
      }
      int main(int argc, char **argv) {
        int hold = atoi(argv[3]);
        nvshmem_init();
        cudaStreamCreateWithFlags(&s, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&q, cudaStreamNonBlocking);
        cudaStreamCreate(&b);
        cudaEventCreate(&e);
        cudaEventCreate(&f);
        cudaMalloc(&y, 64);
        cudaMalloc(&z, 64);
        to = (long *)nvshmem_calloc(1, 8);
        cudaMemset(y, 0, 64);
        cudaMemset(z, 0, 64);
        cudaMallocHost(&go, 3 * sizeof(int));
        for (int i = 0; i < 3; i++) go[i] = i != hold;
        cudaDeviceSynchronize();
        call(atoi(argv[1]));
        call(atoi(argv[2]));
        if (hold >= 0) {
          __atomic_store_n(go + hold, 1, __ATOMIC_SEQ_CST);
          cudaDeviceSynchronize();
        }
        if (hold == -2) exit(0);
      }
      """;

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void noWaitPassesAHeldTask(Engine engine) {
    List<String> differ = new ArrayList<>();
    compare(engine, QUEUED, WAITS, differ);
    compare(engine, QUEUED, POLLS, differ);
    compare(engine, QUEUED, THREADS, differ);
    compare(engine, QUEUED_FUNCTIONS, WAITS, differ);
    assertThat(differ).isEmpty();
  }

  // One program for each of them: calls that a program may make turn invisible operations of others
  // into steps.
  private static void compare(
      Engine engine, List<String> queued, List<String> waits, List<String> differ) {
    StatementsProgram program =
        StatementsProgram.of(
            "a.cu", PROGRAM, Stream.concat(queued.stream(), waits.stream()).toList());
    for (List<String> pair : Draws.of(Lists.cartesianProduct(queued, waits))) {
      int first = queued.indexOf(pair.get(0));
      int second = queued.size() + waits.indexOf(pair.get(1));
      String text = pair.get(0) + " " + pair.get(1);
      boolean missing =
          Arrays.stream(tasks(text))
              .anyMatch(
                  held -> !explore(engine, program, first, second, held).outcomes().isEmpty());
      for (int end : List.of(NONE, NONE_AND_EXIT)) {
        Exploration found = explore(engine, program, first, second, end);
        if (missing != found.findings().stream().anyMatch(HostWaitsForDeviceTest::isTold)) {
          differ.add((missing ? "does not wait: " : "waits: ") + text + found.findings());
        }
      }
    }
  }

  private static int[] tasks(String text) {
    return TASK.matcher(text).results().mapToInt(task -> task.group().charAt(5) - '0').toArray();
  }

  private static Exploration explore(
      Engine engine, StatementsProgram program, int queued, int wait, int held) {
    return program.explore(engine, Profile.NVSHMEM, queued, wait, held);
  }

  private static boolean isTold(Finding finding) {
    return finding instanceof Finding.Failure of
        && of.failure().text().startsWith("the host ends and has not waited");
  }
}
