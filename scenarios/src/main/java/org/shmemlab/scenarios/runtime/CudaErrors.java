package org.shmemlab.scenarios.runtime;

import org.shmemlab.model.interpreter.ServiceCall;

/**
 * The CUDA runtime's last error (CUDA Runtime API reference, "Error Handling"): every call that
 * fails sets it, reading it with {@code cudaGetLastError} clears it, success leaves it alone. Each
 * thread of the host has its own. In a kernel, and in what a stream calls, nothing sets one.
 */
final class CudaErrors {
  long getLast(ServiceCall call) {
    long error = peekLast(call);
    clear(call);
    return error;
  }

  long peekLast(ServiceCall call) {
    return CallerCheck.isHostThread(call)
        ? PeRuntime.of(call)
            .lastErrors
            .getOrDefault(call.agent().thread(), CudaError.SUCCESS.number())
        : CudaError.SUCCESS.number();
  }

  static void clear(ServiceCall call) {
    if (CallerCheck.isHostThread(call)) {
      PeRuntime.of(call).lastErrors.remove(call.agent().thread());
    }
  }

  long name(ServiceCall call) {
    return CText.own(call, CudaError.name(call.intArgument(0)));
  }

  long string(ServiceCall call) {
    return CText.own(call, CudaError.description(call.intArgument(0)));
  }

  /** Makes an error the last one; gives its number. */
  static long set(ServiceCall call, CudaError error) {
    if (CallerCheck.isHostThread(call)) {
      PeRuntime.of(call).lastErrors.put(call.agent().thread(), error.number());
    }
    return error.number();
  }

  /** As {@link #set}, and warns the user with the reason, which CUDA does not say. */
  static long set(ServiceCall call, CudaError error, String reason) {
    call.jobState().warn(call.line(), call.pe(), CudaError.name(error.number()) + ": " + reason);
    return set(call, error);
  }
}
