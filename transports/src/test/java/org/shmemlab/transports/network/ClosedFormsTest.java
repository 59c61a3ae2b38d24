package org.shmemlab.transports.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Networks so small that a person can say when each flow is done. */
class ClosedFormsTest {
  /** One byte per picosecond: bytes are picoseconds. */
  private static final double UNIT = 1e12;

  private static Link link(double bytesPerPicosecond, long latency) {
    return new Link(bytesPerPicosecond * UNIT, latency);
  }

  private static NetworkEngine network(Link... links) {
    return NetworkEngines.open(NetworkEngines.EMBEDDED, List.of(links));
  }

  private static int route(NetworkEngine engine, int... links) {
    return engine.addRoute(ImmutableIntArray.copyOf(links));
  }

  private static int start(NetworkEngine engine, long at, int route, long bytes) {
    return engine.start(at, route, bytes, NetworkEngine.UNCAPPED);
  }

  /** When each flow is done, by number. */
  private static List<Long> completions(NetworkEngine engine, int flows) {
    var times = new Long[flows];
    for (var left = flows; left > 0; ) {
      var now = new ArrayList<Integer>();
      var time = engine.advance(NetworkEngine.NEVER, now::add);
      assertThat(now).isSorted();
      for (var flow : now) {
        assertThat(times[flow]).isNull();
        times[flow] = time;
      }
      left -= now.size();
    }
    assertThat(engine.advance(NetworkEngine.NEVER, flow -> {})).isEqualTo(NetworkEngine.NEVER);
    return List.of(times);
  }

  @Test
  void aLoneFlowTakesItsLatenciesAndItsBytesOverTheSlowestLink() {
    try (var engine = network(link(4, 70), link(2, 30), link(8, 0))) {
      start(engine, 5, route(engine, 0, 1, 2), 1000);
      assertThat(completions(engine, 1)).containsExactly(5L + 100 + 500);
    }
  }

  @Test
  void flowsOnOneLinkGetEqualShares() {
    try (var engine = network(link(1, 10))) {
      var route = route(engine, 0);
      for (var flow = 0; flow < 4; flow++) {
        start(engine, 0, route, 100L * (flow + 1));
      }
      // All four move 100 bytes, then three, two and one of them 100 more.
      assertThat(completions(engine, 4)).containsExactly(410L, 710L, 910L, 1010L);
    }
  }

  @Test
  void aFlowAcrossAllLinksOfAParkingLotGetsAnEqualShareOfEach() {
    try (var engine = network(link(1, 0), link(1, 0), link(1, 0))) {
      start(engine, 0, route(engine, 0, 1, 2), 300);
      for (var link = 0; link < 3; link++) {
        start(engine, 0, route(engine, link), 300);
      }
      assertThat(completions(engine, 4)).containsExactly(600L, 600L, 600L, 600L);
    }
  }

  @Test
  void whatTheLongFlowCannotUseGoesToTheShortOne() {
    try (var engine = network(link(1, 0), link(10, 0))) {
      var slow = route(engine, 0);
      var across = route(engine, 0, 1);
      var fast = route(engine, 1);
      start(engine, 0, slow, 100);
      start(engine, 0, across, 100);
      start(engine, 0, fast, 1900);
      // Half of the slow link for the first two; 10 - 1/2 for the last until they are done at 200.
      assertThat(completions(engine, 3)).containsExactly(200L, 200L, 200L);
    }
  }

  @Test
  void flowsThatCrossShareOnlyWhereTheyMeet() {
    try (var engine = network(link(1, 0), link(1, 0), link(1, 0))) {
      start(engine, 0, route(engine, 0, 1), 100);
      start(engine, 0, route(engine, 2, 1), 100);
      assertThat(completions(engine, 2)).containsExactly(200L, 200L);
    }
  }

  @Test
  void aCappedFlowLeavesTheRestToOthers() {
    try (var engine = network(link(4, 0))) {
      var route = route(engine, 0);
      engine.start(0, route, 100, UNIT);
      start(engine, 0, route, 300);
      assertThat(completions(engine, 2)).containsExactly(100L, 100L);
    }
  }

  @Test
  void aCapAboveTheFairShareChangesNothing() {
    try (var engine = network(link(4, 0))) {
      var route = route(engine, 0);
      engine.start(0, route, 200, 3 * UNIT);
      start(engine, 0, route, 200);
      assertThat(completions(engine, 2)).containsExactly(100L, 100L);
    }
  }

  @Test
  void aSecondFlowHalvesTheRateOfTheFirstFromItsArrivalOn() {
    try (var engine = network(link(1, 0))) {
      var route = route(engine, 0);
      start(engine, 0, route, 100);
      start(engine, 50, route, 100);
      assertThat(completions(engine, 2)).containsExactly(150L, 200L);
    }
  }

  @Test
  void aFlowUsesNoBandwidthInItsLatency() {
    try (var engine = network(link(1, 0), link(1, 40))) {
      start(engine, 0, route(engine, 0), 100);
      start(engine, 0, route(engine, 1, 0), 100);
      // Together from 40 on, until the first has moved the 60 bytes it still had.
      assertThat(completions(engine, 2)).containsExactly(160L, 200L);
    }
  }

  @Test
  void noBytesTakeTheLatencyAloneAndDelayNoOther() {
    try (var engine = network(link(1, 30))) {
      var route = route(engine, 0);
      start(engine, 0, route, 100);
      start(engine, 20, route, 0);
      assertThat(completions(engine, 2)).containsExactly(130L, 50L);
    }
  }

  @Test
  void anArrivalAtTheInstantOfACompletionFindsTheLinkFree() {
    try (var engine = network(link(1, 0))) {
      var route = route(engine, 0);
      start(engine, 0, route, 100);
      start(engine, 100, route, 100);
      assertThat(completions(engine, 2)).containsExactly(100L, 200L);
    }
  }

  @Test
  void completionsOfOneInstantComeTogether() {
    try (var engine = network(link(1, 0), link(3, 0))) {
      start(engine, 0, route(engine, 1), 300);
      start(engine, 0, route(engine, 0), 100);
      var done = new ArrayList<Integer>();
      assertThat(engine.advance(NetworkEngine.NEVER, done::add)).isEqualTo(100);
      assertThat(done).containsExactly(0, 1);
    }
  }

  @Test
  void aCompletionIsReportedInTheFirstWholePicosecondAfterIt() {
    try (var engine = network(link(3, 0))) {
      start(engine, 0, route(engine, 0), 10);
      assertThat(completions(engine, 1)).containsExactly(4L);
    }
  }

  @Test
  void advancingStopsAtTheLimitAndGoesOnFromThere() {
    try (var engine = network(link(1, 0))) {
      var route = route(engine, 0);
      start(engine, 0, route, 100);
      var done = new ArrayList<Integer>();
      assertThat(engine.advance(60, done::add)).isEqualTo(60);
      assertThat(done).isEmpty();
      assertThat(engine.now()).isEqualTo(60);
      start(engine, 60, route, 10);
      assertThat(engine.advance(1_000, done::add)).isEqualTo(80);
      assertThat(engine.advance(1_000, done::add)).isEqualTo(110);
      assertThat(engine.advance(1_000, done::add)).isEqualTo(1_000);
      assertThat(done).containsExactly(1, 0);
    }
  }

  @Test
  void aLinkKeepsItsPrecisionHoweverMuchItHasMoved() {
    try (var engine = network(link(1, 0))) {
      var route = route(engine, 0);
      // Always two flows, one of them half done, so that the link never rests.
      var bytes = 1L << 36;
      start(engine, 0, route, bytes / 2);
      for (var turn = 0; turn < 1_000; turn++) {
        start(engine, engine.now(), route, bytes);
        engine.advance(NetworkEngine.NEVER, flow -> {});
      }
      assertThat(engine.now()).isEqualTo(1_000 * bytes);
    }
  }

  @Test
  void whatCannotBeIsRefusedInOneLine() {
    try (var engine = network(link(1, 0), link(1, 7))) {
      var route = route(engine, 0, 1);
      engine.advance(10, flow -> {});
      refused(() -> network(), "a network needs a link");
      refused(() -> link(0, 0), "the bandwidth of a link is positive and finite, not 0.0 B/s");
      refused(() -> link(1, -1), "the latency of a link is not negative, but here -1 ps");
      refused(
          () -> route(engine),
          "a route needs a link; for a way within a host declare a loopback link");
      refused(() -> route(engine, 2), "a route crosses link 2, but there are 2 links");
      refused(() -> route(engine, 0, 1, 0), "a route crosses link 0 twice");
      refused(() -> start(engine, 9, route, 1), "a flow cannot start at 9 ps: it is 10 ps already");
      refused(() -> start(engine, 10, 1, 1), "a flow takes route 1, but there are 1 routes");
      refused(() -> start(engine, 10, route, -1), "a flow cannot have -1 bytes");
      refused(
          () -> engine.start(10, route, 1, 0), "the rate cap of a flow is positive, not 0.0 B/s");
      refused(
          () -> engine.advance(9, flow -> {}), "time cannot go back to 9 ps: it is 10 ps already");
      refused(
          () -> start(engine, NetworkEngine.HORIZON, route, 1),
          "network time ends at 2^53 ps (two and a half hours), before 9007199254740999 ps");
      refused(
          () -> NetworkEngines.open("simnet", List.of(link(1, 0))),
          "unknown network engine 'simnet': use " + String.join(" or ", NetworkEngines.names()));
    }
  }

  private static void refused(Runnable call, String message) {
    assertThatIllegalArgumentException().isThrownBy(call::run).withMessage(message);
  }
}
