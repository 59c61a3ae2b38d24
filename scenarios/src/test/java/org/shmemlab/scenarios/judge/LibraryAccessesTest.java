package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.testing.Draws;

/**
 * Library calls on memory are accesses of their caller: an unordered access of another PE to the
 * same bytes races with them, and one to bytes next to them does not.
 */
@Tag("compiler")
class LibraryAccessesTest {
  private static final String HOST =
      """
      #include <stdio.h>
      #include <stdlib.h>
      #include <string.h>
      #include <unistd.h>
      #include <shmem.h>
      static char a[32] = "abc";
      static char own[64] = "12";
      int main(void) {
        shmem_init();
        if (shmem_my_pe() == 1) {
          %s
        } else {
          %s
        }
        shmem_barrier_all();
        shmem_finalize();
        return 0;
      }
      """;

  private static final String DEVICE =
      """
      #include <stdio.h>
      #include <cuda_runtime.h>
      #include <nvshmem.h>
      int main(void) {
        nvshmem_init();
        char *a = (char *) nvshmem_calloc(32, 1);
        static char own[64];
        cudaStream_t stream;
        cudaStreamCreate(&stream);
        if (nvshmem_my_pe() == 1) {
          %s
        } else {
          %s
          cudaDeviceSynchronize();
        }
        nvshmem_barrier_all();
        nvshmem_free(a);
        nvshmem_finalize();
        return 0;
      }
      """;

  /** Calls that read the first four bytes of a, "abc" and its zero, and none after them. */
  private static final List<String> READS =
      List.of(
          "own[0] = memcmp(a, \"abcd\", 4);",
          "own[0] = memcmp(\"abcd\", a, 4);",
          "memcpy(own, a, 4);",
          "memmove(own, a, 4);",
          "own[0] = strlen(a);",
          "own[0] = strcmp(a, \"b\");",
          "own[0] = strcmp(\"b\", a);",
          "own[0] = strncmp(a, \"abcdefghi\", 9);",
          "strcpy(own, a);",
          "strncpy(own, a, 20);",
          "strcat(own, a);",
          "own[0] = strchr(a, 'z') == 0;",
          "own[0] = strrchr(a, 'z') == 0;",
          "own[0] = strstr(a, \"zz\") == 0;",
          "own[0] = strstr(\"zz\", a) == 0;",
          "free(strdup(a));",
          "own[0] = strtol(a, 0, 10);",
          "own[0] = strtoul(a, 0, 10);",
          "own[0] = strtod(a, 0);",
          "own[0] = atoi(a);",
          "own[0] = atol(a);",
          "own[0] = atof(a);",
          "own[0] = getenv(a) == 0;",
          "setenv(a, \"x\", 1);",
          "setenv(\"x\", a, 1);",
          "printf(\"%s\", a);",
          "printf(a);",
          "printf(\"%.4s\", a);",
          "fprintf(stderr, \"%d %s\", 1, a);",
          "sprintf(own, \"%s\", a);",
          "snprintf(own, 9, \"%s\", a);",
          "snprintf(own, 2, \"%s\", a);",
          "puts(a);",
          "fputs(a, stdout);",
          "perror(a);");

  /** Calls that write the first four bytes of a, or read and write them, and none after them. */
  private static final List<String> WRITES =
      List.of(
          "memset(a, 0, 4);",
          "memcpy(a, own, 4);",
          "memmove(a, own, 4);",
          "strcpy(a, \"xyz\");",
          "strncpy(a, \"x\", 4);",
          "a[1] = 0; strcat(a, \"yz\");",
          "sprintf(a, \"%d\", 123);",
          "snprintf(a, 4, \"%d\", 12345);",
          "snprintf(a, 20, \"%d\", 123);",
          "gethostname(a, 4);");

  /** Calls that read or write bytes 0 to 3 and 8 to 11 of a, and none else. */
  private static final List<String> STREAMS =
      List.of(
          "cudaMemcpy2DAsync(own, 4, a, 8, 4, 2, cudaMemcpyDeviceToHost, stream);",
          "cudaMemcpy2D(own, 4, a, 8, 4, 2, cudaMemcpyDeviceToHost);",
          "cudaMemcpy2DAsync(a, 8, own, 4, 4, 2, cudaMemcpyHostToDevice, stream);",
          "cudaMemcpy2D(a, 8, own, 4, 4, 2, cudaMemcpyHostToDevice);",
          "cudaMemcpyAsync(own, a, 4, cudaMemcpyDeviceToHost, stream);"
              + "cudaMemcpyAsync(own, a + 8, 4, cudaMemcpyDeviceToHost, stream);",
          "cudaMemset(a, 1, 4); cudaMemset(a + 8, 1, 4);",
          "cudaMemsetAsync(a, 1, 4, stream); cudaMemsetAsync(a + 8, 1, 4, stream);");

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void whatACallReadsMayNotBeWrittenMeanwhile(Engine engine) {
    for (String call : Draws.of(READS)) {
      for (int at : List.of(0, 3)) {
        String put = "shmem_char_p(a + " + at + ", 'x', 0);";
        if (at == 3) {
          put = "shmem_char_p(a + 3, 0, 0);"; // its end stays where it is
        }
        assertThat(kinds(engine, HOST.formatted(put, call)))
            .as("%s and %s", call, put)
            .containsExactly(FindingKind.CONFLICT);
      }
      assertThat(kinds(engine, HOST.formatted("shmem_char_p(a + 4, 'x', 0);", call)))
          .as(call)
          .isEmpty();
      assertThat(kinds(engine, HOST.formatted("own[0] = shmem_char_g(a, 0);", call)))
          .as(call)
          .isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void whatACallWritesMayNotBeReadMeanwhile(Engine engine) {
    for (String call : Draws.of(WRITES)) {
      for (int at : List.of(1, 3)) {
        String get = "own[0] = shmem_char_g(a + " + at + ", 0);";
        assertThat(kinds(engine, HOST.formatted(get, call)))
            .as("%s and %s", call, get)
            .containsExactly(FindingKind.CONFLICT);
      }
      assertThat(kinds(engine, HOST.formatted("own[0] = shmem_char_g(a + 4, 0);", call)))
          .as(call)
          .isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void theEndPointerOfANumberIsWritten(Engine engine) {
    String get = "own[0] = shmem_char_g(a + 7, 0);";
    for (String function : List.of("strtol(own, (char **) a, 10)", "strtod(own, (char **) a)")) {
      assertThat(kinds(engine, HOST.formatted(get, function + ";")))
          .as(function)
          .containsExactly(FindingKind.CONFLICT);
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void copiesAndFillsOfStreamsTouchTheirRowsAndNothingBetween(Engine engine) {
    for (String call : Draws.of(STREAMS)) {
      for (int at : List.of(0, 3, 8, 11)) {
        String put = "nvshmem_char_p(a + " + at + ", 'x', 0);";
        assertThat(cuda(engine, DEVICE.formatted(put, call)))
            .as("%s and %s", call, put)
            .containsExactly(FindingKind.CONFLICT);
      }
      for (int at : List.of(4, 7, 12)) {
        String put = "nvshmem_char_p(a + " + at + ", 'x', 0);";
        assertThat(cuda(engine, DEVICE.formatted(put, call))).as("%s and %s", call, put).isEmpty();
      }
    }
  }

  /** CUDA Runtime API, "API synchronization behavior". */
  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void theHostDoesNotWaitForWhatTouchesTheDeviceAlone(Engine engine) {
    String program =
        """
        #include <cuda_runtime.h>
        #include <nvshmem.h>
        int main(void) {
          nvshmem_init();
          char *a = (char *) nvshmem_calloc(32, 1);
          static char own[4];
          if (nvshmem_my_pe() == 1) {
            %s
          }
          nvshmem_barrier_all();
          if (nvshmem_my_pe() == 0) nvshmem_char_p(a, 'x', 1);
          nvshmem_barrier_all();
          cudaDeviceSynchronize();
          nvshmem_finalize();
          return 0;
        }
        """;
    for (String call :
        List.of(
            "cudaMemset(a, 0, 4);",
            "cudaMemcpy(a, a + 8, 4, cudaMemcpyDeviceToDevice);",
            "cudaMemcpyPeer(a, 0, a + 8, 0, 4);")) {
      assertThat(cuda(engine, program.formatted(call)))
          .as(call)
          .containsExactly(FindingKind.CONFLICT);
      assertThat(cuda(engine, program.formatted(call + " cudaDeviceSynchronize();")))
          .as(call)
          .isEmpty();
    }
    for (String call :
        List.of(
            "cudaMemcpy(own, a, 4, cudaMemcpyDeviceToHost);",
            "cudaMemcpy(a, own, 4, cudaMemcpyHostToDevice);",
            "cudaMemset(own, 0, 0);")) {
      assertThat(cuda(engine, program.formatted(call))).as(call).isEmpty();
    }
  }

  @ParameterizedTest
  @EnumSource(names = {"STATES", "DPOR", "RANDOM"})
  void aBufferIsInUseUntilTheQuiet(Engine engine) {
    String program =
        """
        #include <stdlib.h>
        #include <shmem.h>
        static long x[4];
        int main(void) {
          shmem_init();
          long *own = malloc(32);
          own[0] = 1;
          shmem_long_put_nbi(x, own, 4, 1 - shmem_my_pe());
          %s
          free(own);
          shmem_barrier_all();
          shmem_finalize();
          return 0;
        }
        """;
    assertThat(kinds(engine, program.formatted("shmem_quiet();"))).isEmpty();
    assertThat(kinds(engine, program.formatted("")))
        .isNotEmpty()
        .isSubsetOf(
            FindingKind.CONFLICT,
            FindingKind.MISUSE); // a random schedule may free it before the read
  }

  private static ImmutableSet<FindingKind> kinds(Engine engine, String text) {
    return Checked.kinds(engine, Profile.OPENSHMEM, 2, new SourceFile("calls.c", text));
  }

  private static ImmutableSet<FindingKind> cuda(Engine engine, String text) {
    return Checked.kinds(engine, Profile.NVSHMEM, 2, new SourceFile("calls.cu", text));
  }
}
