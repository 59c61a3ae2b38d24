package org.shmemlab.transports.network;

import com.google.common.primitives.ImmutableIntArray;
import java.util.List;

/** Refuses the arguments that every engine refuses, in the same words. */
final class Arguments {
  private Arguments() {}

  static void ofLinks(List<Link> links) {
    if (links.isEmpty()) {
      throw new IllegalArgumentException("a network needs a link");
    }
  }

  /**
   * Checks a route.
   *
   * @return the sum of its latencies, in picoseconds
   */
  static long ofRoute(List<Link> links, ImmutableIntArray route) {
    if (route.isEmpty()) {
      throw new IllegalArgumentException(
          "a route needs a link; for a way within a host declare a loopback link");
    }
    var latency = 0L;
    for (var i = 0; i < route.length(); i++) {
      var link = route.get(i);
      if (link < 0 || link >= links.size()) {
        throw new IllegalArgumentException(
            "a route crosses link " + link + ", but there are " + links.size() + " links");
      }
      if (route.indexOf(link) < i) {
        throw new IllegalArgumentException("a route crosses link " + link + " twice");
      }
      latency = within(latency + within(links.get(link).latency()));
    }
    return latency;
  }

  static void ofFlow(long now, long at, int route, int routes, long bytes, double cap) {
    if (at < now) {
      throw new IllegalArgumentException(
          "a flow cannot start at " + at + " ps: it is " + now + " ps already");
    }
    within(at);
    if (route < 0 || route >= routes) {
      throw new IllegalArgumentException(
          "a flow takes route " + route + ", but there are " + routes + " routes");
    }
    if (bytes < 0) {
      throw new IllegalArgumentException("a flow cannot have " + bytes + " bytes");
    }
    if (!(cap > 0)) {
      throw new IllegalArgumentException("the rate cap of a flow is positive, not " + cap + " B/s");
    }
  }

  static void ofAdvance(long now, long limit) {
    if (limit < now) {
      throw new IllegalArgumentException(
          "time cannot go back to " + limit + " ps: it is " + now + " ps already");
    }
    if (limit != NetworkEngine.NEVER) {
      within(limit);
    }
  }

  /** Returns a time within an engine's precision, and refuses any other. */
  static long within(long time) {
    if (time > NetworkEngine.HORIZON) {
      throw new IllegalArgumentException(
          "network time ends at 2^53 ps (two and a half hours), before " + time + " ps");
    }
    return time;
  }
}
