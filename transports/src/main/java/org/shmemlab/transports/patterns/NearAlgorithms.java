package org.shmemlab.transports.patterns;

import com.google.common.collect.ImmutableList;
import com.google.common.math.IntMath;
import com.google.common.math.LongMath;
import java.math.RoundingMode;
import java.util.List;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.Lanes;
import org.shmemlab.transports.cost.parameters.MeetingCosts;
import org.shmemlab.transports.cost.parameters.PathParameters;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.cost.stations.L1Cache;

/**
 * NVSHMEM 3.4.5's device collectives of PEs that all reach each other by loads and stores, without
 * NVLink SHARP ({@code device/coll/*.cuh}; docs/reference/nvshmem.md, section 5).
 *
 * @param threads of a block that call together
 * @param word bytes of an element
 */
record NearAlgorithms(Fleet fleet, CallScope scope, int threads, int word) {
  private static final int LL_BROADCAST_BYTES = 16 << 10;
  private static final int LL_FACTOR = 2; // 4 bytes of data travel with 4 of flag
  private static final int LL_WORD = 4; // smallest element that goes with flags
  private static final int WARP = 32;

  /** Above this, gathers with flags on H200s take a sync longer (results/README.md). */
  private static final int LL_ALONE_BYTES = 512;

  /** How much faster a copy is of what an SM's cache still has. */
  private static final int CACHED = 3;

  /** Loads, each of which waits for the one before, of a team's count of such collectives. */
  private static final int COUNTED = 2;

  /** Reductions use half of the scratch memory, and count it in words of 8 bytes. */
  private static final int SCRATCH_SHARE = 2 * Long.BYTES;

  /** A lone thread's loop has so many loads in flight, as the compiler unrolls it. */
  private static final int UNROLLED = 4;

  /** Segments of a large reduction that are simulated one by one; else one stands for several. */
  private static final int SEGMENTS = 16;

  /** The phases of a collective, of so many bytes for each PE. */
  List<Phase> of(MeetingKind kind, long bytes) {
    ImmutableList.Builder<Phase> phases = ImmutableList.builder();
    switch (kind) {
      case BARRIER -> phases.addAll(barrier());
      case BROADCAST -> {
        if (isEven(bytes) && bytes <= LL_BROADCAST_BYTES) {
          broadcastWithFlags(phases, bytes);
        } else {
          phases
              .add(Phase.fromRootAndSelf(pes(), bytes).after(begin() + counting()))
              .addAll(barrier());
        }
      }
      case FCOLLECT, COLLECT, GATHER -> {
        if (scope != CallScope.THREAD && withFlags(bytes)) {
          gatherWithFlags(phases, bytes);
        } else {
          phases.add(Phase.work(begin() + again(bytes))).add(toAll(bytes)).addAll(barrier());
        }
      }
      case ALLTOALL, ALLTOALLS, SCATTER ->
          phases.add(Phase.toAllAndSelf(pes(), bytes).after(begin())).addAll(barrier());
      case REDUCE, REDUCE_TO_ROOT, SCAN -> reduce(phases, bytes);
      case REDUCE_SCATTER ->
          phases
              .add(toAll(bytes).after(begin() + counting())) // the own part stays in place
              .addAll(barrier())
              .add(Phase.work(load() + (pes() - 1) * reduction(bytes)));
      default -> phases.addAll(sync()); // a sync, and what is no more than one
    }
    return phases.build();
  }

  // A sync that a program calls, or with which a collective ends.
  private List<Phase> sync() {
    return sync(call());
  }

  // Rounds of signals; a block reaches all of its team in one.
  private List<Phase> sync(long before) {
    int usual = fleet.collectives().syncRadix();
    int radix = scope == CallScope.BLOCK ? Math.max(usual, pes()) : usual;
    ImmutableList.Builder<Phase> rounds = ImmutableList.builder();
    for (long step = 1; step < pes(); step *= radix) {
      rounds.add(Phase.dissemination(pes(), radix, step).after(step == 1 ? before : 0));
    }
    return rounds.build();
  }

  private List<Phase> barrier() {
    return barrier(call());
  }

  private List<Phase> barrier(long before) {
    return ImmutableList.<Phase>builder()
        .add(Phase.drain().after(costs().drainPs()))
        .addAll(sync(before))
        .build();
  }

  // Words with flags go down a tree, and each copies for itself meanwhile, without a meeting.
  private void broadcastWithFlags(ImmutableList.Builder<Phase> phases, long bytes) {
    phases.add(Phase.work(call() + counting() + costs().flagsPs() + copy(0)));
    for (int level = 0; (2 << level) <= pes(); level++) {
      phases.add(Phase.downTree(pes(), level, LL_FACTOR * bytes));
    }
  }

  // Each PE sends words with flags to every other, polls for theirs and unpacks them.
  private void gatherWithFlags(ImmutableList.Builder<Phase> phases, long bytes) {
    phases.add(
        Phase.toAll(TransferKind.PUT, pes(), LL_FACTOR * bytes).after(call() + costs().flagsPs()));
    if (bytes > LL_ALONE_BYTES) {
      phases.addAll(sync());
    }
  }

  private void reduce(ImmutableList.Builder<Phase> phases, long bytes) {
    long scratch = fleet.collectives().scratchBytes();
    long elements = Math.max(1, bytes / word);
    if (scope == CallScope.BLOCK && withFlags(bytes) && scratch / 2 >= pes() * bytes) {
      gatherWithFlags(phases, bytes); // a call of its own
      phases.add(Phase.work(call() + (pes() - 1) * reduction(bytes)));
      return;
    }
    if (scratch / SCRATCH_SHARE >= elements * exchanged()) {
      phases.add(Phase.work(call() + copied(elements)));
      for (int bit = 1; bit < pes(); bit *= 2) {
        phases
            .add(Phase.pairs(pes(), bit, bytes).after(copied(elements)))
            .add(Phase.work(reduction(bytes)));
      }
      if (Integer.bitCount(pes()) != 1) { // those beyond the power of two fold in and out
        phases.add(Phase.pairs(pes(), 1, bytes)).add(Phase.work(reduction(bytes)));
      }
      phases.addAll(sync(costs().callPs())); // the threads are a group already
      return;
    }
    phases.add(Phase.work(call() + copy(bytes)));
    reduceBySegments(phases, bytes, Math.max(word, scratch / SCRATCH_SHARE));
  }

  // How many copies of each element recursive exchange by twos keeps: those sent and received in
  // each phase.
  private int exchanged() {
    return 1 + 3 * IntMath.log2(pes(), RoundingMode.FLOOR);
  }

  // A segment goes to one peer after the other; all meet before they add it and after that.
  private void reduceBySegments(ImmutableList.Builder<Phase> phases, long bytes, long segment) {
    long segments = LongMath.divide(bytes, segment, RoundingMode.CEILING);
    long together = LongMath.divide(segments, SEGMENTS, RoundingMode.CEILING);
    long meetings = together == 1 ? 0 : (together - 1) * meetingsPs();
    long step = together * segment;
    for (long done = 0; done < bytes; done += step) {
      long now = Math.min(step, bytes - done);
      for (int peer = 1; peer < pes(); peer++) {
        int distance = peer;
        phases
            .add(
                new Phase(
                    TransferKind.PUT,
                    now,
                    _ -> 1,
                    (pe, _) -> (pe + distance) % pes(),
                    _ -> 0,
                    false,
                    false))
            .addAll(barrier(0)) // within a call, whose threads have found their team
            .add(Phase.work(reduction(now) + meetings))
            .addAll(sync(0));
      }
    }
  }

  // The costs of a segment apart from its bytes.
  private long meetingsPs() {
    List<Phase> both = ImmutableList.<Phase>builder().addAll(barrier(0)).addAll(sync(0)).build();
    Lanes lanes = Lanes.copying(threads, threads);
    return fleet.local().issue().of(TransferKind.PUT).at(fleet.gpu().smHz())
        + Exchange.run(fleet, both, scope, lanes, 1, Variation.NONE).end();
  }

  // A loop of the call's threads that copies elements, which its SM's cache has.
  private long copied(long elements) {
    return threads == 1
        ? elements * L1Cache.hitPs(1) / UNROLLED
        : LongMath.divide(elements, threads, RoundingMode.CEILING) * L1Cache.hitPs(threads);
  }

  // Whether the library uses flags, as for small data: whole warps, an even number of words of 4
  // bytes or more.
  private boolean withFlags(long bytes) {
    return isEven(bytes) && bytes <= fleet.collectives().gatherBytes() && threads >= WARP;
  }

  private boolean isEven(long bytes) {
    return word >= LL_WORD && bytes / word % 2 == 0;
  }

  // The cost of beginning a collective that ends with a barrier, whose call counts apart.
  private long begin() {
    return costs().callPs();
  }

  private Phase toAll(long bytes) {
    return Phase.toAll(TransferKind.PUT, pes(), bytes).unawaited();
  }

  // The own part of a gather: the others' copies left it in the SM's cache, if it fits.
  private long again(long bytes) {
    long call = copy(0);
    return bytes <= L1Cache.BYTES ? call + (copy(bytes) - call) / CACHED : copy(bytes);
  }

  // A copy within the GPU, as a call.
  private long copy(long bytes) {
    Lanes lanes = Lanes.copying(threads, threads);
    PathParameters path = fleet.local();
    long further = Math.max(0, bytes - 16L * threads);
    return path.issue().of(TransferKind.PUT).at(fleet.gpu().smHz())
        + Math.round(further * 1e12 / path.stores().of(lanes));
  }

  // One thread counts the collective in the team's memory before the others go on.
  private long counting() {
    return COUNTED * load();
  }

  // A load of what others wrote.
  private long load() {
    return fleet.gpu().memory().loadPs();
  }

  private long call() {
    return costs().call(scope, threads);
  }

  private long reduction(long bytes) {
    return costs().reduction(Math.max(1, bytes / word), threads);
  }

  private MeetingCosts costs() {
    return fleet.gpu().meetings();
  }

  private int pes() {
    return fleet.pes();
  }
}
