package org.shmemlab.model.runtime;

import org.shmemlab.model.machine.HostThreads;
import org.shmemlab.model.machine.ServiceCall;
import org.shmemlab.model.machine.Wait;
import org.shmemlab.model.memory.Fault;

/** The teams of threads that OpenMP's parallel regions make, and how many threads they have. */
final class OpenMpTeams {
  /** Where nobody says how many: the fewest that show what threads do to each other. */
  private static final int DEFAULT_THREADS = 2;

  long begin(ServiceCall call) {
    Caller.requireHostThread(call, "a parallel region");
    long asked = call.argument(2);
    long threads = asked == 0 ? most(call) : asked;
    if (threads < 1 || threads > HostThreads.MOST) {
      throw new Fault("a team of " + threads + " threads; 1 to " + HostThreads.MOST + " can be");
    }
    call.machine()
        .hostThreads()
        .begin(call.agent(), call.argument(0), call.argument(1), (int) threads);
    return 0;
  }

  long end(ServiceCall call) {
    if (!call.machine().hostThreads().end(call.agent())) {
      call.waitFor(new Wait.ForThreads("the other threads of the parallel region to end"));
    }
    return 0;
  }

  long most(ServiceCall call) {
    int said = PeRuntime.of(call).teamThreads;
    String variable = call.machine().job().environment().get("OMP_NUM_THREADS");
    if (said > 0) {
      return said;
    }
    if (variable == null) {
      return DEFAULT_THREADS;
    }
    if (!variable.matches("[1-9][0-9]{0,3}")) {
      throw new Fault("OMP_NUM_THREADS is '" + variable + "'; give a number of threads");
    }
    return Integer.parseInt(variable);
  }

  long setMost(ServiceCall call) {
    if (call.intArgument(0) < 1) {
      throw new Fault("omp_set_num_threads(" + call.intArgument(0) + "); give 1 or more");
    }
    PeRuntime.of(call).teamThreads = call.intArgument(0);
    return 0;
  }
}
