package org.shmemlab.scenarios.runtime.cuda;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.PeerAddresses;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.Kept;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;
import org.shmemlab.scenarios.runtime.call.CHeader;
import org.shmemlab.scenarios.runtime.call.CallerCheck;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;

/**
 * Maps the CUDA memory of another PE of the node (CUDA Runtime API reference, "Device Management",
 * cudaIpc…). A handle names the PE and the allocation; loads and stores through the mapping are
 * those of a mapped peer, as with {@code nvshmem_ptr}.
 */
public final class CudaIpc {
  private static final int HANDLE_BYTES = 64; // cudaIpcMemHandle_t
  private static final int ADDRESS = 8;

  /** The calls of the family that programs make by these names. */
  public static final ImmutableList<DeclaredCall> DECLARED =
      ImmutableList.of(
          CHeader.CUDA_TYPES.host(
              "cudaError_t cudaIpcGetMemHandle(void *handle, void *ptr)",
              CallTraits.lookingAt(Kept.MEMORY),
              call -> call.writes(call.argument(0), HANDLE_BYTES),
              CudaIpc::handle),
          CHeader.CUDA_TYPES.host(
              "cudaError_t cudaIpcOpenMemHandle(void **ptr, const void *handle, unsigned int flags)",
              CallTraits.lookingAt(Kept.MEMORY),
              CudaIpc::opened,
              CudaIpc::open),
          CHeader.CUDA.host("cudaError_t cudaIpcCloseMemHandle(void *ptr)", CudaIpc::close));

  private CudaIpc() {}

  private static long handle(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaIpcGetMemHandle");
    long address = call.argument(1);
    boolean known =
        Address.space(address) == Space.SYMMETRIC
            || CudaState.of(call).objects.contains(Address.start(address));
    if (!known || !call.object(address).residence().reachableFromDevice()) {
      return CudaErrors.set(
          call,
          CudaError.INVALID_VALUE,
          "cudaIpcGetMemHandle of memory that cudaMalloc did not make");
    }
    call.fill(call.argument(0), HANDLE_BYTES, (byte) 0);
    call.store(ScalarType.I64, call.argument(0), call.pe() + 1L);
    call.store(ScalarType.I64, call.argument(0) + ADDRESS, Address.start(address));
    return CudaError.SUCCESS.number();
  }

  private static void opened(Footprint call) {
    call.reads(call.argument(1), HANDLE_BYTES);
    call.writes(call.argument(0), ScalarType.U64.bytes());
  }

  private static long open(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaIpcOpenMemHandle");
    long pe = call.load(ScalarType.I64, call.argument(1)) - 1;
    long address = call.load(ScalarType.I64, call.argument(1) + ADDRESS);
    if (pe < 0 || pe >= call.jobState().job().pes()) {
      throw new Fault("cudaIpcOpenMemHandle of a handle that cudaIpcGetMemHandle did not make");
    }
    if (pe == call.pe()) {
      return CudaErrors.set(
          call,
          CudaError.DEVICE_UNINITIALIZED,
          "cudaIpcOpenMemHandle of memory of the own process; use its pointer");
    }
    if (!call.jobState().job().layout().maps(call.pe(), (int) pe)) {
      return CudaErrors.set(
          call,
          CudaError.PEER_ACCESS_UNSUPPORTED,
          "cudaIpcOpenMemHandle of memory of PE " + pe + ", which is on another node");
    }
    call.store(
        ScalarType.U64,
        call.argument(0),
        PeerAddresses.map(call.jobState(), call.pe(), address, (int) pe));
    return CudaError.SUCCESS.number();
  }

  private static long close(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaIpcCloseMemHandle");
    if (Address.space(call.argument(0)) != Space.PEER) {
      return CudaErrors.set(
          call,
          CudaError.INVALID_VALUE,
          "cudaIpcCloseMemHandle of a pointer that cudaIpcOpenMemHandle did not give");
    }
    return CudaError.SUCCESS.number();
  }
}
