package org.shmemlab.transports.network;

import java.util.ArrayList;
import java.util.List;

/**
 * What can hold a flow back: a link, or a ceiling, which is one value of rate cap.
 *
 * <p>All flows held back by the same resource move at the same rate, its level. So the resource
 * counts once, for all of them, the bytes that each has moved; a flow is known by the count at
 * which it will be done, and a change of the level touches no flow.
 *
 * <p>As an entry of a heap its key is the time of its next completion.
 */
final class Resource extends Heap.Entry {
  /** A count this high starts again at zero, while a double still tells millionths of a byte. */
  private static final double HIGH = 0x1p33;

  /** Bytes per picosecond: of all flows together on a link, of each flow under a ceiling. */
  final double capacity;

  final boolean ceiling;

  /**
   * The bundles with flows now that cross the link, wherever they are held back; not of a ceiling.
   */
  final List<Bundle> crossing = new ArrayList<>();

  /** The bundles that it holds back, by the count at which their next flow is done. */
  final Heap<Bundle> held = new Heap<>();

  /** How many flows cross the link. */
  long flows;

  /**
   * For {@link FairSharing}: the level up to which all flows that it holds back surely fit on their
   * other links, none of which holds back anybody; zero where that was not looked at, or where
   * flows cross it that others hold back.
   */
  double headroom;

  /** What {@link FairSharing} works with. */
  final Draft draft = new Draft(this);

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
  void letGo(Bundle bundle) {
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
}
