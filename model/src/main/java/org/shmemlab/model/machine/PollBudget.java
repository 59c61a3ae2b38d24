package org.shmemlab.model.machine;

import static org.shmemlab.model.memory.StructuralHash.mix;

import com.google.common.primitives.Longs;
import org.shmemlab.model.access.Frames;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;

/**
 * Bounds the failed tests of loops that are no waits, because they count their rounds or do
 * something in each: an agent that has had so many waits at the next one until it would not fail.
 * The results of such an exploration are possible; others may need more failed tests.
 *
 * <p>A test fails if its condition does not hold. A volatile load, a signal_fetch, an atomic or a
 * library call that only reads fails if it returns the value of the agent's last test at the same
 * address, and changes nothing.
 */
final class PollBudget {
  private final JobState jobState;
  private final ExecutionLayers layers;

  PollBudget(Machine machine) {
    this.jobState = machine.jobState();
    this.layers = machine.layers();
  }

  /** Whether an agent is at a test that would fail and has no more left. */
  boolean spent(Agent agent) {
    return agent.failedPolls >= jobState.pollBudget() && fails(agent);
  }

  /** Counts the agent's next step, if it is a test. */
  void count(Agent agent) {
    if (jobState.pollBudget() == Integer.MAX_VALUE) {
      return;
    }
    if (fails(agent)) {
      agent.failedPolls++;
    }
    try {
      long seen = seen(agent, jobState.code(agent.function).body[agent.pc]);
      if (seen != 0) {
        agent.lastLook = seen;
      }
    } catch (Fault fault) {
      // the step itself reports it, with its line
    }
  }

  private boolean fails(Agent agent) {
    try {
      Instruction next = jobState.code(agent.function).body[agent.pc];
      if (next instanceof Instruction.WaitUntil wait) {
        return !wait.blocking() && !layers.communication.waits().holds(agent, wait);
      }
      long seen = seen(agent, next);
      return seen != 0 && seen == agent.lastLook;
    } catch (Fault fault) {
      return false; // the step itself reports it, with its line
    }
  }

  // The value and place that a test observes; 0 for an instruction that is no test, or changes the
  // word.
  private long seen(Agent agent, Instruction next) {
    return switch (next) {
      case Instruction.Load i when i.isVolatile() ->
          seen(agent, value(agent, i.address()) + i.offset(), i.type());
      case Instruction.SignalFetch i -> seen(agent, value(agent, i.address()), ScalarType.U64);
      case Instruction.Atomic i when !layers.communication.stores().wouldChange(agent, i) ->
          seen(agent, value(agent, i.address()), i.type());
      case Instruction.Invoke i when i.call().has(CallTrait.LOOKS_ONLY) -> {
        long[] arguments = Frames.values(agent, i.arguments());
        RuntimeCall called = (RuntimeCall) i.call();
        long where = mix(mix(called.name()), mix(Longs.asList(arguments)));
        yield hash(where, called.serve(new ServiceCall(layers, agent, called, arguments)));
      }
      default -> 0;
    };
  }

  private long seen(Agent agent, long address, ScalarType type) {
    return hash(address, layers.memory.loadAny(agent, type, address));
  }

  private static long hash(long where, long shown) {
    long hash = mix(where, shown);
    return hash == 0 ? 1 : hash;
  }

  private static long value(Agent agent, int register) {
    return agent.registers[agent.base + register];
  }
}
