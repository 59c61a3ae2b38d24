package org.shmemlab.model.sketch;

import com.google.common.primitives.ImmutableLongArray;
import org.shmemlab.model.communication.LibraryUse;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Launch;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.Kept;

/** External calls of sketched programs: numbers printed, kernels launched, threads joined. */
public final class SketchCalls {
  public static final RuntimeCall PRINT =
      RuntimeCall.of("print", CallTraits.of(CallTrait.PRINTS), SketchCalls::print);
  public static final RuntimeCall LAUNCH =
      RuntimeCall.of(
          "launch",
          CallTraits.of(CallTrait.LAUNCHES_KERNEL).thatChanges(Kept.STREAMS),
          SketchCalls::launch);
  public static final RuntimeCall STREAM_CREATE =
      RuntimeCall.of("stream_create", call -> call.device().createStream(call.agent(), false));
  public static final RuntimeCall DEVICE_SYNCHRONIZE =
      RuntimeCall.of(
          "device_synchronize",
          CallTraits.of(CallTrait.DRAINS_DEVICE, CallTrait.WAITS).thatLooksAt(Kept.STREAMS),
          SketchCalls::synchronize);
  public static final RuntimeCall STREAM_QUERY =
      RuntimeCall.of("stream_query", CallTraits.of(CallTrait.ASKS_DEVICE), SketchCalls::print);
  public static final RuntimeCall THREAD_CREATE =
      RuntimeCall.of(
          "thread_create", CallTraits.of(CallTrait.STARTS_THREAD), SketchCalls::startThread);
  public static final RuntimeCall THREAD_JOIN =
      RuntimeCall.of(
          "thread_join", CallTraits.of(CallTrait.JOINS_THREAD, CallTrait.WAITS), SketchCalls::join);
  public static final RuntimeCall THREAD_LEVEL = RuntimeCall.of("thread_level", SketchCalls::level);
  public static final RuntimeCall MUTEX_LOCK =
      RuntimeCall.of(
          "mutex_lock",
          CallTraits.of(CallTrait.LOCKS_MUTEX, CallTrait.WAITS),
          SketchCalls::mutex,
          SketchCalls::lock);
  public static final RuntimeCall MUTEX_UNLOCK =
      RuntimeCall.of("mutex_unlock", SketchCalls::mutex, SketchCalls::unlock);
  public static final RuntimeCall EXIT =
      RuntimeCall.of("exit", CallTraits.of(CallTrait.ENDS_HOST), SketchCalls::print);
  public static final RuntimeCall GLOBAL_EXIT =
      RuntimeCall.of("global_exit", CallTraits.of(CallTrait.ENDS_JOB), SketchCalls::print);

  private SketchCalls() {}

  private static void mutex(Footprint call) {
    call.mutex(call.argument(0));
  }

  private static long print(ServiceCall call) {
    call.jobState().print(call.pe(), Output.STDOUT, Long.toString(call.argument(0)));
    return 0;
  }

  private static long startThread(ServiceCall call) {
    return call.hostThreads()
        .create(call.agent(), Address.ofFunction(call.intArgument(0)), Address.NULL);
  }

  private static long level(ServiceCall call) {
    LibraryUse.level(call.jobState(), call.agent(), call.intArgument(0));
    return 0;
  }

  private static long unlock(ServiceCall call) {
    call.locks().unlock(call.agent(), call.argument(0));
    return 0;
  }

  private static long launch(ServiceCall call) {
    int[] blocks = {call.intArgument(1), 1, 1};
    int[] threads = {call.intArgument(2), 1, 1};
    ImmutableLongArray none = ImmutableLongArray.of();
    call.device()
        .launch(
            call.agent(),
            call.intArgument(0),
            blocks,
            threads,
            0,
            call.argument(3),
            Launch.COLLECTIVE,
            none,
            none);
    return 0;
  }

  private static long synchronize(ServiceCall call) {
    if (call.device().idle(call.pe())) {
      call.device().joined(call.agent());
    } else {
      call.waitFor(new Wait.ForDevice("the device"));
    }
    return 0;
  }

  private static long join(ServiceCall call) {
    int thread = call.intArgument(0);
    if (!call.hostThreads().join(call.agent(), thread)) {
      call.waitFor(new Wait.ForThreads("thread " + thread + " to end"));
    }
    return 0;
  }

  private static long lock(ServiceCall call) {
    if (!call.locks().lock(call.agent(), call.argument(0))) {
      call.waitFor(new Wait.ForThreads("a mutex"));
    }
    return 0;
  }
}
