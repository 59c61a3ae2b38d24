package org.shmemlab.scenarios.judge;

import org.shmemlab.model.machine.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.runtime.RuntimeSystem;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.rules.TransportRules;

/** The state that explorations and replays of a program begin with. */
public final class FirstState {
  private FirstState() {}

  /** A job under the rules of a profile, before its first step. */
  public static Machine of(Program program, Job job, Profile profile) {
    return new Machine(program, job, new Specification(profile), new RuntimeSystem());
  }

  /** A job over a transport, before its first step. */
  public static Machine of(Program program, Job job, Transport transport, int pesPerNode) {
    Job placed =
        new Job(
            job.pes(),
            pesPerNode,
            job.arguments(),
            job.environment(),
            job.gpu(),
            transport.allowance());
    return new Machine(
        program, placed, new TransportRules(transport, job.pes(), pesPerNode), new RuntimeSystem());
  }
}
