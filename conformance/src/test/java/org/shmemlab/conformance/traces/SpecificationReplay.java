package org.shmemlab.conformance.traces;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.EventGranularity;
import org.shmemlab.model.operation.ForwardingRules;
import org.shmemlab.model.operation.IssueTraits;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.transports.simulate.StepTrace;

/**
 * Takes the steps of a transport's trace again under the specification. The transport distinguishes
 * events more finely, which orders nothing, so the specification is asked about these finer events;
 * only its issuer can observe that an operation is acknowledged, so that may happen sooner than in
 * the transport.
 */
final class SpecificationReplay {
  private SpecificationReplay() {}

  /** The specification's own order, of events as fine as those of a transport. */
  private static final class Fine extends ForwardingRules {
    private final OrderingRules transport;

    Fine(OrderingRules transport) {
      super(new Specification(Profile.NVSHMEM));
      this.transport = transport;
    }

    @Override
    public IssueTraits issueTraits(Operation operation) {
      IssueTraits its = transport.issueTraits(operation);
      EventGranularity parts = its.parts();
      return super.issueTraits(operation)
          .atIssue(its.atIssue())
          .wordByWord(its.wordByWord())
          .with(new EventGranularity(parts.deliveryApart(), parts.updateInTwoSteps(), false));
    }
  }

  /** The first step that the specification does not allow, in one line. */
  static Optional<String> broken(StepTrace trace, TestProgram program, Installation installation) {
    Machine machine = program.machine(installation, new Fine(installation.rules(program.pes())));
    for (int i = 0; i < trace.size(); i++) {
      StepTrace.Step step = trace.get(i);
      String refusal = refusal(step, machine);
      if (refusal != null) {
        return Optional.of("step " + i + " at " + step.time() + " ps: " + refusal);
      }
    }
    return Optional.empty();
  }

  private static @Nullable String refusal(StepTrace.Step step, Machine machine) {
    try {
      return switch (step) {
        case StepTrace.Step.OfAgent of -> run(of, machine);
        case StepTrace.Step.OfEvent of -> happen(of.event(), machine);
      };
    } catch (ProgramFailure _) {
      return null; // the step was taken; it is the program that fails
    }
  }

  private static @Nullable String run(StepTrace.Step.OfAgent step, Machine machine) {
    acknowledge(machine);
    Agent agent = machine.agent(step.agent());
    if (agent == null) {
      return "agent " + step.agent() + " has ended";
    }
    long before = agent.executed();
    machine.run(step.agent(), step.instructions());
    long executed = agent.executed() - before;
    return executed == step.instructions()
        ? null
        : "agent %d executes %d of %d instructions, and waits: %s"
            .formatted(step.agent(), executed, step.instructions(), machine.waiting(step.agent()));
  }

  private static @Nullable String happen(Event event, Machine machine) {
    Pending pending = machine.inFlight().find(event.operation());
    if (pending == null && event.kind() == Event.Kind.ACKNOWLEDGED) {
      return null; // it already was
    }
    if (!machine.mayHappen(event)) {
      String what = pending == null ? "" : " of " + pending.operation().origin().line();
      return event + what + " may not happen";
    }
    machine.happen(event);
    return null;
  }

  private static void acknowledge(Machine machine) {
    List<Event> due = new ArrayList<>();
    for (Pending pending : machine.inFlight().pending()) {
      if (pending.onlyLastLeft() && pending.last().kind() == Event.Kind.ACKNOWLEDGED) {
        due.add(pending.last());
      }
    }
    due.forEach(machine::happen);
  }
}
