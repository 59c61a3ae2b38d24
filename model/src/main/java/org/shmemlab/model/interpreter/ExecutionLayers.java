package org.shmemlab.model.interpreter;

import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.access.PlainLoads;
import org.shmemlab.model.access.SynchronizesWith;
import org.shmemlab.model.collectives.Meetings;
import org.shmemlab.model.communication.Communication;
import org.shmemlab.model.communication.Contexts;
import org.shmemlab.model.device.Device;
import org.shmemlab.model.host.HostLocks;
import org.shmemlab.model.host.HostThreads;
import org.shmemlab.model.job.JobState;

/**
 * Assembles the layers through which agents act: each reads and changes the state of one job, and
 * knows no more of the others than those before it here.
 */
public final class ExecutionLayers {
  final JobState jobState;
  public final PlainLoads plainLoads;
  public final JobMemory memory;
  final SynchronizesWith synchronizesWith;
  final Contexts contexts;
  public final Communication communication;
  public final Meetings meetings;
  final HostLocks locks;
  public final HostThreads hostThreads;
  public final Device device;

  public ExecutionLayers(JobState jobState) {
    this.jobState = jobState;
    this.plainLoads = new PlainLoads(jobState);
    this.memory = new JobMemory(jobState, plainLoads);
    this.synchronizesWith = new SynchronizesWith(jobState, plainLoads);
    this.contexts = new Contexts(jobState);
    this.communication = new Communication(jobState, memory, plainLoads, contexts);
    this.meetings =
        new Meetings(jobState, memory, plainLoads, synchronizesWith, communication.completion());
    this.locks = new HostLocks(jobState, memory, synchronizesWith);
    this.hostThreads = new HostThreads(jobState, memory, synchronizesWith, meetings, locks);
    this.device =
        new Device(
            jobState,
            plainLoads,
            synchronizesWith,
            communication.completion(),
            meetings,
            hostThreads);
  }
}
