package org.shmemlab.transports.network;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Links, routes and flows, and when each flow completes under an engine.
 *
 * @param links the links
 * @param routes the links of each route
 * @param flows in any order
 */
record Scenario(
    ImmutableList<Link> links, ImmutableList<ImmutableIntArray> routes, ImmutableList<Flow> flows) {

  record Flow(long at, int route, long bytes, double cap) {}

  /** Starts everything at once and lets it run; the time of each flow, in picoseconds. */
  List<Long> completions(NetworkEngine engine) {
    routes.forEach(engine::addRoute);
    flows.forEach(flow -> engine.start(flow.at, flow.route, flow.bytes, flow.cap));
    var times = new Long[flows.size()];
    for (var left = new int[] {flows.size()}; left[0] > 0; ) {
      var done = new ArrayList<Integer>();
      var time = engine.advance(NetworkEngine.NEVER, done::add);
      done.forEach(flow -> times[flow] = time);
      left[0] -= done.size();
    }
    return List.of(times);
  }

  List<Long> completions() {
    try (var engine = NetworkEngines.open(NetworkEngines.EMBEDDED, links)) {
      return completions(engine);
    }
  }

  /** Several side by side, which share nothing. */
  static Scenario sideBySide(List<Scenario> scenarios) {
    var links = ImmutableList.<Link>builder();
    var routes = ImmutableList.<ImmutableIntArray>builder();
    var flows = ImmutableList.<Flow>builder();
    var link = 0;
    var route = 0;
    for (var each : scenarios) {
      links.addAll(each.links);
      for (var crossed : each.routes) {
        var moved = ImmutableIntArray.builder();
        for (var i = 0; i < crossed.length(); i++) {
          moved.add(crossed.get(i) + link);
        }
        routes.add(moved.build());
      }
      for (var flow : each.flows) {
        flows.add(new Flow(flow.at, flow.route + route, flow.bytes, flow.cap));
      }
      link += each.links.size();
      route += each.routes.size();
    }
    return new Scenario(links.build(), routes.build(), flows.build());
  }

  /**
   * A random one: hosts with an uplink and a downlink each and some links between, routes over up
   * to six links, flows of 64 KiB to 64 MiB or none. Often equal numbers, so that there are ties.
   */
  static Scenario random(long seed, int mostHosts, int mostFlows) {
    var random = new Random(seed);
    var hosts = 2 + random.nextInt(mostHosts - 1);
    var between = 1 + random.nextInt(4);
    var alike = random.nextBoolean();
    var links = ImmutableList.<Link>builder();
    for (var i = 0; i < 2 * hosts + between; i++) {
      var bandwidth = alike ? 25e9 : 1e9 * (1 + random.nextInt(100)) + random.nextInt(1000);
      links.add(new Link(bandwidth, alike ? 500_000 : random.nextInt(3) * 350_000L));
    }
    var pairs = 1 + random.nextInt(2 * hosts);
    var routes = ImmutableList.<ImmutableIntArray>builder();
    for (var i = 0; i < pairs; i++) {
      var from = random.nextInt(hosts);
      var to = random.nextInt(hosts);
      var route = ImmutableIntArray.builder().add(from);
      for (var j = 0; j < between; j++) {
        if (random.nextInt(3) == 0) {
          route.add(2 * hosts + j);
        }
      }
      routes.add(route.add(hosts + to).build());
    }
    var count = 1 + random.nextInt(mostFlows);
    var flows = ImmutableList.<Flow>builder();
    for (var i = 0; i < count; i++) {
      var at = random.nextInt(3) == 0 ? 0 : random.nextInt(20) * 100_000_000L;
      var bytes =
          switch (random.nextInt(8)) {
            case 0 -> 0;
            case 1, 2 -> 1L << (16 + random.nextInt(11));
            default -> (1 << 16) + random.nextInt(1 << 26);
          };
      var cap = random.nextInt(4) == 0 ? 1e9 * (1 + random.nextInt(30)) : NetworkEngine.UNCAPPED;
      flows.add(new Flow(at, random.nextInt(pairs), bytes, cap));
    }
    return new Scenario(links.build(), routes.build(), flows.build());
  }
}
