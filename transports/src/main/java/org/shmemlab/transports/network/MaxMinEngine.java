package org.shmemlab.transports.network;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;

/**
 * Implements the engine that is always there. An arrival or a completion costs as much as there are
 * bundles whose rate may change with it.
 *
 * <p>Among thousands of flows that is nearly all of them, so there the rates are made fair not at
 * once but after a small part of the shortest flow's duration, for all that happened meanwhile: a
 * flow that arrives waits for that, what a completion sets free lies idle so long.
 *
 * <p>Inside, time is not cut into picoseconds; a flow completes in the first whole picosecond by
 * which its last byte has moved.
 */
final class MaxMinEngine implements NetworkEngine {
  private static final double SECONDS_PER_PICOSECOND = 1e-12;

  /** Events closer together than this, in picoseconds, are one. */
  private static final double MOMENT = 1e-3;

  /** So many flows can move at a time without any of them waiting for its fair share. */
  static final int EXACT = 512;

  /** Where more do, the rates stay as they are for this part of the shortest flow's duration. */
  private static final double PART = 1.0 / 128;

  private record Path(List<Resource> links, long latency) {}

  private record Kind(int route, double cap) {}

  /** A flow in its latency; its key is the time at which that ends. */
  private static final class Arrival extends Heap.Entry {
    final FlowBundle bundle;
    final long bytes;

    Arrival(int flow, FlowBundle bundle, long bytes) {
      super(flow);
      this.bundle = bundle;
      this.bytes = bytes;
    }
  }

  private final List<Link> given;
  private final List<Resource> links = new ArrayList<>();
  private final List<Path> paths = new ArrayList<>();
  private final Map<Double, Resource> ceilings = new HashMap<>();
  private final Map<Kind, FlowBundle> bundles = new HashMap<>();
  private final List<FlowBundle> busy =
      new ArrayList<>(); // with flows, or without any for the present
  private final Heap<Arrival> arrivals = new Heap<>();
  private final Heap<Resource> completions = new Heap<>();
  private final FairSharing sharing = new FairSharing();
  private final int exact;
  private int flows;
  private int moving;
  private long now;
  private double moment;
  private double nextSharing; // not before; in the past where none waits
  private int[] done = new int[16];
  private int doneCount;

  MaxMinEngine(List<Link> links) {
    this(links, EXACT);
  }

  /**
   * An engine of some links.
   *
   * @param exact how many flows may move at a time before rates are made fair now and then only
   */
  MaxMinEngine(List<Link> links, int exact) {
    this.exact = exact;
    Arguments.ofLinks(links);
    given = List.copyOf(links);
    for (var link : given) {
      this.links.add(
          new Resource(this.links.size(), link.bytesPerSecond() * SECONDS_PER_PICOSECOND, false));
    }
  }

  @Override
  public int addRoute(ImmutableIntArray route) {
    var latency = Arguments.ofRoute(given, route);
    paths.add(new Path(route.stream().mapToObj(links::get).toList(), latency));
    return paths.size() - 1;
  }

  @Override
  public int start(long at, int route, long bytes, double cap) {
    Arguments.ofFlow(now, at, route, paths.size(), bytes, cap);
    var end = Arguments.within(at + paths.get(route).latency);
    var flow = flows++;
    arrivals.put(new Arrival(flow, bundle(route, cap), bytes), (double) end);
    return flow;
  }

  private FlowBundle bundle(int route, double cap) {
    return bundles.computeIfAbsent(new Kind(route, cap), kind -> newBundle(route, cap));
  }

  private FlowBundle newBundle(int route, double cap) {
    var resources = new ArrayList<>(paths.get(route).links);
    double ceiling = cap * SECONDS_PER_PICOSECOND;
    // No flow is faster than its slowest link, so a cap above that holds none back.
    if (resources.stream().allMatch(link -> link.capacity > ceiling)) {
      resources.add(
          ceilings.computeIfAbsent(
              cap, _ -> new Resource(links.size() + ceilings.size(), ceiling, true)));
    }
    return new FlowBundle(bundles.size(), resources.toArray(new Resource[0]));
  }

  @Override
  public long now() {
    return now;
  }

  @Override
  public long advance(long limit, IntConsumer completed) {
    Arguments.ofAdvance(now, limit);
    doneCount = 0;
    while (true) {
      var next = Math.min(Math.min(arrivals.minKey(), completions.minKey()), sharingDue());
      var whole = whole(next);
      if (whole > (doneCount == 0 ? limit : now)) {
        break;
      }
      if (whole == NEVER) {
        return NEVER;
      }
      Arguments.within(whole);
      now = Math.max(now, whole);
      moment = Math.max(moment, next);
      happen();
    }
    if (doneCount == 0) {
      now = limit;
    }
    Arrays.sort(done, 0, doneCount);
    for (var i = 0; i < doneCount; i++) {
      completed.accept(done[i]);
    }
    return now;
  }

  private static double slack(double at) {
    return Math.max(MOMENT, 4 * Math.ulp(at));
  }

  private static long whole(double at) {
    return at == Double.POSITIVE_INFINITY ? NEVER : (long) Math.ceil(at - slack(at));
  }

  private double sharingDue() {
    return sharing.isDisturbed() ? nextSharing : Double.POSITIVE_INFINITY;
  }

  /** Everything that is due now, and then one new sharing, if that is due too. */
  private void happen() {
    var due = moment + slack(moment);
    while (completions.minKey() <= due) {
      var resource = completions.min();
      var bundle = resource.held.min();
      finish(bundle.removeFirst());
      moving--;
      sharing.disturb(bundle);
      reschedule(resource);
    }
    while (arrivals.minKey() <= due) {
      var arrival = arrivals.min();
      arrivals.remove(arrival);
      if (arrival.bytes == 0) {
        finish(arrival.number);
      } else {
        arrival.bundle.add(moment, arrival.number, arrival.bytes);
        moving++;
        if (!arrival.bundle.listed) {
          arrival.bundle.listed = true;
          busy.add(arrival.bundle);
        }
        nextSharing =
            Math.min(nextSharing, moment + PART * arrival.bytes / arrival.bundle.equalShare());
        sharing.disturb(arrival.bundle);
        reschedule(arrival.bundle.heldBy());
      }
    }
    if (moving <= exact || nextSharing <= due) {
      sharing.share(moment).forEach(this::reschedule);
      nextSharing = moving <= exact ? 0 : moment + PART * shortestDuration();
    }
  }

  /** How long the flow that takes the shortest time would take at the rate that it has now. */
  private double shortestDuration() {
    var shortest = Double.POSITIVE_INFINITY;
    for (var i = 0; i < busy.size(); ) {
      var bundle = busy.get(i);
      if (bundle.flows() > 0) {
        shortest = Math.min(shortest, bundle.shortest() / bundle.rate());
        i++;
      } else {
        bundle.listed = false;
        busy.set(i, busy.getLast()); // in any order: the smallest is the same
        busy.removeLast();
      }
    }
    return shortest;
  }

  private void reschedule(@Nullable Resource resource) {
    if (resource != null) {
      if (resource.held.isEmpty()) {
        completions.remove(resource);
      } else {
        completions.put(resource, resource.nextCompletion());
      }
    }
  }

  private void finish(int flow) {
    if (doneCount == done.length) {
      done = Arrays.copyOf(done, 2 * doneCount);
    }
    done[doneCount++] = flow;
  }
}
