package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Memory that is given back, and memory of the host that a stream's function reaches: a finding
 * that only some orders show, every engine has, in whichever order it visits them.
 */
@Tag("compiler")
class EndsOfLivesTest {
  private static final String DEVICE =
      """
      #include <cstdio>
      #include <cstdlib>
      #include <nvshmem.h>
      #include <nvshmemx.h>
      static long h;
      static void called(void *unused) { h = h + 1; }
      static void calledBack(cudaStream_t s, cudaError_t e, void *unused) { h = h + 1; }
      __global__ void use(long *x) { x[1] = 1; x[0] = x[1]; }
      int main(void) {
        nvshmem_init();
        cudaStream_t a, b;
        cudaStreamCreateWithFlags(&a, cudaStreamNonBlocking);
        cudaStreamCreateWithFlags(&b, cudaStreamNonBlocking);
        long *x = (long *)nvshmem_calloc(2, 8), *d;
        cudaMalloc((void **)&d, 16);
        cudaDeviceSynchronize();
        BODY
        cudaDeviceSynchronize();
        nvshmem_finalize();
      }
      """;

  private static final String HOST =
      """
      #include <pthread.h>
      #include <shmem.h>
      #include <stdlib.h>
      static long x, *z, *s;
      static void *use(void *unused) { USE return NULL; }
      int main(void) {
        int level;
        shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
        z = calloc(1, 8);
        s = shmem_calloc(1, 8);
        pthread_t t;
        pthread_create(&t, NULL, use, NULL);
        BODY
        shmem_finalize();
      }
      """;

  @ParameterizedTest
  @EnumSource(Engine.class)
  void nothingThatMayStillBeUsedIsGivenBack(Engine engine) {
    for (String wrong :
        List.of(
            "use<<<1, 1, 0, a>>>(x); nvshmem_free(x); cudaStreamSynchronize(a);",
            "cudaMemsetAsync(x, 0, 8, a); nvshmem_free(x); cudaStreamSynchronize(a);",
            "use<<<1, 1, 0, a>>>(d); cudaFreeAsync(d, b);",
            "cudaFreeAsync(d, b); use<<<1, 1, 0, a>>>(d);")) {
      assertThat(kinds(engine, device(wrong))).as(wrong).contains(FindingKind.CONFLICT);
    }
    for (String right :
        List.of(
            "use<<<1, 1, 0, a>>>(x); cudaStreamSynchronize(a); nvshmem_free(x);",
            "use<<<1, 1, 0, a>>>(d); cudaFreeAsync(d, a);",
            "use<<<1, 1, 0, a>>>(d); cudaFree(d);")) {
      assertThat(kinds(engine, device(right))).as(right).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void noThreadOfAHostUsesWhatAnotherGivesBack(Engine engine) {
    String join = "pthread_join(t, NULL);";
    assertThat(kinds(engine, host("z[0] = 1;", "free(z); " + join))).contains(FindingKind.CONFLICT);
    assertThat(kinds(engine, host("free(z);", "z[0] = 1; " + join))).contains(FindingKind.CONFLICT);
    assertThat(kinds(engine, host("z[0] = 1;", join + " free(z);"))).isEmpty();
    assertThat(kinds(engine, host("free(z);", join))).isEmpty();
  }

  /** Such a call fails before anything is in flight, if it comes late. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void noCallNamesWhatAnotherThreadGivesBack(Engine engine) {
    for (String call :
        List.of(
            "shmem_long_p(s, 1, shmem_my_pe());",
            "shmem_long_put_nbi(s, &x, 1, shmem_my_pe()); shmem_quiet();",
            "x = shmem_long_g(s, shmem_my_pe());",
            "shmem_long_atomic_add(s, 1, shmem_my_pe());",
            "long a = 1; shmem_long_put_signal(&x, &a, 1, (void *)s, 1, SHMEM_SIGNAL_SET, shmem_my_pe());")) {
      conflictsUnlessJoined(engine, call, "shmem_free(s);");
    }
    for (String call :
        List.of(
            "shmem_long_put(&x, z, 1, shmem_my_pe());",
            "shmem_long_get(z, &x, 1, shmem_my_pe());",
            "shmem_long_atomic_fetch_nbi(z, &x, shmem_my_pe()); shmem_quiet();")) {
      conflictsUnlessJoined(engine, call, "free(z);");
    }
  }

  private static void conflictsUnlessJoined(Engine engine, String call, String end) {
    String join = "pthread_join(t, NULL);";
    assertThat(kinds(engine, host(call, end + join))).as(call).contains(FindingKind.CONFLICT);
    assertThat(kinds(engine, host(call, join + end))).as(call).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aStreamsFunctionOfTheHostRunsConcurrentlyWithIt(Engine engine) {
    for (String call :
        List.of(
            "cudaLaunchHostFunc(a, called, NULL);",
            "cudaStreamAddCallback(a, calledBack, NULL, 0);")) {
      for (String beside : List.of("h = 5;", "printf(\"%ld\\n\", h);")) {
        assertThat(kinds(engine, device(call + beside)))
            .as(call)
            .containsExactly(FindingKind.CONFLICT);
        String after = call + " cudaStreamSynchronize(a); " + beside;
        assertThat(kinds(engine, device(after))).as(after).isEmpty();
      }
    }
  }

  /**
   * A value that a host observes after waiting for the end, it may observe without waiting, too.
   */
  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR"})
  void aStreamMayGiveMemoryBackBeforeWhateverTheHostDoesNext(Engine engine) {
    for (String next :
        List.of(
            "cudaPointerAttributes p; cudaPointerGetAttributes(&p, d); printf(\"%d\", p.type);",
            "size_t free, all; cudaMemGetInfo(&free, &all); printf(\"%d\", (int)(free >> 4));",
            "cudaMemcpyAsync(x, d, 8, cudaMemcpyDeviceToDevice, b);",
            "cudaMemcpyAsync(d, x, 8, cudaMemcpyDeviceToDevice, b);",
            "cudaMemcpy(x, d, 8, cudaMemcpyDefault);",
            "cudaMemcpy2DAsync(x, 8, d, 8, 8, 1, cudaMemcpyDefault, b);",
            "cudaMemset(d, 0, 8);",
            "nvshmem_long_get(d, x, 1, nvshmem_my_pe());",
            "cudaFree(d);")) {
      String free = "cudaFreeAsync(d, a);";
      Exploration after = explore(engine, device(free + " cudaStreamSynchronize(a); " + next));
      Exploration beside = explore(engine, device(free + next));
      if (beside.findings().stream().noneMatch(Finding.DataRace.class::isInstance)) {
        assertThat(beside.outcomes().keySet()).as(next).containsAll(after.outcomes().keySet());
        assertThat(failures(beside)).as(next).containsAll(failures(after));
      }
    }
  }

  /** An event that fails ends everything; no agent waits then. */
  @ParameterizedTest
  @EnumSource(Engine.class)
  void whatArrivesInMemoryThatIsNoMoreFails(Engine engine) {
    String body =
        """
        if (shmem_my_pe() == 1) {
          shmem_free(s);
          shmem_long_atomic_set(&x, 1, 0);
        } else {
          shmem_free(s);
        }
        pthread_join(t, NULL);
        """;
    String use =
        "if (shmem_my_pe() == 0) { shmem_long_wait_until(&x, SHMEM_CMP_EQ, 1); shmem_long_p(s, 1, 1); }";
    assertThat(kinds(engine, host(use, body)))
        .contains(FindingKind.MISUSE)
        .doesNotContain(FindingKind.DEADLOCK);
  }

  private static List<String> failures(Exploration exploration) {
    return exploration.findings().stream()
        .filter(Finding.Failure.class::isInstance)
        .map(finding -> ((Finding.Failure) finding).failure().text())
        .toList();
  }

  private static Exploration explore(Engine engine, SourceFile source) {
    return Checked.explore(engine, Profile.NVSHMEM, 1, source);
  }

  private static ImmutableSet<FindingKind> kinds(Engine engine, SourceFile source) {
    return Checked.kinds(engine, Profile.NVSHMEM, 2, source);
  }

  private static SourceFile device(String body) {
    return new SourceFile("lives.cu", DEVICE.replace("BODY", body));
  }

  private static SourceFile host(String use, String body) {
    return new SourceFile("lives.c", HOST.replace("USE", use).replace("BODY", body));
  }
}
