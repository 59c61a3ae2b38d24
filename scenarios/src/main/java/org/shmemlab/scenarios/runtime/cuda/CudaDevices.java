package org.shmemlab.scenarios.runtime.cuda;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.Kept;
import org.shmemlab.scenarios.runtime.call.CallerCheck;

/**
 * Implements CUDA's devices (CUDA Runtime API reference, "Device Management"). A node has one GPU
 * for each of its PEs, and every PE drives one of them: the one that its first thread selects.
 * Which device is selected is each thread's own; it is device 0 at first.
 */
public final class CudaDevices {
  private static final int UNKNOWN = -1;

  /** Gives the number of GPUs of a node: one for each PE that a full node has. */
  public static final RuntimeCall DEVICE_COUNT =
      RuntimeCall.of("cudaGetDeviceCount", CudaDevices::count);

  /** Device; gives an error. */
  public static final RuntimeCall SET_DEVICE = RuntimeCall.of("cudaSetDevice", CudaDevices::set);

  /** Gives the selected device. */
  public static final RuntimeCall GET_DEVICE = RuntimeCall.of("cudaGetDevice", CudaDevices::get);

  /** Attribute number (cudaDeviceAttr), device; gives the value, or -1 with the last error set. */
  public static final RuntimeCall DEVICE_ATTRIBUTE =
      RuntimeCall.of("cudaDeviceGetAttribute", CudaDevices::attribute);

  /** Waits for every stream of the PE; gives an error. */
  public static final RuntimeCall DEVICE_SYNCHRONIZE =
      RuntimeCall.of(
          "cudaDeviceSynchronize",
          CallTraits.of(CallTrait.DRAINS_DEVICE, CallTrait.WAITS).thatLooksAt(Kept.STREAMS),
          CudaDevices::synchronize);

  /** Waits, then takes back the PE's CUDA memory, streams, events and last error. */
  public static final RuntimeCall DEVICE_RESET =
      RuntimeCall.of("cudaDeviceReset", CallTraits.changing(Kept.STREAMS), CudaDevices::reset);

  /** The calls of the family that code of ours makes. */
  public static final ImmutableList<RuntimeCall> CALLS =
      ImmutableList.of(
          DEVICE_COUNT, SET_DEVICE, GET_DEVICE, DEVICE_ATTRIBUTE, DEVICE_SYNCHRONIZE, DEVICE_RESET);

  private CudaDevices() {}

  private static long count(ServiceCall call) {
    CallerCheck.requireHostCode(call, "cudaGetDeviceCount");
    return call.jobState().job().layout().pesPerNode();
  }

  private static long set(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaSetDevice");
    int device = call.intArgument(0);
    if (!exists(call, device)) {
      return absent(call, device);
    }
    CudaState.of(call).devices.put(call.agent().thread(), device);
    return CudaError.SUCCESS.number();
  }

  private static long get(ServiceCall call) {
    CallerCheck.requireHostCode(call, "cudaGetDevice");
    return CudaState.of(call)
        .device(CallerCheck.isHostThread(call) ? call.agent().thread() : CudaState.FIRST_THREAD);
  }

  private static long attribute(ServiceCall call) {
    CallerCheck.requireHostCode(call, "cudaDeviceGetAttribute");
    int attribute = call.intArgument(0);
    int device = call.intArgument(1);
    if (!exists(call, device)) {
      absent(call, device);
      return UNKNOWN;
    }
    int value = attribute(call.jobState().job().gpu(), device, attribute);
    if (value == UNKNOWN) {
      CudaErrors.set(
          call, CudaError.INVALID_VALUE, "device attribute " + attribute + " is not known here");
    }
    return value;
  }

  private static long synchronize(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaDeviceSynchronize");
    if (CudaGraphs.refuses(call, "cudaDeviceSynchronize")) {
      return CudaError.STREAM_CAPTURE_UNSUPPORTED.number();
    }
    awaitDevice(call);
    return CudaError.SUCCESS.number();
  }

  /** {@code cudaDeviceReset}: waits, then takes back all that the program made with CUDA calls. */
  private static long reset(ServiceCall call) {
    CallerCheck.requireHostThread(call, "cudaDeviceReset");
    if (awaitDevice(call)) {
      CudaMemory.freeAll(call);
      CudaStreams.destroyAll(call);
      CudaEvents.destroyAll(call);
      CudaErrors.clear(call);
    }
    return CudaError.SUCCESS.number();
  }

  /** Whether all streams of the PE are idle; if not, the call waits for them. */
  static boolean awaitDevice(ServiceCall call) {
    boolean idle = call.device().idle(call.pe());
    if (!idle) {
      call.waitFor(new Wait.ForDevice("the device"));
    } else {
      call.device().joined(call.agent());
    }
    return idle;
  }

  private static boolean exists(ServiceCall call, int device) {
    return device >= 0 && device < call.jobState().job().layout().pesPerNode();
  }

  private static long absent(ServiceCall call, int device) {
    int last = call.jobState().job().layout().pesPerNode() - 1;
    return CudaErrors.set(
        call,
        CudaError.INVALID_DEVICE,
        "device " + device + " does not exist; the node has devices 0 to " + last);
  }

  /**
   * Value of a {@code cudaDeviceAttr}. An attribute that {@link Job.Gpu} does not have is that of
   * an H200; numbers of {@code cudaDeviceAttr} as in the CUDA Runtime API reference.
   */
  private static int attribute(Job.Gpu gpu, int device, int attribute) {
    return switch (attribute) {
      case 1 -> gpu.maxThreadsPerBlock();
      case 2, 3 -> LaunchLimits.BLOCK_XY; // largest block dimensions
      case 4 -> LaunchLimits.BLOCK_Z;
      case 5 -> LaunchLimits.GRID_X; // largest grid dimensions
      case 6, 7 -> LaunchLimits.GRID_YZ;
      case 8 -> 48 << 10; // shared memory per block, bytes
      case 9 -> 64 << 10; // constant memory, bytes
      case 10 -> 32; // threads in a warp
      case 11 -> Integer.MAX_VALUE; // largest pitch, bytes
      case 12, 82 -> 64 << 10; // registers per block and per multiprocessor
      case 13 -> 1_980_000; // clock, kHz
      case 14 -> 512; // texture alignment, bytes
      case 15 -> 1; // copies overlap kernels
      case 16 -> gpu.multiprocessors();
      case 17 -> 0; // limit on a kernel's run time
      case 18 -> 0; // integrated with the host
      case 19 -> 1; // maps host memory
      case 20 -> 0; // compute mode: default
      case 31 -> 1; // concurrent kernels
      case 32 -> 1; // error-correcting memory
      case 33 -> device; // PCI bus
      case 34, 35, 50 -> 0; // PCI device, TCC driver, PCI domain
      case 36 -> 3_201_000; // memory clock, kHz
      case 37 -> 6144; // memory bus, bits
      case 38 -> 60 << 20; // level-2 cache, bytes
      case 39 -> gpu.threadsPerMultiprocessor();
      case 40 -> 3; // copy engines
      case 41 -> 1; // one address space for host and device
      case 75 -> 9; // compute capability
      case 76 -> 0;
      case 78, 79, 80 -> 1; // stream priorities, caches of globals and locals
      case 81 -> gpu.sharedBytesPerMultiprocessor();
      case 83 -> 1; // managed memory
      case 84 -> 0; // several GPUs on a board
      case 85 -> device; // group of that board
      case 86 -> 0; // native atomics between host and device
      case 87 -> 2; // single to double precision speed
      case 88, 89, 90 -> 1; // pageable and managed access, preemption
      case 91 -> 1; // registered host pointers as they are
      case 95 -> 1; // cooperative launch
      case 97 -> LaunchLimits.sharedBytes(gpu); // shared memory per block after opting in
      case 99 -> 1; // registers host memory
      case 100, 101 -> 0; // the host's page tables, direct access to managed memory
      case 106 -> gpu.blocksPerMultiprocessor();
      case 111 -> LaunchLimits.RESERVED_SHARED_BYTES;
      case 115 -> 1; // memory pools
      case 120 -> 1; // clusters
      default -> UNKNOWN;
    };
  }
}
