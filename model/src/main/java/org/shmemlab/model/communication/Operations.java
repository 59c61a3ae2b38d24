package org.shmemlab.model.communication;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.PlainLoads;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.Uninitialized;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;

/** Issues operations, which are in flight then, and makes their events happen. */
public final class Operations {
  private final JobState jobState;
  private final PlainLoads plainLoads;
  private final Operands operands;
  private final Regions regions;
  private final Effects effects;

  Operations(
      JobState jobState,
      PlainLoads plainLoads,
      Operands operands,
      Regions regions,
      Effects effects) {
    this.jobState = jobState;
    this.plainLoads = plainLoads;
    this.operands = operands;
    this.regions = regions;
    this.effects = effects;
  }

  void issue(Agent agent, Operation operation) {
    issue(agent, operation, false, null);
  }

  void issue(Agent agent, Operation operation, @Nullable Uninitialized unset) {
    issue(agent, operation, false, unset);
  }

  void issue(Agent agent, Operation operation, boolean strided) {
    issue(agent, operation, strided, null);
  }

  // unset: the bits of the value that the operation carries which are none
  private void issue(
      Agent agent, Operation operation, boolean strided, @Nullable Uninitialized unset) {
    int bytes =
        switch (operation) {
          case Operation.Put put ->
              put.words() * put.wordBytes() + (put.signal() == null ? 0 : ScalarType.U64.bytes());
          case Operation.Get get -> get.words() * get.wordBytes();
          default -> ScalarType.U64.bytes();
        };
    if (operation instanceof Operation.Amo) {
      operands.requireAllowed("an atomic memory operation");
    } else if (operation.signalPart() != null) {
      operands.requireAllowed("a signal");
    }
    String refusal = jobState.rules().refusal(operation, strided);
    if (refusal != null) {
      throw new Fault("%s", refusal);
    }
    Pending pending = jobState.inFlight().add(operation, bytes, jobState.rules());
    pending.data().unset(0, ScalarType.U64.bytes(), unset);
    jobState.changed();
    jobState.happensBeforeListener().issued(pending);
    if (operation.words() == 0) {
      plainLoads.sourceRead(operation);
    }
    if (pending.issueTraits().atIssue()) {
      expect(agent, pending);
      for (Kind kind : pending.kinds()) {
        happen(pending, new Event(pending.number(), kind, 0, pending.words(kind)));
      }
      jobState.happensBeforeListener().returned(agent.id, pending.number());
    } else if (!jobState.rules().mayReturn(pending, jobState.inFlight())) {
      agent.awaiting = pending.number();
    } else {
      regions.issued(agent, pending);
      expect(agent, pending);
    }
  }

  private static void expect(Agent agent, Pending pending) {
    int register =
        switch (pending.operation()) {
          case Operation.Amo amo -> amo.register();
          case Operation.GetValue get -> get.register();
          default -> Instruction.NO_REGISTER;
        };
    if (register != Instruction.NO_REGISTER) {
      agent.expect(register, pending.number());
    }
  }

  /** Makes an event happen: its effect on memory, and its mark. */
  public void happen(Pending inFlight, Event event) {
    Pending pending = jobState.inFlight().writable(inFlight);
    jobState.happensBeforeListener().occurring(pending, event);
    try {
      effects.apply(pending, event);
    } catch (Fault fault) {
      Origin origin = pending.operation().origin();
      throw new ProgramFailure(
          origin.line(), origin.pe(), "an operation in flight", fault.reason());
    }
    jobState.inFlight().happened(pending, event);
    if (event.kind() == Kind.SOURCE_READ && pending.locallyComplete()) {
      plainLoads.sourceRead(pending.operation());
    }
    jobState.changed();
  }
}
