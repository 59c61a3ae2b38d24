package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/** Checks that messages name where an object was allocated, and where it was freed. */
@Tag("compiler")
class PlacesOfObjectsTest {
  private static String sentence(String body) {
    SourceFile source =
        new SourceFile(
            "a.cu",
            """
            #include <stdlib.h>
            #include <nvshmem.h>
            int main() {
              nvshmem_init();
              %s
              nvshmem_finalize();
            }
            """
                .formatted(body));
    return Checked.explore(Engine.DPOR, Profile.NVSHMEM, 1, source).findings().stream()
        .map(Finding::sentence)
        .findFirst()
        .orElse("");
  }

  @Test
  void aUseAfterTheEndNamesTheObjectAndBothPlaces() {
    assertThat(
            sentence(
                """
                long *inbox = (long *)nvshmem_calloc(1, 8);
                  nvshmem_free(inbox);
                  nvshmem_long_p(inbox, 1, 0);
                """))
        .matches(
            "use of an object that was freed: 'inbox', allocated at a\\.cu:5:\\d+ and freed at"
                + " a\\.cu:6:\\d+");
    assertThat(
            sentence(
                """
                int *own = (int *)malloc(4);
                  free(own);
                  if (*own) exit(1);
                """))
        .matches(
            "use of an object that was freed: 'malloc at a\\.cu:5:\\d+', freed at a\\.cu:6:\\d+");
  }

  @Test
  void anAccessOutsideNamesTheAllocation() {
    assertThat(
            sentence(
                """
                long *inbox = (long *)nvshmem_calloc(1, 8);
                  nvshmem_long_p(inbox + 1, 1, 0);
                """))
        .matches(".*of 'inbox' .*which has 8 bytes and was allocated at a\\.cu:5:\\d+");
  }

  @Test
  void anIndexThatIsUsedAgainNamesTheObjectThatEnded() {
    assertThat(
            sentence(
                """
                int *first = (int *)malloc(4);
                  free(first);
                  int *second = (int *)malloc(4);
                  *second = 1;
                  if (*first) exit(1);
                """))
        .matches(
            "use of an object that was freed: 'malloc at a\\.cu:5:\\d+', freed at a\\.cu:6:\\d+");
  }
}
