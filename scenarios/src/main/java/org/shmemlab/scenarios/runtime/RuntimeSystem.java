package org.shmemlab.scenarios.runtime;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.interpreter.Services;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.ServiceState;
import org.shmemlab.scenarios.runtime.call.OwnTexts;
import org.shmemlab.scenarios.runtime.cuda.CudaState;
import org.shmemlab.scenarios.runtime.files.DescriptorTable;
import org.shmemlab.scenarios.runtime.files.NoFiles;
import org.shmemlab.scenarios.runtime.files.ProgramFiles;
import org.shmemlab.scenarios.runtime.files.SearchFiles;
import org.shmemlab.scenarios.runtime.libc.CState;
import org.shmemlab.scenarios.runtime.library.MpiMailbox;
import org.shmemlab.scenarios.runtime.library.ShmemState;
import org.shmemlab.scenarios.runtime.state.PeRuntime;

/**
 * Starts the run-time system of every PE. It has no state of its own, so one serves any number of
 * machines.
 */
public final class RuntimeSystem implements Services {
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
    return new PeRuntime(
        ImmutableList.of(
            new CState(),
            new OwnTexts(),
            new DescriptorTable(files),
            new CudaState(),
            new ShmemState(),
            new MpiMailbox()));
  }
}
