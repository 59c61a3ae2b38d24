package org.shmemlab.model.program;

/**
 * What an agent asks of its PE's run-time system: everything that is neither computation nor
 * communication. Arguments are registers in the order given; pointers are addresses; C's {@code
 * int} results are {@link ScalarType#I32}. A service that must wait (marked "waits") is a guarded
 * step: it has no effect until it can finish.
 *
 * <p>Services follow the C standard library (ISO C 17, chapter 7), the CUDA Runtime API reference
 * and the NVSHMEM API, each restricted as said.
 */
public enum Service {
  // ---- C library: output. Results: characters written.
  /** format, values… (integers as registers, floating values as F64, pointers as addresses). */
  PRINTF,
  /** stream (1 = stdout, 2 = stderr), format, values…. */
  FPRINTF,
  /** buffer, format, values…. */
  SPRINTF,
  /** buffer, size, format, values…. */
  SNPRINTF,
  /** string; writes a newline after it. */
  PUTS,
  /** string, stream. */
  FPUTS,
  /** character, stream. */
  FPUTC,
  /** stream or 0. */
  FFLUSH,
  /** message string: C's perror, without an errno of its own. */
  PERROR,

  // ---- C library: memory and strings. Work on any memory that the agent may reach.
  /** bytes → address of private host memory. */
  MALLOC,
  /** count, bytes → address, zero-filled. */
  CALLOC,
  /** address, bytes → address. */
  REALLOC,
  /** alignment, bytes → address. */
  ALIGNED_ALLOC,
  /** address. */
  FREE,
  /** destination, byte, bytes → destination. */
  MEMSET,
  /** destination, source, bytes → destination; overlap is a fault. */
  MEMCPY,
  /** destination, source, bytes → destination. */
  MEMMOVE,
  /** first, second, bytes → sign. */
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
  /** string → address of a private copy. */
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
  /** name, value, overwrite → 0. */
  SETENV,

  // ---- C library: process.
  /** status: ends this PE. */
  EXIT,
  /** Ends the PE as a failure. */
  ABORT,
  /** text of the condition: fails with file and line of the instruction. */
  ASSERT_FAILED,
  /** → next number of the PE's own generator, as glibc's with the same seed. */
  RAND,
  /** seed. */
  SRAND,
  /** → seconds of the logical clock. */
  TIME,
  /** → nanoseconds of the logical clock. */
  NANOSECONDS,
  /** → process number of the PE: made up, equal in every run. */
  GETPID,
  /** buffer, bytes → 0; "node0", "node1", …. */
  GETHOSTNAME,

  // ---- CUDA: devices. Results are cudaError_t values unless said.
  /** → number of GPUs of the node, at least 1. */
  CUDA_DEVICE_COUNT,
  /** device → error. */
  CUDA_SET_DEVICE,
  /** → selected device. */
  CUDA_GET_DEVICE,
  /** attribute number, device → value. */
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
  /** Waits, then forgets all device memory of the PE → error. */
  CUDA_DEVICE_RESET,

  // ---- CUDA: memory.
  /** bytes → address of device memory, or 0 with the last error set. */
  CUDA_MALLOC,
  /** bytes → address of host memory that devices can reach. */
  CUDA_MALLOC_HOST,
  /** bytes → address of managed memory. */
  CUDA_MALLOC_MANAGED,
  /** address → error; for all three kinds. Waits for the device as CUDA does. */
  CUDA_FREE,
  /** address → error for host memory made by CUDA_MALLOC_HOST. */
  CUDA_FREE_HOST,
  /** destination, source, bytes, kind (cudaMemcpyKind): runs on a stream agent → error. */
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

  // ---- CUDA: streams and events. Stream 0 is the legacy default stream.
  /** non-blocking flag (bit 0), priority → stream handle. */
  CUDA_STREAM_CREATE,
  /** stream: its queued work still runs. → error. */
  CUDA_STREAM_DESTROY,
  /** stream; waits → error. */
  CUDA_STREAM_SYNCHRONIZE,
  /** stream → error; cudaErrorNotReady (600) while work is queued. */
  CUDA_STREAM_QUERY,
  /** → event handle. */
  CUDA_EVENT_CREATE,
  /** event → error. */
  CUDA_EVENT_DESTROY,
  /** event: the host records it → version; the stream's CUDA_EVENT_MARK completes that version. */
  CUDA_EVENT_RECORD,
  /** event → version of its latest record, 0 for none. */
  CUDA_EVENT_VERSION,
  /** event, version: runs on a stream agent; everything up to this version is complete. */
  CUDA_EVENT_MARK,
  /** event, version: runs on a stream agent; waits until that version is complete. */
  CUDA_EVENT_AWAIT,
  /** event; waits until its latest record is complete → error. */
  CUDA_EVENT_SYNCHRONIZE,
  /** event → error; cudaErrorNotReady (600) while its latest record is not complete. */
  CUDA_EVENT_QUERY,
  /** first, second → F32 milliseconds of the logical clock between their completions. */
  CUDA_EVENT_ELAPSED,

  // ---- CUDA: launches.
  /**
   * kernel address, grid x, y, z, block x, y, z, shared bytes, stream, address of an array of
   * pointers to the arguments, flags (1 = cooperative, 2 = NVSHMEM collective) → error. Arguments
   * are copied at the call; the grid runs as a task of the stream.
   */
  CUDA_LAUNCH,
  /** kernel address, block threads, shared bytes → resident blocks per SM. */
  CUDA_OCCUPANCY,
  /**
   * kernel address, block x, y, z, shared bytes → largest grid that NVSHMEM launches collectively.
   */
  NVSHMEM_COLLECTIVE_GRID_SIZE,

  // ---- NVSHMEM and OpenSHMEM: setup, memory, teams.
  /** → 0 not initialised, 1 bootstrapped, 2 initialised (nvshmemx_init_status). */
  NVSHMEM_INIT_STATUS,
  /** → 0 before MPI_Init, 1 after it, 2 after MPI_Finalize. */
  MPI_INIT_STATUS,
  /** status: ends every PE of the job. */
  GLOBAL_EXIT,
  /**
   * address, PE → address of the mapping, or 0 where the PE cannot be reached by load and store.
   */
  NVSHMEM_PTR,
  /** address, PE → 1 if the address is symmetric there. */
  ADDRESS_ACCESSIBLE,
  /** team → the PE's number in it, or -1. */
  TEAM_MY_PE,
  /** team → number of PEs, or -1. */
  TEAM_N_PES,
  /** team, PE of it, other team → PE of the other, or -1. */
  TEAM_TRANSLATE_PE,
  /** PE start, log2 of stride, size → handle of the team of these PEs (OpenSHMEM active sets). */
  TEAM_ACTIVE_SET,
  /** address of 128 bytes: fills in a unique id, different at every call. */
  UNIQUE_ID,
  /** options → context handle (OpenSHMEM). */
  CONTEXT_CREATE,
  /** context. */
  CONTEXT_DESTROY
}
