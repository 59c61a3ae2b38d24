package org.shmemlab.scenarios.runtime.cuda;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.access.Allocation;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.Kept;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;
import org.shmemlab.scenarios.runtime.call.CHeader;
import org.shmemlab.scenarios.runtime.call.CallerCheck;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;

/**
 * Implements host memory that devices reach (CUDA Runtime API reference, "Memory Management"):
 * registering an object of the host pins the whole of it. Host and device have one address for it.
 */
public final class CudaHostMemory {
  /** The calls of the family that programs make by these names. */
  public static final ImmutableList<DeclaredCall> DECLARED =
      ImmutableList.of(
          CHeader.CUDA.host(
              "cudaError_t cudaHostRegister(void *ptr, size_t size, unsigned int flags)",
              CallTraits.changing(Kept.MEMORY),
              call -> move(call, Residence.HOST, Residence.PINNED)),
          CHeader.CUDA.host(
              "cudaError_t cudaHostUnregister(void *ptr)",
              CallTraits.changing(Kept.MEMORY),
              call -> move(call, Residence.PINNED, Residence.HOST)),
          CHeader.CUDA.host(
              "cudaError_t cudaHostGetDevicePointer(void **device, void *host, unsigned int flags)",
              CallTraits.lookingAt(Kept.MEMORY),
              call -> call.writes(call.argument(0), ScalarType.U64.bytes()),
              CudaHostMemory::devicePointer));

  private CudaHostMemory() {}

  private static long move(ServiceCall call, Residence from, Residence to) {
    CallerCheck.requireHostThread(call, "cudaHostRegister");
    long address = call.argument(0);
    boolean fits =
        Address.space(address) == Space.PRIVATE
            && call.object(address).residence() == from
            && !CudaState.of(call).objects.contains(Address.start(address));
    if (!fits) {
      return CudaErrors.set(
          call,
          CudaError.INVALID_VALUE,
          to == Residence.PINNED
              ? "cudaHostRegister of memory that is no plain memory of the host"
              : "cudaHostUnregister of memory that is not registered");
    }
    Allocation.move(call.jobState(), call.pe(), address, to);
    return CudaError.SUCCESS.number();
  }

  private static long devicePointer(ServiceCall call) {
    CallerCheck.requireHostCode(call, "cudaHostGetDevicePointer");
    long address = call.argument(1);
    if (!call.object(address).residence().reachableFromDevice()) {
      return CudaErrors.set(
          call,
          CudaError.INVALID_VALUE,
          "cudaHostGetDevicePointer of memory that no device reaches; register it with"
              + " cudaHostRegister first");
    }
    call.store(ScalarType.U64, call.argument(0), address);
    return CudaError.SUCCESS.number();
  }
}
