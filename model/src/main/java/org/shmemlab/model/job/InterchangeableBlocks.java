package org.shmemlab.model.job;

import static org.shmemlab.model.memory.StructuralHash.mix;
import static org.shmemlab.model.memory.StructuralHash.with;

import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.code.ReachableCalls;
import org.shmemlab.model.code.ReachableCalls.Asker;
import org.shmemlab.model.operation.LoadSource;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.step.AgentNames;

/**
 * Names the blocks of each kernel so that states that differ only in which of them is which have
 * the same names in the same places.
 *
 * <p>A block is interchangeable with others of its grid when nothing that its threads may still
 * execute depends on which block it is: they read no index of it, no multiprocessor and no clock,
 * call nothing outside of the program and take part in no collective of PEs. Values that they read
 * before stay with them in registers and memory, which are compared as they are. A block whose
 * threads have ended is interchangeable, too; while some of the grid's have not begun, none is.
 * Exchanging two such blocks then turns every execution from the one state into an execution from
 * the other, with the same memory, the same outcome and the same findings, but for the numbers of
 * blocks in their words (C. N. Ip and D. L. Dill, "Better Verification Through Symmetry", Formal
 * Methods in System Design 9, 1996).
 *
 * <p>Names are ranks in an order by what the blocks hold. Where that is equal, the rank is that of
 * their index: two states may then have different hashes although an exchange leads from one to the
 * other, which costs time and no answer. A hash of all with these names is that of no other state.
 */
final class InterchangeableBlocks implements AgentNames {
  private static final int ASKS =
      ReachableCalls.IDENTITY | ReachableCalls.COLLECTIVE | ReachableCalls.COUNT;

  /** Blocks of larger grids have names of their own in the places of their shared memory. */
  private static final int MOST_BLOCKS = 1 << 16;

  private final JobState jobState;
  private final Map<Long, Blocks> grids = new HashMap<>();

  /** The blocks of a grid: what each holds, and its name. */
  private static final class Blocks {
    final boolean[] free; // whether it is interchangeable
    final long[] holds;
    final long[] known; // what the order of the execution says about it
    final long[] names;

    Blocks(int count) {
      free = new boolean[count];
      holds = new long[count];
      known = new long[count];
      names = new long[count];
    }
  }

  private InterchangeableBlocks(JobState jobState) {
    this.jobState = jobState;
  }

  /** Names for the blocks of a state; null where no two of them are interchangeable. */
  static @Nullable InterchangeableBlocks of(JobState jobState) {
    InterchangeableBlocks blocks = new InterchangeableBlocks(jobState);
    for (int pe = 0; pe < jobState.job().pes(); pe++) {
      PeState state = jobState.peState(pe);
      for (Grid grid : state.grids.values()) {
        blocks.add(state, grid);
      }
    }
    return blocks.grids.isEmpty() || blocks.areTold() ? null : blocks.named();
  }

  // Whether something that is not renamed names a block or one of its threads.
  private boolean areTold() {
    if (jobState.rules().capabilities().loads() == LoadSource.WARM) {
      return true;
    }
    for (int pe = 0; pe < jobState.job().pes(); pe++) {
      if (!jobState.peState(pe).caches.isEmpty()) {
        return true;
      }
    }
    for (Pending pending : jobState.inFlight().pending()) {
      if (!pending.carriers().isEmpty()) {
        return true;
      }
    }
    return false;
  }

  private void add(PeState pe, Grid grid) {
    int count = grid.shape.blocks();
    if (count < 2 || count > MOST_BLOCKS || grid.nextBlock < count) {
      return;
    }
    Blocks blocks = new Blocks(count);
    int free = 0;
    for (int index = 0; index < count; index++) {
      Block block = grid.resident.get(index);
      blocks.free[index] = block == null || asksNothing(block);
      blocks.holds[index] = block == null || !blocks.free[index] ? 0 : holds(block);
      free += blocks.free[index] ? 1 : 0;
    }
    if (free > 1) {
      grids.put(key(pe.pe, grid.id), blocks);
    }
  }

  private boolean asksNothing(Block block) {
    for (int number : block.threads) {
      Agent agent = number < 0 ? null : jobState.agent(number);
      if (agent != null && mayAsk(agent)) {
        return false;
      }
    }
    return true;
  }

  private boolean mayAsk(Agent agent) {
    if (agent.function < 0) {
      return true;
    }
    ReachableCalls reachable = jobState.reachableCalls();
    int calls = reachable.before(Asker.ELSEWHERE, agent.function, agent.pc);
    for (int at = 0; at < agent.depth * Agent.FRAME; at += Agent.FRAME) {
      calls |= reachable.before(Asker.ELSEWHERE, agent.frames[at], agent.frames[at + 1]);
    }
    return (calls & ASKS) != 0;
  }

  private long holds(Block block) {
    long hash = PeFingerprint.objects(block.live, block.shared);
    for (int number : block.threads) {
      Agent agent = number < 0 ? null : jobState.agent(number);
      hash = with(hash, agent == null ? 0 : Fingerprint.alone(jobState, agent));
    }
    return hash;
  }

  private InterchangeableBlocks named() {
    for (Blocks blocks : grids.values()) {
      for (int index = 0; index < blocks.names.length; index++) {
        blocks.names[index] = blocks.free[index] ? mix(blocks.holds[index]) : index;
      }
    }
    jobState
        .happensBeforeListener()
        .describe(
            this,
            (pe, grid, block, part) -> {
              Blocks blocks = grids.get(key(pe, grid));
              if (blocks != null && block >= 0 && block < blocks.known.length) {
                blocks.known[block] += mix(part);
              }
            });
    for (Blocks blocks : grids.values()) {
      long rank = 0;
      for (int index : inOrder(blocks)) {
        blocks.names[index] = -2 - rank;
        rank++;
      }
    }
    return this;
  }

  private static int[] inOrder(Blocks blocks) {
    return IntStream.range(0, blocks.free.length)
        .filter(index -> blocks.free[index])
        .boxed()
        .sorted(
            Comparator.<Integer>comparingLong(index -> blocks.holds[index])
                .thenComparingLong(index -> blocks.known[index]))
        .mapToInt(index -> index)
        .toArray();
  }

  private static long key(int pe, int grid) {
    return (long) pe << 32 | grid;
  }

  @Override
  public long block(int pe, int grid, int block) {
    Blocks blocks = grids.get(key(pe, grid));
    return blocks == null || block < 0 || block >= blocks.names.length
        ? block
        : blocks.names[block];
  }

  @Override
  public int agent(int number) {
    return jobState.agentOrder().position(number);
  }
}
