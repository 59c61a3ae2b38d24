package org.shmemlab.scenarios.runtime.cuda;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableLongArray;
import java.util.List;
import java.util.function.LongUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.Allocation;
import org.shmemlab.model.communication.LibraryUse;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Launch;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.Kept;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.runtime.call.CallerCheck;
import org.shmemlab.scenarios.runtime.cuda.LaunchLimits.Dimensions;

/**
 * Launches kernels (CUDA Runtime API reference, "Execution Control" and "Occupancy"; NVSHMEM API,
 * "CUDA kernel launch routines").
 */
public final class CudaLaunches {
  private static final int COOPERATIVE = 1;
  private static final int COLLECTIVE = 2;
  private static final int UNKNOWN = 4;
  private static final int NVSHMEM_INVALID_VALUE = 1; // NVSHMEMX_ERROR_INVALID_VALUE

  /**
   * Kernel address, grid x, y, z, block x, y, z, shared bytes, stream, address of an array of
   * pointers to the arguments, flags (1 = cooperative, 2 = NVSHMEM collective, 4 = attributes that
   * are not known here); gives an error. Arguments are copied at the call; the grid runs as a task
   * of the stream. Nothing is launched with 9 for dimensions out of range, 1 for too much shared
   * memory (the limit is the kernel's largest after opting in), 400 for an unknown stream, 720 for
   * a cooperative grid that is not resident at once. A collective launch gives NVSHMEM's status
   * instead: 1 in all of these cases; a grid of 0, 0, 0 is the largest that fits.
   */
  public static final RuntimeCall LAUNCH =
      RuntimeCall.of(
          "cudaLaunchKernel",
          CallTraits.of(CallTrait.LAUNCHES_KERNEL).thatChanges(Kept.STREAMS),
          CudaLaunches::argumentsRead,
          CudaLaunches::launch);

  /** Kernel address, block threads, shared bytes; gives resident blocks per SM, 0 if none fits. */
  public static final RuntimeCall OCCUPANCY =
      RuntimeCall.of("cudaOccupancyMaxActiveBlocksPerMultiprocessor", CudaLaunches::occupancy);

  /**
   * Kernel address, block x, y, z, shared bytes; gives the largest grid that NVSHMEM launches\n *
   * collectively, 0 if no block fits.
   */
  public static final RuntimeCall COLLECTIVE_GRID_SIZE =
      RuntimeCall.of("nvshmemx_collective_launch_query_gridsize", CudaLaunches::collectiveGridSize);

  /** Ends the calling thread of a grid, in whatever function it is: PTX's exit. */
  public static final RuntimeCall GRID_THREAD_EXIT =
      RuntimeCall.of("__grid_thread_exit", CudaLaunches::exit);

  /** The calls of the family that code of ours makes. */
  public static final ImmutableList<RuntimeCall> CALLS =
      ImmutableList.of(LAUNCH, OCCUPANCY, COLLECTIVE_GRID_SIZE, GRID_THREAD_EXIT);

  private CudaLaunches() {}

  /** A launch as the program asks for it. */
  private record Request(
      int kernel,
      Dimensions grid,
      Dimensions block,
      long sharedBytes,
      long stream,
      long arguments,
      boolean cooperative,
      boolean collective) {}

  /** Why a launch does not happen. */
  private record Refusal(CudaError error, String reason) {}

  private static long launch(ServiceCall call) {
    CallerCheck.requireHostThread(call, "a kernel launch");
    Request request = request(call);
    Refusal refusal = refusal(call, request);
    if (refusal == null) {
      start(call, request);
      return CudaError.SUCCESS.number();
    }
    if (request.collective) {
      call.jobState()
          .warn(call.line(), call.pe(), "nvshmemx_collective_launch fails: " + refusal.reason);
      return NVSHMEM_INVALID_VALUE;
    }
    return CudaErrors.set(call, refusal.error, refusal.reason);
  }

  /** A thread of a grid ends before it returns from its kernel. */
  public static long exit(ServiceCall call) {
    call.device().exit(call.agent());
    return 0;
  }

  /** The array of pointers to a kernel's arguments, and the arguments. */
  private static void argumentsRead(Footprint call) {
    List<Parameter> parameters = call.jobState().function(call.argument(0)).parameters();
    int given = parameters.isEmpty() ? 0 : pointers(call.argument(9), call::bytesOf);
    for (int i = 0; i < Math.min(given, parameters.size()); i++) {
      long pointer = call.load(ScalarType.U64, call.argument(9) + 8L * i);
      ScalarType scalar = parameters.get(i).scalar();
      call.reads(pointer, scalar == null ? parameters.get(i).bytes() : scalar.bytes());
    }
  }

  /** The number of pointers that the array of a launch has room for. */
  private static int pointers(long array, LongUnaryOperator bytesOf) {
    long room = Math.max(0, bytesOf.applyAsLong(array) - Address.offset(array));
    return (int) Math.min(Integer.MAX_VALUE, room / Long.BYTES);
  }

  /** Blocks of a kernel that one multiprocessor holds at once. */
  private static long occupancy(ServiceCall call) {
    CallerCheck.requireHostCode(call, "cudaOccupancyMaxActiveBlocksPerMultiprocessor");
    int kernel = call.device().kernel(call.argument(0));
    Dimensions block = new Dimensions(call.argument(1), 1, 1);
    int multiprocessors = call.jobState().job().gpu().multiprocessors();
    return residentBlocks(call, kernel, block, call.argument(2)) / multiprocessors;
  }

  /** The largest grid whose blocks are all resident; 0 for a block that never fits. */
  private static long collectiveGridSize(ServiceCall call) {
    CallerCheck.requireHostCode(call, "nvshmemx_collective_launch_query_gridsize");
    int kernel = call.device().kernel(call.argument(0));
    return residentBlocks(call, kernel, dimensions(call, 1), call.argument(4));
  }

  private static Request request(ServiceCall call) {
    JobState jobState = call.jobState();
    long flags = call.argument(10);
    if ((flags & UNKNOWN) != 0) {
      throw Fault.unknown(
          "not supported yet: a launch of a kernel that starts before the one in front of it has"
              + " ended, or with an attribute that is not known");
    }
    boolean collective = (flags & COLLECTIVE) != 0;
    if (collective) {
      LibraryUse.requireInitialised(jobState, call.pe(), "nvshmemx_collective_launch");
    }
    Dimensions grid = dimensions(call, 1);
    Dimensions block = dimensions(call, 4);
    int kernel = call.device().kernel(call.argument(0));
    if (collective && grid.isZero()) {
      grid = new Dimensions(residentBlocks(call, kernel, block, call.argument(7)), 1, 1);
    }
    return new Request(
        kernel,
        grid,
        block,
        call.argument(7),
        call.argument(8),
        call.argument(9),
        (flags & COOPERATIVE) != 0,
        collective);
  }

  private static @Nullable Refusal refusal(ServiceCall call, Request request) {
    String shape = LaunchLimits.problem(call.jobState().job().gpu(), request.grid, request.block);
    if (shape != null) {
      return new Refusal(CudaError.INVALID_CONFIGURATION, shape);
    }
    String shared = sharedProblem(call, request.kernel, request.sharedBytes);
    if (shared != null) {
      return new Refusal(CudaError.INVALID_VALUE, shared);
    }
    if (!CudaState.of(call).isStream(request.stream)) {
      return new Refusal(
          CudaError.INVALID_RESOURCE_HANDLE,
          "stream " + request.stream + " was never created or is destroyed");
    }
    long blocks = request.grid.product();
    long resident = residentBlocks(call, request.kernel, request.block, request.sharedBytes);
    if ((request.cooperative || request.collective) && blocks > resident) {
      return new Refusal(
          CudaError.COOPERATIVE_LAUNCH_TOO_LARGE,
          blocks + " blocks must run at once, and the GPU holds " + resident + " of this kind");
    }
    if (blocks > Integer.MAX_VALUE) {
      throw new Fault("a grid of %s blocks: at most 2147483647 are supported", blocks);
    }
    return null;
  }

  private static void start(ServiceCall call, Request request) {
    ImmutableLongArray.Builder values = ImmutableLongArray.builder();
    ImmutableLongArray.Builder copies = ImmutableLongArray.builder();
    JobState jobState = call.jobState();
    AgentCode kernel = jobState.function(call.argument(0));
    int given = given(call, kernel, request.arguments);
    for (int i = 0; i < kernel.parameters().size(); i++) {
      Parameter parameter = kernel.parameters().get(i);
      ScalarType scalar = parameter.scalar();
      long pointer = i < given ? call.load(ScalarType.U64, request.arguments + 8L * i) : 0;
      if (scalar != null) {
        values.add(i < given ? call.load(scalar, pointer) : 0);
      } else {
        Bytes bytes = i < given ? argument(call, pointer, parameter) : new Bytes(parameter.bytes());
        long copy =
            Allocation.place(
                jobState, call.pe(), "parameter " + (i + 1) + " of " + kernel.name(), bytes);
        values.add(copy);
        copies.add(copy);
      }
    }
    call.device()
        .launch(
            call.agent(),
            request.kernel,
            request.grid.toArray(),
            request.block.toArray(),
            (int) request.sharedBytes,
            request.stream,
            request.collective
                ? Launch.COLLECTIVE
                : request.cooperative ? Launch.COOPERATIVE : Launch.PLAIN,
            values.build(),
            copies.build());
  }

  /** The number of arguments that a launch has, where a real one reads past its array. */
  private static int given(ServiceCall call, AgentCode kernel, long arguments) {
    int parameters = kernel.parameters().size();
    int given = parameters == 0 ? 0 : pointers(arguments, at -> call.object(at).bytes());
    if (given < parameters) {
      call.tolerate(
          new Fault(
              "the launch of %s has %s arguments, and the kernel has %s parameters",
              kernel.name(), given, parameters));
    }
    return given;
  }

  private static Bytes argument(ServiceCall call, long pointer, Parameter parameter) {
    call.requireReach(pointer, parameter.bytes());
    return call.read(pointer, parameter.bytes());
  }

  // ---------------------------------------------------------------- occupancy

  /** Blocks that the PE's GPU holds at once; 0 for a block that can never be launched. */
  private static long residentBlocks(
      ServiceCall call, int kernel, Dimensions block, long sharedBytes) {
    JobState jobState = call.jobState();
    boolean valid =
        LaunchLimits.problem(jobState.job().gpu(), Dimensions.ONE, block) == null
            && sharedProblem(call, kernel, sharedBytes) == null;
    return valid
        ? call.device().residentLimit(kernel, (int) block.product(), (int) sharedBytes)
        : 0;
  }

  private static @Nullable String sharedProblem(ServiceCall call, int kernel, long dynamicBytes) {
    int most = LaunchLimits.sharedBytes(call.jobState().job().gpu());
    long fixed = call.device().staticSharedBytes(kernel);
    return dynamicBytes < 0 || dynamicBytes > most - fixed
        ? fixed
            + " static and "
            + dynamicBytes
            + " dynamic bytes of shared memory; a block has at most "
            + most
        : null;
  }

  private static Dimensions dimensions(ServiceCall call, int first) {
    return new Dimensions(call.argument(first), call.argument(first + 1), call.argument(first + 2));
  }
}
