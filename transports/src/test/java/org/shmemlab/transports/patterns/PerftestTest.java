package org.shmemlab.transports.patterns;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platforms;

class PerftestTest {
  private static final Perftest.Options TEN = new Perftest.Options(10, 8, 64, CallScope.BLOCK);
  private static final Perftest.Options ALONE = new Perftest.Options(10, 1, 1, CallScope.THREAD);

  private static Fleet fleet(int pes, int perNode, PathKind remote) {
    return Fleets.on(Platforms.named("hgx-h200"), pes, perNode, remote);
  }

  @ParameterizedTest
  @EnumSource
  void everyTestRunsOnEveryKindOfPath(Perftest test) {
    int pes = test.isCollective() ? 6 : 2;
    for (Fleet fleet :
        new Fleet[] {
          fleet(pes, pes, PathKind.IBGDA),
          fleet(pes, 1, PathKind.IBGDA),
          fleet(pes, 1, PathKind.IBRC)
        }) {
      double small = test.run(fleet, 8, TEN);
      double large = test.run(fleet, 1 << 20, TEN);
      assertTrue(small > 0 && large > 0, small + ", " + large);
      if (test.hasSizes() && test.metric() == Perftest.Metric.BANDWIDTH) {
        assertTrue(large > small);
      }
    }
  }

  /** Rows of the platform: 11.10 us over IBGDA (PD0519), 6.40 us over IBRC (PD0525). */
  @Test
  void aPutAndAQuietTakeWhatThePlatformWasFittedTo() {
    assertEquals(11.10, Perftest.PUT_LATENCY.run(fleet(2, 1, PathKind.IBGDA), 8, ALONE), 0.3);
    assertEquals(6.40, Perftest.PUT_LATENCY.run(fleet(2, 1, PathKind.IBRC), 8, ALONE), 0.3);
  }

  @Test
  void largePutsReachTheRateOfTheLink() {
    Perftest.Options many = new Perftest.Options(20, 32, 256, CallScope.BLOCK);
    assertEquals(48, Perftest.PUT_BW.run(fleet(2, 1, PathKind.IBGDA), 32 << 20, many), 3);
  }

  @Property(tries = 60)
  void anAllToAllComesToItsEndWhateverTheNodes(
      @ForAll @IntRange(min = 2, max = 19) int pes,
      @ForAll @IntRange(min = 1, max = 4) int perNode) {
    Fleet fleet = Fleets.on(Platforms.named("alps"), pes, perNode, PathKind.CXI);
    double one = Perftest.ALLTOALL.run(fleet, 64, ALONE);
    assertTrue(Perftest.ALLTOALL.run(fleet, 1 << 20, ALONE) > one);
  }

  /** The programs of NVSHMEM's perftest (docs/reference/nvshmem.md, section 6). */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "shmem_put_bw shmem_get_bw shmem_p_bw shmem_g_bw shmem_st_bw shmem_atomic_bw",
        "shmem_put_latency shmem_get_latency shmem_p_latency shmem_g_latency shmem_atomic_latency",
        "shmem_put_ping_pong_latency shmem_put_signal_ping_pong_latency shmem_p_ping_pong_latency",
        "shmem_put_atomic_ping_pong_latency shmem_signal_ping_pong_latency",
        "shmem_atomic_ping_pong_latency alltoall_latency barrier_latency bcast_latency",
        "fcollect_latency redmaxloc_latency reducescatter_latency reduction_latency sync_latency"
      })
  void everyTestOfTheDeviceIsThere(String names) {
    for (String name : names.split(" ", -1)) {
      assertTrue(Perftest.named(name).isPresent(), name);
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "tile_allgather_latency tile_allreduce_latency allgather_latency malloc",
        "stream_latency init"
      })
  void everyOtherTestSaysWhyItIsNot(String names) {
    for (String name : names.split(" ", -1)) {
      assertTrue(Perftest.named(name).isEmpty(), name);
      assertTrue(NotSimulated.reason(name).isPresent(), name);
    }
  }

  @Test
  void namesHaveHyphensOrUnderscores() {
    assertEquals(Perftest.PUT_BW, Perftest.named("put-bw").orElseThrow());
    assertEquals(Perftest.PUT_PING_PONG, Perftest.named("shmem_put_ping_pong").orElseThrow());
    assertTrue(Perftest.named("put").isEmpty());
  }

  private static final Fleet H200 =
      Fleets.on(Platforms.named("h200-nvlink-measured"), 2, 2, PathKind.NVLINK);

  private static Perftest.Options loop(int rounds, int blocks, int threads, CallScope scope) {
    return new Perftest.Options(
        rounds, blocks, threads, scope, Integer.BYTES, false, false, TimedLoop.BENCHMARK);
  }

  @Test
  void aLongerLoopSpreadsItsLaunch() {
    double ten = Perftest.PUT_LATENCY.run(H200, 8, loop(10, 1, 32, CallScope.WARP));
    double hundred = Perftest.PUT_LATENCY.run(H200, 8, loop(100, 1, 32, CallScope.WARP));
    assertThat(ten - hundred).isBetween(0.5, 1.0); // microseconds
  }

  @Test
  void whatABlockCopiesDependsOnItsThreads() {
    double one = Perftest.PUT_BW.run(H200, 4 << 20, loop(100, 4, 1, CallScope.BLOCK));
    double warp = Perftest.PUT_BW.run(H200, 4 << 20, loop(100, 4, 32, CallScope.BLOCK));
    double full = Perftest.PUT_BW.run(H200, 4 << 20, loop(100, 4, 1024, CallScope.BLOCK));
    assertThat(warp / one).isBetween(10.0, 25.0);
    assertThat(full / warp).isBetween(10.0, 20.0);
  }

  @Test
  void shareOfLessThanAWordMovesNothingAndTakesAsLong() {
    double four = Perftest.PUT_BW.run(H200, 4, loop(10, 32, 256, CallScope.BLOCK));
    double many = Perftest.PUT_BW.run(H200, 128, loop(10, 32, 256, CallScope.BLOCK));
    assertThat(many / four).isCloseTo(32, within(0.01));
    assertThat(four).isLessThan(0.003); // GB/s: 4 bytes in more than 1.3 microseconds
  }

  @Test
  void collectivesOfNearPesCopyForThemselvesAndAddUp() {
    double gather = Perftest.FCOLLECT.run(H200, 1 << 20, loop(10, 1, 256, CallScope.BLOCK));
    double exchange = Perftest.ALLTOALL.run(H200, 1 << 20, loop(10, 1, 256, CallScope.BLOCK));
    double sum = Perftest.REDUCTION.run(H200, 1 << 20, loop(10, 1, 256, CallScope.BLOCK));
    assertThat(exchange).isCloseTo(gather, within(0.05 * gather));
    assertThat(sum).isGreaterThan(3 * gather);
  }

  private static double of(Perftest test, TimedLoop loop, int rounds, long bytes) {
    Perftest.Options options =
        new Perftest.Options(rounds, 1, 256, CallScope.THREAD, 8, false, false, loop);
    return test.run(H200, bytes, options);
  }

  /** NVSHMEM 3.4.5, perftest/device/pt-to-pt: the kernel that is timed follows its warm-up. */
  @Test
  void perftestLaunchesLatencyTestsWhileTheirWarmUpRuns() {
    for (Perftest test : List.of(Perftest.PUT_LATENCY, Perftest.G_LATENCY, Perftest.P_LATENCY)) {
      double idle = 10 * of(test, TimedLoop.BENCHMARK, 10, 64);
      double queued = 10 * of(test, TimedLoop.PERFTEST, 10, 64);
      assertThat(idle - queued).as(test.key()).isCloseTo(4.1, within(0.1)); // the launching call
    }
  }

  @Test
  void perftestHasItsOwnNumberOfAtomics() {
    assertThat(Perftest.ATOMIC_LATENCY.operations(10, "inc")).isEqualTo(500);
    assertThat(Perftest.ATOMIC_PING_PONG.operations(10, "fetch_and")).isEqualTo(64);
    assertThat(Perftest.ATOMIC_BW.operations(10, "inc")).isEqualTo(10);
  }

  @Test
  void perftestsWordsOfARoundTripAreFollowedByASignal() {
    double word = of(Perftest.P_PING_PONG, TimedLoop.BENCHMARK, 100, 8);
    double words = of(Perftest.P_PING_PONG, TimedLoop.PERFTEST, 100, 8);
    assertThat(words).isGreaterThan(1.5 * word);
    assertThat(of(Perftest.P_PING_PONG, TimedLoop.PERFTEST, 100, 1 << 20))
        .isGreaterThan(10 * words);
  }

  /** A sector of 32 bytes is loaded once; its other words are in the SM's cache. */
  @Test
  void aThreadAloneWaitsForEachSector() {
    double alone = Perftest.G_BW.run(H200, 1 << 17, loop(10, 1, 1, CallScope.THREAD));
    double apart = Perftest.G_BW.run(H200, 1 << 17, loop(10, 32, 1, CallScope.THREAD));
    assertThat(apart / 32).isLessThan(alone / 4);
  }

  @Test
  void anAtomicWhoseValueIsNotReadDoesNotWait() {
    double posted =
        Perftest.ATOMIC_LATENCY.run(
            H200,
            8,
            new Perftest.Options(100, 1, 1, CallScope.THREAD, 8, false, true, TimedLoop.BENCHMARK));
    double read =
        Perftest.ATOMIC_LATENCY.run(
            H200,
            8,
            new Perftest.Options(
                100, 1, 1, CallScope.THREAD, 8, false, true, TimedLoop.OPERATIONS));
    assertThat(posted).isLessThan(0.2);
    assertThat(read).isGreaterThan(1);
  }
}
