package org.shmemlab.scenarios.runtime;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.scenarios.runtime.PeRuntime.Event;

/**
 * CUDA's events (CUDA Runtime API reference, "Event Management"). Each record makes a new version
 * of the event; the stream completes that version when it comes to it. An event that was never
 * recorded is complete.
 */
final class CudaEvents {
  private static final double NANOSECONDS_PER_MILLISECOND = 1e6;

  // ---------------------------------------------------------------- called by the host

  long create(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaEventCreate");
    List<Event> events = PeRuntime.of(call).events;
    events.add(new Event(0, 0, 0, -1, false));
    return events.size();
  }

  /** {@code cudaEventDestroy}: work that is queued on the event goes on. */
  long destroy(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaEventDestroy");
    Event event = find(call, 0);
    if (event == null) {
      return unknown(call, 0);
    }
    set(
        call,
        call.argument(0),
        new Event(event.recorded(), event.completed(), event.completedAt(), event.keeper(), true));
    return CudaError.SUCCESS.number();
  }

  /** {@code cudaEventRecord}: the new version, or 0 with the last error set. */
  long record(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaEventRecord");
    Event event = find(call, 0);
    if (event == null) {
      unknown(call, 0);
      return 0;
    }
    long version = event.recorded() + 1;
    set(
        call,
        call.argument(0),
        new Event(version, event.completed(), event.completedAt(), event.keeper(), false));
    return version;
  }

  /** The latest version, 0 for none; -1, with the last error set, for no event. */
  long version(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaStreamWaitEvent");
    Event event = find(call, 0);
    if (event == null) {
      unknown(call, 0);
      return -1;
    }
    return event.recorded();
  }

  long synchronize(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaEventSynchronize");
    Event event = find(call, 0);
    if (event == null) {
      return unknown(call, 0);
    }
    if (!isComplete(event)) {
      call.waitFor(new Wait.ForDevice("event " + call.argument(0)));
    } else {
      follow(call, event);
    }
    return CudaError.SUCCESS.number();
  }

  long query(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaEventQuery");
    Event event = find(call, 0);
    if (event == null) {
      return unknown(call, 0);
    }
    if (!isComplete(event)) {
      return CudaErrors.set(call, CudaError.NOT_READY);
    }
    follow(call, event);
    return CudaError.SUCCESS.number();
  }

  /** {@code cudaEventElapsedTime}: milliseconds as F32, or not-a-number with the last error set. */
  long elapsed(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaEventElapsedTime");
    Event first = find(call, 0);
    Event second = find(call, 1);
    if (first == null || second == null) {
      unknown(call, first == null ? 0 : 1);
      return bits(Float.NaN);
    }
    if (first.recorded() == 0 || second.recorded() == 0) {
      long event = call.argument(first.recorded() == 0 ? 0 : 1);
      CudaErrors.set(
          call, CudaError.INVALID_RESOURCE_HANDLE, "event " + event + " was never recorded");
      return bits(Float.NaN);
    }
    if (!isComplete(first) || !isComplete(second)) {
      CudaErrors.set(call, CudaError.NOT_READY);
      return bits(Float.NaN);
    }
    long nanoseconds = second.completedAt() - first.completedAt();
    return bits((float) (nanoseconds / NANOSECONDS_PER_MILLISECOND));
  }

  // ---------------------------------------------------------------- called by streams

  long mark(ServiceCall call) {
    CallerCheck.requireStream(call, "the completion of an event");
    Event event = made(call);
    long version = Math.max(event.completed(), call.argument(1));
    if (event.keeper() >= 0) {
      call.jobState().forgetKeeper(event.keeper());
    }
    long now = call.jobState().clocks().nanoseconds(call.agent());
    int keeper =
        call.jobState().keeper(call.pe(), -1 - (int) call.argument(0), (int) call.argument(1));
    call.order(call.agent().id(), keeper); // what the stream does later is not in it
    set(
        call,
        call.argument(0),
        new Event(event.recorded(), version, now, keeper, event.destroyed()));
    call.jobState().wakeDevice(call.pe());
    return CudaError.SUCCESS.number();
  }

  long await(ServiceCall call) {
    CallerCheck.requireStream(call, "cudaStreamWaitEvent");
    Event event = made(call);
    if (event.completed() < call.argument(1)) {
      call.waitFor(new Wait.ForDevice("event " + call.argument(0)));
    } else {
      follow(call, event);
    }
    return CudaError.SUCCESS.number();
  }

  private static void follow(ServiceCall call, Event event) {
    if (event.keeper() >= 0) {
      call.order(event.keeper(), call.agent().id());
    }
  }

  // ---------------------------------------------------------------- events by handle

  static void destroyAll(ServiceCall call) {
    PeRuntime.of(call)
        .events
        .replaceAll(event ->
            new Event(
                event.recorded(), event.completed(), event.completedAt(), event.keeper(), true));
  }

  private static boolean isComplete(Event event) {
    return event.completed() >= event.recorded();
  }

  /** The event of a handle, destroyed or not. */
  private static Event made(ServiceCall call) {
    long handle = call.argument(0);
    List<Event> events = PeRuntime.of(call).events;
    if (handle < 1 || handle > events.size()) {
      throw new Fault("event handle " + handle + " names no event; create it first");
    }
    return events.get((int) handle - 1);
  }

  /** The living event that an argument names, or null. */
  private static @Nullable Event find(ServiceCall call, int argument) {
    long handle = call.argument(argument);
    List<Event> events = PeRuntime.of(call).events;
    if (handle < 1 || handle > events.size()) {
      return null;
    }
    Event event = events.get((int) handle - 1);
    return event.destroyed() ? null : event;
  }

  private static long unknown(ServiceCall call, int argument) {
    return CudaErrors.set(
        call,
        CudaError.INVALID_RESOURCE_HANDLE,
        "event " + call.argument(argument) + " was never created or is destroyed");
  }

  private static void set(ServiceCall call, long handle, Event event) {
    PeRuntime.of(call).events.set((int) handle - 1, event);
  }

  private static long bits(float value) {
    return Float.floatToRawIntBits(value) & 0xFFFF_FFFFL;
  }
}
