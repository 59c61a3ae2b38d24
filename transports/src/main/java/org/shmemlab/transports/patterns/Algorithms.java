package org.shmemlab.transports.patterns;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.TransferKind;

/**
 * Lists the messages of NVSHMEM's device collectives, by team size, size and scope
 * (docs/reference/nvshmem.md, section 5). NVLink SHARP and NCCL are not among them.
 */
final class Algorithms {
  private static final int LL_BROADCAST_BYTES = 16 << 10;
  private static final int MAXLOC_BYTES = 16; // a double and an index, as perftest has them
  private static final int LL_FACTOR = 2; // 4 bytes of data travel with 4 of flag

  private Algorithms() {}

  /**
   * The phases of a collective of all PEs of a fleet.
   *
   * @param bytes for each PE, as {@link MeetingKind} counts them
   * @param threads of a block that call together
   * @param word bytes of an element
   */
  static List<Phase> of(
      MeetingKind kind, Fleet fleet, long bytes, CallScope scope, int threads, int word) {
    return fleet.routes().useNetwork()
        ? overNetwork(kind, fleet, bytes, scope)
        : new NearAlgorithms(fleet, scope, threads, word).of(kind, bytes);
  }

  private static List<Phase> overNetwork(
      MeetingKind kind, Fleet fleet, long bytes, CallScope scope) {
    int pes = fleet.pes();
    ImmutableList.Builder<Phase> phases = ImmutableList.builder();
    switch (kind) {
      case BARRIER -> phases.add(Phase.drain()).addAll(sync(fleet));
      case BROADCAST -> phases.addAll(broadcast(fleet, bytes));
      case FCOLLECT, COLLECT, GATHER -> {
        if (bytes <= fleet.collectives().gatherBytes() && scope != CallScope.THREAD) {
          phases.add(Phase.toAll(TransferKind.PUT, pes, LL_FACTOR * bytes));
        } else {
          phases.add(Phase.toAll(TransferKind.PUT, pes, bytes)).addAll(barrier(fleet));
        }
      }
      case ALLTOALL, ALLTOALLS, SCATTER ->
          phases.addAll(mixedAllToAll(fleet, bytes)).add(Phase.drain());
      case REDUCE, REDUCE_TO_ROOT, SCAN -> phases.addAll(reduce(fleet, bytes));
      case REDUCE_SCATTER ->
          phases.add(Phase.toAll(TransferKind.PUT, pes, bytes)).addAll(barrier(fleet));
      default -> phases.addAll(sync(fleet)); // a sync, and what is no more than one
    }
    return phases.build();
  }

  /** Every PE sends its value, its index and a flag to every other one (REDMAXLOC_ALGO=1). */
  static List<Phase> maxloc(int pes) {
    return ImmutableList.of(Phase.toAll(TransferKind.PUT, pes, LL_FACTOR * MAXLOC_BYTES));
  }

  /**
   * One peer after the other: a put with a signal to another node; to the own node a put, a fence
   * and a signal, which goes through the network in such a job. Then each PE waits for all signals.
   */
  private static List<Phase> mixedAllToAll(Fleet fleet, long bytes) {
    int pes = fleet.pes();
    int node = fleet.layout().pesPerDomain();
    ImmutableList.Builder<Phase> rounds = ImmutableList.builder();
    for (int distance = 1; distance < pes; distance++) {
      if (distance >= node && distance <= pes - node) {
        int count = pes - node - distance + 1;
        rounds.add(Phase.atDistances(TransferKind.PUT_SIGNAL, pes, bytes, distance, count));
        distance = pes - node;
      } else {
        rounds.add(Phase.atDistance(TransferKind.PUT, fleet, bytes, distance, true));
        rounds.add(
            Phase.atDistance(TransferKind.SIGNAL, fleet, Long.BYTES, distance, true)
                .throughNetwork());
        rounds.add(Phase.atDistance(TransferKind.PUT_SIGNAL, fleet, bytes, distance, false));
      }
    }
    List<Phase> sends = rounds.build();
    ImmutableList.Builder<Phase> all = ImmutableList.builder();
    for (int i = 0; i < sends.size(); i++) {
      all.add(sends.get(i).awaited(sends.size() - i));
    }
    return all.add(Phase.receive(pes - 1)).build();
  }

  private static List<Phase> sync(Fleet fleet) {
    int pes = fleet.pes();
    int radix = fleet.collectives().syncRadix();
    ImmutableList.Builder<Phase> rounds = ImmutableList.builder();
    for (long step = 1; step < pes; step *= radix) {
      rounds.add(Phase.dissemination(pes, radix, step).throughNetwork());
    }
    return rounds.build();
  }

  private static List<Phase> barrier(Fleet fleet) {
    return ImmutableList.<Phase>builder().add(Phase.drain()).addAll(sync(fleet)).build();
  }

  private static List<Phase> broadcast(Fleet fleet, long bytes) {
    int pes = fleet.pes();
    if (bytes > LL_BROADCAST_BYTES) {
      return ImmutableList.<Phase>builder()
          .add(Phase.fromRoot(TransferKind.PUT_SIGNAL, pes, bytes))
          .addAll(barrier(fleet))
          .build();
    }
    ImmutableList.Builder<Phase> rounds = ImmutableList.builder();
    for (int have = 1; have < pes; have *= 2) {
      rounds.add(Phase.treeRound(pes, have, LL_FACTOR * bytes));
    }
    return rounds.build();
  }

  private static List<Phase> reduce(Fleet fleet, long bytes) {
    int pes = fleet.pes();
    ImmutableList.Builder<Phase> phases = ImmutableList.builder();
    long scratch = fleet.collectives().scratchBytes();
    if (bytes <= scratch) {
      for (int bit = 1; bit < pes; bit *= 2) {
        phases.add(Phase.pairs(pes, bit, bytes));
      }
      if (Integer.bitCount(pes) != 1) {
        phases.add(Phase.pairs(pes, 1, bytes)); // those beyond the power of two fold in and out
      }
      return phases.build();
    }
    long segment = Math.min(bytes, scratch);
    for (long done = 0; done < bytes; done += segment) {
      long now = Math.min(segment, bytes - done);
      for (int peer = 1; peer < pes; peer++) {
        int distance = peer;
        phases.add(
            new Phase(
                TransferKind.PUT,
                now,
                _ -> 1,
                (pe, _) -> (pe + distance) % pes,
                _ -> 1,
                true,
                false));
        phases.addAll(sync(fleet));
      }
    }
    return phases.build();
  }
}
