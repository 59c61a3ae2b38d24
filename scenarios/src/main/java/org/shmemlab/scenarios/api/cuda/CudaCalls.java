package org.shmemlab.scenarios.api.cuda;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.runtime.cuda.CudaDevices;
import org.shmemlab.scenarios.runtime.cuda.CudaErrors;
import org.shmemlab.scenarios.runtime.cuda.CudaMemory;

/**
 * Lowers family {@code cuda}: the CUDA Runtime API of host code. Every function returns a {@code
 * cudaError_t} and stores its other results through its first parameters.
 *
 * <p>Source: CUDA Runtime API reference, release 12.8, "Modules".
 */
public final class CudaCalls implements CallLowering {
  static final int DEFAULT_STREAM = 0;

  /** {@code cudaMemcpyDefault}: the direction follows from the addresses. */
  static final int MEMCPY_DEFAULT = 4;

  /** {@code CUDART_VERSION} of the shipped header. */
  private static final int RUNTIME_VERSION = 12080;

  /** Highest stream priority of the GPU that is modelled; the lowest is 0. */
  private static final int GREATEST_PRIORITY = -5;

  @Override
  public int lower(CallSite site) {
    String action = site.function().action();
    if (action.startsWith("mem") && !action.equals("mem_get_info")) {
      return new CopyCalls(site).lower();
    }
    if (action.startsWith("stream_") || action.startsWith("event_")) {
      return new StreamCalls(site).lower();
    }
    Emission emit = new Emission(site.code());
    return switch (action) {
      case "accepted" -> success(site);
      case "get_device_count" -> answer(site, ScalarType.I32, emit.ask(CudaDevices.DEVICE_COUNT));
      case "set_device" -> emit.ask(CudaDevices.SET_DEVICE, site.argument(0));
      case "get_device" -> answer(site, ScalarType.I32, emit.ask(CudaDevices.GET_DEVICE));
      case "get_device_properties" -> DeviceProperties.fill(site);
      case "device_get_attribute" -> {
        int value = emit.ask(CudaDevices.DEVICE_ATTRIBUTE, site.argument(1), site.argument(2));
        yield CudaStatus.unlessFailed(
            site,
            CudaStatus.isUnknown(emit, value),
            () -> emit.store(ScalarType.I32, site.argument(0), 0, value));
      }
      case "device_synchronize" -> emit.ask(CudaDevices.DEVICE_SYNCHRONIZE);
      case "device_reset" -> emit.ask(CudaDevices.DEVICE_RESET);
      case "can_access_peer" -> canAccessPeer(site, emit);
      case "priority_range" -> {
        emit.storeUnlessNull(ScalarType.I32, site.argument(0), site.code().constant(0));
        emit.storeUnlessNull(
            ScalarType.I32, site.argument(1), site.code().constant(GREATEST_PRIORITY));
        yield success(site);
      }
      case "version" -> answer(site, ScalarType.I32, site.code().constant(RUNTIME_VERSION));
      case "get_last_error" -> lastError(site, CudaErrors.GET_LAST_ERROR);
      case "peek_at_last_error" -> lastError(site, CudaErrors.PEEK_LAST_ERROR);
      case "error_string" -> emit.ask(CudaErrors.ERROR_STRING, site.argument(0));
      case "error_name" -> emit.ask(CudaErrors.ERROR_NAME, site.argument(0));
      case "malloc" -> allocate(site, CudaMemory.MALLOC);
      case "malloc_host" -> allocate(site, CudaMemory.MALLOC_HOST);
      case "malloc_managed" -> allocate(site, CudaMemory.MALLOC_MANAGED);
      case "free" -> free(site, CudaMemory.FREE);
      case "free_host" -> free(site, CudaMemory.FREE_HOST);
      case "free_async" -> {
        new StreamTasks(site).enqueue(site.argument(1), CudaMemory.FREE, site.argument(0));
        yield success(site);
      }
      case "mem_get_info" -> emit.ask(CudaMemory.MEM_GET_INFO, site.argument(0), site.argument(1));
      case "pointer_get_attributes" ->
          emit.ask(CudaMemory.POINTER_ATTRIBUTES, site.argument(0), site.argument(1));
      case "get_symbol_address" -> answer(site, ScalarType.U64, site.argument(1));
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  private static int success(CallSite site) {
    return site.code().constant(CudaStatus.SUCCESS);
  }

  /** Stores the answer through the first parameter. */
  private static int answer(CallSite site, ScalarType type, int value) {
    new Emission(site.code()).store(type, site.argument(0), 0, value);
    return success(site);
  }

  /** Kernels launch nothing here, so no error can be waiting for device code. */
  private static int lastError(CallSite site, ExternalCall external) {
    return site.onDevice() ? success(site) : new Emission(site.code()).ask(external);
  }

  /** GPUs of a node reach each other; none is its own peer. */
  private static int canAccessPeer(CallSite site, Emission emit) {
    int other = emit.binary(BinaryOp.NE, ScalarType.I32, site.argument(1), site.argument(2));
    return answer(site, ScalarType.I32, other);
  }

  /** A release waits for all earlier work of the device, as CUDA's does. */
  private static int free(CallSite site, ExternalCall external) {
    Emission emit = new Emission(site.code());
    emit.ask(CudaDevices.DEVICE_SYNCHRONIZE);
    return emit.ask(external, site.argument(0));
  }

  /** Where there is no memory left, the service gives null and keeps the error. */
  private static int allocate(CallSite site, ExternalCall external) {
    CodeBuilder code = site.code();
    Emission emit = new Emission(code);
    int bytes = site.argument(1);
    int address = emit.ask(external, bytes);
    emit.store(ScalarType.U64, site.argument(0), 0, address);
    int error = code.constant(CudaStatus.SUCCESS);
    CodeBuilder.Label wasNull = code.label();
    CodeBuilder.Label failed = code.label();
    CodeBuilder.Label done = code.label();
    code.branch(address, done, wasNull);
    code.place(wasNull);
    code.branch(bytes, failed, done); // of no bytes, null is the right address
    code.place(failed);
    code.emit(new Instruction.Move(error, emit.ask(CudaErrors.PEEK_LAST_ERROR)));
    code.place(done);
    return error;
  }
}
