package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.Engine;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.spec.Profile;

/** Programs that can come to a point from which they never end, and such that only may go round. */
class EndlessProgramsTest {
  @ParameterizedTest
  @EnumSource(Engine.class)
  void aPollThatNobodyEndsIsALivelock(Engine engine) {
    for (String body :
        List.of(
            "if (me == 0) while (shmem_uint64_atomic_fetch(&f, 1) != 1);",
            "if (me == 0) while (shmem_long_g(&a, 1) == 0);"
                + " else while (shmem_long_test(&a, SHMEM_CMP_EQ, 0));",
            "if (me == 0) { lock(&a); lock(&b); unlock(&b); unlock(&a); }"
                + " else { lock(&b); lock(&a); unlock(&a); unlock(&b); }",
            "if (me == 0) { shmem_set_lock(&a); shmem_barrier_all(); shmem_clear_lock(&a); } else {"
                + " while (shmem_test_lock(&a)); shmem_clear_lock(&a); shmem_barrier_all(); }")) {
      Exploration found = Checked.explore(engine, Profile.OPENSHMEM, 2, Checked.openshmem(body));
      assertThat(found.findings())
          .as(body)
          .isNotEmpty()
          .allSatisfy(finding ->
              assertThat(finding)
                  .isInstanceOfSatisfying(
                      Finding.Livelock.class,
                      livelock -> assertThat(livelock.round()).isNotEmpty()));
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aPollThatSomebodyEndsIsNone(Engine engine) {
    for (String body :
        List.of(
            "if (me == 0) while (shmem_uint64_atomic_fetch(&f, 1) != 1);"
                + " else shmem_uint64_atomic_set(&f, 1, 1);",
            "lock(&a); lock(&b); unlock(&b); unlock(&a);",
            "while (shmem_test_lock(&a)); shmem_clear_lock(&a);")) {
      Exploration found = Checked.explore(engine, Profile.OPENSHMEM, 2, Checked.openshmem(body));
      assertThat(found.findings()).as(body).isEmpty();
      assertThat(found.outcomes()).as(body).isNotEmpty();
    }
  }
}
