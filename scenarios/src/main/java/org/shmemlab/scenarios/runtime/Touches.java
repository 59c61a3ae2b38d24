package org.shmemlab.scenarios.runtime;

import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Service;

/**
 * What every service touches in the program's memory, as the caller's own loads and stores (ISO C
 * 17, 7.1.4 and 7.24: a function reads and writes what its description says, a string up to and
 * with its zero; memory model, section 9). There is no "else": a new service has to say what it
 * touches, and one that touches more fails.
 */
final class Touches {
  private static final long UNIQUE_ID_BYTES = 128;
  private static final long POINTER_ATTRIBUTES_BYTES = 24;

  private final Footprint call;

  private Touches(Footprint call) {
    this.call = call;
  }

  static void note(Service service, Footprint call) {
    new Touches(call).note(service);
  }

  private void note(Service service) {
    switch (service) {
      case PRINTF -> COutput.reads(call, 0);
      case FPRINTF -> COutput.reads(call, 1);
      case SPRINTF -> call.writes(argument(0), COutput.reads(call, 1).length() + 1L);
      case SNPRINTF -> writesAtMost(argument(1), COutput.reads(call, 2).length() + 1L);
      case PUTS, FPUTS -> text(0);
      case PERROR -> textIfThere(0);

      case REALLOC -> {
        if (argument(0) != Address.NULL) {
          long kept = Math.min(call.bytesOf(argument(0)), argument(1));
          call.reads(argument(0), argument(1) < 0 ? call.bytesOf(argument(0)) : kept);
          call.frees(argument(0));
        }
      }
      case FREE, CUDA_FREE, CUDA_FREE_HOST -> call.frees(argument(0));

      case MEMSET, CUDA_MEMSET -> call.writes(argument(0), argument(2));
      case MEMCPY, MEMMOVE, CUDA_COPY -> {
        call.reads(argument(1), argument(2));
        call.writes(argument(0), argument(2));
      }
      case MEMCMP -> {
        call.reads(argument(0), argument(2));
        call.reads(argument(1), argument(2));
      }
      case CUDA_COPY_2D -> rows();

      case STRLEN,
          STRCHR,
          STRRCHR,
          STRDUP,
          ATOI,
          ATOL,
          ATOF,
          ASSERT_FAILED,
          FAIL,
          NOT_SUPPORTED,
          GETENV ->
          text(0);
      case STRCMP, STRSTR, SETENV -> {
        text(0);
        text(1);
      }
      case STRNCMP -> {
        text(0, argument(2));
        text(1, argument(2));
      }
      case STRCPY -> call.writes(argument(0), text(1) + 1L);
      case STRNCPY -> {
        text(1, argument(2));
        call.writes(argument(0), argument(2));
      }
      case STRCAT -> call.writes(argument(0) + text(0), text(1) + 1L);
      case STRTOL, STRTOUL, STRTOD -> {
        text(0);
        writesIfThere(1, ScalarType.U64.bytes());
      }

      case GETHOSTNAME -> writesAtMost(argument(1), CProcess.hostName(call).length() + 1L);

      case MUTEX_LOCK, MUTEX_TRYLOCK, MUTEX_UNLOCK, MUTEX_DESTROY -> call.mutex(argument(0));
      case CONDITION_WAKE, CONDITION_LEAVE, CONDITION_SIGNAL, CONDITION_BROADCAST ->
          call.condition(argument(0));
      case CONDITION_SLEEP -> {
        call.condition(argument(0));
        call.mutex(argument(1));
      }

      case BULK_COPY_NOW -> CudaAsyncCopies.touchesNow(call);
      case ASYNC_WAIT -> CudaAsyncCopies.touches(call);

      case CUDA_MEM_GET_INFO -> {
        call.writes(argument(0), ScalarType.U64.bytes());
        call.writes(argument(1), ScalarType.U64.bytes());
      }
      case CUDA_POINTER_ATTRIBUTES -> call.writes(argument(0), POINTER_ATTRIBUTES_BYTES);
      case CUDA_LAUNCH -> kernelArguments();
      case UNIQUE_ID -> call.writes(argument(0), UNIQUE_ID_BYTES);

      case ASYNC_COPY,
          BULK_COPY,
          PROXY_FENCE,
          ASYNC_GROUP,
          ASYNC_BESIDE,
          FPUTC,
          FFLUSH,
          MALLOC,
          CALLOC,
          ALIGNED_ALLOC,
          EXIT,
          ABORT,
          LANDING,
          UNWIND_CATCHES,
          UNWIND,
          RAND,
          SRAND,
          TIME,
          NANOSECONDS,
          GETPID,
          THREAD_CREATE,
          THREAD_JOIN,
          THREAD_DETACH,
          THREAD_EXIT,
          GRID_THREAD_EXIT,
          THREAD_SELF,
          THREAD_LOCAL,
          THREAD_LEVEL,
          CUDA_DEVICE_COUNT,
          CUDA_SET_DEVICE,
          CUDA_GET_DEVICE,
          CUDA_DEVICE_ATTRIBUTE,
          CUDA_GET_LAST_ERROR,
          CUDA_PEEK_LAST_ERROR,
          CUDA_ERROR_NAME,
          CUDA_ERROR_STRING,
          CUDA_DEVICE_SYNCHRONIZE,
          CUDA_DEVICE_RESET,
          CUDA_MALLOC,
          CUDA_MALLOC_HOST,
          CUDA_MALLOC_MANAGED,
          CUDA_STREAM_CREATE,
          CUDA_STREAM_DESTROY,
          CUDA_STREAM_SYNCHRONIZE,
          CUDA_STREAM_QUERY,
          CUDA_EVENT_CREATE,
          CUDA_EVENT_DESTROY,
          CUDA_EVENT_RECORD,
          CUDA_EVENT_VERSION,
          CUDA_EVENT_MARK,
          CUDA_EVENT_AWAIT,
          CUDA_EVENT_SYNCHRONIZE,
          CUDA_EVENT_QUERY,
          CUDA_EVENT_ELAPSED,
          CUDA_OCCUPANCY,
          NVSHMEM_COLLECTIVE_GRID_SIZE,
          NVSHMEM_INIT_STATUS,
          MPI_INIT_STATUS,
          GLOBAL_EXIT,
          NVSHMEM_PTR,
          ADDRESS_ACCESSIBLE,
          REGISTER_BUFFER,
          UNREGISTER_BUFFER,
          UNREGISTER_ALL_BUFFERS,
          SYMMETRIC_BYTES,
          TEAM_MY_PE,
          TEAM_N_PES,
          TEAM_TRANSLATE_PE,
          TEAM_ACTIVE_SET,
          TEAM_SET_CONTEXTS,
          TEAM_CONTEXTS,
          CONTEXT_CREATE,
          TEAM_SHARED_CONTEXT,
          CONTEXT_TEAM,
          CONTEXT_LAST,
          NVSHMEM_QUEUE_PAIR,
          CONTEXT_DESTROY -> {} // no memory of the program
    }
  }

  private long argument(int index) {
    return call.argument(index);
  }

  // ---------------------------------------------------------------- strings

  /** A string up to its zero; gives its length. */
  private int text(int argument) {
    return text(argument, CText.UNLIMITED);
  }

  private int text(int argument, long limit) {
    return limit == 0 ? 0 : call.text(argument(argument), limit).length();
  }

  private void textIfThere(int argument) {
    if (argument(argument) != Address.NULL) {
      text(argument);
    }
  }

  private void writesIfThere(int argument, long bytes) {
    if (argument(argument) != Address.NULL) {
      call.writes(argument(argument), bytes);
    }
  }

  /** The buffer that is argument 0, as far as the text goes or the buffer does. */
  private void writesAtMost(long room, long bytes) {
    call.writes(argument(0), Long.compareUnsigned(room, bytes) < 0 ? room : bytes);
  }

  // ---------------------------------------------------------------- CUDA

  // The bytes between the rows are not touched.
  private void rows() {
    long width = argument(4);
    long height = argument(5);
    if (width <= 0 || height < 0 || height > Integer.MAX_VALUE) {
      return;
    }
    for (long row = 0; row < height; row++) {
      call.reads(argument(2) + row * argument(3), width);
      call.writes(argument(0) + row * argument(1), width);
      if (row == 0) {
        // a rectangle that does not fit the objects is the call's own error
        fits(argument(2), argument(3), width, height);
        fits(argument(0), argument(1), width, height);
      }
    }
  }

  private void fits(long address, long pitch, long width, long height) {
    long room = call.bytesOf(address) - (long) Address.offset(address);
    if (pitch < width || (height - 1) > (room - width) / pitch) {
      throw new Fault("the rectangle does not fit its object");
    }
  }

  /** The array of pointers to a kernel's arguments, and the arguments. */
  private void kernelArguments() {
    int index = 0;
    for (Parameter parameter : call.jobState().function(argument(0)).parameters()) {
      long pointer = call.load(ScalarType.U64, argument(9) + 8L * index++);
      ScalarType scalar = parameter.scalar();
      call.reads(pointer, scalar == null ? parameter.bytes() : scalar.bytes());
    }
  }
}
