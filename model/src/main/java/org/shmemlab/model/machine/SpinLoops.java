package org.shmemlab.model.machine;

import java.util.Arrays;
import java.util.BitSet;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.code.Code;
import org.shmemlab.model.code.Loops;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.interpreter.StopReason;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject.Owner;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;

/**
 * Detects polling iterations that would not change the state: an agent is at a load, a test, a
 * signal_fetch, an atomic or a library call that compares or searches memory, and would come back
 * to it by computation of its own, with every register that it will read again as it is now. Such a
 * step is not taken; the agent is blocked, as in a wait_until, until another agent changes the
 * word.
 *
 * <p>Why nothing is lost. Neither the test (one that does not hold, an atomic that stores the same
 * value) nor the computation writes anything but registers; reading leaves no trace in the machine;
 * and the registers that are read again, of this function and of its callers, have the same values
 * as before. So the step leads from a state to the same state. A path that takes it reaches a state
 * exactly if the path without it does, and the same outcomes, conflicts and failures are found. If
 * no other step is enabled, the word never changes: the agent spins for ever, and that is reported
 * as a deadlock.
 *
 * <p>Only one test at a time is judged. A round of several tests may read another value at each, so
 * those that lead from one test to the next are steps, and the states between them are states. A
 * loop that counts its rounds, prints, calls the run-time system or reads the clock comes back to
 * another state, or is not computation alone, and is no wait.
 *
 * <p>The accesses stay: an agent before such a test accesses its words, enabled or not.
 */
final class SpinLoops {
  /** A round that computes for longer is taken as a step; it is no error to think it is none. */
  private static final int LONGEST_ROUND = 1_000;

  private final Machine machine;
  private final JobState jobState;
  private final ExecutionLayers layers;
  private final Predicate<Agent> noticeable;

  /**
   * Finds the spin loops of a machine's agents.
   *
   * @param noticeable whether an agent is at a visible operation
   */
  SpinLoops(Machine machine, Predicate<Agent> noticeable) {
    this.machine = machine;
    this.jobState = machine.jobState();
    this.layers = machine.layers();
    this.noticeable = noticeable;
  }

  /** Whether the test that an agent is at would bring it back to it. */
  boolean fails(Agent agent) {
    return fails(agent, null, 0);
  }

  /** Whether the test would bring an agent back if the word had less by this amount. */
  boolean failsWithout(Agent agent, long amount) {
    return jobState.code(agent.function).body[agent.pc] instanceof Instruction.Atomic
        && fails(agent, null, amount);
  }

  /**
   * Whether a test would bring an agent back to it.
   *
   * @param early the signal in flight that a signal_fetch shows early, or null
   */
  boolean fails(Agent agent, @Nullable Pending early) {
    return fails(agent, early, 0);
  }

  private boolean fails(Agent agent, @Nullable Pending early, long less) {
    Code code = jobState.code(agent.function);
    if (!code.mayComeBack(agent.pc)) {
      return false;
    }
    Agent after = agent.copyFor(new Owner());
    try {
      if (early != null) {
        layers.communication.signalFetches().glimpse(after, early);
      } else if (bringsIntoCache(agent, code.body[agent.pc])
          || !look(after, code.body[agent.pc], less)) {
        return false;
      }
      for (int own = 0; own < LONGEST_ROUND; own++) {
        if (noticeable.test(after)) {
          return same(agent, after);
        }
        if (!computes(after)) {
          return false;
        }
      }
      return false;
    } catch (Fault | ProgramFailure wrong) {
      return false; // the step itself reports it, with its line
    }
  }

  // A load that leaves a trace in a cache leads to another state.
  private boolean bringsIntoCache(Agent agent, Instruction look) {
    return look instanceof Instruction.Load load
        && !load.isVolatile()
        && layers.plainLoads.wouldBring(
            agent,
            agent.registers[agent.base + load.address()] + load.offset(),
            load.type().bytes());
  }

  // Takes the test with a copy of the agent; false where it would change more than a register.
  private boolean look(Agent after, Instruction look, long less) {
    switch (look) {
      case Instruction.WaitUntil test -> {
        if (layers.communication.waits().holds(after, test)) {
          return false;
        }
      }
      case Instruction.Atomic atomic -> {
        if (layers.communication.stores().wouldChange(after, atomic, less)) {
          return false;
        }
        if (atomic.dst() >= 0) {
          long shown = layers.communication.stores().shown(after, atomic);
          after.registers[after.base + atomic.dst()] = atomic.type().canonical(shown - less);
        }
        after.pc++;
        return true;
      }
      default -> {}
    }
    return machine.interpreter().run(after, 1, false) == StopReason.FUEL;
  }

  // Executes an invisible instruction of the agent; false if it is none.
  private boolean computes(Agent agent) {
    Code code = jobState.code(agent.function);
    Instruction next = code.body[agent.pc];
    boolean own =
        switch (next) {
          case Instruction.Load _ -> true;
          case Instruction.Invoke invoke -> invoke.call().has(CallTrait.LOOKS_ONLY);
          case Instruction.Call call -> jobState.code(call.function()).slots == 0;
          case Instruction.Return _ -> agent.depth > 0 && code.slots == 0;
          default -> Loops.isComputation(next);
        };
    boolean calls = next instanceof Instruction.Invoke;
    return own && machine.interpreter().run(agent, 1, !calls) == StopReason.FUEL;
  }

  private boolean same(Agent before, Agent after) {
    if (before.function != after.function
        || before.pc != after.pc
        || before.base != after.base
        || before.depth != after.depth
        || !Objects.equals(before.late, after.late)
        || before.unset != null
        || after.unset != null
        || !sameRegisters(before, after, before.function, before.pc, before.base, -1)) {
      return false;
    }
    int frames = before.depth * Agent.FRAME;
    if (!Arrays.equals(before.frames, 0, frames, after.frames, 0, frames)) {
      return false;
    }
    for (int at = 0; at < frames; at += Agent.FRAME) {
      int[] frame = before.frames;
      if (!sameRegisters(before, after, frame[at], frame[at + 1], frame[at + 2], frame[at + 3])) {
        return false;
      }
    }
    return true;
  }

  // The register that a call will write is not live before it returns.
  private boolean sameRegisters(
      Agent before, Agent after, int function, int pc, int base, int except) {
    BitSet live = jobState.code(function).live().before(pc);
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      if (r != except && before.registers[base + r] != after.registers[base + r]) {
        return false;
      }
    }
    return true;
  }
}
