package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;

/** Accesses that an agent reaches because a call returned, not because it took a step itself. */
class RacesAfterCallsTest {
  private static final ImmutableSet<FindingKind> CONFLICT = ImmutableSet.of(FindingKind.CONFLICT);

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aPlainAccessAfterABlockingCallIsARace(Engine engine) {
    for (String racing :
        List.of(
            "y[3] = nvshmem_long_g(x + 1, 0);",
            "y[3] = nvshmem_long_atomic_fetch_add(x + 1, 1, 0);",
            "nvshmem_long_put(x, x + 2, 1, 0); c[0] = y[3];",
            "nvshmem_long_get(x, x + 2, 1, 0); c[0] = y[3];",
            "nvshmem_long_iput(x, x + 2, 1, 1, 2, 0); c[0] = y[3];",
            "nvshmem_long_put_signal(x, x + 2, 2, s, 1, NVSHMEM_SIGNAL_SET, 0); c[0] = y[3];")) {
      for (Profile profile : List.of(Profile.NVSHMEM, Profile.ORDERING_PAGE)) {
        assertThat(Checked.kinds(engine, profile, 2, Checked.kernel(1, besideAPut(racing))))
            .as(racing)
            .isEqualTo(CONFLICT);
      }
    }
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aQuietCoversOnlyWhatOtherThreadsHaveIssuedBefore(Engine engine) {
    String body =
        """
        if (me == 0) {
          nvshmem_long_atomic_add(c + t, 1, 1);
          nvshmem_long_p(x + t, t + 1, 1);
          %s
          if (t == 0) {
            nvshmem_quiet();
            nvshmemx_signal_op(s, 1, NVSHMEM_SIGNAL_SET, 1);
          }
        } else if (t == 0) {
          nvshmem_signal_wait_until(s, NVSHMEM_CMP_EQ, 1);
          printf("%%ld %%ld\\n", x[0], x[1]);
        }
        """;
    Profile wholePe = Profile.ORDERING_PAGE;
    assertThat(Checked.kinds(engine, wholePe, 2, Checked.kernel(2, body.formatted(""))))
        .isEqualTo(CONFLICT);
    assertThat(
            Checked.kinds(
                engine, wholePe, 2, Checked.kernel(2, body.formatted("__syncthreads();"))))
        .isEmpty();
  }

  @ParameterizedTest
  @EnumSource(Engine.class)
  void aSignalThatIsSeenEarlyIsNotSeenBeforeItIsSent(Engine engine) {
    String body =
        """
        if (me == 0) {
          nvshmem_long_p(x, 1, 1);
          %s
          nvshmemx_signal_op(s, 1, NVSHMEM_SIGNAL_SET, 1);
        } else {
          while (nvshmem_signal_fetch(s) != 1);
          printf("%%ld\\n", x[0]);
        }
        """;
    assertThat(
            Checked.kinds(
                engine, Profile.NVSHMEM, 2, Checked.kernel(1, body.formatted("nvshmem_quiet();"))))
        .isEmpty();
    assertThat(
            Checked.kinds(
                engine, Profile.NVSHMEM, 2, Checked.kernel(1, body.formatted("nvshmem_fence();"))))
        .isEqualTo(CONFLICT);
  }

  private static String besideAPut(String racing) {
    return "if (me == 0) { nvshmem_long_p(y + 3, 2, 1); } else { " + racing + " }";
  }
}
