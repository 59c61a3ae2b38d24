package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/** A host that ends takes its threads with it, wherever they are. */
class HostTerminationTest {
  private static final List<String> ENDS =
      List.of("exit(0);", "abort();", "return 0;", "pthread_detach(t); return 0;");

  private static final String PROGRAM =
      """
      #include <pthread.h>
      #include <shmem.h>
      #include <stdio.h>
      #include <stdlib.h>
      static long told;
      static void *tell(void *unused) {
        shmem_long_atomic_inc(&told, 0);
        shmem_long_atomic_inc(&told, 0);
        return NULL;
      }
      int main(int argc, char **argv) {
        int level;
        shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
        if (shmem_my_pe() == 1) {
          pthread_t t;
          pthread_create(&t, NULL, tell, NULL);
          switch (atoi(argv[1])) {
          CASES
          }
        }
        shmem_long_wait_until(&told, SHMEM_CMP_GE, atoi(argv[2]));
        printf("told\\n");
        return 0;
      }
      """;

  private static Stream<Arguments> enginesAndEnds() {
    return Stream.of(Engine.STATES, Engine.DPOR)
        .flatMap(engine -> ENDS.stream().map(end -> Arguments.of(engine, end)));
  }

  @ParameterizedTest
  @MethodSource("enginesAndEnds")
  void mayEndAThreadBeforeAndAfterEachOfItsSteps(Engine engine, String end) {
    StatementsProgram program = StatementsProgram.of("a.c", PROGRAM, ENDS);
    for (int times = 0; times <= 2; times++) {
      Exploration found = program.explore(2, engine, Profile.OPENSHMEM, ENDS.indexOf(end), times);
      assertThat(found.findings().stream().map(Finding::kind))
          .containsExactlyElementsOf(times == 0 ? Set.of() : Set.of(FindingKind.DEADLOCK));
      assertThat(found.outcomes()).hasSize(1);
    }
  }

  /** The event that enables a waiting thread may happen before or after the end of its host. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "r = shmem_long_atomic_fetch(&x, 0);",
        "r = shmem_long_g(&x, 0);",
        "shmem_long_get(&r, &x, 1, 0);",
        "shmem_long_atomic_add(&x, 0, 0); shmem_quiet();",
        "shmem_long_p(&x, 0, 0); shmem_fence(); shmem_quiet();",
        "static long y; shmem_long_get_nbi(&y, &x, 1, 0); shmem_quiet();"
      })
  void mayEndAThreadThatWaits(String call) {
    for (String end : List.of("exit(0);", "return 0;")) {
      SourceFile source = beside(end, "long r = 0; " + call + " printf(\"%ld\\n\", r);");
      for (Engine engine : List.of(Engine.STATES, Engine.DPOR)) {
        Exploration found = Checked.explore(engine, Profile.OPENSHMEM, 1, source);
        assertThat(found.outcomes().keySet())
            .as("%s %s", engine, end)
            .containsExactlyInAnyOrder("", "0\n");
      }
    }
  }

  /** An end may happen before, between or after the outputs of another thread. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "printf(\"1\\n\");",
        "fprintf(stdout, \"1\\n\");",
        "puts(\"1\");",
        "fputs(\"1\\n\", stdout);",
        "fputc('1', stdout); fputc('\\n', stdout);"
      })
  void mayComeBetweenWhatIsPrinted(String print) {
    for (String end : List.of("exit(0);", "return 0;")) {
      SourceFile source = beside(end, print + " printf(\"2\\n\");");
      for (Engine engine : List.of(Engine.STATES, Engine.DPOR)) {
        Exploration found = Checked.explore(engine, Profile.OPENSHMEM, 1, source);
        assertThat(found.outcomes().keySet())
            .as("%s %s", engine, end)
            .contains("", "1\n", "1\n2\n")
            .allMatch(text -> "1\n2\n".startsWith(text));
      }
    }
  }

  // A program whose first thread ends its host concurrently with another thread.
  private static SourceFile beside(String end, String other) {
    return new SourceFile(
        "a.c",
        """
        #include <pthread.h>
        #include <shmem.h>
        #include <stdio.h>
        #include <stdlib.h>
        static long x;
        static void *tell(void *unused) {
          OTHER
          return NULL;
        }
        int main() {
          int level;
          shmem_init_thread(SHMEM_THREAD_MULTIPLE, &level);
          pthread_t t;
          pthread_create(&t, NULL, tell, NULL);
          END
        }
        """
            .replace("OTHER", other)
            .replace("END", end));
  }
}
