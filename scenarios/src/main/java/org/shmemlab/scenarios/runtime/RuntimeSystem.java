package org.shmemlab.scenarios.runtime;

import org.shmemlab.model.interpreter.Services;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.ServiceState;
import org.shmemlab.model.repair.ExternalRepairs;

/**
 * Keeps the state of the run-time system of every PE. It has no state of its own, so one serves any
 * number of machines.
 */
public final class RuntimeSystem implements Services {
  /** The calls that a repair may insert into a program. */
  public static final ExternalRepairs REPAIRS =
      new ExternalRepairs(CudaDevices.DEVICE_SYNCHRONIZE, PosixThreads.THREAD_JOIN);

  private final ProgramFiles files;

  /** The run-time system of programs for which no file exists. */
  public RuntimeSystem() {
    this(new NoFiles());
  }

  /** The run-time system of searches, which execute a program often. */
  public static RuntimeSystem ofSearches() {
    return new RuntimeSystem(new SearchFiles());
  }

  /** The run-time system of programs that find files. */
  public RuntimeSystem(ProgramFiles files) {
    this.files = files;
  }

  @Override
  public ServiceState start(Job job, int pe) {
    return new PeRuntime(files);
  }
}
