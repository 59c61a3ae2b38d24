package org.shmemlab.transports.network;

import java.util.ArrayList;
import java.util.List;

/**
 * Holds flows back: a link, or a ceiling, which is one value of rate cap.
 *
 * <p>All flows held back by the same resource move at the same rate, its level. So the resource
 * counts once, for all of them, the bytes that each has moved; a flow is known by the count at
 * which it will be done, and a change of the level changes no flow.
 *
 * <p>As an entry of a heap its key is the time of its next completion.
 */
final class Resource extends Heap.Entry {
  /** A count this high starts again at zero, while a double still resolves millionths of a byte. */
  private static final double HIGH = 0x1p33;

  /** Bytes per picosecond: of all flows together on a link, of each flow under a ceiling. */
  final double capacity;

  final boolean ceiling;

  /**
   * The bundles with flows now that cross the link, wherever they are held back; not of a ceiling.
   */
  final List<FlowBundle> crossing = new ArrayList<>();

  /** The bundles that it holds back, by the count at which their next flow is done. */
  final Heap<FlowBundle> held = new Heap<>();

  /** How many flows cross the link. */
  long flows;

  /**
   * For {@link FairSharing}: the level up to which all flows that it holds back surely fit on their
   * other links, none of which holds back any flow; zero where that was not checked, or where flows
   * cross it that others hold back.
   */
  double headroom;

  /** The working data of {@link FairSharing}. */
  final Draft draft = new Draft();

  private double level;
  private double served;
  private double since;

  Resource(int number, double capacity, boolean ceiling) {
    super(number);
    this.capacity = capacity;
    this.ceiling = ceiling;
  }

  /** The rate of each flow that it holds back, in bytes per picosecond. */
  double level() {
    return level;
  }

  /** How many bytes each flow held back all the time has moved by a time. */
  double servedBy(double now) {
    return served + (now - since) * level;
  }

  /** Holds a bundle back no longer. */
  void letGo(FlowBundle bundle) {
    held.remove(bundle);
    if (held.isEmpty()) {
      level = 0;
      served = 0;
    }
  }

  /** Goes on from a time at another level. */
  void setLevel(double now, double to) {
    served = servedBy(now);
    since = now;
    level = to;
    if (served > HIGH) {
      var bundles = List.copyOf(held.entries());
      bundles.forEach(held::remove);
      bundles.forEach(bundle -> bundle.recount(served));
      served = 0;
      bundles.forEach(bundle -> held.put(bundle, bundle.nextDone()));
    }
  }

  /** When its next flow is done. */
  double nextCompletion() {
    return held.isEmpty() ? Double.POSITIVE_INFINITY : since + (held.minKey() - served) / level;
  }

  /** The resource in a solution that {@link FairSharing} is working out. */
  final class Draft {
    /** The free bundles under a ceiling; empty for a link. */
    final List<FlowBundle> under = new ArrayList<>();

    /** Which filling it belongs to. */
    int filling;

    /** Free flows that have no rate yet. */
    long open;

    /** Whether it stopped any, and at which rate. */
    boolean stopped;

    double level;

    /** The capacity that is left. */
    private double left;

    /** The highest rate given to a free bundle. */
    private double highest;

    /** Whether it holds back a bundle that keeps its rate, and the highest rate kept. */
    private boolean holdsKept;

    private double highestKept;

    void start(int filling) {
      this.filling = filling;
      under.clear();
      open = 0;
      stopped = false;
      left = capacity;
      highest = 0;
      holdsKept = false;
      highestKept = 0;
      for (var bundle : crossing) {
        if (!bundle.free) {
          left -= bundle.flows() * bundle.rate();
          holdsKept |= bundle.heldBy() == Resource.this;
          highestKept = Math.max(highestKept, bundle.rate());
        }
      }
    }

    /** The rate that each flow without one could get here. */
    double share() {
      return ceiling ? capacity : left / open;
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
          && (left > rounding * capacity
              || highest > Resource.this.level * (1 + rounding)
              || (stopped && level != Resource.this.level));
    }

    /** Whether free bundles are stopped here by bundles that keep a higher rate. */
    boolean isUnfair(double rounding) {
      return stopped && highestKept > level * (1 + rounding);
    }

    /** How much faster each flow could be if all that cross it got the same of what is left. */
    double slack() {
      return Math.max(0, left) / Resource.this.flows;
    }
  }
}
