package org.shmemlab.model.interpreter;

import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.ServiceState;
import org.shmemlab.model.program.Service;

/** The run-time system behind {@code Instruction.Invoke}: given to a machine when it is made. */
public interface Services {
  /** The state in which a PE starts. */
  ServiceState start(Job job, int pe);

  /**
   * Notes what a call is going to touch in the program's memory, and changes nothing. Every service
   * has to say it: {@link ServiceCall} refuses what is not noted here.
   *
   * @throws org.shmemlab.model.memory.Fault where the call itself is going to fail; what was noted
   *     before stands
   */
  void touches(Service service, Footprint footprint);

  /**
   * Serves one call. A service that must wait calls {@link ServiceCall#waitFor} and returns
   * anything; it is invoked again later and must not have changed anything.
   *
   * @return the result as a register
   * @throws org.shmemlab.model.memory.Fault when the program misuses the service
   */
  long invoke(Service service, ServiceCall call);
}
