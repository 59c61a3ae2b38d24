package org.shmemlab.transports.cost.stations;

import static java.util.Collections.nCopies;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.shmemlab.transports.cost.stations.Script.call;
import static org.shmemlab.transports.cost.stations.Script.put;
import static org.shmemlab.transports.cost.stations.Script.quiet;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.NicAssignment;
import org.shmemlab.transports.cost.parameters.CollectiveSettings;
import org.shmemlab.transports.cost.parameters.ConnectionLaw;
import org.shmemlab.transports.cost.parameters.IssueCost;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.cost.parameters.Proxy;
import org.shmemlab.transports.cost.parameters.QueuePairs;
import org.shmemlab.transports.cost.parameters.Seeds;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.cost.parameters.With;
import org.shmemlab.transports.cost.stations.Script.Call;

/** The laws of docs/reference/network.md, section 5.3, as they come out of the stations. */
class LawsTest {
  private static final long NS = 1_000;

  private static Fleet twoNodes(PathParameters remote) {
    return Fleet.of(2, 1, Seeds.nvlink(), remote, Seeds.H200);
  }

  private static List<Call> putsAndQuiet(int puts, long bytes) {
    List<Call> calls = new ArrayList<>(nCopies(puts, put(1, bytes)));
    calls.add(quiet());
    return calls;
  }

  @Test
  void law1IssueIsCyclesOverClockPlusABase() {
    IssueCost publicApi = new IssueCost(10_313, 1_440 * NS);
    assertEquals(1_440 * NS + 10_313_000, publicApi.at(1e9));
    assertEquals(10_313_000 / 2, publicApi.at(1e9) - publicApi.at(2e9));
    Script script = new Script().agent(0, List.of(put(1, 8)));
    script.run(twoNodes(Seeds.ibgda(2)));
    assertEquals(5_310 * NS, script.returned.get(0).get(0));
  }

  @Property(tries = 40)
  void law2QuietPollsEveryConfiguredQueue(
      @ForAll @IntRange(min = 1, max = 64) int queues, @ForAll @IntRange(max = 8) int puts) {
    Script one = new Script().agent(0, putsAndQuiet(puts, 8));
    Script many = new Script().agent(0, putsAndQuiet(puts, 8));
    one.run(twoNodes(Seeds.ibgda(1)));
    many.run(twoNodes(Seeds.ibgda(queues)));
    long polling = many.returned.get(0).getLast() - one.returned.get(0).getLast();
    assertEquals((queues - 1) * 500L * NS, polling);
  }

  @Test
  void law2QuietWaitsForTheLatestOfWhatIsOutstanding() {
    Script small = new Script().agent(0, List.of(put(1, 1 << 20), put(1, 8), quiet()));
    small.run(twoNodes(Seeds.ibgda(1)));
    Script alone = new Script().agent(0, List.of(put(1, 1 << 20), quiet()));
    alone.run(twoNodes(Seeds.ibgda(1)));
    long data = (1 << 20) * 1_000L / 48;
    assertTrue(alone.returned.get(0).getLast() > data);
    assertTrue(small.returned.get(0).getLast() >= alone.returned.get(0).getLast());
  }

  /** Messages per second of so many agents that put all the time. */
  private static double rate(int agents, int puts, PathParameters path) {
    Script script = new Script();
    for (int agent = 0; agent < agents; agent++) {
      script.agent(0, nCopies(puts, put(1, 8)));
    }
    return (double) agents * puts / script.run(twoNodes(path)) * 1e12;
  }

  @Test
  void law3TheSlowestOfThreadsQueuePairsAndCardBoundsTheMessageRate() {
    assertEquals(1 / 5.31e-6, rate(1, 200, Seeds.ibgda(2)), 0.02 / 5.31e-6);
    assertEquals(30.7e6, rate(1024, 40, Seeds.ibgda(1)), 1.5e6);
    assertEquals(61.4e6, rate(1024, 80, Seeds.ibgda(2)), 3e6);
    assertEquals(250e6, rate(4096, 80, Seeds.ibgda(16)), 15e6);
  }

  private static Proxy proxy(int workers, int ringBytes) {
    return new Proxy(workers, 500 * NS, 250 * NS, 32, 0, ringBytes);
  }

  private static PathParameters by(Proxy proxy) {
    return With.proxy(Seeds.ibrc(), proxy);
  }

  @Test
  void law4AProxyServesInOrderColdThenWarm() {
    Fleet fleet = twoNodes(by(proxy(1, 1 << 20)));
    Script one = new Script().agent(0, List.of(call(TransferKind.SIGNAL, 1, 8, Issuing.NOTIFY)));
    one.run(fleet);
    Script burst = new Script();
    for (int agent = 0; agent < 33; agent++) {
      burst.agent(0, List.of(call(TransferKind.SIGNAL, 1, 8, Issuing.NOTIFY)));
    }
    burst.run(fleet);
    long first = one.visible.get(0);
    for (int i = 0; i < 32; i++) {
      assertEquals(first + i * 250L * NS, burst.visible.get(i));
    }
    assertEquals(first + 31 * 250L * NS + 500 * NS, burst.visible.get(32)); // the batch was full
  }

  @Test
  void law4WorkersShareTheQueue() {
    double single = rate(64, 50, by(proxy(1, 1 << 20)));
    assertEquals(4e6, single, 0.2e6);
    assertEquals(4 * single, rate(64, 50, by(proxy(4, 1 << 20))), 0.3 * single);
  }

  @Test
  void law4AFullRingHoldsBackTheThreadsOfTheGpu() {
    List<Call> puts = nCopies(100, put(1, 8));
    Script large = new Script();
    Script tiny = new Script();
    for (int agent = 0; agent < 8; agent++) {
      large.agent(0, puts);
      tiny.agent(0, puts);
    }
    long largeEnd = large.run(twoNodes(by(proxy(1, 1 << 20))));
    long tinyEnd = tiny.run(twoNodes(by(proxy(1, 64))));
    assertTrue(tiny.returned.get(0).getLast() > 3 * large.returned.get(0).getLast() / 2);
    assertTrue(tinyEnd >= largeEnd);
  }

  @Test
  void law5ManyConnectionsSlowSmallMessages() {
    ConnectionLaw law = ConnectionLaw.through(1350, 3000, 0.41, 256);
    assertEquals(1, law.slowdown(1350, 8));
    assertEquals(1 / 0.41, law.slowdown(3000, 8), 1e-9);
    assertEquals(1, law.slowdown(3000, 256));
    assertEquals(1, ConnectionLaw.NONE.slowdown(1 << 30, 8));
  }

  @Test
  void law6TheSizeThatReachesNinetyPercentGrowsWithTheTimeOfAMessage() {
    assertTrue(n90(Seeds.ibgda(16)) < n90(Seeds.ibgda(1)));
    assertTrue(n90(Seeds.ibgda(1)) < n90(Seeds.ibrc()));
  }

  /** The smallest power of two that many threads send at 90 % of the line rate. */
  private static int n90(PathParameters path) {
    int bytes = 8;
    while (throughput(bytes, path) < 0.9 * path.putRate()) {
      bytes *= 2;
    }
    return bytes;
  }

  private static double throughput(int bytes, PathParameters path) {
    Script script = new Script();
    for (int agent = 0; agent < 1024; agent++) {
      script.agent(0, nCopies(40, put(1, bytes)));
    }
    return 1024.0 * 40 * bytes / script.run(twoNodes(path)) * 1e12;
  }

  @Test
  void law7AnotherRailCostsLatencyAndBandwidth() {
    Fleet fleet =
        new Fleet(
            Fleet.of(4, 2, Seeds.nvlink(), Seeds.ibgda(1), Seeds.H200).routes(),
            2,
            NicAssignment.one(ImmutableIntArray.of(0, 1)),
            Seeds.nvlink(),
            Seeds.ibgda(1),
            Seeds.H200,
            1_000 * NS,
            0.5,
            (_, _) -> 0,
            CollectiveSettings.DEFAULT,
            null);
    Script same =
        new Script().agent(0, List.of(call(TransferKind.PUT, 2, 1 << 20, Issuing.NOTIFY)));
    Script cross =
        new Script().agent(0, List.of(call(TransferKind.PUT, 3, 1 << 20, Issuing.NOTIFY)));
    same.run(fleet);
    cross.run(fleet);
    assertTrue(cross.visible.get(0) >= same.visible.get(0) + 1_000 * NS);
    Script sameMany = new Script().agent(0, nCopies(20, put(2, 1 << 20)));
    Script crossMany = new Script().agent(0, nCopies(20, put(3, 1 << 20)));
    assertEquals(2.0, (double) crossMany.run(fleet) / sameMany.run(fleet), 0.2);
  }

  @Property(tries = 30)
  void messagesOfOneQueuePairArriveInOrder(
      @ForAll @IntRange(min = 2, max = 60) int puts,
      @ForAll @IntRange(min = 8, max = 100_000) int bytes) {
    Script script =
        new Script()
            .agent(
                0,
                IntStream.range(0, puts)
                    .mapToObj(
                        i -> call(TransferKind.PUT, 1, 1 + (i * 7919L) % bytes, Issuing.NOTIFY))
                    .toList());
    script.run(twoNodes(Seeds.ibgda(1)));
    assertEquals(script.visible.stream().sorted().toList(), script.visible);
  }

  @Test
  void aQueuePairHoldsAsManyRequestsAsItIsDeep() {
    PathParameters shallow =
        With.queues(
            Seeds.ibgda(1), new QueuePairs(1, true, 1, 0, 0, 1, QueuePairs.Choice.BY_BLOCK));
    Script script = new Script();
    for (int agent = 0; agent < 10; agent++) {
      script.agent(0, List.of(put(1, 8)));
    }
    script.run(twoNodes(shallow));
    long roundTrip = 2 * 1_650 * NS;
    long first = script.returned.get(0).get(0);
    long last = script.returned.get(9).get(0);
    assertTrue(last - first >= 9 * roundTrip, last - first + " ps");
  }

  @Test
  void aBlockingPutOverTheNetworkWaitsForItsAcknowledgement() {
    Script script = new Script().agent(0, List.of(call(TransferKind.PUT, 1, 8, Issuing.BLOCKING)));
    script.run(twoNodes(Seeds.ibgda(2)));
    long us = script.returned.get(0).get(0) / 1_000_000;
    assertEquals(
        10, us); // issue 5.31, there and back 3.30, poll 2.0: Table 3 says 11.10 with quiet
  }

  @Test
  void aBlockingPutByStoresReturnsBeforeItsDataIsVisible() {
    Fleet node = Fleet.of(2, 2, Seeds.nvlink(), Seeds.ibgda(1), Seeds.H200);
    Script script =
        new Script()
            .agent(0, List.of(call(TransferKind.PUT, 1, 8, Issuing.BLOCKING | Issuing.NOTIFY)));
    script.run(node);
    assertTrue(script.returned.get(0).get(0) < script.visible.get(0));
  }

  @Test
  void aFetchWaitsForItsValue() {
    for (PathParameters path : List.of(Seeds.ibgda(1), Seeds.ibrc())) {
      Script script =
          new Script()
              .agent(0, List.of(call(TransferKind.FETCH, 1, 8, Issuing.BLOCKING), put(1, 8)));
      script.run(twoNodes(path));
      assertTrue(script.returned.get(0).get(0) > 2 * path.latencyPs());
      assertEquals(2, script.returned.get(0).size());
    }
  }

  @Test
  void theSameSeedGivesTheSameTimes() {
    assertEquals(jittered(1), jittered(1));
    assertTrue(jittered(1) != jittered(2));
  }

  private static long jittered(long seed) {
    Script script = new Script().agent(0, putsAndQuiet(50, 1000));
    return script.run(new Pipeline(twoNodes(Seeds.ibgda(2)), script, 0.1, seed));
  }
}
