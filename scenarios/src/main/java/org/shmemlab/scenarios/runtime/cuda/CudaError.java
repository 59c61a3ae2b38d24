package org.shmemlab.scenarios.runtime.cuda;

import org.jspecify.annotations.Nullable;

/** Values of {@code cudaError_t}: CUDA Runtime API reference, "Data types used by CUDA Runtime". */
enum CudaError {
  SUCCESS(0, "cudaSuccess", "no error"),
  INVALID_VALUE(1, "cudaErrorInvalidValue", "invalid argument"),
  MEMORY_ALLOCATION(2, "cudaErrorMemoryAllocation", "out of memory"),
  INITIALIZATION_ERROR(3, "cudaErrorInitializationError", "initialization error"),
  CUDART_UNLOADING(4, "cudaErrorCudartUnloading", "driver shutting down"),
  INVALID_CONFIGURATION(9, "cudaErrorInvalidConfiguration", "invalid configuration argument"),
  INVALID_PITCH_VALUE(12, "cudaErrorInvalidPitchValue", "invalid pitch argument"),
  INVALID_SYMBOL(13, "cudaErrorInvalidSymbol", "invalid device symbol"),
  INVALID_HOST_POINTER(16, "cudaErrorInvalidHostPointer", "invalid host pointer"),
  INVALID_DEVICE_POINTER(17, "cudaErrorInvalidDevicePointer", "invalid device pointer"),
  INVALID_MEMCPY_DIRECTION(
      21, "cudaErrorInvalidMemcpyDirection", "invalid copy direction for memcpy"),
  INSUFFICIENT_DRIVER(
      35,
      "cudaErrorInsufficientDriver",
      "CUDA driver version is insufficient for CUDA runtime version"),
  DEVICES_UNAVAILABLE(
      46, "cudaErrorDevicesUnavailable", "CUDA-capable device(s) is/are busy or unavailable"),
  MISSING_CONFIGURATION(
      52, "cudaErrorMissingConfiguration", "__global__ function call is not configured"),
  INVALID_DEVICE_FUNCTION(98, "cudaErrorInvalidDeviceFunction", "invalid device function"),
  NO_DEVICE(100, "cudaErrorNoDevice", "no CUDA-capable device is detected"),
  INVALID_DEVICE(101, "cudaErrorInvalidDevice", "invalid device ordinal"),
  INVALID_KERNEL_IMAGE(200, "cudaErrorInvalidKernelImage", "device kernel image is invalid"),
  DEVICE_UNINITIALIZED(201, "cudaErrorDeviceUninitialized", "invalid device context"),
  NO_KERNEL_IMAGE_FOR_DEVICE(
      209,
      "cudaErrorNoKernelImageForDevice",
      "no kernel image is available for execution on the device"),
  PEER_ACCESS_UNSUPPORTED(
      217,
      "cudaErrorPeerAccessUnsupported",
      "peer access is not supported between these two devices"),
  INVALID_RESOURCE_HANDLE(400, "cudaErrorInvalidResourceHandle", "invalid resource handle"),
  ILLEGAL_STATE(
      401, "cudaErrorIllegalState", "the operation cannot be performed in the present state"),
  SYMBOL_NOT_FOUND(500, "cudaErrorSymbolNotFound", "named symbol not found"),
  NOT_READY(600, "cudaErrorNotReady", "device not ready"),
  ILLEGAL_ADDRESS(700, "cudaErrorIllegalAddress", "an illegal memory access was encountered"),
  LAUNCH_OUT_OF_RESOURCES(
      701, "cudaErrorLaunchOutOfResources", "too many resources requested for launch"),
  LAUNCH_TIMEOUT(702, "cudaErrorLaunchTimeout", "the launch timed out and was terminated"),
  PEER_ACCESS_ALREADY_ENABLED(
      704, "cudaErrorPeerAccessAlreadyEnabled", "peer access is already enabled"),
  PEER_ACCESS_NOT_ENABLED(705, "cudaErrorPeerAccessNotEnabled", "peer access has not been enabled"),
  ASSERT(710, "cudaErrorAssert", "device-side assert triggered"),
  ILLEGAL_INSTRUCTION(715, "cudaErrorIllegalInstruction", "an illegal instruction was encountered"),
  MISALIGNED_ADDRESS(716, "cudaErrorMisalignedAddress", "misaligned address"),
  LAUNCH_FAILURE(719, "cudaErrorLaunchFailure", "unspecified launch failure"),
  COOPERATIVE_LAUNCH_TOO_LARGE(
      720, "cudaErrorCooperativeLaunchTooLarge", "too many blocks in cooperative launch"),
  NOT_PERMITTED(800, "cudaErrorNotPermitted", "operation not permitted"),
  NOT_SUPPORTED(801, "cudaErrorNotSupported", "operation not supported"),
  STREAM_CAPTURE_UNSUPPORTED(
      900, "cudaErrorStreamCaptureUnsupported", "operation not permitted when stream is capturing"),
  STREAM_CAPTURE_INVALIDATED(
      901,
      "cudaErrorStreamCaptureInvalidated",
      "operation failed due to a previous error during capture"),
  STREAM_CAPTURE_MERGE(
      902,
      "cudaErrorStreamCaptureMerge",
      "operation would result in a merge of separate capture sequences"),
  STREAM_CAPTURE_UNMATCHED(
      903,
      "cudaErrorStreamCaptureUnmatched",
      "capture was not ended in the same stream as it began"),
  STREAM_CAPTURE_UNJOINED(
      904, "cudaErrorStreamCaptureUnjoined", "capturing stream has unjoined work"),
  STREAM_CAPTURE_ISOLATION(
      905,
      "cudaErrorStreamCaptureIsolation",
      "dependency created on uncaptured work in another stream"),
  STREAM_CAPTURE_IMPLICIT(
      906,
      "cudaErrorStreamCaptureImplicit",
      "operation would make the legacy stream depend on a capturing blocking stream"),
  CAPTURED_EVENT(
      907,
      "cudaErrorCapturedEvent",
      "operation not permitted on an event last recorded in a capturing stream"),
  GRAPH_EXEC_UPDATE_FAILURE(
      910,
      "cudaErrorGraphExecUpdateFailure",
      "the graph update was not performed because it included changes which violated constraints"
          + " specific to instantiated graph update"),
  UNKNOWN(999, "cudaErrorUnknown", "unknown error");

  private final int number;
  private final String constant;
  private final String description;

  CudaError(int number, String constant, String description) {
    this.number = number;
    this.constant = constant;
    this.description = description;
  }

  int number() {
    return number;
  }

  /** The result of {@code cudaGetErrorName} for a number. */
  static String name(int number) {
    CudaError error = find(number);
    return error == null ? "unrecognized error code" : error.constant;
  }

  /** The result of {@code cudaGetErrorString} for a number. */
  static String description(int number) {
    CudaError error = find(number);
    return error == null ? "unrecognized error code" : error.description;
  }

  private static @Nullable CudaError find(int number) {
    for (CudaError error : values()) {
      if (error.number == number) {
        return error;
      }
    }
    return null;
  }
}
