package org.shmemlab.model.machine;

/**
 * What agents act through: each part reads and changes the state of one job, and knows no more of
 * the others than those before it here.
 */
final class Facilities {
  final JobState jobState;
  final PlainLoads plainLoads;
  final JobMemory memory;
  final Edges edges;
  final Contexts contexts;
  final Communication communication;
  final Meetings meetings;
  final HostLocks locks;
  final HostThreads hostThreads;
  final Device device;

  Facilities(JobState jobState) {
    this.jobState = jobState;
    this.plainLoads = new PlainLoads(jobState);
    this.memory = new JobMemory(jobState, plainLoads);
    this.edges = new Edges(jobState, plainLoads);
    this.contexts = new Contexts(jobState);
    this.communication = new Communication(jobState, memory, plainLoads, contexts);
    this.meetings = new Meetings(jobState, memory, plainLoads, edges, communication);
    this.locks = new HostLocks(jobState, memory, edges);
    this.hostThreads = new HostThreads(jobState, memory, edges, meetings, locks);
    this.device = new Device(jobState, plainLoads, edges, communication, meetings, hostThreads);
  }
}
