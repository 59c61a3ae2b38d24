package org.shmemlab.model.machine;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.code.Code;
import org.shmemlab.model.code.ReachableCalls;
import org.shmemlab.model.communication.Contexts;
import org.shmemlab.model.interpreter.Facilities;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Service.Kept;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;

/**
 * Calls that ask for, or change, what a PE has set up for all its threads: variables of the
 * environment, random numbers, streams and events, teams, contexts. No two of them are in conflict,
 * as the libraries lock what is theirs; but whoever comes later finds what the other has left, so
 * both orders are looked at.
 *
 * <p>Where one thread of the host alone does so, its calls are no steps. Device threads ask for
 * teams, too, which a host may destroy meanwhile.
 */
final class SetupCalls {
  private static final int PLACE = 16; // Touched numbers other moments from 0

  private final JobState jobState;
  private final Facilities facilities;

  SetupCalls(Machine machine) {
    this.jobState = machine.jobState();
    this.facilities = machine.facilities();
  }

  /**
   * What the next step of an agent that has code asks for or changes; null if others cannot tell.
   */
  @Nullable Access next(Agent agent) {
    if (!jobState.reachableCalls().changesAny()) {
      return null;
    }
    Code code = jobState.code(agent.function);
    Instruction next = code.body[agent.pc];
    Kept changed = changed(code, agent.pc);
    if (changed != null) {
      return isShared(agent, changed) ? access(agent, changed, Use.SETUP) : null;
    }
    Kept looked = looked(agent, next);
    return looked != null && isShared(agent, looked) ? access(agent, looked, Use.INQUIRY) : null;
  }

  private @Nullable Kept looked(Agent agent, Instruction next) {
    return switch (next) {
      case Instruction.Invoke invoke -> invoke.service().looksAt();
      case Instruction.Transfer i -> context(agent, i.context());
      case Instruction.PutValue i -> context(agent, i.context());
      case Instruction.GetValue i -> context(agent, i.context());
      case Instruction.Amo i -> context(agent, i.context());
      case Instruction.AmoFetchNbi i -> context(agent, i.context());
      case Instruction.SignalUpdate i -> context(agent, i.context());
      case Instruction.Fence i -> context(agent, i.context());
      case Instruction.Quiet i -> context(agent, i.context());
      default -> null;
    };
  }

  private @Nullable Kept context(Agent agent, int register) {
    return register != Instruction.NO_REGISTER
            && Contexts.othersMayDestroy(jobState, agent, agent.registers[agent.base + register])
        ? Kept.CONTEXTS
        : null;
  }

  private static @Nullable Kept changed(Code code, int pc) {
    return switch (code.body[pc]) {
      case Instruction.Arrive _ -> null; // what it is for happens as it returns
      case Instruction.Depart _ -> ReachableCalls.changes(code.body[pc - 1]);
      default -> ReachableCalls.changes(code.body[pc]);
    };
  }

  private boolean isShared(Agent agent, Kept kept) {
    if (!jobState.reachableCalls().changes(kept)) {
      return false;
    }
    boolean besideDevice =
        kept == Kept.TEAMS
            && (agent.kind == Agent.Kind.DEVICE_THREAD || !facilities.device.idle(agent.pe));
    return besideDevice
        || facilities.hostThreads.several(agent.pe)
        || jobState.reachableCalls().callsHost();
  }

  private Access access(Agent agent, Kept kept, Use use) {
    Access.Place place =
        new Access.Place(Space.NONE, agent.pe, kept.ordinal(), PLACE, "what a PE has set up");
    return Access.of(place, 0, 1, use, -1, agent.id, agent.pe, jobState.line(agent));
  }
}
