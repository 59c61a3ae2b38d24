package org.shmemlab.scenarios.runtime;

import org.shmemlab.model.communication.LibraryUse;
import org.shmemlab.model.host.HostLocks;
import org.shmemlab.model.host.HostThreads;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Wait;

/** Threads, mutexes and conditions of the host (POSIX.1-2017, pthread.h). */
final class PosixThreads {
  private static final int EBUSY = 16;

  long create(ServiceCall call) {
    CallerCheck.requireHostThread(call, "pthread_create");
    return threads(call).create(call.agent(), call.argument(0), call.argument(1));
  }

  long join(ServiceCall call) {
    CallerCheck.requireHostThread(call, "pthread_join");
    int thread = call.intArgument(0);
    long result = threads(call).result(call.agent(), thread);
    if (!threads(call).join(call.agent(), thread)) {
      call.waitFor(new Wait.ForThreads((thread == 0 ? "host" : "thread " + thread) + " to end"));
    }
    return result;
  }

  long detach(ServiceCall call) {
    CallerCheck.requireHostThread(call, "pthread_detach");
    threads(call).detach(call.agent(), call.intArgument(0));
    return 0;
  }

  long exit(ServiceCall call) {
    CallerCheck.requireHostThread(call, "pthread_exit");
    threads(call).exit(call.agent(), call.argument(0));
    return 0;
  }

  long self(ServiceCall call) {
    CallerCheck.requireHostThread(call, "pthread_self");
    return call.agent().thread();
  }

  long local(ServiceCall call) {
    CallerCheck.requireHostThread(call, "a thread-local variable");
    return threads(call).local(call.agent(), call.argument(0));
  }

  long lock(ServiceCall call) {
    if (!locks(call).lock(call.agent(), call.argument(0))) {
      call.waitFor(new Wait.ForThreads(locks(call).described(call.agent(), call.argument(0))));
    }
    return 0;
  }

  long tryLock(ServiceCall call) {
    return locks(call).lock(call.agent(), call.argument(0)) ? 0 : EBUSY;
  }

  long unlock(ServiceCall call) {
    locks(call).unlock(call.agent(), call.argument(0));
    return 0;
  }

  long destroy(ServiceCall call) {
    locks(call).destroy(call.agent(), call.argument(0));
    return 0;
  }

  long sleep(ServiceCall call) {
    locks(call).sleep(call.agent(), call.argument(0), call.argument(1));
    return 0;
  }

  long wake(ServiceCall call) {
    if (!locks(call).wake(call.agent(), call.argument(0))) {
      call.waitFor(
          new Wait.ForThreads("a signal of " + locks(call).name(call.agent(), call.argument(0))));
    }
    return 0;
  }

  long leave(ServiceCall call) {
    return locks(call).leave(call.agent(), call.argument(0)) ? 1 : 0;
  }

  long signal(ServiceCall call, boolean all) {
    locks(call).signal(call.agent(), call.argument(0), all);
    return 0;
  }

  long level(ServiceCall call) {
    LibraryUse.level(call.jobState(), call.agent(), call.intArgument(0));
    return 0;
  }

  private static HostThreads threads(ServiceCall call) {
    return call.hostThreads();
  }

  private static HostLocks locks(ServiceCall call) {
    return call.locks();
  }
}
