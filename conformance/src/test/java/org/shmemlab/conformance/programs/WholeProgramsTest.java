package org.shmemlab.conformance.programs;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.testing.Draws;

/**
 * Checks that the engines agree on whole programs, and library calls with the same written by hand.
 */
@Tag("random")
class WholeProgramsTest {
  /** How many programs; .ci/run has 10,000, the thorough profile more. */
  private static final int PROGRAMS = Integer.getInteger("shmemlab.programs", Draws.of(1_000));

  private static final int MOST_SHOWN = 5;

  @Test
  void everyAnswerHolds() {
    Attack attack = new Attack(PROGRAMS);
    List<String> different = new ArrayList<>();
    long first = Draws.seed(1);
    for (long seed = first; seed < first + PROGRAMS; seed++) {
      Optional<Attack.Found> found = attack.examine(seed);
      if (found.isPresent() && different.size() < MOST_SHOWN) {
        different.add(Attack.smallest(found.get()).text());
      }
    }
    assertThat(different).as(attack.toString()).isEmpty();
    assertThat(attack.unfinished()).isLessThan(PROGRAMS / 10 + 1);
    assertThat(attack.byAxioms()).isGreaterThan(PROGRAMS / 20);
  }

  /** Programs that are all wrong, or all right, would show little. */
  @Test
  void someProgramsAreWrongAndSomeAreNot() {
    Attack attack = new Attack(100);
    LongStream.range(1_000_000, 1_000_100).forEach(attack::examine);
    assertThat(attack.undefined()).isBetween(20, 80);
  }

  /** Statements that occur somewhere in the first programs. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "pthread_create(",
        "auto [x, y,",
        "<<<1, 2, 0, a>>>",
        "<<<2, 1, 0, a>>>",
        "0, b>>>",
        "nvshmemx_collective_launch(",
        "? x : x + 1)",
        "_ptr(",
        "_put_nbi(",
        "_iput(",
        "_put_signal_nbi(",
        "memcpy(",
        "memset(",
        "memcmp(",
        "strlen(",
        "sprintf(",
        "printf(\"%s",
        "cudaMemcpy2DAsync(",
        "_wait_until(",
        "while (!nvshmem_long_test(",
        "while (nvshmem_long_g(",
        "while (shmem_long_atomic_fetch(",
        "while (shmem_test_lock(",
        "_compare_swap(",
        "*(volatile long *)",
        "_test_any(",
        "_wait_until_some(",
        "__shfl_sync(",
        "__ballot_sync(",
        "__syncthreads(",
        "__threadfence_system(",
        "_broadcast_on_stream(",
        "_get_on_stream(",
        "_get_nbi_on_stream(",
        "cudaStreamWaitEvent(",
        "while (cudaStreamQuery(",
        "while (cudaEventQuery(",
        "= cudaStreamQuery(",
        "cudaEventSynchronize(",
        "pthread_mutex_lock(",
        "pthread_mutex_trylock(",
        "pthread_cond_wait(",
        "pthread_rwlock_rdlock(",
        "pthread_barrier_wait(",
        "pthread_exit(",
        "sem_wait(",
        "shmem_ctx_create(",
        "shmem_ctx_long_put_nbi(",
        "shmem_ctx_quiet(",
        "shmem_ctx_destroy(",
        "_team_split_strided(",
        "_team_translate_pe(",
        "_team_sync(m",
        "_broadcast(m",
        "_team_destroy(m",
        "nvshmemx_long_put_nbi_block(",
        "nvshmemx_long_put_signal_warp(",
        "nvshmemx_barrier_all_warp(",
        "nvshmemx_long_sum_reduce_block(",
        "_wait_until(f, NVSHMEM_CMP_NE, ",
        "_atomic_xor(",
        "__atomic_load_n(",
        "__atomic_fetch_add(x",
        "atomicAdd_block(",
        "__atomic_thread_fence(",
        "st.release.sys",
        "ld.acquire.gpu",
        "fence.acq_rel.cta",
        "cudaMallocHost(",
        "cudaMallocManaged(",
        "__atomic_store_n(v + 1",
        "__atomic_load_n(v + 1",
        "\"l\"(v + 1)",
        "cudaMemcpyAsync(d, v,",
        "r ? a : b",
        "r ? x : x + 1",
        "r ? c : SHMEM_CTX_DEFAULT",
        "r ? NVSHMEM_SIGNAL_SET : NVSHMEM_SIGNAL_ADD",
        "? 1 : 2, sizeof(long));",
        "o = 1;",
        "nvshmemx_flush_block(",
        "nvshmemx_putmem_signal_counted_nbi_block(",
        "nvshmemx_signal_counted_wait_until(",
        "nvshmemx_ask_smem(",
        "gin1.put(",
        ".putValue(",
        "gin0.get(",
        "ncclGin_StrongSignalInc{",
        "ncclGin_WeakVASignalInc{",
        "ncclGin_WeakCounterInc{",
        "gin0.flush(ncclCoopCta())",
        ".waitCounter(",
        ".waitSignalMeetShadow(",
        ".resetSignal(",
        "ncclGetLsaPointer(",
        "ncclLsaBarrierSession<",
        "ncclGinAllContexts(",
        "ncclGinFenceLevel::Put | ncclGinFenceLevel::Get",
      })
  void amongTwoThousandProgramsIsOneThat(String does) {
    assertThat(TwoThousand.TEXTS).anyMatch(text -> text.contains(does));
  }

  private static final class TwoThousand {
    static final ImmutableList<String> TEXTS =
        LongStream.rangeClosed(1, 2_000)
            .mapToObj(seed -> WholePrograms.draw(new SeededChoices(seed)).text(Spelling.LIBRARY))
            .collect(ImmutableList.toImmutableList());
  }
}
