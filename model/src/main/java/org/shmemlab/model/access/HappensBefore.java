package org.shmemlab.model.access;

import java.util.BitSet;
import org.shmemlab.model.job.JobState;

/** What CUDA or the host orders between agents of a PE: all that keep such order are told. */
public final class HappensBefore {
  private final JobState jobState;
  private final PlainLoads plainLoads;

  public HappensBefore(JobState jobState, PlainLoads plainLoads) {
    this.jobState = jobState;
    this.plainLoads = plainLoads;
  }

  /** What one agent does next comes after what another did before. */
  public void order(int before, int after) {
    jobState.inFlight().order(before, after);
    plainLoads.order(before, after);
    jobState.causality().ordered(before, after);
  }

  /** What these agents do next comes after what each of them did before. */
  public void order(BitSet agents) {
    jobState.inFlight().order(agents);
    plainLoads.order(agents);
    jobState.causality().ordered(agents);
  }
}
