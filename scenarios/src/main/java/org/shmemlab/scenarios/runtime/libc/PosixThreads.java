package org.shmemlab.scenarios.runtime.libc;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.communication.LibraryUse;
import org.shmemlab.model.host.HostLocks;
import org.shmemlab.model.host.HostThreads;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.scenarios.runtime.call.CallerCheck;

/** Implements threads, mutexes and conditions of the host (POSIX.1-2017, pthread.h). */
public final class PosixThreads {
  private static final int EBUSY = 16;

  /** Function of one pointer, pointer; gives the number of the thread that calls it. */
  public static final RuntimeCall THREAD_CREATE =
      RuntimeCall.of(
          "pthread_create", CallTraits.of(CallTrait.STARTS_THREAD), PosixThreads::create);

  /** Number of a thread; waits for its end and gives its result. */
  public static final RuntimeCall THREAD_JOIN =
      RuntimeCall.of(
          "pthread_join",
          CallTraits.of(CallTrait.JOINS_THREAD, CallTrait.WAITS),
          PosixThreads::join);

  public static final RuntimeCall THREAD_DETACH =
      RuntimeCall.of("pthread_detach", PosixThreads::detach);

  /** Result of the calling thread; the PE ends with status 0 when its last thread does. */
  public static final RuntimeCall THREAD_EXIT = RuntimeCall.of("pthread_exit", PosixThreads::exit);

  public static final RuntimeCall THREAD_SELF = RuntimeCall.of("pthread_self", PosixThreads::self);

  /**
   * Thread-local variable, as it is in the beginning; gives the address of the caller's own copy.
   */
  public static final RuntimeCall THREAD_LOCAL =
      RuntimeCall.of("__thread_local", PosixThreads::local);

  public static final RuntimeCall MUTEX_LOCK =
      RuntimeCall.of(
          "pthread_mutex_lock",
          CallTraits.of(CallTrait.LOCKS_MUTEX, CallTrait.WAITS),
          call -> call.mutex(call.argument(0)),
          PosixThreads::lock);

  public static final RuntimeCall MUTEX_TRYLOCK =
      RuntimeCall.of(
          "pthread_mutex_trylock",
          CallTraits.of(CallTrait.EXCHANGES_UNORDERED),
          call -> call.mutex(call.argument(0)),
          PosixThreads::tryLock);

  public static final RuntimeCall MUTEX_UNLOCK =
      RuntimeCall.of(
          "pthread_mutex_unlock", call -> call.mutex(call.argument(0)), PosixThreads::unlock);

  public static final RuntimeCall MUTEX_DESTROY =
      RuntimeCall.of(
          "pthread_mutex_destroy", call -> call.mutex(call.argument(0)), PosixThreads::destroy);

  /** Condition, mutex: unlocks the mutex and begins to wait; CONDITION_WAKE has to follow. */
  public static final RuntimeCall CONDITION_SLEEP =
      RuntimeCall.of("__condition_sleep", PosixThreads::bothTouched, PosixThreads::sleep);

  /** Condition; waits for a signal that was given since CONDITION_SLEEP. */
  public static final RuntimeCall CONDITION_WAKE =
      RuntimeCall.of(
          "__condition_wake",
          CallTraits.of(CallTrait.AWAITS_CONDITION, CallTrait.WAITS),
          call -> call.condition(call.argument(0)),
          PosixThreads::wake);

  /**
   * Condition: ends the caller's wait; gives 1 if a signal was for it, else 0: its time was over.
   */
  public static final RuntimeCall CONDITION_LEAVE =
      RuntimeCall.of(
          "__condition_leave", call -> call.condition(call.argument(0)), PosixThreads::leave);

  public static final RuntimeCall CONDITION_SIGNAL =
      RuntimeCall.of(
          "pthread_cond_signal",
          call -> call.condition(call.argument(0)),
          call -> signal(call, false));

  public static final RuntimeCall CONDITION_BROADCAST =
      RuntimeCall.of(
          "pthread_cond_broadcast",
          call -> call.condition(call.argument(0)),
          call -> signal(call, true));

  /** The level of thread support that the program asks of OpenSHMEM: 0 single to 3 multiple. */
  public static final RuntimeCall THREAD_LEVEL =
      RuntimeCall.of("__thread_level", PosixThreads::level);

  /** The calls of the family that code of ours makes. */
  public static final ImmutableList<RuntimeCall> CALLS =
      ImmutableList.of(
          THREAD_CREATE,
          THREAD_JOIN,
          THREAD_DETACH,
          THREAD_EXIT,
          THREAD_SELF,
          THREAD_LOCAL,
          MUTEX_LOCK,
          MUTEX_TRYLOCK,
          MUTEX_UNLOCK,
          MUTEX_DESTROY,
          CONDITION_SLEEP,
          CONDITION_WAKE,
          CONDITION_LEAVE,
          CONDITION_SIGNAL,
          CONDITION_BROADCAST,
          THREAD_LEVEL);

  private PosixThreads() {}

  private static long create(ServiceCall call) {
    CallerCheck.requireHostThread(call, "pthread_create");
    return threads(call).create(call.agent(), call.argument(0), call.argument(1));
  }

  private static long join(ServiceCall call) {
    CallerCheck.requireHostThread(call, "pthread_join");
    int thread = call.intArgument(0);
    long result = threads(call).result(call.agent(), thread);
    if (!threads(call).join(call.agent(), thread)) {
      call.waitFor(new Wait.ForThreads((thread == 0 ? "host" : "thread " + thread) + " to end"));
    }
    return result;
  }

  private static long detach(ServiceCall call) {
    CallerCheck.requireHostThread(call, "pthread_detach");
    threads(call).detach(call.agent(), call.intArgument(0));
    return 0;
  }

  private static long exit(ServiceCall call) {
    CallerCheck.requireHostThread(call, "pthread_exit");
    threads(call).exit(call.agent(), call.argument(0));
    return 0;
  }

  private static long self(ServiceCall call) {
    CallerCheck.requireHostThread(call, "pthread_self");
    return call.agent().thread();
  }

  private static long local(ServiceCall call) {
    CallerCheck.requireHostThread(call, "a thread-local variable");
    return threads(call).local(call.agent(), call.argument(0));
  }

  private static long lock(ServiceCall call) {
    if (!locks(call).lock(call.agent(), call.argument(0))) {
      call.waitFor(new Wait.ForThreads(locks(call).described(call.agent(), call.argument(0))));
    }
    return 0;
  }

  private static long tryLock(ServiceCall call) {
    return locks(call).lock(call.agent(), call.argument(0)) ? 0 : EBUSY;
  }

  private static long unlock(ServiceCall call) {
    locks(call).unlock(call.agent(), call.argument(0));
    return 0;
  }

  private static long destroy(ServiceCall call) {
    locks(call).destroy(call.agent(), call.argument(0));
    return 0;
  }

  private static long sleep(ServiceCall call) {
    locks(call).sleep(call.agent(), call.argument(0), call.argument(1));
    return 0;
  }

  private static void bothTouched(Footprint call) {
    call.condition(call.argument(0));
    call.mutex(call.argument(1));
  }

  private static long wake(ServiceCall call) {
    if (!locks(call).wake(call.agent(), call.argument(0))) {
      call.waitFor(
          new Wait.ForThreads("a signal of " + locks(call).name(call.agent(), call.argument(0))));
    }
    return 0;
  }

  private static long leave(ServiceCall call) {
    return locks(call).leave(call.agent(), call.argument(0)) ? 1 : 0;
  }

  private static long signal(ServiceCall call, boolean all) {
    locks(call).signal(call.agent(), call.argument(0), all);
    return 0;
  }

  private static long level(ServiceCall call) {
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
