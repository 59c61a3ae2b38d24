package org.shmemlab.transports.patterns;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.cost.parameters.Seeds;

class PatternsTest {
  private static Fleet fleet(int pes, PathParameters remote) {
    return Fleet.of(pes, 4, Seeds.nvlink(), remote, Seeds.H200);
  }

  @Property(tries = 60)
  void everyPeLeavesABarrierAfterTheLastHasEntered(
      @ForAll @IntRange(min = 1, max = 70) int pes, @ForAll @IntRange(min = 2, max = 9) int radix) {
    DisseminationBarrier barrier = new DisseminationBarrier(pes, radix, 100, CallScope.THREAD);
    Pattern.Result result = Pattern.run(fleet(pes, Seeds.ibgda(2)), barrier);
    assertTrue(barrier.finished());
    long expected = 0;
    for (long reach = 1; reach < pes; reach *= radix) {
      expected += Math.min(radix - 1, (pes - 1) / reach);
    }
    assertEquals(pes * expected, result.messages());
    assertEquals(pes > 1, barrier.end() > 0);
  }

  @Test
  void aBarrierTakesOneLatencyForEachRound() {
    DisseminationBarrier eight = new DisseminationBarrier(8, 2, 0, CallScope.THREAD);
    DisseminationBarrier two = new DisseminationBarrier(2, 2, 0, CallScope.THREAD);
    Pattern.run(Fleet.of(8, 8, Seeds.nvlink(), Seeds.nvlink(), Seeds.H200), eight);
    Pattern.run(Fleet.of(2, 8, Seeds.nvlink(), Seeds.nvlink(), Seeds.H200), two);
    assertEquals(3, (double) eight.end() / two.end(), 0.01);
  }

  @Property(tries = 20)
  void allToAllSendsToEveryOtherPeOnce(
      @ForAll @IntRange(min = 1, max = 40) int pes, @ForAll boolean chained) {
    AllToAll pattern = new AllToAll(pes, 1024, chained);
    Pattern.Result result = Pattern.run(fleet(pes, Seeds.ibrc()), pattern);
    assertTrue(pattern.finished());
    assertEquals((long) pes * (pes - 1), result.messages());
  }

  /** Law 8 of docs/reference/network.md, section 5.3: T0 and remote bytes over the NIC's rate. */
  @Test
  void theTimeOfAnAllToAllGrowsWithItsRemoteBytes() {
    long small = time(1 << 18);
    long middle = time(1 << 19);
    long large = time(1 << 20);
    double slope = (double) (large - middle) / (1 << 19);
    assertEquals(15 * 1e12 / 48e9, slope, 0.05 * slope);
    assertEquals(2.0, (double) (large - middle) / (middle - small), 0.1);
  }

  private static long time(long bytes) {
    Fleet fleet = Fleet.of(16, 1, Seeds.nvlink(), Seeds.ibgda(2), Seeds.H200);
    return Pattern.run(fleet, new AllToAll(16, bytes, false)).picoseconds();
  }

  @Test
  void independentPutsAreNotSlowerThanChainedOnes() {
    Fleet fleet = fleet(32, Seeds.ibgda(2));
    long chained = Pattern.run(fleet, new AllToAll(32, 1024, true)).picoseconds();
    long independent = Pattern.run(fleet, new AllToAll(32, 1024, false)).picoseconds();
    assertTrue(independent < chained);
  }

  @Test
  void aDispatchSendsEveryPeItsNumberOfTokens() {
    for (PathParameters remote : new PathParameters[] {Seeds.ibgda(2), Seeds.ibrc()}) {
      Dispatch dispatch = new Dispatch(16, 8, 64, 8, 7168, 100);
      Pattern.Result result = Pattern.run(fleet(16, remote), dispatch);
      assertTrue(dispatch.finished());
      assertEquals(16 * 64 * 8 + 16 * 16, result.messages());
      assertTrue(dispatch.end() <= result.picoseconds());
    }
  }
}
