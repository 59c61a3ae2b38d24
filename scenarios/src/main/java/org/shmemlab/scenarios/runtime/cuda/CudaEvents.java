package org.shmemlab.scenarios.runtime.cuda;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Capture;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.Kept;
import org.shmemlab.scenarios.runtime.call.CallerCheck;

/**
 * Implements CUDA's events (CUDA Runtime API reference, "Event Management"). Each record makes a
 * new version of the event; the stream completes that version when it reaches the record. An event
 * that was never recorded is complete.
 */
public final class CudaEvents {
  private static final double NANOSECONDS_PER_MILLISECOND = 1e6;

  public static final RuntimeCall EVENT_CREATE =
      RuntimeCall.of("cudaEventCreate", CudaEvents::create);

  /** Event, on which queued work goes on; gives an error, 400 for an unknown one. */
  public static final RuntimeCall EVENT_DESTROY =
      RuntimeCall.of("cudaEventDestroy", CallTraits.changing(Kept.STREAMS), CudaEvents::destroy);

  /**
   * Event that the host records, stream; gives the version, which the stream's EVENT_MARK
   * completes. A number below 0 says that there is nothing to queue: it is -1 less the error, 0 in
   * a capture.
   */
  public static final RuntimeCall EVENT_RECORD =
      RuntimeCall.of("cudaEventRecord", CallTraits.changing(Kept.STREAMS), CudaEvents::record);

  /**
   * Event, waiting stream; gives the version of the event's latest record, 0 for none, or as above.
   */
  public static final RuntimeCall EVENT_VERSION =
      RuntimeCall.of("__event_version", CallTraits.changing(Kept.STREAMS), CudaEvents::version);

  /** Event, version; runs on a stream's agent: everything up to this version is complete. */
  public static final RuntimeCall EVENT_MARK =
      RuntimeCall.of("__event_mark", CallTraits.changing(Kept.COMPLETIONS), CudaEvents::mark);

  /** Event, version; runs on a stream's agent and waits until that version is complete. */
  public static final RuntimeCall EVENT_AWAIT =
      RuntimeCall.of("__event_await", CallTraits.of(CallTrait.WAITS), CudaEvents::await);

  /** Event; waits until its latest record is complete. */
  public static final RuntimeCall EVENT_SYNCHRONIZE =
      RuntimeCall.of(
          "cudaEventSynchronize",
          CallTraits.of(CallTrait.WAITS).thatLooksAt(Kept.STREAMS),
          CudaEvents::synchronize);

  /** Event; gives an error, cudaErrorNotReady (600) while its latest record is not complete. */
  public static final RuntimeCall EVENT_QUERY =
      RuntimeCall.of("cudaEventQuery", CallTraits.of(CallTrait.ASKS_DEVICE), CudaEvents::query);

  /**
   * Two events; gives the milliseconds (F32) between their completions, as the machine's clocks\n *
   * show them to their streams; not-a-number with the last error set: 400 if one was never\n *
   * recorded or is unknown, 600 if one is not complete.
   */
  public static final RuntimeCall EVENT_ELAPSED =
      RuntimeCall.of(
          "cudaEventElapsedTime",
          CallTraits.lookingAt(Kept.STREAMS, Kept.COMPLETIONS),
          CudaEvents::elapsed);

  /** The calls of the family that code of ours makes. */
  public static final ImmutableList<RuntimeCall> CALLS =
      ImmutableList.of(
          EVENT_CREATE,
          EVENT_DESTROY,
          EVENT_RECORD,
          EVENT_VERSION,
          EVENT_MARK,
          EVENT_AWAIT,
          EVENT_SYNCHRONIZE,
          EVENT_QUERY,
          EVENT_ELAPSED);

  private CudaEvents() {}

  // ---------------------------------------------------------------- called by the host

  private static long create(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaEventCreate");
    List<CudaEvent> events = CudaState.of(call).events;
    events.add(CudaEvent.NEW);
    return events.size();
  }

  /** {@code cudaEventDestroy}: work that is queued on the event goes on. */
  private static long destroy(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaEventDestroy");
    CudaEvent event = find(call, 0);
    if (event == null) {
      return unknown(call, 0);
    }
    set(call, call.argument(0), event.given());
    return CudaError.SUCCESS.number();
  }

  /** {@code cudaEventRecord}: the new version; in a capture a point of the graph. */
  private static long record(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaEventRecord");
    CudaEvent event = find(call, 0);
    if (event == null) {
      return answer(unknown(call, 0));
    }
    if (isOfNode(call)) {
      return 0;
    }
    Capture capture = captureOf(call, 1);
    if (capture != null) {
      set(
          call,
          call.argument(0),
          event.capturedAt(new CudaEvent.Captured(capture.graph(), capture.tails())));
      return answer(CudaError.SUCCESS.number());
    }
    CudaEvent again = event.recordedAgain();
    set(call, call.argument(0), again);
    return again.recorded();
  }

  /**
   * {@code cudaStreamWaitEvent}: the latest version, 0 for none. A stream that waits for a point of
   * a graph takes part in the capture.
   */
  private static long version(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaStreamWaitEvent");
    CudaEvent event = find(call, 0);
    if (event == null) {
      return answer(unknown(call, 0));
    }
    if (isOfNode(call)) {
      return 0;
    }
    Capture capture = captureOf(call, 1);
    CudaEvent.Captured point = event.captured();
    if (point == null) {
      return capture == null
          ? event.recorded()
          : answer(
              CudaErrors.set(
                  call,
                  CudaError.STREAM_CAPTURE_ISOLATION,
                  "a stream under capture waits for event "
                      + call.argument(0)
                      + ", which was recorded outside the capture"));
    }
    if (capture == null) {
      capture = new Capture(point.graph(), false, ImmutableSortedSet.of(), false);
    } else if (capture.graph() != point.graph()) {
      return answer(CudaErrors.set(call, CudaError.STREAM_CAPTURE_MERGE));
    }
    call.device().graphs().capture(call.pe(), call.argument(1), capture.joining(point.tails()));
    return answer(CudaError.SUCCESS.number());
  }

  // A node of a graph learns its version at each launch.
  private static boolean isOfNode(ServiceCall call) {
    int stream = CudaState.of(call).nodeStream;
    return stream != 0 && call.argument(1) == stream;
  }

  /** The version for a node of a graph at a launch: a new one for a record, else the latest. */
  static long version(ServiceCall call, long handle, boolean records) {
    CudaEvent event = CudaState.of(call).events.get((int) handle - 1);
    if (records) {
      event = event.recordedAgain();
      set(call, handle, event);
    }
    return event.recorded();
  }

  private static @Nullable Capture captureOf(ServiceCall call, int argument) {
    long stream = call.argument(argument);
    return CudaState.of(call).isStream(stream)
        ? call.device().graphs().capture(call.pe(), stream)
        : null;
  }

  /** A result of a call instead of a version. */
  private static long answer(long error) {
    return -1 - error;
  }

  private static long synchronize(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaEventSynchronize");
    CudaEvent event = find(call, 0);
    if (event == null) {
      return unknown(call, 0);
    }
    if (event.captured() != null) {
      return captured(call);
    }
    if (!isComplete(event)) {
      call.waitFor(new Wait.ForDevice("event " + call.argument(0)));
    } else {
      follow(call, event);
    }
    return CudaError.SUCCESS.number();
  }

  private static long query(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaEventQuery");
    CudaEvent event = find(call, 0);
    if (event == null) {
      return unknown(call, 0);
    }
    if (event.captured() != null) {
      return captured(call);
    }
    if (!isComplete(event)) {
      return CudaErrors.set(call, CudaError.NOT_READY);
    }
    follow(call, event);
    return CudaError.SUCCESS.number();
  }

  private static long captured(ServiceCall call) {
    return CudaErrors.set(
        call,
        CudaError.CAPTURED_EVENT,
        "event " + call.argument(0) + " was last recorded in a capture: it is a part of the graph");
  }

  /** {@code cudaEventElapsedTime}: milliseconds as F32, or not-a-number with the last error set. */
  private static long elapsed(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaEventElapsedTime");
    CudaEvent first = find(call, 0);
    CudaEvent second = find(call, 1);
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

  private static long mark(ServiceCall call) {
    CallerCheck.requireStream(call, "the completion of an event");
    CudaEvent event = made(call);
    long version = Math.max(event.completed(), call.argument(1));
    if (event.keeper() >= 0) {
      call.jobState().forgetKeeper(event.keeper());
    }
    long now = call.jobState().clocks().nanoseconds(call.agent());
    int keeper =
        call.jobState().keeper(call.pe(), -1 - (int) call.argument(0), (int) call.argument(1));
    call.order(call.agent().id(), keeper); // the version does not contain later tasks of the stream
    set(call, call.argument(0), event.completed(version, now, keeper));
    call.jobState().wakeDevice(call.pe());
    return CudaError.SUCCESS.number();
  }

  private static long await(ServiceCall call) {
    CallerCheck.requireStream(call, "cudaStreamWaitEvent");
    CudaEvent event = made(call);
    if (event.completed() < call.argument(1)) {
      call.waitFor(new Wait.ForDevice("event " + call.argument(0)));
    } else {
      follow(call, event);
    }
    return CudaError.SUCCESS.number();
  }

  private static void follow(ServiceCall call, CudaEvent event) {
    if (event.keeper() >= 0) {
      call.order(event.keeper(), call.agent().id());
    }
  }

  // ---------------------------------------------------------------- events by handle

  static void destroyAll(ServiceCall call) {
    CudaState.of(call).events.replaceAll(CudaEvent::given);
  }

  private static boolean isComplete(CudaEvent event) {
    return event.completed() >= event.recorded();
  }

  /** The event of a handle, destroyed or not. */
  private static CudaEvent made(ServiceCall call) {
    long handle = call.argument(0);
    List<CudaEvent> events = CudaState.of(call).events;
    if (handle < 1 || handle > events.size()) {
      throw new Fault("event handle %s names no event; create it first", handle);
    }
    return events.get((int) handle - 1);
  }

  /** The living event that an argument names, or null. */
  private static @Nullable CudaEvent find(ServiceCall call, int argument) {
    long handle = call.argument(argument);
    List<CudaEvent> events = CudaState.of(call).events;
    if (handle < 1 || handle > events.size()) {
      return null;
    }
    CudaEvent event = events.get((int) handle - 1);
    return event.destroyed() ? null : event;
  }

  private static long unknown(ServiceCall call, int argument) {
    return CudaErrors.set(
        call,
        CudaError.INVALID_RESOURCE_HANDLE,
        "event " + call.argument(argument) + " was never created or is destroyed");
  }

  private static void set(ServiceCall call, long handle, CudaEvent event) {
    CudaState.of(call).events.set((int) handle - 1, event);
  }

  private static long bits(float value) {
    return Float.floatToRawIntBits(value) & 0xFFFF_FFFFL;
  }
}
