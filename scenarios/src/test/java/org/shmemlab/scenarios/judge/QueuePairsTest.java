package org.shmemlab.scenarios.judge;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * The order of queue pairs of a program's own: operations on one of them are ordered as without it,
 * those on two not at all (NVSHMEM API, "Queue Pair (QP) Specific APIs").
 */
@Tag("compiler")
class QueuePairsTest {
  private static final String PUT = "nvshmemx_qp_long_put(x, y, 1, 1, qp[0]); ";
  private static final String FLAG = "nvshmemx_qp_signal_op(s, 1, NVSHMEM_SIGNAL_SET, 1, qp[0]);";
  private static final String OTHER_FLAG =
      "nvshmemx_qp_signal_op(s, 1, NVSHMEM_SIGNAL_SET, 1, qp[1]);";

  /** PE 0 does something; PE 1 waits for the signal and reads the data. */
  private static SourceFile program(String sender) {
    return new SourceFile(
        "queues.cu",
        """
        #include <cstdio>
        #include <nvshmem.h>
        #include <nvshmemx.h>
        __global__ void k(long *x, long *y, uint64_t *s, nvshmemx_qp_handle_t *qp) {
          nvshmemx_qp_handle_t all = NVSHMEMX_QP_ALL, usual = NVSHMEMX_QP_DEFAULT;
          if (nvshmem_my_pe() == 0) {
            %s
          } else {
            nvshmem_signal_wait_until(s, NVSHMEM_CMP_EQ, 1);
            printf("%%ld", *x);
          }
        }
        int main() {
          nvshmem_init();
          nvshmemx_qp_handle_t *handles, *qp;
          if (nvshmemx_qp_create(2, &handles)) return 1;
          cudaMalloc(&qp, 2 * sizeof *qp);
          cudaMemcpy(qp, handles, 2 * sizeof *qp, cudaMemcpyHostToDevice);
          long *x = (long *)nvshmem_calloc(1, sizeof(long));
          long *y = (long *)nvshmem_calloc(1, sizeof(long));
          uint64_t *s = (uint64_t *)nvshmem_calloc(1, sizeof(uint64_t));
          k<<<1, 1>>>(x, y, s, qp);
          cudaDeviceSynchronize();
          nvshmem_finalize();
          free(handles);
        }
        """
            .formatted(sender));
  }

  private static void finds(String sender, FindingKind... kinds) {
    for (Engine engine : new Engine[] {Engine.STATES, Engine.DPOR}) {
      assertThat(Checked.kinds(engine, Profile.NVSHMEM, 2, program(sender)))
          .as("%s: %s", engine, sender)
          .isEqualTo(ImmutableSet.copyOf(kinds));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "nvshmemx_qp_fence(1, qp, 1);",
        "nvshmemx_qp_fence(NVSHMEMX_PE_ALL, &all, 1);",
        "nvshmemx_qp_quiet(1, qp, 2);",
        "nvshmemx_qp_quiet(NVSHMEMX_PE_ALL, &all, 1);",
      })
  void aFenceOrQuietOfAQueuePairOrdersWhatIsOnIt(String order) {
    finds(PUT + order + FLAG);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "nvshmem_quiet();",
        "nvshmemx_qp_quiet(0, qp, 2);",
        "nvshmemx_qp_quiet(1, qp + 1, 1);",
        "nvshmemx_qp_quiet(1, &usual, 1);",
        "nvshmemx_qp_fence(0, qp, 2);",
        "nvshmemx_qp_quiet(1, qp, 0);",
      })
  void otherQueuePairsAndOtherPesOrderNothing(String order) {
    finds(PUT + order + FLAG, FindingKind.CONFLICT);
  }

  @Test
  void onlyAQuietOrdersOneQueuePairBeforeAnother() {
    finds(PUT + "nvshmemx_qp_fence(1, qp, 2);" + OTHER_FLAG, FindingKind.CONFLICT);
    finds(PUT + "nvshmemx_qp_quiet(1, qp, 1);" + OTHER_FLAG);
    finds("nvshmemx_qp_long_put_signal_nbi(x, y, 1, s, 1, NVSHMEM_SIGNAL_SET, 1, qp[1]);");
  }

  @Test
  void anyQueuePairIsOrderedByCallsForAllAlone() {
    String put = "nvshmemx_qp_long_put(x, y, 1, 1, NVSHMEMX_QP_ANY);";
    finds(put + "nvshmemx_qp_quiet(1, qp, 2); nvshmem_quiet();" + FLAG, FindingKind.CONFLICT);
    finds(put + "nvshmemx_qp_quiet(1, &all, 1);" + FLAG);
  }

  @Test
  void theDefaultHandleIsNoHandle() {
    String put = "nvshmemx_qp_long_put(x, y, 1, 1, NVSHMEMX_QP_DEFAULT); ";
    finds(put + "nvshmem_quiet();" + FLAG);
    finds(put + "nvshmemx_qp_quiet(1, &usual, 1);" + FLAG);
    finds(put + "nvshmemx_qp_quiet(0, &usual, 1);" + FLAG, FindingKind.CONFLICT);
  }

  @Test
  void aQuietOfOpenshmemMayBeForSomePes() {
    String body =
        """
        if (me == 0) {
          int pes[] = {%s};
          shmem_long_put(&a, &b, 1, 1);
          shmem_pe_quiet(pes, 1);
          shmem_uint64_atomic_set(&f, 1, 1);
        } else {
          shmem_uint64_wait_until(&f, SHMEM_CMP_EQ, 1);
          printf("%%ld", a);
        }
        """;
    for (Engine engine : new Engine[] {Engine.STATES, Engine.DPOR}) {
      assertThat(kinds(engine, body.formatted(1))).isEmpty();
      assertThat(kinds(engine, body.formatted(0))).containsExactly(FindingKind.CONFLICT);
    }
  }

  /** OpenSHMEM 1.6, "Atomicity Guarantees". */
  @Test
  void atomicsThroughContextsOfDifferentTeamsAreNotAtomicToEachOther() {
    String body =
        """
        shmem_ctx_t p, q;
        shmem_team_create_ctx(SHMEM_TEAM_%s, 0, &p);
        shmem_team_create_ctx(SHMEM_TEAM_%s, 0, &q);
        shmem_ctx_long_atomic_inc(me == 0 ? p : q, &a, 1);
        shmem_ctx_destroy(p);
        shmem_ctx_destroy(q);
        """;
    for (Engine engine : new Engine[] {Engine.STATES, Engine.DPOR}) {
      for (String team : new String[] {"WORLD", "SHARED"}) {
        assertThat(kinds(engine, body.formatted(team, team))).isEmpty();
      }
      assertThat(kinds(engine, body.formatted("WORLD", "SHARED")))
          .containsExactly(FindingKind.CONFLICT);
    }
  }

  private static ImmutableSet<FindingKind> kinds(Engine engine, String body) {
    return Checked.kinds(engine, Profile.OPENSHMEM, 2, Checked.openshmem(body));
  }
}
