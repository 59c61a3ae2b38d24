package org.shmemlab.scenarios.runtime.cuda;

import com.google.common.collect.ImmutableList;
import java.util.BitSet;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Stream;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.Kept;
import org.shmemlab.scenarios.runtime.call.CallerCheck;

/** Implements CUDA's streams (CUDA Runtime API reference, "Stream Management"). */
public final class CudaStreams {
  private static final int NON_BLOCKING = 1;

  /** Non-blocking flag (bit 0), priority; gives the handle. */
  public static final RuntimeCall STREAM_CREATE =
      RuntimeCall.of("cudaStreamCreate", CudaStreams::create);

  /** Stream, whose queued work still runs; gives an error, 400 for the default and unknown ones. */
  public static final RuntimeCall STREAM_DESTROY =
      RuntimeCall.of("cudaStreamDestroy", CallTraits.changing(Kept.STREAMS), CudaStreams::destroy);

  public static final RuntimeCall STREAM_SYNCHRONIZE =
      RuntimeCall.of(
          "cudaStreamSynchronize",
          CallTraits.of(CallTrait.DRAINS_DEVICE, CallTrait.WAITS).thatLooksAt(Kept.STREAMS),
          CudaStreams::synchronize);

  /** Stream; gives an error, cudaErrorNotReady (600) while work is queued. */
  public static final RuntimeCall STREAM_QUERY =
      RuntimeCall.of("cudaStreamQuery", CallTraits.of(CallTrait.ASKS_DEVICE), CudaStreams::query);

  /** The calls of the family that code of ours makes. */
  public static final ImmutableList<RuntimeCall> CALLS =
      ImmutableList.of(STREAM_CREATE, STREAM_DESTROY, STREAM_SYNCHRONIZE, STREAM_QUERY);

  private CudaStreams() {}

  private static long create(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaStreamCreate");
    boolean blocking = (call.argument(0) & NON_BLOCKING) == 0;
    int handle = call.device().createStream(call.agent(), blocking);
    CudaState.of(call).streams.set(handle);
    return handle;
  }

  private static long destroy(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaStreamDestroy");
    long handle = call.argument(0);
    if (Stream.isDefault(handle) || !CudaState.of(call).isStream(handle)) {
      return unknown(call, handle);
    }
    call.device().destroyStream(call.pe(), handle);
    CudaState.of(call).streams.clear((int) handle);
    return CudaError.SUCCESS.number();
  }

  private static long synchronize(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaStreamSynchronize");
    long handle = call.argument(0);
    if (!CudaState.of(call).isStream(handle)) {
      return unknown(call, handle);
    }
    if (handle != 0 && handle == CudaState.of(call).nodeStream) {
      return CudaError.SUCCESS.number(); // a node for a copy of pageable memory waits for nothing
    }
    if (isUnderCapture(call, handle)) {
      return refused(call, "cudaStreamSynchronize of stream " + handle);
    }
    if (!call.device().idle(call.pe(), handle)) {
      call.waitFor(
          new Wait.ForDevice(Stream.isDefault(handle) ? "the default stream" : "stream " + handle));
    } else {
      call.device().joined(call.agent(), handle);
    }
    return CudaError.SUCCESS.number();
  }

  private static long query(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaStreamQuery");
    long handle = call.argument(0);
    if (!CudaState.of(call).isStream(handle)) {
      return unknown(call, handle);
    }
    if (isUnderCapture(call, handle)) {
      return refused(call, "cudaStreamQuery of stream " + handle);
    }
    if (!call.device().idle(call.pe(), handle)) {
      return CudaErrors.set(call, CudaError.NOT_READY);
    }
    call.device().joined(call.agent(), handle);
    return CudaError.SUCCESS.number();
  }

  private static boolean isUnderCapture(ServiceCall call, long handle) {
    return call.device().graphs().capture(call.pe(), handle) != null;
  }

  private static long refused(ServiceCall call, String what) {
    CudaGraphs.refuses(call, what);
    return CudaError.STREAM_CAPTURE_UNSUPPORTED.number();
  }

  static void destroyAll(ServiceCall call) {
    BitSet streams = CudaState.of(call).streams;
    streams.stream().forEach(handle -> call.device().destroyStream(call.pe(), handle));
    streams.clear();
  }

  /** Answers a call whose stream does not exist. */
  public static long unknown(ServiceCall call, long handle) {
    return CudaErrors.set(
        call,
        CudaError.INVALID_RESOURCE_HANDLE,
        Stream.isDefault(handle)
            ? "the default stream cannot be destroyed"
            : "stream " + handle + " was never created or is destroyed");
  }
}
