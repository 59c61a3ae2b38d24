package org.shmemlab.transports.network;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The definition, spelled out: at each event the rates of all flows are found anew by raising them
 * together until a link is full or a cap is reached, and every flow moves on by its rate. Quadratic
 * and worse, but short enough to be believed.
 */
final class PlainFluid {
  private final Scenario scenario;
  private final double[] left;
  private final double[] begin;
  private final boolean[] moving;
  private final boolean[] done;

  PlainFluid(Scenario scenario) {
    this.scenario = scenario;
    var count = scenario.flows().size();
    left = new double[count];
    begin = new double[count];
    moving = new boolean[count];
    done = new boolean[count];
    for (var flow = 0; flow < count; flow++) {
      var given = scenario.flows().get(flow);
      left[flow] = given.bytes();
      begin[flow] = given.at();
      for (var link : scenario.routes().get(given.route()).asList()) {
        begin[flow] += scenario.links().get(link).latency();
      }
    }
  }

  /** When each flow completes, in picoseconds and fractions of them. */
  double[] completions() {
    var times = new double[left.length];
    var now = 0.0;
    for (var open = left.length; open > 0; ) {
      var rates = rates(scenario, moving);
      var next = Double.POSITIVE_INFINITY;
      for (var flow = 0; flow < left.length; flow++) {
        if (moving[flow]) {
          next = Math.min(next, now + left[flow] / rates[flow]);
        } else if (!done[flow]) {
          next = Math.min(next, begin[flow]);
        }
      }
      for (var flow = 0; flow < left.length; flow++) {
        if (moving[flow]) {
          left[flow] -= (next - now) * rates[flow];
          // A millionth of a byte is rounding.
          moving[flow] = left[flow] > 1e-6;
        } else if (!done[flow] && begin[flow] <= next) {
          moving[flow] = left[flow] > 0;
        }
        if (!done[flow] && !moving[flow] && begin[flow] <= next) {
          done[flow] = true;
          times[flow] = next;
          open--;
        }
      }
      now = next;
    }
    return times;
  }

  /** The max-min fair rates, in bytes per picosecond, of the flows that move. */
  static double[] rates(Scenario scenario, boolean[] moving) {
    var rates = new double[moving.length];
    var rising = moving.clone();
    List<Integer> open = new ArrayList<>();
    for (var flow = 0; flow < moving.length; flow++) {
      if (moving[flow]) {
        open.add(flow);
      }
    }
    while (!open.isEmpty()) {
      var level = Double.POSITIVE_INFINITY;
      var shares = shares(scenario, moving, rising, rates);
      for (var flow : open) {
        level = Math.min(level, limit(scenario, flow, shares));
      }
      var stopped = new ArrayList<Integer>();
      for (var flow : open) {
        if (limit(scenario, flow, shares) <= level * (1 + 1e-12)) {
          rates[flow] = level;
          stopped.add(flow);
        }
      }
      stopped.forEach(flow -> rising[flow] = false);
      open.removeAll(stopped);
    }
    return rates;
  }

  private static double limit(Scenario scenario, int flow, double[] shares) {
    var given = scenario.flows().get(flow);
    var limit = given.cap() * 1e-12;
    for (var link : scenario.routes().get(given.route()).asList()) {
      limit = Math.min(limit, shares[link]);
    }
    return limit;
  }

  private static double[] shares(
      Scenario scenario, boolean[] moving, boolean[] rising, double[] rates) {
    var shares = new double[scenario.links().size()];
    var users = new int[shares.length];
    Arrays.setAll(shares, link -> scenario.links().get(link).bytesPerSecond() * 1e-12);
    for (var flow = 0; flow < moving.length; flow++) {
      if (moving[flow]) {
        for (var link : scenario.routes().get(scenario.flows().get(flow).route()).asList()) {
          shares[link] -= rates[flow];
          users[link] += rising[flow] ? 1 : 0;
        }
      }
    }
    for (var link = 0; link < shares.length; link++) {
      shares[link] /= users[link];
    }
    return shares;
  }
}
