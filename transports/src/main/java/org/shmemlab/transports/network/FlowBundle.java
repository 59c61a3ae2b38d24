package org.shmemlab.transports.network;

import org.jspecify.annotations.Nullable;

/**
 * Bundles the flows on one route under one rate cap. They differ only in the time when they are
 * done, so they always move at the same rate, and sharing works with the bundle only.
 *
 * <p>A flow is known by the number of bytes that a flow present all along would have moved by the
 * time this one is done.
 */
final class FlowBundle extends Heap.Entry {
  /** The resources that can hold it back: its links, and its ceiling if it has one. */
  final Resource[] resources;

  /** Its place in {@link Resource#crossing} of each link. */
  private final int[] places;

  private final IntHeap flows = new IntHeap();

  /** The size of its smallest flow since it had none, in bytes. */
  private long shortest;

  /** Its count beyond that of the resource that holds it back. */
  private double ahead;

  private @Nullable Resource heldBy;

  /** For {@link MaxMinEngine}: whether it is among those that may have flows. */
  boolean listed;

  /** For {@link FairSharing}: whether flows came or went since it last looked. */
  boolean disturbed;

  /** For {@link FairSharing}: whether it gets a new rate, and what would hold it back then. */
  boolean free;

  @Nullable Resource next;

  FlowBundle(int number, Resource[] resources) {
    super(number);
    this.resources = resources;
    places = new int[resources.length];
  }

  int flows() {
    return flows.size();
  }

  /**
   * The resource that holds it back; null if it has no flow, or has one only since this instant.
   */
  @Nullable Resource heldBy() {
    return heldBy;
  }

  /** The rate of a flow if all had the same on each link, in bytes per picosecond. */
  double equalShare() {
    var least = Double.POSITIVE_INFINITY;
    for (var resource : resources) {
      least =
          Math.min(
              least, resource.ceiling ? resource.capacity : resource.capacity / resource.flows);
    }
    return least;
  }

  /** The size of the smallest flow since it had none, in bytes. */
  long shortest() {
    return shortest;
  }

  /** The rate of each flow, in bytes per picosecond. */
  double rate() {
    return heldBy == null ? 0 : heldBy.level();
  }

  /** One flow more. */
  void add(double now, int flow, long bytes) {
    shortest = flows.isEmpty() ? bytes : Math.min(shortest, bytes);
    if (flows.isEmpty()) {
      ahead = 0;
      for (var i = 0; i < resources.length; i++) {
        if (!resources[i].ceiling) {
          places[i] = resources[i].crossing.size();
          resources[i].crossing.add(this);
        }
      }
    }
    for (var resource : resources) {
      resource.flows++;
    }
    if (heldBy == null) {
      flows.push((double) bytes, flow);
    } else {
      flows.push(heldBy.servedBy(now) + ahead + (double) bytes, flow);
      heldBy.held.put(this, nextDone());
    }
  }

  /** Takes out the flow that is done first. */
  int removeFirst() {
    var flow = flows.pop();
    for (var resource : resources) {
      resource.flows--;
    }
    var holder = heldBy;
    if (flows.isEmpty()) {
      for (var i = 0; i < resources.length; i++) {
        if (!resources[i].ceiling) {
          leave(resources[i], places[i]);
        }
      }
      if (holder != null) {
        holder.letGo(this);
        heldBy = null;
      }
    } else if (holder != null) {
      holder.held.put(this, nextDone());
    }
    return flow;
  }

  private static void leave(Resource resource, int place) {
    var last = resource.crossing.removeLast();
    if (place < resource.crossing.size()) {
      resource.crossing.set(place, last);
      for (var i = 0; i < last.resources.length; i++) {
        if (last.resources[i] == resource) {
          last.places[i] = place;
        }
      }
    }
  }

  /** Is held back by another resource from now on. */
  void moveTo(Resource to, double now) {
    var count = ahead;
    if (heldBy != null) {
      count += heldBy.servedBy(now);
      heldBy.letGo(this);
    }
    heldBy = to;
    ahead = count - to.servedBy(now);
    to.held.put(this, nextDone());
  }

  /** The count of the resource that holds it back when its next flow is done. */
  double nextDone() {
    return flows.minKey() - ahead;
  }

  /** Counts from zero again, as the resource that holds it back will do. */
  void recount(double served) {
    flows.lower(served + ahead);
    ahead = 0;
  }
}
