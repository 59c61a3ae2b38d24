package org.shmemlab.model.explore.clock;

import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.function.Predicate;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.program.StateSpace;
import org.shmemlab.model.step.Access;

/**
 * Keeps the accesses of one execution with which a later one may still be in conflict, indexed by
 * their bytes.
 */
final class AccessHistory {
  private static final int BUCKET = 64; // bytes
  private static final int MOST_BUCKETS = 64; // wider accesses are kept in one list

  private final Map<Access.Place, Bytes> places = new HashMap<>();

  /**
   * One access with the clock at which its window opened.
   *
   * @param access the access
   * @param opened the clock at which its window opened
   * @param released of an atomic of CUDA: the clocks that its agent's fences contained
   * @param earlierStores numbers of the stores to peers that precede it in program order
   * @param by the step that made it
   */
  record Past(
      Access access,
      CausalPast opened,
      ReleaseClocks released,
      ImmutableSet<Integer> earlierStores,
      ExecutionStep by) {

    /**
     * Whether it is a write of a thread of a GPU itself, which only a proxy fence orders before
     * bulk copies.
     */
    boolean isWriteOfThread() {
      return access.use().isOfThread()
          && access.use().updates()
          && !access.use().isOfBulkCopy()
          && by.move().actor().kind() == Agent.Kind.DEVICE_THREAD;
    }

    /** Whether it happens-before every access with that clock, those of bulk copies included. */
    boolean isBeforeProxyFence(Clock clock) {
      StateSpace space = StateSpace.of(access.place().space());
      return clock.coversForBulkCopies(by.thread(), by.time(), space);
    }
  }

  private static final class Bytes {
    final Map<Integer, List<Past>> narrow = new HashMap<>();
    final List<Past> wide = new ArrayList<>();
    int count;
  }

  /** How many accesses to an object there were. */
  int count(Access.Place place) {
    Bytes bytes = places.get(place);
    return bytes == null ? 0 : bytes.count;
  }

  /** Visits those that may share a byte with this access; one may be visited more than once. */
  void forEachNear(Access access, Consumer<Past> action) {
    Bytes bytes = places.get(access.place());
    if (bytes == null) {
      return;
    }
    bytes.wide.forEach(action);
    if (isWide(access)) {
      bytes.narrow.values().forEach(pasts -> pasts.forEach(action));
      return;
    }
    for (int bucket = first(access); bucket <= last(access); bucket++) {
      bytes.narrow.getOrDefault(bucket, List.of()).forEach(action);
    }
  }

  /** All of them, in no particular order; a wide one and one in a single bucket once. */
  void forEach(Consumer<Past> action) {
    for (Bytes bytes : places.values()) {
      bytes.wide.forEach(action);
      bytes.narrow.forEach((bucket, pasts) -> {
        for (Past past : pasts) {
          if (bucket == first(past.access())) {
            action.accept(past);
          }
        }
      });
    }
  }

  /** Adds one and leaves out those that it makes superfluous. */
  void add(Past past, Predicate<Past> superfluous) {
    Bytes bytes = places.computeIfAbsent(past.access().place(), _ -> new Bytes());
    bytes.count++;
    if (isWide(past.access())) {
      bytes.wide.removeIf(superfluous);
      bytes.narrow.values().forEach(pasts -> pasts.removeIf(superfluous));
      bytes.wide.add(past);
      return;
    }
    for (int bucket = first(past.access()); bucket <= last(past.access()); bucket++) {
      List<Past> pasts = bytes.narrow.computeIfAbsent(bucket, _ -> new ArrayList<>());
      pasts.removeIf(superfluous);
      pasts.add(past);
    }
  }

  private static boolean isWide(Access access) {
    return access.to() - access.from() > MOST_BUCKETS * BUCKET;
  }

  private static int first(Access access) {
    return (int) (access.from() / BUCKET);
  }

  private static int last(Access access) {
    return (int) ((access.to() - 1) / BUCKET);
  }
}
