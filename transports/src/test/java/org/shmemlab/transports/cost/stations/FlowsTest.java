package org.shmemlab.transports.cost.stations;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.shmemlab.transports.cost.stations.Script.call;
import static org.shmemlab.transports.cost.stations.Script.put;
import static org.shmemlab.transports.cost.stations.Script.quiet;

import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platforms;

/** Messages that share links. */
class FlowsTest {
  private static final long LARGE = 64L << 20;
  private static final List<PathKind> NETWORKS = List.of(PathKind.IBGDA, PathKind.IBRC);

  private static Fleet twoNodes(PathKind remote) {
    return Fleets.on(Platforms.named("hgx-h200"), 16, 8, remote);
  }

  private static double ratio(long two, long one) {
    return (double) two / one;
  }

  @Test
  void twoTransfersThroughOneCardTakeTwiceAsLong() {
    for (PathKind remote : NETWORKS) {
      Fleet fleet = twoNodes(remote);
      long one = new Script().agent(0, List.of(put(8, LARGE), quiet())).run(fleet);
      long two =
          new Script()
              .agent(0, List.of(put(8, LARGE), quiet()))
              .agent(0, List.of(put(9, LARGE), quiet()))
              .run(fleet);
      assertEquals(2, ratio(two, one), 0.02);
    }
  }

  @Test
  void twoTransfersIntoOneCardTakeTwiceAsLong() {
    Fleet fleet = twoNodes(PathKind.IBGDA);
    long one = new Script().agent(0, List.of(put(8, LARGE), quiet())).run(fleet);
    long two =
        new Script()
            .agent(0, List.of(put(8, LARGE), quiet()))
            .agent(1, List.of(put(8, LARGE), quiet()))
            .run(fleet);
    assertEquals(2, ratio(two, one), 0.02);
  }

  @Test
  void transfersThroughDifferentCardsDoNotDisturbEachOther() {
    for (PathKind remote : NETWORKS) {
      Fleet fleet = twoNodes(remote);
      Script one = new Script().agent(0, List.of(put(8, LARGE), quiet()));
      Script two =
          new Script()
              .agent(0, List.of(put(8, LARGE), quiet()))
              .agent(1, List.of(put(9, LARGE), quiet()));
      assertEquals(one.run(fleet), two.run(fleet));
    }
  }

  @Test
  void transfersShareThePortsOfNvlink() {
    Fleet fleet = Fleets.on(Platforms.named("hgx-h200"), 8, 8, PathKind.IBGDA);
    long into = pairs(fleet, IntStream.range(1, 8).toArray(), 0);
    long alone = pairs(fleet, new int[] {1}, 0);
    assertEquals(7, ratio(into, alone), 0.1);
  }

  // As many blocks of each PE as it takes to fill its port.
  private static long pairs(Fleet fleet, int[] sources, int target) {
    Script script = new Script();
    for (int source : sources) {
      for (int block = 0; block < 16; block++) {
        script.agent(
            source,
            List.of((pipeline, agent, now) ->
                pipeline.issue(
                    agent, now, TransferKind.PUT, target, LARGE, CallScope.BLOCK, 0, 0)));
      }
    }
    return script.run(fleet);
  }

  @Test
  void aSmallMessageOfAnotherQueuePassesALargeOne() {
    Fleet fleet = twoNodes(PathKind.IBGDA);
    Script alone = new Script().agent(1, List.of(put(9, 8), quiet()));
    alone.run(fleet);
    Script both =
        new Script().agent(1, List.of(put(9, 8), quiet())).agent(0, List.of(put(8, LARGE)));
    both.run(fleet);
    assertEquals(alone.returned.get(0), both.returned.get(0));
  }

  @ParameterizedTest
  @EnumSource(
      value = TransferKind.class,
      names = {"PUT", "GET", "PUT_SIGNAL"})
  void aTransferAloneTakesAsLongAsInTheQueues(TransferKind kind) {
    for (PathKind remote : NETWORKS) {
      for (int target : new int[] {1, 8}) {
        Fleet shared = twoNodes(remote);
        Fleet queued =
            new Fleet(
                shared.routes(),
                shared.nicsPerNode(),
                shared.cards(),
                shared.local(),
                shared.remote(),
                shared.gpu(),
                shared.crossRailPs(),
                shared.crossRailShare(),
                shared.hops(),
                shared.collectives(),
                null);
        List<Script.Call> calls = List.of(call(kind, target, LARGE, Issuing.BLOCKING));
        long flow = new Script().agent(0, calls).run(shared);
        assertEquals(1, ratio(flow, new Script().agent(0, calls).run(queued)), 0.01);
      }
    }
  }

  @Property(tries = 30)
  void largeAndSmallMessagesOfOneQueuePairArriveInOrder(
      @ForAll @IntRange(min = 2, max = 30) int puts,
      @ForAll @IntRange(min = 8, max = 400_000) int bytes) {
    for (PathKind remote : NETWORKS) {
      Script script =
          new Script()
              .agent(
                  0,
                  IntStream.range(0, puts)
                      .mapToObj(
                          i -> call(TransferKind.PUT, 8, 1 + (i * 99_991L) % bytes, Issuing.NOTIFY))
                      .toList());
      script.run(twoNodes(remote));
      assertEquals(puts, script.visible.size());
      for (int i = 1; i < puts; i++) {
        assertTrue(script.visible.get(i - 1) <= script.visible.get(i));
      }
    }
  }
}
