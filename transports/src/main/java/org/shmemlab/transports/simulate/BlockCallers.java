package org.shmemlab.transports.simulate;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.transports.cost.parameters.Callers;
import org.shmemlab.transports.cost.parameters.Lanes;
import org.shmemlab.transports.cost.parameters.LoopCosts;
import org.shmemlab.transports.cost.stations.L1Cache;

/**
 * Describes the threads of one block to stations: the threads that call together, and the accesses
 * that a fence of theirs has to order.
 */
final class BlockCallers implements Callers {
  private static final int NOBODY = -1;

  private final int threads;
  private int running;
  private final Callers alone;
  private int copier = NOBODY; // the thread that copied last, since the last fence
  private boolean severalCopy; // each a piece of its own
  private boolean stored;
  private boolean updated; // words of another GPU
  private final Set<Integer> updaters = new HashSet<>(); // looked up only
  private final Map<Sector, Long> cached = new HashMap<>(); // from when on; looked up only

  private record Sector(int pe, long number) {}

  BlockCallers(int threads) {
    this.threads = threads;
    this.running = threads;
    this.alone = Callers.ofBlock(threads);
  }

  @Override
  public Lanes in(CallScope scope) {
    return scope == CallScope.THREAD && severalCopy
        ? new Lanes(1, threads, Lanes.WIDEST, true, false)
        : alone.in(scope);
  }

  /** A thread has ended; whether it was the last one. */
  boolean ended() {
    return --running == 0;
  }

  /** A thread makes a call, or stores. */
  void calls(int agent, Instruction call) {
    switch (call) {
      case Instruction.Transfer transfer -> {
        if (transfer.scope() == CallScope.THREAD) {
          severalCopy |= copier != NOBODY && copier != agent;
          copier = agent;
        }
        stored |= transfer.direction() == Instruction.Direction.PUT;
      }
      case Instruction.PutValue _, Instruction.Store _ -> stored = true;
      case Instruction.Atomic atomic -> stored |= atomic.op() != AtomicOp.FETCH;
      case Instruction.Amo _, Instruction.AmoFetchNbi _, Instruction.SignalUpdate _ ->
          updated = true;
      default -> {}
    }
  }

  /** A thread updates a word of another GPU: whether it has done so since the last fence. */
  boolean updatesAgain(int agent) {
    return !updaters.add(agent);
  }

  /**
   * When the SM's cache has a word of a peer, picoseconds, or -1 if it has to be fetched, which it
   * then has at a time.
   */
  long cachedAt(Operation.GetValue get, long now, long fetched) {
    Sector sector = new Sector(get.pe(), get.remote() / L1Cache.SECTOR);
    Long known = cached.get(sector);
    if (known != null) {
      return Math.max(known, now + L1Cache.hitPs(threads));
    }
    if (cached.size() == L1Cache.BYTES / L1Cache.SECTOR) {
      cached.clear();
    }
    cached.put(sector, fetched);
    return -1;
  }

  /** How much longer a fence takes after the block's stores and updates since the last one. */
  long fencedPs(LoopCosts costs) {
    long longer = updated ? costs.atomicsPs() : stored ? costs.storesPs() : 0;
    cached.clear();
    updaters.clear();
    copier = NOBODY;
    severalCopy = false;
    stored = false;
    updated = false;
    return longer;
  }
}
