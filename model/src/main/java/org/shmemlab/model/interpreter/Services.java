package org.shmemlab.model.interpreter;

import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.ServiceState;

/** Keeps the run-time system's state of each PE: given to a machine when it is made. */
public interface Services {
  /** The state in which a PE starts. */
  ServiceState start(Job job, int pe);
}
