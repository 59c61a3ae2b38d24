package org.shmemlab.model.program;

import com.google.common.collect.ImmutableSet;
import org.jspecify.annotations.Nullable;

/**
 * What an agent asks of its PE's run-time system: everything that is neither computation nor
 * communication. Arguments are registers in the order given; pointers are addresses; C's {@code
 * int} results are {@link ScalarType#I32}. A service that must wait (marked "waits") is a guarded
 * step: it has no effect until it can finish.
 *
 * <p>Services follow the C standard library (ISO C 17, chapter 7), the CUDA Runtime API reference
 * and the NVSHMEM API, each restricted as said.
 *
 * <p>C's functions on memory and strings are loads and stores of the caller's own: host code does
 * not reach device memory with them, and a kernel not host memory. What a program must not do is a
 * fault with one clear line; what CUDA reports as a {@code cudaError_t} is returned, kept as the
 * last error and, but for cudaErrorNotReady, told as a warning with its reason.
 */
public enum Service {
  // ---- C library: output. Results: characters written.
  /**
   * format, values… (integers as registers, floating values as F64, pointers as addresses). All of
   * C 17 but %n; {@code long double} is {@code double}. In a kernel → number of values, as in CUDA.
   */
  PRINTF,
  /** stream (1 = stdout, 2 = stderr), format, values…. */
  FPRINTF,
  /** buffer, format, values…. */
  SPRINTF,
  /** buffer, size, format, values…. */
  SNPRINTF,
  /** string; writes a newline after it. */
  PUTS,
  /** string, stream → 1. */
  FPUTS,
  /** character, stream → the character. */
  FPUTC,
  /** stream or 0 → 0: nothing is buffered. */
  FFLUSH,
  /** message string: C's perror; errno is always 0, so the text is that of success. */
  PERROR,

  // ---- C library: memory and strings. Work on any memory that the agent may reach.
  /** bytes → address of private host memory; in a kernel of device memory. */
  MALLOC,
  /** count, bytes → address, zero-filled. */
  CALLOC,
  /** address, bytes → address, always a new one. */
  REALLOC,
  /** alignment, bytes → address, or 0 for an alignment that is no power of two. */
  ALIGNED_ALLOC,
  /** address that malloc, calloc, realloc, aligned_alloc or strdup gave, or 0. */
  FREE,
  /** destination, byte, bytes → destination. */
  MEMSET,
  /** destination, source, bytes → destination; overlap is a fault. */
  MEMCPY,
  /** destination, source, bytes → destination. */
  MEMMOVE,
  /** first, second, bytes → difference of the first bytes that differ, as unsigned. */
  MEMCMP,
  STRLEN,
  STRCMP,
  STRNCMP,
  STRCPY,
  STRNCPY,
  STRCAT,
  STRCHR,
  STRRCHR,
  STRSTR,
  /** string → address of a private copy, for FREE. */
  STRDUP,
  /** string, address of end pointer or 0, base → I64. */
  STRTOL,
  /** string, address of end pointer or 0, base → U64. */
  STRTOUL,
  /** string, address of end pointer or 0 → F64. */
  STRTOD,
  ATOI,
  ATOL,
  ATOF,
  /** name → address of the value or 0. */
  GETENV,
  /** name, value, overwrite → 0, or -1 for a name that is empty or has a '='. */
  SETENV,

  // ---- C library: process.
  /** status: ends this PE's host thread; its device works on. */
  EXIT,
  /** Ends the PE with status 134 and "Aborted" on stderr; in a kernel a fault: __trap. */
  ABORT,
  /** text of the condition: fails with file and line of the instruction. */
  ASSERT_FAILED,
  /** text: fails with it, file and line of the instruction. */
  FAIL,
  /** text of a construct: fails with file and line, because nothing here knows what it does. */
  NOT_SUPPORTED,
  /** → next number of the PE's own generator, as glibc's with the same seed. */
  RAND,
  /** seed. */
  SRAND,
  /** → seconds that the machine's clocks show: never wall time. */
  TIME,
  /** → nanoseconds that the machine's clocks show: never wall time. */
  NANOSECONDS,
  /** → process number of the PE: made up, equal in every run. */
  GETPID,
  /** buffer, bytes → 0, or -1 where it does not fit; "node0", "node1", …. */
  GETHOSTNAME,

  // ---- Exceptions of C++.
  /**
   * address of what is caught here: follows a call at once → the exception that ended the call, or
   * 0 if it returned.
   */
  LANDING,
  /**
   * how many calls up → what the LANDING there catches; 0 where nothing follows that call, -1 where
   * there is no such call.
   */
  UNWIND_CATCHES,
  /** exception, not 0: ends the calls up to the next LANDING. */
  UNWIND,

  // ---- Threads of the host: POSIX.1-2017 pthreads. Threads have numbers; that of main's is 0.
  /** function of one pointer, pointer → number of the thread that calls it. */
  THREAD_CREATE,
  /** number; waits until that thread has ended → what it gave. */
  THREAD_JOIN,
  /** number: the thread will not be joined. */
  THREAD_DETACH,
  /** result: ends the calling thread; the PE ends with status 0 when its last one does. */
  THREAD_EXIT,
  /** Ends the calling thread of a grid, in whatever function it is: PTX's exit. */
  GRID_THREAD_EXIT,
  /** → number of the calling thread. */
  THREAD_SELF,
  /** thread-local variable, as it is in the beginning → address of the caller's own copy. */
  THREAD_LOCAL,
  /** mutex; waits until it is free, or the caller's own if it is recursive. */
  MUTEX_LOCK,
  /** mutex → 0, or 16 (EBUSY) if it is not free. */
  MUTEX_TRYLOCK,
  /** mutex; a fault if the caller has not locked it. */
  MUTEX_UNLOCK,
  /** mutex; a fault if it is locked. */
  MUTEX_DESTROY,
  /** condition, mutex: gives the mutex back and begins to wait; CONDITION_WAKE has to follow. */
  CONDITION_SLEEP,
  /** condition; waits for a signal that was given since CONDITION_SLEEP. */
  CONDITION_WAKE,
  /** condition: ends the caller's wait → 1 if a signal was for it, else 0: its time was over. */
  CONDITION_LEAVE,
  /** condition: one of those who wait may go on. */
  CONDITION_SIGNAL,
  /** condition: all who wait may go on. */
  CONDITION_BROADCAST,
  /** level that the program asks of OpenSHMEM: 0 single, 1 funneled, 2 serialized, 3 multiple. */
  THREAD_LEVEL,

  // ---- CUDA: devices. Results are cudaError_t values unless said.
  /** → number of GPUs of a node: one for each PE that a full node has. */
  CUDA_DEVICE_COUNT,
  /** device → error; cudaErrorInvalidDevice (101) if the node has no such device. */
  CUDA_SET_DEVICE,
  /** → selected device. */
  CUDA_GET_DEVICE,
  /**
   * attribute number (cudaDeviceAttr), device → value, or -1 with the last error set: 101 for the
   * device, 1 for the attribute.
   */
  CUDA_DEVICE_ATTRIBUTE,
  /** → last error, and clears it. */
  CUDA_GET_LAST_ERROR,
  /** → last error. */
  CUDA_PEEK_LAST_ERROR,
  /** error → address of its name. */
  CUDA_ERROR_NAME,
  /** error → address of its description. */
  CUDA_ERROR_STRING,
  /** Waits for every stream of the PE → error. */
  CUDA_DEVICE_SYNCHRONIZE,
  /** Waits, then takes back the PE's CUDA memory, streams, events and last error → error. */
  CUDA_DEVICE_RESET,

  // ---- CUDA: memory.
  /** bytes → address of device memory; 0 for no bytes, or with the last error set (2). */
  CUDA_MALLOC,
  /** bytes → address of host memory that devices can reach. */
  CUDA_MALLOC_HOST,
  /** bytes → address of managed memory. */
  CUDA_MALLOC_MANAGED,
  /** address of device or managed memory, or 0 → error. Waits for nobody. */
  CUDA_FREE,
  /** address of host memory made by CUDA_MALLOC_HOST, or 0 → error. Waits for nobody. */
  CUDA_FREE_HOST,
  /**
   * destination, source, bytes, kind (cudaMemcpyKind): runs on a stream agent → error. A kind that
   * contradicts the memory of an operand is a fault; peers' memory counts as device memory.
   */
  CUDA_COPY,
  /** destination, destination pitch, source, source pitch, width, height, kind, as CUDA_COPY. */
  CUDA_COPY_2D,
  /** destination, byte value, bytes: runs on a stream agent → error. */
  CUDA_MEMSET,
  /** free bytes pointer, total bytes pointer → error. */
  CUDA_MEM_GET_INFO,
  /**
   * attributes pointer (cudaPointerAttributes: int type, int device, 2 pointers), address → error.
   */
  CUDA_POINTER_ATTRIBUTES,

  // ---- CUDA: asynchronous copies of device threads. Mechanism: 0 cp.async, 1 cp.async.bulk.
  /** destination, source, bytes, bytes of zero behind them: a cp.async for later. */
  ASYNC_COPY,
  /** destination, source, bytes: a cp.async.bulk for later. */
  BULK_COPY,
  /** destination, source, bytes: a cp.async.bulk that happens now; between two ASYNC_BESIDE. */
  BULK_COPY_NOW,
  /** mechanism: the copies since the last group are one. */
  ASYNC_GROUP,
  /** mechanism, number of groups: all older ones are copied. */
  ASYNC_WAIT,
  /** number of a Beside: what the hardware does beside the calling thread. */
  ASYNC_BESIDE,
  /** number of a StateSpace: a fence between what threads and what bulk copies do there. */
  PROXY_FENCE,

  // ---- CUDA: streams and events. Stream 0 is the legacy default stream.
  /** non-blocking flag (bit 0), priority → stream handle. */
  CUDA_STREAM_CREATE,
  /** stream: its queued work still runs → error; 400 for the default and unknown streams. */
  CUDA_STREAM_DESTROY,
  /** stream; waits → error; 400 for an unknown stream. */
  CUDA_STREAM_SYNCHRONIZE,
  /** stream → error; cudaErrorNotReady (600) while work is queued. */
  CUDA_STREAM_QUERY,
  /** → event handle. */
  CUDA_EVENT_CREATE,
  /** event: work queued on it goes on → error; 400 for an unknown event. */
  CUDA_EVENT_DESTROY,
  /**
   * event: the host records it → version; the stream's CUDA_EVENT_MARK completes that version. 0
   * with the last error set (400) for an unknown event.
   */
  CUDA_EVENT_RECORD,
  /** event → version of its latest record, 0 for none; -1 with the last error set if unknown. */
  CUDA_EVENT_VERSION,
  /** event, version: runs on a stream agent; everything up to this version is complete. */
  CUDA_EVENT_MARK,
  /** event, version: runs on a stream agent; waits until that version is complete. */
  CUDA_EVENT_AWAIT,
  /** event; waits until its latest record is complete → error. */
  CUDA_EVENT_SYNCHRONIZE,
  /** event → error; cudaErrorNotReady (600) while its latest record is not complete. */
  CUDA_EVENT_QUERY,
  /**
   * first, second → F32 milliseconds between their completions, as the machine's clocks show them
   * to their streams; not-a-number with the last error set: 400 if one was never recorded or is
   * unknown, 600 if one is not complete.
   */
  CUDA_EVENT_ELAPSED,

  // ---- CUDA: launches.
  /**
   * kernel address, grid x, y, z, block x, y, z, shared bytes, stream, address of an array of
   * pointers to the arguments, flags (1 = cooperative, 2 = NVSHMEM collective, 4 = what nothing
   * here knows) → error. Arguments are copied at the call; the grid runs as a task of the stream.
   * Nothing is launched with 9 for dimensions out of range, 1 for too much shared memory (the limit
   * is what a kernel can opt in to), 400 for an unknown stream, 720 for a cooperative grid that is
   * not resident at once. A collective launch gives NVSHMEM's status instead: 1 in all of these
   * cases; a grid of 0, 0, 0 is the largest that fits.
   */
  CUDA_LAUNCH,
  /** kernel address, block threads, shared bytes → resident blocks per SM; 0 if none fits. */
  CUDA_OCCUPANCY,
  /**
   * kernel address, block x, y, z, shared bytes → largest grid that NVSHMEM launches collectively;
   * 0 if no block fits.
   */
  NVSHMEM_COLLECTIVE_GRID_SIZE,

  // ---- NVSHMEM and OpenSHMEM: setup, memory, teams.
  /** → 0 not initialised or finalised, 2 initialised (nvshmemx_init_status). */
  NVSHMEM_INIT_STATUS,
  /** → 0 before MPI_Init, 1 after it, 2 after MPI_Finalize. */
  MPI_INIT_STATUS,
  /** status: ends every PE of the job. */
  GLOBAL_EXIT,
  /**
   * symmetric address, PE → address of the mapping, or 0 where the PE cannot be reached by load and
   * store: on another node.
   */
  NVSHMEM_PTR,
  /** address, PE → 1 if the address is symmetric there. */
  ADDRESS_ACCESSIBLE,
  /** address, bytes → 0: memory of this PE that transfers may have as their local side. */
  REGISTER_BUFFER,
  /** address of a registered buffer → 0; 7 if it is none. */
  UNREGISTER_BUFFER,
  /** No arguments; no result. */
  UNREGISTER_ALL_BUFFERS,
  /** address of a symmetric object → its bytes. */
  SYMMETRIC_BYTES,
  /** team → the PE's number in it, or -1. */
  TEAM_MY_PE,
  /** team → number of PEs, or -1. */
  TEAM_N_PES,
  /** team, PE of it, other team → PE of the other, or -1. */
  TEAM_TRANSLATE_PE,
  /** PE start, log2 of stride, size → handle of the team of these PEs (OpenSHMEM active sets). */
  TEAM_ACTIVE_SET,
  /** team, number of contexts that it is for: for TEAM_CONTEXTS; of no team nothing is noted. */
  TEAM_SET_CONTEXTS,
  /** team → the number of contexts that it was made for; 0 where nobody said. */
  TEAM_CONTEXTS,
  /** address of 128 bytes: fills in a unique id, different at every call and PE → 0. */
  UNIQUE_ID,
  /** team → a context of it that is no thread's own, or -1. */
  TEAM_SHARED_CONTEXT,
  /** team, options → context handle (OpenSHMEM), never 0: that is the default context. */
  CONTEXT_CREATE,
  /** context; the program quiets it before, as shmem_ctx_destroy does. */
  CONTEXT_DESTROY,
  /** context → handle of its team. */
  CONTEXT_TEAM,
  /** → the number of the last context that was made; 0 for none. */
  CONTEXT_LAST,
  /**
   * → the context of a new queue pair of NVSHMEM; 0, the default one, where the network has none.
   * The first is preceded by the one that stands for any queue pair.
   */
  NVSHMEM_QUEUE_PAIR;

  /**
   * Whether the service only reads memory and changes nothing but the register of its result: a
   * loop over it may be a wait.
   */
  public boolean onlyLooks() {
    return switch (this) {
      case MEMCMP, STRLEN, STRCMP, STRNCMP, STRCHR, STRRCHR, STRSTR, ATOI, ATOL, ATOF -> true;
      default -> false;
    };
  }

  /**
   * Whether the order of the service and of every step of everybody else matters: it ends the job,
   * or asks how far the device has got.
   */
  public boolean meetsEverything() {
    return this == GLOBAL_EXIT || asksDevice();
  }

  /** Whether the service, called by a host, prints, so that it is seen whether it came to that. */
  public boolean prints() {
    return switch (this) {
      case PRINTF, FPRINTF, PUTS, FPUTS, FPUTC, PERROR -> true;
      default -> false;
    };
  }

  /** Whether the service, called by a host, ends all of the host's threads. */
  public boolean endsHost() {
    return this == EXIT || this == ABORT;
  }

  /** Whether the service is about asynchronous copies of a device thread. */
  public boolean isOfAsyncCopies() {
    return switch (this) {
      case ASYNC_COPY, BULK_COPY, BULK_COPY_NOW, ASYNC_GROUP, ASYNC_WAIT, ASYNC_BESIDE -> true;
      default -> false;
    };
  }

  /** Whether the service is a bulk copy of a device thread. */
  public boolean isBulkCopy() {
    return this == BULK_COPY || this == BULK_COPY_NOW;
  }

  /** What the run-time system keeps for all of a PE, beside memory. */
  public enum Kept {
    ENVIRONMENT,
    RANDOM_NUMBERS,
    /** Which memory is given out, and how much is left. */
    MEMORY,
    /** Buffers that are registered for transfers. */
    BUFFERS,
    /** Streams, what is queued on them, and events. */
    STREAMS,
    /** Which records of events are complete. */
    COMPLETIONS,
    TEAMS,
    CONTEXTS;

    private static final ImmutableSet<Kept> ONLY_ENVIRONMENT = ImmutableSet.of(ENVIRONMENT);
    private static final ImmutableSet<Kept> ONLY_MEMORY = ImmutableSet.of(MEMORY);
    private static final ImmutableSet<Kept> ONLY_STREAMS = ImmutableSet.of(STREAMS);
    private static final ImmutableSet<Kept> STREAMS_AND_COMPLETIONS =
        ImmutableSet.of(STREAMS, COMPLETIONS);
    private static final ImmutableSet<Kept> ONLY_TEAMS = ImmutableSet.of(TEAMS);
    private static final ImmutableSet<Kept> ONLY_CONTEXTS = ImmutableSet.of(CONTEXTS);
  }

  /** What the service changes, so that others find it changed; null if nothing of the kind. */
  public @Nullable Kept changes() {
    return switch (this) {
      case SETENV -> Kept.ENVIRONMENT;
      case RAND, SRAND -> Kept.RANDOM_NUMBERS;
      case CUDA_LAUNCH,
          CUDA_STREAM_DESTROY,
          CUDA_EVENT_RECORD,
          CUDA_EVENT_DESTROY,
          CUDA_DEVICE_RESET ->
          Kept.STREAMS;
      case CUDA_EVENT_MARK -> Kept.COMPLETIONS;
      case CUDA_MALLOC, CUDA_FREE -> Kept.MEMORY;
      case REGISTER_BUFFER, UNREGISTER_BUFFER, UNREGISTER_ALL_BUFFERS -> Kept.BUFFERS;
      case CONTEXT_DESTROY -> Kept.CONTEXTS;
      default -> null;
    };
  }

  /** What the service looks at and others may change, beside what it waits for. */
  public ImmutableSet<Kept> looksAt() {
    return switch (this) {
      case GETENV -> Kept.ONLY_ENVIRONMENT;
      case CUDA_EVENT_VERSION,
          CUDA_EVENT_SYNCHRONIZE,
          CUDA_STREAM_SYNCHRONIZE,
          CUDA_DEVICE_SYNCHRONIZE ->
          Kept.ONLY_STREAMS;
      case CUDA_EVENT_ELAPSED -> Kept.STREAMS_AND_COMPLETIONS;
      case TEAM_MY_PE,
          TEAM_N_PES,
          TEAM_TRANSLATE_PE,
          TEAM_CONTEXTS,
          TEAM_SHARED_CONTEXT,
          CONTEXT_CREATE ->
          Kept.ONLY_TEAMS;
      case CONTEXT_TEAM -> Kept.ONLY_CONTEXTS;
      case NVSHMEM_PTR,
          ADDRESS_ACCESSIBLE,
          SYMMETRIC_BYTES,
          CUDA_POINTER_ATTRIBUTES,
          CUDA_MEM_GET_INFO ->
          Kept.ONLY_MEMORY;
      default -> ImmutableSet.of();
    };
  }

  /** Whether the service asks how far the device has got, and does not wait for it. */
  public boolean asksDevice() {
    return this == CUDA_STREAM_QUERY || this == CUDA_EVENT_QUERY;
  }
}
