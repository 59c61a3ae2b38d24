package org.shmemlab.model.access;

import java.util.BitSet;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Agent.Kind;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.StreamProgress;
import org.shmemlab.model.job.Task;
import org.shmemlab.model.step.HappensBeforeListener;

/** Reports the edges of CUDA and of the host between agents of a PE to every listener. */
public final class SynchronizesWith {
  private final JobState jobState;
  private final PlainLoads plainLoads;

  public SynchronizesWith(JobState jobState, PlainLoads plainLoads) {
    this.jobState = jobState;
    this.plainLoads = plainLoads;
  }

  /** Whether an edge between agents makes a difference to anything. */
  @SuppressWarnings("ReferenceEquality") // one listener stands for none
  public boolean isFollowed() {
    return jobState.happensBeforeListener() != HappensBeforeListener.NONE
        || !jobState.inFlight().isEmpty()
        || !plainLoads.coherent();
  }

  /** The earlier steps of one agent happen-before the later ones of another. */
  public void order(int before, int after) {
    jobState.inFlight().order(before, after);
    plainLoads.order(before, after);
    jobState.happensBeforeListener().ordered(before, after);
    handOn(jobState.agent(before), after);
  }

  // Passes on the progress of streams. A thread of a host may notify another in ways that are not
  // modelled, so the progress that one knows is known to all.
  private void handOn(@Nullable Agent before, int after) {
    if (before == null || (before.kind != Kind.STREAM && before.kind != Kind.KEEPER)) {
      return;
    }
    Agent next = jobState.agent(after);
    if (next == null || next.kind == Kind.DEVICE_THREAD) {
      return;
    }
    StreamProgress known =
        next.kind == Kind.HOST ? jobState.peState(next.pe).streamProgress : next.streamProgress;
    StreamProgress done = known.and(before.streamProgress);
    if (before.kind == Kind.STREAM && next.kind == Kind.KEEPER) { // the record of an event
      Task record = jobState.peState(before.pe).stream(before.thread).current;
      done = record == null ? done : done.and(before.thread, record.sequence());
    }
    if (done.equals(known)) {
      return;
    }
    if (next.kind == Kind.HOST) {
      jobState.writablePe(next.pe).streamProgress = done;
    } else {
      jobState.writableAgent(after).streamProgress = done;
    }
  }

  /** The earlier steps of each of these agents happen-before the later ones of all. */
  public void order(BitSet agents) {
    jobState.inFlight().order(agents);
    plainLoads.order(agents);
    jobState.happensBeforeListener().ordered(agents);
  }
}
