package org.shmemlab.scenarios.judge;

import org.shmemlab.model.machine.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.runtime.RuntimeSystem;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/** The state that explorations and replays of a program begin with. */
public final class FirstState {
  private FirstState() {}

  /** A job under the rules of a profile, before its first step. */
  public static Machine of(Program program, Job job, Profile profile) {
    return new Machine(program, job, new Specification(profile), new RuntimeSystem());
  }
}
