package org.shmemlab.transports.network;

import java.util.ArrayList;
import java.util.List;

/** One resource in a solution that {@link FairSharing} is working out. */
final class Draft {
  /** The free bundles under a ceiling; empty for a link. */
  final List<Bundle> under = new ArrayList<>();

  /** Which filling it belongs to. */
  int filling;

  /** Free flows that have no rate yet. */
  long open;

  /** Whether it stopped any, and at which rate. */
  boolean stopped;

  double level;

  private final Resource resource;

  /** What is left of the capacity. */
  private double left;

  /** The highest rate given to a free bundle. */
  private double highest;

  /** Whether it holds back a bundle that keeps its rate, and the highest rate kept. */
  private boolean holdsKept;

  private double highestKept;

  Draft(Resource resource) {
    this.resource = resource;
  }

  void start(int filling) {
    this.filling = filling;
    under.clear();
    open = 0;
    stopped = false;
    left = resource.capacity;
    highest = 0;
    holdsKept = false;
    highestKept = 0;
    for (var bundle : resource.crossing) {
      if (!bundle.free) {
        left -= bundle.flows() * bundle.rate();
        holdsKept |= bundle.heldBy() == resource;
        highestKept = Math.max(highestKept, bundle.rate());
      }
    }
  }

  /** What each flow without a rate could get here. */
  double share() {
    return resource.ceiling ? resource.capacity : left / open;
  }

  /** Gives flows a rate; rates are given in ascending order. */
  void give(int flows, double rate) {
    open -= flows;
    left -= flows * rate;
    highest = rate;
  }

  /**
   * Whether the bundles that it holds back and that keep their rates have lost their bottleneck.
   */
  boolean fails(double rounding) {
    return holdsKept
        && (left > rounding * resource.capacity
            || highest > resource.level() * (1 + rounding)
            || (stopped && level != resource.level()));
  }

  /** Whether free bundles are stopped here by bundles that keep a higher rate. */
  boolean isUnfair(double rounding) {
    return stopped && highestKept > level * (1 + rounding);
  }

  /** How much faster each flow could be if all that cross it got the same of what is left. */
  double slack() {
    return Math.max(0, left) / resource.flows;
  }
}
