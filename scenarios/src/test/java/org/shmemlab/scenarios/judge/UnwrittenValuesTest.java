package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.source.SourceFile;

/** Values that were never written: uses that are allowed, and those that every engine reports. */
@Tag("compiler")
class UnwrittenValuesTest {
  private static final String CONDITION = "a condition depends on";
  private static final String ADDRESS = "an address depends on";
  private static final String ARGUMENT = "an argument of this call depends on";
  private static final String CALL = "this call depends on";

  /** Uses that decide something. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        CONDITION + "| int x; if (me == 0) x = 1; if (x) n++;",
        CONDITION + "| int x[2]; x[0] = 1; if (x[1] > 1) n++;",
        CONDITION + "| int *p = (int *)malloc(8); p[0] = 1; if (p[0] + p[1] == 3) n++;",
        CONDITION + "| struct pair a, b; a.one = 1; b = a; if (b.two) n++;",
        CONDITION + "| union word w; w.bytes[0] = 1; if (w.whole == 1) n++;",
        CONDITION + "| int *p = (int *)shmem_malloc(4); if (p[0]) n++;",
        CONDITION + "| int *p = (int *)realloc(calloc(1, 4), 8); if (p[1]) n++;",
        CONDITION + "| double d; float f = (float)(d * 2); if (f < 1) n++;",
        CONDITION + "| unsigned char c[1]; if ((c[0] | 0x7f) == 0xff) n++;",
        CONDITION + "| int a[2], b[2]; a[0] = 1; memcpy(b, a, sizeof(a)); if (b[1]) n++;",
        CONDITION + "| int x; if (twice(x) == 4) n++;",
        ARGUMENT + "| int x; shmem_int_wait_until(pair, SHMEM_CMP_EQ, x);",
        ARGUMENT + "| int x; shmem_int_wait_until(pair, SHMEM_CMP_NE, x);",
        CONDITION + "| int x[1]; int i = 0; while (x[0] > i) i++;",
        ADDRESS + "| int x; if (me == 0) x = 0; n = table[x];",
        ADDRESS + "| int *p[1]; *p[0] = 1;",
        ARGUMENT + "| int x[1]; printf(\"%d\", x[0]);",
        ARGUMENT + "| size_t bytes; if (me == 0) bytes = 4; shmem_putmem(&y, &n, bytes, me);",
        ARGUMENT + "| int x[1]; shmem_int_atomic_add(&y, x[0], me);",
        CALL + "| char s[4]; s[0] = 'a'; printf(\"%s\", s);",
        CALL + "| char s[4]; s[0] = 'a'; n = (int)strlen(s);",
        CALL + "| int a[2], b[2]; a[0] = b[0] = 1; if (memcmp(a, b, 8)) n++;",
        CALL + "| long *f = (long *)shmem_malloc(8); shmem_long_wait_until(f, SHMEM_CMP_NE, 1);",
        CALL + "| long *f = (long *)shmem_malloc(8); n = shmem_long_test(f, SHMEM_CMP_EQ, 1);",
        CALL
            + "| long *f = (long *)shmem_malloc(16); f[0] = 1;"
            + " shmem_long_wait_until_all(f, 2, NULL, SHMEM_CMP_EQ, 1);",
        CALL
            + "| long *f = (long *)shmem_calloc(2, 8); int status[2]; status[0] = 0;"
            + " shmem_long_test_any(f, 2, status, SHMEM_CMP_EQ, 1);",
        ARGUMENT
            + "| long *f = (long *)shmem_calloc(2, 8); size_t count; if (me == 0) count = 2;"
            + " shmem_long_test_some(f, count, f, NULL, SHMEM_CMP_EQ, 1);",
        CALL + "| pthread_mutex_t m; pthread_mutex_lock(&m);",
        "a division depends on| int x[1]; n = 5 / x[0];",
        "the value that is returned here depends on| int x[1]; return x[0];",
        // through the network
        CONDITION
            + "| int a[2]; a[0] = 1; shmem_int_put(pair, a, 2, me); shmem_quiet(); if (pair[1])"
            + " n++;",
        CONDITION
            + "| int *p = (int *)shmem_malloc(8), q[2]; p[0] = 1; shmem_int_iget(q, p, 1, 1, 2,"
            + " me); if (q[1]) n++;",
        CONDITION + "| int a[1]; shmem_int_p(&y, a[0], me); shmem_quiet(); if (y) n++;",
        CONDITION + "| int *p = (int *)shmem_malloc(4); if (shmem_int_g(p, me)) n++;",
        CONDITION + "| int *p = (int *)shmem_malloc(4); shmem_int_get(&n, p, 1, me); if (n) n++;",
        CONDITION + "| int *p = (int *)shmem_malloc(4); if (shmem_int_atomic_fetch(p, me)) n++;",
        CONDITION
            + "| int *p = (int *)shmem_malloc(4); shmem_int_atomic_inc(p, me); shmem_quiet();"
            + " if (*p) n++;",
        CONDITION
            + "| int *p = (int *)shmem_malloc(4); shmem_int_sum_reduce(SHMEM_TEAM_WORLD, &y, p, 1);"
            + " if (y) n++;",
        CONDITION
            + "| int *p = (int *)shmem_malloc(4); if (me) *p = 1;"
            + " shmem_int_broadcast(SHMEM_TEAM_WORLD, &y, p, 1, 0); if (y) n++;",
      })
  void whatDecidesSomethingMustHaveBeenWritten(String line) {
    int bar = line.indexOf('|');
    String text = program(line.substring(bar + 1));
    for (Engine engine : List.of(Engine.STATES, Engine.DPOR, Engine.RANDOM)) {
      assertThat(failures(explore("unwritten.c", text, engine)))
          .as(engine + line)
          .hasSize(1)
          .allSatisfy(found ->
              assertThat(found)
                  .startsWith("unwritten.c:21: error: " + line.substring(0, bar))
                  .contains(" a value that was never written, of "));
    }
  }

  /** Uses that only move values, or decide nothing. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "int x; if (me < 5) x = 1; if (x == 1) n++;",
        "struct padded a, b; a.c = 1; a.l = 2; b = a; take(b); if (b.l == 2 && b.c) n++;",
        "struct pair a, b; a.one = 1; b = a; if (b.one) n++;",
        "union word w; w.whole = 5; if (w.bytes[3]) n++;",
        "union word w; w.bytes[0] = 1; w.whole = 5; if (w.whole) n++;",
        "int x[2]; x[0] = 1; int y2 = x[0] + 0 * (x[1] & 0); if (y2 == 1) n++;",
        "unsigned x[1]; x[0] &= 0; x[0] |= 6; if (x[0] == 6) n++;",
        "unsigned x[1]; x[0] = (x[0] & ~7u) | 5; if ((x[0] & 7) == 5) n++;",
        "unsigned x[1]; if (((x[0] << 4) & 15) == 0) n++;",
        "unsigned char c[1]; if ((c[0] | 1) == 0) n++;",
        "int *p = (int *)malloc(8), *q = (int *)malloc(8); memcpy(q, p, 8); memset(q, 0, 8);"
            + " if (q[1]) n++;",
        "int *p = (int *)calloc(1, 8); if (p[1]) n++;",
        "int *p = (int *)shmem_calloc(1, 8); if (p[1]) n++;",
        "int a[2]; a[0] = 1; shmem_int_put(pair, a, 2, me); shmem_quiet(); if (pair[0]) n++;",
        "char s[8]; strcpy(s, \"abc\"); printf(\"%s%.2s\", s, s); n = (int)strlen(s);",
        "char s[8]; s[0] = 'a'; s[1] = 'b'; printf(\"%.2s\", s);",
        "int x; (void)x; n += twice(3);",
        "int x[4] = {1}; if (x[3]) n++;",
        "double d[2]; d[1] = 1; d[0] = d[1]; if (d[0] < 2) n++;",
        "long *f = (long *)shmem_malloc(8); *f = 1; shmem_long_wait_until(f, SHMEM_CMP_EQ, 1);",
        "long *f = (long *)shmem_malloc(16); f[1] = 1; int status[2] = {1, 0};"
            + " shmem_long_wait_until_all(f, 2, status, SHMEM_CMP_EQ, 1);",
        "int *p = (int *)shmem_malloc(4); shmem_int_atomic_set(p, 3, me); shmem_quiet();"
            + " if (shmem_int_atomic_fetch(p, me)) n++;",
      })
  void whatOnlyMovesValuesMayMoveNone(String body) {
    for (Engine engine : List.of(Engine.STATES, Engine.DPOR, Engine.RANDOM)) {
      assertThat(failures(explore("unwritten.c", program(body), engine)))
          .as(engine + ": " + body)
          .isEmpty();
    }
  }

  /** The origin is where the memory came from, wherever the value went since. */
  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void theMemoryThatHeldNoValueIsNamed(Engine engine) {
    String copied = "int *p = (int *)malloc(8), q[2]; memcpy(q, p, 8); if (q[0]) n++;";
    assertThat(failures(explore("unwritten.c", program(copied), engine)))
        .containsExactly(
            "unwritten.c:21: error: a condition depends on a value that was never written, of"
                + " 'malloc at unwritten.c:21'; write it first");
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void sharedMemoryAndDeviceMemoryHoldNoValueAtFirst(Engine engine) {
    assertThat(failures(explore("tile.cu", TILE.formatted("threadIdx.x"), engine)))
        .containsExactly(
            "tile.cu:7: error: a condition depends on a value that was never written, of 'tile';"
                + " write it first");
    assertThat(failures(explore("tile.cu", TILE.formatted("threadIdx.x + 1"), engine))).isEmpty();
    String copied = TILE.formatted("threadIdx.x + 1").replace("out[0] = 1;", ";");
    assertThat(failures(explore("tile.cu", copied, engine)))
        .containsExactly(
            "tile.cu:14: error: a condition depends on a value that was never written, of"
                + " 'cudaMalloc at tile.cu:11'; write it first");
  }

  /** The signal words of a pipeline, allocated without zeros, and those of a gallery's program. */
  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void aSignalWordThatWasNeverSetIsWaitedFor(Engine engine) throws IOException {
    String pipeline = Files.readString(Path.of("..", "examples", "put_signal_pipeline.cu"));
    String broken =
        pipeline
            .replace("(SLOTS, sizeof(uint64_t))", "(SLOTS * sizeof(uint64_t))")
            .replace("nvshmem_calloc", "nvshmem_malloc")
            .replace("#define CHUNK 32", "#define CHUNK 1");
    assertThat(failures(explore("pipeline.cu", broken, engine)))
        .contains(
            "pipeline.cu:35: error: this call depends on a value that was never written, of"
                + " 'filled'; write it first");
    String gallery =
        Files.readString(Path.of("..", "gallery", "13_memset_after_malloc", "after.cu"));
    assertThat(gallery).contains("cudaMemset");
    String without = gallery.replace("cudaMemset(signal, 0, sizeof(uint64_t));", "");
    assertThat(failures(explore("gallery.cu", without, engine)))
        .containsExactly(
            "gallery.cu:27: error: this call depends on a value that was never written, of"
                + " 'signal'; write it first");
  }

  private static final String TILE =
      """
      #include <cuda_runtime.h>
      #include <stdlib.h>
      __global__ void kernel(int *out) {
        __shared__ int tile[2];
        tile[%s] = 1;
        __syncthreads();
        if (tile[1]) out[0] = 1;
      }
      int main(void) {
        int *out, back;
        cudaMalloc((void **)&out, 4);
        kernel<<<1, 1>>>(out);
        cudaMemcpy(&back, out, 4, cudaMemcpyDeviceToHost);
        if (back) exit(0);
        return 0;
      }
      """;

  private static String program(String body) {
    return """
    #include <pthread.h>
    #include <stdio.h>
    #include <stdlib.h>
    #include <string.h>
    #include <shmem.h>
    struct pair { int one, two; };
    struct padded { char c; long l; };
    union word { int whole; unsigned char bytes[4]; };
    static int table[4], n, y, pair[2];
    static int twice(int x) {
      return 2 * x;
    }
    static void take(struct padded p) {
      n += (int)p.l;
    }
    int main(void) {
      shmem_init();
      int me = shmem_my_pe();
      if (me == 7) take(*(struct padded *)table);
      if (me == 0) {} else if (me > 7) twice(1);
      %s
      shmem_finalize();
      return 0;
    }
    """
        .formatted(body);
  }

  private static ImmutableList<String> failures(Exploration exploration) {
    return exploration.findings().stream()
        .map(finding ->
            finding instanceof Finding.Failure failure
                ? failure.failure().getMessage()
                : finding.toString())
        .map(text -> text.replaceAll(":(\\d+):\\d+", ":$1")) // lines are enough here
        .distinct()
        .collect(ImmutableList.toImmutableList());
  }

  private static Exploration explore(String name, String text, Engine engine) {
    SourceFile file = new SourceFile(name, text);
    CudaC.Compiled compiled = CudaC.compile(file);
    Program program = compiled.program();
    if (program == null) {
      throw new AssertionError(compiled.diagnostics().toString());
    }
    ExplorationLimits limits =
        new ExplorationLimits(
            engine, new SearchOptions(engine == Engine.RANDOM ? 20 : 2_000, 1, () -> false));
    return ProgramJudgement.of(
            file, program, Job.ofPes(2), ImmutableList.of(Profile.NVSHMEM), limits)
        .answers()
        .get(0)
        .exploration();
  }
}
