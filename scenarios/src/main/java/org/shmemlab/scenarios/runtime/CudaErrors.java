package org.shmemlab.scenarios.runtime;

import org.shmemlab.model.interpreter.ServiceCall;

/**
 * The CUDA runtime's last error (CUDA Runtime API reference, "Error Handling"): every call that
 * fails sets it, reading it with {@code cudaGetLastError} clears it, success leaves it alone.
 */
final class CudaErrors {
  long getLast(ServiceCall call) {
    PeRuntime runtime = PeRuntime.of(call);
    int error = runtime.lastError;
    runtime.lastError = CudaError.SUCCESS.number();
    return error;
  }

  long peekLast(ServiceCall call) {
    return PeRuntime.of(call).lastError;
  }

  long name(ServiceCall call) {
    return CText.own(call, CudaError.name(call.intArgument(0)));
  }

  long string(ServiceCall call) {
    return CText.own(call, CudaError.description(call.intArgument(0)));
  }

  /** Makes an error the last one; gives its number. */
  static long set(ServiceCall call, CudaError error) {
    PeRuntime.of(call).lastError = error.number();
    return error.number();
  }

  /** As {@link #set}, and warns the user with the reason, which CUDA does not say. */
  static long set(ServiceCall call, CudaError error, String reason) {
    call.jobState().warn(call.line(), call.pe(), CudaError.name(error.number()) + ": " + reason);
    return set(call, error);
  }
}
