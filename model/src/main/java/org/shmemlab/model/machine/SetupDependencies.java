package org.shmemlab.model.machine;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.code.Code;
import org.shmemlab.model.code.ReachableCalls;
import org.shmemlab.model.communication.Contexts;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Kept;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;

/**
 * Lists the calls that read or change the setup that all threads of a PE share: variables of the
 * environment, random numbers, streams and events, teams, contexts. No two of them are in conflict,
 * as the libraries lock their own data; but the later one observes the effect of the earlier one,
 * so both orders are explored.
 *
 * <p>Where one thread of the host alone does so, its calls are no steps. But device threads ask for
 * teams, too, which a host may destroy meanwhile, and streams complete events, of which a host may
 * ask how much time was between them.
 */
final class SetupDependencies {
  private static final ImmutableSet<Kept> CONTEXTS = ImmutableSet.of(Kept.CONTEXTS);

  private static final ImmutableSet<Kept> BUFFERS = ImmutableSet.of(Kept.BUFFERS);

  private final JobState jobState;
  private final ExecutionLayers layers;

  SetupDependencies(Machine machine) {
    this.jobState = machine.jobState();
    this.layers = machine.layers();
  }

  /**
   * The setup that the next step of an agent that has code reads or changes, if that is visible.
   */
  List<Access> next(Agent agent) {
    if (!jobState.reachableCalls().changesAny()) {
      return List.of();
    }
    Code code = jobState.code(agent.function);
    Kept changed = changed(code, agent.pc);
    if (changed != null) {
      return isShared(agent, changed) ? List.of(access(agent, changed, Use.SETUP)) : List.of();
    }
    Set<Kept> looked = looked(agent, code.body[agent.pc]);
    if (looked.isEmpty()) {
      return List.of();
    }
    List<Access> inquiries = new ArrayList<>();
    for (Kept kept : looked) {
      if (isShared(agent, kept)) {
        inquiries.add(access(agent, kept, Use.INQUIRY));
      }
    }
    return inquiries;
  }

  private Set<Kept> looked(Agent agent, Instruction next) {
    return switch (next) {
      case Instruction.Invoke invoke -> invoke.call().traits().looksAt();
      case Instruction.Transfer i ->
          Sets.union(context(agent, i.context()), buffers(agent, i.local()));
      case Instruction.PutValue i -> context(agent, i.context());
      case Instruction.GetValue i -> context(agent, i.context());
      case Instruction.Amo i -> context(agent, i.context());
      case Instruction.AmoFetchNbi i -> context(agent, i.context());
      case Instruction.SignalUpdate i -> context(agent, i.context());
      case Instruction.Fence i -> context(agent, i.context());
      case Instruction.Quiet i -> context(agent, i.context());
      case Instruction.Flush i -> context(agent, i.context());
      default -> ImmutableSet.of();
    };
  }

  private Set<Kept> context(Agent agent, int register) {
    return register != Instruction.NO_REGISTER
            && Contexts.othersMayDestroy(jobState, agent, agent.registers[agent.base + register])
        ? CONTEXTS
        : ImmutableSet.of();
  }

  // Only memory that is not symmetric has to be registered, and only for a network.
  private Set<Kept> buffers(Agent agent, int register) {
    return !jobState.rules().capabilities().anyLocalSide()
            && Address.space(agent.registers[agent.base + register]) != Space.SYMMETRIC
        ? BUFFERS
        : ImmutableSet.of();
  }

  private static @Nullable Kept changed(Code code, int pc) {
    if (code.body[pc] instanceof Instruction.Arrive) {
      return null; // its effect happens as it returns
    }
    Instruction.Arrive call = code.meeting(pc);
    return ReachableCalls.changes(call == null ? code.body[pc] : call);
  }

  private boolean isShared(Agent agent, Kept kept) {
    if (!jobState.reachableCalls().changes(kept)) {
      return false;
    }
    if (kept == Kept.COMPLETIONS) {
      return jobState.reachableCalls().asksCompletions(); // a stream's, besides any host thread
    }
    if (kept == Kept.MEMORY && agent.kind == Agent.Kind.DEVICE_THREAD) {
      return false; // the kernel's later use of the memory shows it
    }
    boolean concurrentWithDevice =
        (kept == Kept.TEAMS || kept == Kept.BUFFERS)
            && (agent.kind == Agent.Kind.DEVICE_THREAD || !layers.device.idle(agent.pe));
    return concurrentWithDevice
        || layers.hostThreads.several(agent.pe)
        || jobState.reachableCalls().callsHost()
        || jobState.reachableCalls().tasksChange(kept);
  }

  private Access access(Agent agent, Kept kept, Use use) {
    return OrderObject.SETUP.access(agent, agent.pe, kept.ordinal(), use, jobState.line(agent));
  }
}
