package org.shmemlab.scenarios.api.shmem;

import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.Library;
import org.shmemlab.scenarios.runtime.libc.PosixThreads;

/**
 * Lowers family {@code pthread}: threads of the host. A call that POSIX lets fail fails with a
 * fault of the program instead, but for {@code pthread_mutex_trylock}.
 *
 * <p>Source: POSIX.1-2017, pthread.h.
 */
public final class ThreadCalls implements CallLowering {
  @Override
  public int lower(CallSite site) {
    Emission emit = new Emission(site.code());
    switch (site.function().action()) {
      case "create" -> {
        int thread = emit.ask(PosixThreads.THREAD_CREATE, site.argument(2), site.argument(3));
        emit.store(ScalarType.U64, site.argument(0), 0, thread);
      }
      case "join" -> {
        int result = emit.ask(PosixThreads.THREAD_JOIN, site.argument(0));
        emit.storeUnlessNull(ScalarType.U64, site.argument(1), result);
      }
      case "detach" -> emit.invoke(PosixThreads.THREAD_DETACH, site.argument(0));
      case "exit" -> emit.invoke(PosixThreads.THREAD_EXIT, site.argument(0));
      case "self" -> {
        return emit.ask(PosixThreads.THREAD_SELF);
      }
      case "mutex_lock" -> emit.invoke(PosixThreads.MUTEX_LOCK, site.argument(0));
      case "mutex_trylock" -> {
        return emit.ask(PosixThreads.MUTEX_TRYLOCK, site.argument(0));
      }
      case "mutex_unlock" -> emit.invoke(PosixThreads.MUTEX_UNLOCK, site.argument(0));
      case "mutex_destroy" -> emit.invoke(PosixThreads.MUTEX_DESTROY, site.argument(0));
      case "barrier_wait" -> {
        int count = emit.load(ScalarType.U32, site.argument(0), 0);
        return emit.meet(
            MeetingKind.THREAD_BARRIER, Family.HOST, null, null, site.argument(0), count);
      }
      case "cond_wait" -> {
        emit.invoke(PosixThreads.CONDITION_SLEEP, site.argument(0), site.argument(1));
        emit.invoke(PosixThreads.CONDITION_WAKE, site.argument(0));
        emit.invoke(PosixThreads.MUTEX_LOCK, site.argument(1));
      }
      case "cond_sleep" ->
          emit.invoke(PosixThreads.CONDITION_SLEEP, site.argument(0), site.argument(1));
      case "cond_leave" -> {
        return emit.ask(PosixThreads.CONDITION_LEAVE, site.argument(0));
      }
      case "cond_signal" -> emit.invoke(PosixThreads.CONDITION_SIGNAL, site.argument(0));
      case "cond_broadcast" -> emit.invoke(PosixThreads.CONDITION_BROADCAST, site.argument(0));
      default -> throw site.error("not supported yet: " + site.function().name());
    }
    return Library.success(site);
  }
}
