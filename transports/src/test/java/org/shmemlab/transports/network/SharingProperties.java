package org.shmemlab.transports.network;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Random;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;

/** Tests the properties of the embedded engine in any network. */
class SharingProperties {
  /** Rounding of one number, relative, and of one time, in picoseconds. */
  private static final double RELATIVE = 1e-9;

  private static Scenario scenario(long seed) {
    return Scenario.random(seed, 6, 30);
  }

  private static void assertSame(List<Long> one, List<Long> other, double scale) {
    for (var flow = 0; flow < one.size(); flow++) {
      var expected = other.get(flow) * scale;
      assertThat(Math.abs(one.get(flow) - expected))
          .as("flow %d: %d ps and %f ps", flow, one.get(flow), expected)
          .isLessThanOrEqualTo(2 + RELATIVE * expected);
    }
  }

  @Property(tries = 300)
  void incrementalSharingEqualsSharingFromScratch(@ForAll long seed) {
    assertSameFromScratch(scenario(seed));
  }

  /** Most changes are settled by the level of one link alone; a narrow uplink ends that. */
  @Property(tries = 100)
  void incrementalSharingOfOneBottleneckEqualsSharingFromScratch(@ForAll long seed) {
    var random = new Random(seed);
    var links = ImmutableList.<Link>builder().add(new Link(50e9, 0));
    var routes = ImmutableList.<ImmutableIntArray>builder();
    for (var host = 1; host <= 10; host++) {
      links.add(new Link(random.nextInt(6) == 0 ? 3e9 : 20e9 + random.nextInt(1000), 0));
      routes.add(ImmutableIntArray.of(host, 0));
    }
    var flows = ImmutableList.<Scenario.Flow>builder();
    for (var flow = 0; flow < 60; flow++) {
      flows.add(
          new Scenario.Flow(
              random.nextLong(2_000_000_000L),
              random.nextInt(10),
              1 + random.nextInt(4_000_000),
              NetworkEngine.UNCAPPED));
    }
    assertSameFromScratch(new Scenario(links.build(), routes.build(), flows.build()));
  }

  private static void assertSameFromScratch(Scenario scenario) {
    var ours = scenario.completions();
    var plain = new PlainFluid(scenario).completions();
    for (var flow = 0; flow < plain.length; flow++) {
      assertThat(Math.abs(ours.get(flow) - plain[flow]))
          .as("flow %d: %d ps, from scratch %f ps", flow, ours.get(flow), plain[flow])
          .isLessThanOrEqualTo(2 + RELATIVE * plain[flow]);
    }
  }

  @Property(tries = 100)
  void stepByStepEqualsAtOnce(@ForAll long seed) {
    var scenario = scenario(seed);
    var atOnce = scenario.completions();
    var random = new Random(seed);
    try (var engine = NetworkEngines.open(NetworkEngines.EMBEDDED, scenario.links())) {
      scenario.routes().forEach(engine::addRoute);
      var byStart = new ArrayList<>(scenario.flows());
      byStart.sort(Comparator.comparingLong(Scenario.Flow::at));
      var times = new ArrayList<Long>();
      for (var flow : byStart) {
        advance(engine, flow.at(), random, times);
        engine.start(flow.at(), flow.route(), flow.bytes(), flow.cap());
      }
      advance(engine, NetworkEngine.HORIZON, random, times);
      var expected = new ArrayList<>(atOnce);
      expected.sort(null);
      assertThat(times).isSorted();
      assertSame(times, expected, 1);
    }
  }

  /** Advances with many limits in between, and notes when flows complete. */
  private static void advance(NetworkEngine engine, long to, Random random, List<Long> times) {
    while (engine.now() < to) {
      var limit = Math.min(to, engine.now() + 1 + random.nextLong(1L << (10 + random.nextInt(43))));
      var before = engine.now();
      var flows = new ArrayList<Integer>();
      var reached = engine.advance(limit, flows::add);
      assertThat(reached).isBetween(before, limit).isEqualTo(engine.now());
      assertThat(flows.isEmpty() ? limit : reached).isEqualTo(reached);
      flows.forEach(flow -> times.add(reached));
    }
  }

  @Property(tries = 100)
  void ratesAreMaxMinFair(@ForAll long seed) {
    var scenario = scenario(seed);
    var sharing = new FairSharing();
    var links = new ArrayList<Resource>();
    for (var link : scenario.links()) {
      links.add(new Resource(links.size(), link.bytesPerSecond(), false));
    }
    var ceilings = new HashMap<Double, Resource>();
    var bundles = new ArrayList<FlowBundle>();
    for (var flow : scenario.flows()) {
      var resources =
          new ArrayList<>(
              scenario.routes().get(flow.route()).stream().mapToObj(links::get).toList());
      if (flow.cap() < NetworkEngine.UNCAPPED) {
        resources.add(
            ceilings.computeIfAbsent(
                flow.cap(), cap -> new Resource(1000 + ceilings.size(), cap, true)));
      }
      bundles.add(new FlowBundle(bundles.size(), resources.toArray(new Resource[0])));
    }
    var random = new Random(seed);
    for (var now = 0; now < 40; now++) {
      // Some come, some go, and then every bundle with flows has a bottleneck.
      for (var changes = 1 + random.nextInt(4); changes > 0; changes--) {
        var bundle = bundles.get(random.nextInt(bundles.size()));
        if (bundle.flows() == 0 || random.nextBoolean()) {
          bundle.add(now, changes, 1L << 50);
        } else {
          bundle.removeFirst();
        }
        sharing.disturb(bundle);
      }
      sharing.share(now);
      bundles.stream().filter(bundle -> bundle.flows() > 0).forEach(SharingProperties::certify);
      links.forEach(SharingProperties::fits);
    }
  }

  private static void fits(Resource link) {
    assertThat(load(link)).isLessThanOrEqualTo(link.capacity * (1 + RELATIVE));
  }

  private static double load(Resource link) {
    return link.crossing.stream().mapToDouble(each -> each.flows() * each.rate()).sum();
  }

  private static void certify(FlowBundle bundle) {
    assertThat(bundle.rate()).isPositive();
    var bottlenecks = 0;
    for (var resource : bundle.resources) {
      if (isBottleneck(resource, bundle)) {
        bottlenecks++;
      }
      if (resource.ceiling) {
        assertThat(bundle.rate()).isLessThanOrEqualTo(resource.capacity);
      }
    }
    assertThat(bottlenecks).as("bottlenecks of %s flows", bundle.flows()).isPositive();
  }

  /**
   * The bundle is at its cap, or on a full link where no bundle is faster: it could not get more.
   */
  private static boolean isBottleneck(Resource resource, FlowBundle bundle) {
    if (resource.ceiling) {
      return bundle.rate() == resource.capacity;
    }
    var most = bundle.rate() * (1 + RELATIVE);
    return load(resource) >= resource.capacity * (1 - RELATIVE)
        && resource.crossing.stream().allMatch(other -> other.rate() <= most);
  }

  @Property(tries = 100)
  void bytesAreConserved(@ForAll long seed) {
    var scenario = scenario(seed);
    // On its own a flow is never slower; and a link never moves more than its bandwidth allows.
    var times = scenario.completions();
    for (var link = 0; link < scenario.links().size(); link++) {
      var first = Long.MAX_VALUE;
      var last = 0L;
      var bytes = 0.0;
      for (var flow = 0; flow < times.size(); flow++) {
        var given = scenario.flows().get(flow);
        if (given.bytes() > 0 && scenario.routes().get(given.route()).contains(link)) {
          first = Math.min(first, given.at());
          last = Math.max(last, times.get(flow));
          bytes += given.bytes();
        }
      }
      if (bytes > 0) {
        var most = scenario.links().get(link).bytesPerSecond() * 1e-12 * (last - first);
        assertThat(bytes).isLessThanOrEqualTo(most * (1 + RELATIVE));
      }
    }
  }

  @Property(tries = 100)
  void theOrderOfFlowsDoesNotMatter(@ForAll long seed) {
    var scenario = scenario(seed);
    var order = new ArrayList<Integer>();
    for (var i = 0; i < scenario.flows().size(); i++) {
      order.add(i);
    }
    Collections.shuffle(order, new Random(seed));
    var shuffled =
        new Scenario(
            scenario.links(),
            scenario.routes(),
            order.stream().map(scenario.flows()::get).collect(ImmutableList.toImmutableList()));
    var times = scenario.completions();
    assertSame(shuffled.completions(), order.stream().map(times::get).toList(), 1);
  }

  @Property(tries = 100)
  void tenTimesTheBytesAndLatenciesTakeTenTimesAsLong(@ForAll long seed) {
    var scenario = scenario(seed);
    var larger =
        new Scenario(
            scenario.links().stream()
                .map(link -> new Link(link.bytesPerSecond(), 10 * link.latency()))
                .collect(ImmutableList.toImmutableList()),
            scenario.routes(),
            scenario.flows().stream()
                .map(flow ->
                    new Scenario.Flow(10 * flow.at(), flow.route(), 10 * flow.bytes(), flow.cap()))
                .collect(ImmutableList.toImmutableList()));
    // A time is up to one picosecond late, and so ten after scaling.
    var times = scenario.completions();
    var scaled = larger.completions();
    for (var flow = 0; flow < times.size(); flow++) {
      assertThat(Math.abs(scaled.get(flow) - 10.0 * times.get(flow)))
          .isLessThanOrEqualTo(11 + RELATIVE * scaled.get(flow));
    }
  }

  /** Where many flows move, rates are made fair now and then; a flow hardly notices. */
  @Property(tries = 200)
  void ratesMadeFairNowAndThenAreNearlyFair(@ForAll long seed) {
    var scenario = Scenario.random(seed, 6, 200);
    var exact = scenario.completions(new MaxMinEngine(scenario.links(), Integer.MAX_VALUE));
    var nearly = scenario.completions(new MaxMinEngine(scenario.links(), 0));
    for (var flow = 0; flow < exact.size(); flow++) {
      var duration = exact.get(flow) - scenario.flows().get(flow).at();
      assertThat((double) nearly.get(flow))
          .as("flow %d", flow)
          .isCloseTo(exact.get(flow), within(0.1 * duration));
    }
  }

  @Property(tries = 50)
  void networksSideBySideDoNotDisturbEachOther(@ForAll long one, @ForAll long other) {
    var both = Scenario.sideBySide(List.of(scenario(one), scenario(other)));
    var apart = new ArrayList<>(scenario(one).completions());
    apart.addAll(scenario(other).completions());
    assertSame(both.completions(), apart, 1);
  }
}
