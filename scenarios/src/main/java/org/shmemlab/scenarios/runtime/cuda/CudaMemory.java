package org.shmemlab.scenarios.runtime.cuda;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import org.shmemlab.model.access.Allocation;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.ObjectDescription;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeerAddresses;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.Kept;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.runtime.call.CallerCheck;
import org.shmemlab.scenarios.runtime.call.Span;

/**
 * Implements CUDA's memory and its queries of pointers (CUDA Runtime API reference, "Memory
 * Management" and "Unified Addressing"). Every object is named after the line that made it.
 */
public final class CudaMemory {
  private static final int TYPE_UNREGISTERED = 0; // cudaMemoryType
  private static final int TYPE_HOST = 1;
  private static final int TYPE_DEVICE = 2;
  private static final int TYPE_MANAGED = 3;
  private static final int NO_DEVICE = -2;
  private static final long ATTRIBUTES_BYTES = 24; // cudaPointerAttributes

  /** Bytes; gives the address of device memory; 0 for no bytes, or with the last error set (2). */
  public static final RuntimeCall MALLOC =
      RuntimeCall.of("cudaMalloc", CallTraits.changing(Kept.MEMORY), CudaMemory::malloc);

  public static final RuntimeCall MALLOC_HOST =
      RuntimeCall.of("cudaMallocHost", CudaMemory::mallocHost);

  public static final RuntimeCall MALLOC_MANAGED =
      RuntimeCall.of("cudaMallocManaged", CudaMemory::mallocManaged);

  /** Address of device or managed memory, or 0; gives an error. Waits for nothing. */
  public static final RuntimeCall FREE =
      RuntimeCall.of(
          "cudaFree",
          CallTraits.changing(Kept.MEMORY),
          call -> call.frees(call.argument(0)),
          CudaMemory::free);

  public static final RuntimeCall FREE_HOST =
      RuntimeCall.of("cudaFreeHost", call -> call.frees(call.argument(0)), CudaMemory::freeHost);

  public static final RuntimeCall MEM_GET_INFO =
      RuntimeCall.of(
          "cudaMemGetInfo",
          CallTraits.lookingAt(Kept.MEMORY),
          CudaMemory::infoWritten,
          CudaMemory::getInfo);

  public static final RuntimeCall POINTER_ATTRIBUTES =
      RuntimeCall.of(
          "cudaPointerGetAttributes",
          CallTraits.lookingAt(Kept.MEMORY),
          call -> call.writes(call.argument(0), ATTRIBUTES_BYTES),
          CudaMemory::pointerAttributes);

  /**
   * Address that cudaMalloc gave, symmetric address, bytes: the symmetric object has this memory
   * from now on, and the address that cudaMalloc gave ends; freeing it does nothing.
   */
  public static final RuntimeCall ADOPT =
      RuntimeCall.of(
          "__adopt",
          CallTraits.changing(Kept.MEMORY),
          call -> call.frees(call.argument(0)),
          CudaMemory::adopt);

  /** The calls of the family that code of ours makes. */
  public static final ImmutableList<RuntimeCall> CALLS =
      ImmutableList.of(
          MALLOC,
          MALLOC_HOST,
          MALLOC_MANAGED,
          FREE,
          FREE_HOST,
          MEM_GET_INFO,
          POINTER_ATTRIBUTES,
          ADOPT);

  private CudaMemory() {}

  // ---------------------------------------------------------------- allocation

  private static long malloc(ServiceCall call) {
    return allocate(call, "cudaMalloc", Residence.DEVICE);
  }

  private static long mallocHost(ServiceCall call) {
    return allocate(call, "cudaMallocHost", Residence.PINNED);
  }

  private static long mallocManaged(ServiceCall call) {
    return allocate(call, "cudaMallocManaged", Residence.MANAGED);
  }

  private static long allocate(ServiceCall call, String function, Residence residence) {
    CallerCheck.requireHostThread(call, function);
    long size = call.argument(0);
    CudaState state = CudaState.of(call);
    if (residence == Residence.DEVICE && Long.compareUnsigned(size, freeBytes(call)) > 0) {
      CudaErrors.set(
          call,
          CudaError.MEMORY_ALLOCATION,
          Long.toUnsignedString(size) + " bytes; " + freeBytes(call) + " are free");
      return Address.NULL;
    }
    if (size == 0) {
      return Address.NULL;
    }
    long bytes = Span.ofObject(function, size);
    long address = call.allocateUnset(function + " at " + call.line(), residence, bytes);
    state.objects.add(address);
    state.deviceBytes += residence == Residence.DEVICE ? size : 0;
    return address;
  }

  // ---------------------------------------------------------------- the end

  /** {@code cudaFree}, once the device has nothing to do, or {@code cudaFreeAsync} on a stream. */
  private static long free(ServiceCall call) {
    CallerCheck.requireHostCode(call, "cudaFree");
    return free(call, "cudaFree", false);
  }

  private static long freeHost(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaFreeHost");
    return free(call, "cudaFreeHost", true);
  }

  private static long adopt(ServiceCall call) {
    String function = "nvshmemx_buffer_register_symmetric";
    CallerCheck.requireHostThread(call, function);
    long address = call.argument(0);
    requireOwned(call, function, address, false);
    ObjectDescription object = call.object(address);
    if (object.bytes() != call.argument(2)) {
      throw new Fault(
          "%s of %s bytes of '%s', which has %s; register the whole of it",
          function, call.argument(2), object.name(), object.bytes());
    }
    CudaState state = CudaState.of(call);
    state.objects.remove(address);
    state.adopted.add(address);
    state.deviceBytes -= object.residence() == Residence.DEVICE ? object.bytes() : 0;
    Allocation.adopt(call.jobState(), call.pe(), address, call.argument(1));
    return 0;
  }

  private static long free(ServiceCall call, String function, boolean pinned) {
    long address = call.argument(0);
    if (address != Address.NULL && !CudaState.of(call).adopted.contains(address)) {
      requireOwned(call, function, address, pinned);
      release(call, address);
    }
    return CudaError.SUCCESS.number();
  }

  /** Ends every object that the PE made with CUDA calls. */
  static void freeAll(ServiceCall call) {
    for (long address : new ArrayList<>(CudaState.of(call).objects)) {
      release(call, address);
    }
  }

  private static void requireOwned(
      ServiceCall call, String function, long address, boolean pinned) {
    ObjectDescription object = call.object(address);
    Residence residence = object.residence();
    long start = Address.start(address);
    if (!CudaState.of(call).objects.contains(start) || pinned != (residence == Residence.PINNED)) {
      throw new Fault(
          "%s of '%s', which is %s%s",
          function, object.name(), residence.text(), hint(residence, function));
    }
    if (address != start) {
      throw new Fault(
          "%s of a pointer %s bytes into '%s'; pass the pointer that the allocation gave",
          function, Address.offset(address), object.name());
    }
  }

  private static String hint(Residence residence, String function) {
    return switch (residence) {
      case DEVICE, MANAGED ->
          function.equals("cudaFree") ? " of the program" : "; free it with cudaFree";
      case PINNED -> "; free it with cudaFreeHost";
      case DEVICE_HEAP -> "; free it with nvshmem_free";
      case HOST_HEAP -> "; free it with shmem_free";
      case HOST -> "; only what malloc made is freed, with free";
      case DEVICE_CONSTANT, SHARED, THREAD, READ_ONLY -> "";
    };
  }

  private static void release(ServiceCall call, long address) {
    ObjectDescription object = call.object(address);
    CudaState state = CudaState.of(call);
    state.objects.remove(address);
    state.deviceBytes -= object.residence() == Residence.DEVICE ? object.bytes() : 0;
    Allocation.free(call.jobState(), call.pe(), address, object.residence(), call.line());
  }

  // ---------------------------------------------------------------- queries

  private static void infoWritten(Footprint call) {
    call.writes(call.argument(0), ScalarType.U64.bytes());
    call.writes(call.argument(1), ScalarType.U64.bytes());
  }

  private static long getInfo(ServiceCall call) {
    CallerCheck.requireHostCode(call, "cudaMemGetInfo");
    JobState jobState = call.jobState();
    long free = freeBytes(call);
    call.store(ScalarType.U64, call.argument(0), free);
    call.store(ScalarType.U64, call.argument(1), jobState.job().gpu().memoryBytes());
    return CudaError.SUCCESS.number();
  }

  /** {@code cudaPointerGetAttributes}: memory without an entry in CUDA's tables is no error. */
  private static long pointerAttributes(ServiceCall call) {
    CallerCheck.requireHostCode(call, "cudaPointerGetAttributes");
    long address = call.argument(1);
    int type = type(call, address);
    boolean known = type != TYPE_UNREGISTERED;
    store(call, ScalarType.I32, 0, type);
    store(call, ScalarType.I32, 4, known ? device(call, address) : NO_DEVICE);
    store(call, ScalarType.U64, 8, known ? address : Address.NULL);
    store(call, ScalarType.U64, 16, type == TYPE_DEVICE ? Address.NULL : address);
    return CudaError.SUCCESS.number();
  }

  private static int type(ServiceCall call, long address) {
    Residence residence;
    try {
      residence = call.object(address).residence();
    } catch (Fault unknown) {
      return TYPE_UNREGISTERED;
    }
    return switch (residence) {
      case HOST, HOST_HEAP, READ_ONLY -> TYPE_UNREGISTERED;
      case PINNED -> TYPE_HOST;
      case MANAGED -> TYPE_MANAGED;
      case DEVICE, DEVICE_CONSTANT, DEVICE_HEAP, SHARED, THREAD -> TYPE_DEVICE;
    };
  }

  /** The device of the PE that holds an address. */
  private static int device(ServiceCall call, long address) {
    int holder = PeerAddresses.holder(call.jobState(), call.pe(), address);
    return CudaState.of(call.jobState().servicesOf(holder)).device(CudaState.FIRST_THREAD);
  }

  private static void store(ServiceCall call, ScalarType type, int offset, long value) {
    call.store(type, call.argument(0) + offset, value);
  }

  private static long freeBytes(ServiceCall call) {
    JobState jobState = call.jobState();
    return jobState.job().gpu().memoryBytes()
        - CudaState.of(call).deviceBytes
        - jobState.heapBytes(call.pe());
  }
}
