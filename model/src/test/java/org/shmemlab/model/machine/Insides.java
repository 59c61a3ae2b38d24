package org.shmemlab.model.machine;

import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.job.JobState;

/** Opens a machine for tests of the layers below it. */
public final class Insides {
  private Insides() {}

  /** The state of its job. */
  public static JobState state(Machine machine) {
    return machine.jobState();
  }

  /** The layers through which its agents act. */
  public static ExecutionLayers layers(Machine machine) {
    return machine.layers();
  }
}
