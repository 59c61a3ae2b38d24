package org.shmemlab.model.compiled;

import java.lang.invoke.MethodHandles;
import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.program.Instruction;

/**
 * Counts how often agents come to an instruction at which a region may begin, has the region
 * compiled when that is often, and gives it up where it executes too little to be worth its start.
 *
 * <p>Machines on several threads may share an entry. Its counters decide when code is compiled, and
 * never a result: a count that is lost changes no result.
 */
final class RegionEntry {
  static final long NONE = -1;

  /** How often agents come to an entry that is hot. */
  static final int HOT = 10_000;

  private static final int TRIAL = 1_000; // starts after which a region is judged

  private final Instruction[] body;
  private final int pc;
  private final int hot;
  private int heat;
  private int starts;
  private long executed;
  private boolean givenUp;
  private @Nullable volatile Compiled compiled;

  /**
   * A region, and its demands on the agent.
   *
   * @param used registers that must hold values
   * @param onDevice whether it is for device threads alone
   */
  private record Compiled(Region region, BitSet used, boolean onDevice) {}

  /**
   * An entry of a function.
   *
   * @param hot from which time on that agents come to it the region is compiled
   */
  RegionEntry(Instruction[] body, int pc, int hot) {
    this.body = body;
    this.pc = pc;
    this.hot = hot;
  }

  /**
   * Lets an agent run as {@link Region#run} does; {@link #NONE} where there is no region for it.
   */
  long run(Agent agent, int budget, Surroundings surroundings) {
    Compiled ready = compiled;
    if (ready == null) {
      if (givenUp || ++heat < hot) {
        return NONE;
      }
      ready = compile();
      if (ready == null) {
        givenUp = true;
        return NONE;
      }
      compiled = ready;
    }
    if (givenUp
        || (ready.onDevice && !agent.onDevice())
        || (agent.unset != null && lacksValue(agent, ready.used))) {
      return NONE;
    }
    long stop = ready.region.run(agent.registers, agent.base, budget, agent, surroundings);
    if (starts < TRIAL && !surroundings.follows(agent)) {
      judge(budget - (int) stop);
    }
    return stop;
  }

  private void judge(int progress) {
    executed += progress;
    if (++starts == TRIAL && hot > 1 && executed < (long) RegionPlan.LEAST_WORTH * TRIAL) {
      givenUp = true;
    }
  }

  private static boolean lacksValue(Agent agent, BitSet used) {
    for (int r = used.nextSetBit(0); r >= 0; r = used.nextSetBit(r + 1)) {
      if (agent.unset(agent.base + r) != null) {
        return true;
      }
    }
    return false;
  }

  private @Nullable Compiled compile() {
    RegionPlan plan = new RegionPlan(body, pc);
    if (plan.members().isEmpty() || (hot > 1 && !plan.isWorthwhile())) {
      return null;
    }
    try {
      MethodHandles.Lookup lookup = MethodHandles.lookup();
      Class<?> type = lookup.defineHiddenClass(RegionWriter.classFile(plan), true).lookupClass();
      Region region = (Region) type.getDeclaredConstructor().newInstance();
      return new Compiled(region, plan.used(), plan.asksForCoordinates());
    } catch (ReflectiveOperationException impossible) {
      throw new IllegalStateException("a class of our own cannot be made", impossible);
    }
  }
}
