package org.shmemlab.scenarios.judge;

import java.util.function.UnaryOperator;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.spec.Switch;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.transports.rules.Routes;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.rules.TransportRules;

/** Makes the state in which explorations and replays of a program begin. */
public final class FirstState {
  private FirstState() {}

  /** A job under the rules of a profile, before its first step. */
  public static Machine of(Program program, Job job, Profile profile) {
    Job placed = profile.has(Switch.STREAMS_RUN_AT_ONCE) ? job : job.withTasksInTurn();
    return new Machine(program, placed, new Specification(profile), RuntimeSystem.ofSearches());
  }

  /** A job over a transport, before its first step. */
  public static Machine of(Program program, Job job, Transport transport, int pesPerNode) {
    return of(program, job, transport, pesPerNode, rules -> rules);
  }

  /** A job under rules that are made of a transport's, before its first step. */
  static Machine of(
      Program program,
      Job job,
      Transport transport,
      int pesPerNode,
      UnaryOperator<OrderingRules> change) {
    Routes routes = new Routes(transport, transport.layout(job.pes(), pesPerNode, 1));
    Job placed = job.placed(routes.layout(), transport.allowance());
    OrderingRules rules = change.apply(new TransportRules(routes));
    return new Machine(program, placed, rules, RuntimeSystem.ofSearches());
  }
}
