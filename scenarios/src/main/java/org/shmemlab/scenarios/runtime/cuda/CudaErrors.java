package org.shmemlab.scenarios.runtime.cuda;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.scenarios.runtime.call.CText;
import org.shmemlab.scenarios.runtime.call.CallerCheck;

/**
 * Keeps the CUDA runtime's last error (CUDA Runtime API reference, "Error Handling"): every call
 * that fails sets it, reading it with {@code cudaGetLastError} clears it, success leaves it alone.
 * Each thread of the host has its own. In a kernel, and in a host function that a stream calls, no
 * call sets one.
 */
public final class CudaErrors {
  public static final RuntimeCall GET_LAST_ERROR =
      RuntimeCall.of("cudaGetLastError", CudaErrors::getLast);

  public static final RuntimeCall PEEK_LAST_ERROR =
      RuntimeCall.of("cudaPeekAtLastError", CudaErrors::peekLast);

  public static final RuntimeCall ERROR_NAME = RuntimeCall.of("cudaGetErrorName", CudaErrors::name);

  public static final RuntimeCall ERROR_STRING =
      RuntimeCall.of("cudaGetErrorString", CudaErrors::string);

  /** The calls of the family that code of ours makes. */
  public static final ImmutableList<RuntimeCall> CALLS =
      ImmutableList.of(GET_LAST_ERROR, PEEK_LAST_ERROR, ERROR_NAME, ERROR_STRING);

  private CudaErrors() {}

  private static long getLast(ServiceCall call) {
    long error = peekLast(call);
    clear(call);
    return error;
  }

  private static long peekLast(ServiceCall call) {
    return CallerCheck.isHostThread(call)
        ? CudaState.of(call)
            .lastErrors
            .getOrDefault(call.agent().thread(), CudaError.SUCCESS.number())
        : CudaError.SUCCESS.number();
  }

  public static void clear(ServiceCall call) {
    if (CallerCheck.isHostThread(call)) {
      CudaState.of(call).lastErrors.remove(call.agent().thread());
    }
  }

  private static long name(ServiceCall call) {
    return CText.own(call, CudaError.name(call.intArgument(0)));
  }

  private static long string(ServiceCall call) {
    return CText.own(call, CudaError.description(call.intArgument(0)));
  }

  /** Makes an error the last one; gives its number. */
  public static long set(ServiceCall call, CudaError error) {
    if (CallerCheck.isHostThread(call)) {
      CudaState.of(call).lastErrors.put(call.agent().thread(), error.number());
    }
    return error.number();
  }

  /** As {@link #set}, and warns the user with the reason, which CUDA does not say. */
  public static long set(ServiceCall call, CudaError error, String reason) {
    call.jobState().warn(call.line(), call.pe(), CudaError.name(error.number()) + ": " + reason);
    return set(call, error);
  }
}
