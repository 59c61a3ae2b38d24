package org.shmemlab.scenarios.runtime;

import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.interpreter.Services;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.ServiceState;
import org.shmemlab.model.program.Service;

/**
 * The run-time system of every PE: hands each call to the family that serves it. It has no state of
 * its own, so one serves any number of machines.
 */
public final class RuntimeSystem implements Services {
  private final COutput output = new COutput();
  private final CHeap heap = new CHeap();
  private final CMemory memory = new CMemory();
  private final CStrings strings = new CStrings();
  private final CNumbers numbers = new CNumbers();
  private final CProcess process = new CProcess();
  private final PosixThreads threads = new PosixThreads();
  private final CudaDevices devices = new CudaDevices();
  private final CudaErrors errors = new CudaErrors();
  private final CudaMemory deviceMemory = new CudaMemory();
  private final CudaCopies copies = new CudaCopies();
  private final CudaStreams streams = new CudaStreams();
  private final CudaEvents events = new CudaEvents();
  private final CudaLaunches launches = new CudaLaunches();
  private final ShmemSetup shmem = new ShmemSetup();

  @Override
  public ServiceState start(Job job, int pe) {
    return new PeRuntime();
  }

  @Override
  public void touches(Service service, Footprint footprint) {
    Touches.note(service, footprint);
  }

  @Override
  public long invoke(Service service, ServiceCall call) {
    return switch (service) {
      case PRINTF -> output.printf(call);
      case FPRINTF -> output.fprintf(call);
      case SPRINTF -> output.sprintf(call);
      case SNPRINTF -> output.snprintf(call);
      case PUTS -> output.puts(call);
      case FPUTS -> output.fputs(call);
      case FPUTC -> output.fputc(call);
      case FFLUSH -> output.fflush(call);
      case PERROR -> output.perror(call);

      case MALLOC -> heap.malloc(call);
      case CALLOC -> heap.calloc(call);
      case REALLOC -> heap.realloc(call);
      case ALIGNED_ALLOC -> heap.alignedAlloc(call);
      case FREE -> heap.free(call);
      case STRDUP -> heap.strdup(call);

      case MEMSET -> memory.memset(call);
      case MEMCPY -> memory.memcpy(call);
      case MEMMOVE -> memory.memmove(call);
      case MEMCMP -> memory.memcmp(call);

      case STRLEN -> strings.strlen(call);
      case STRCMP -> strings.strcmp(call);
      case STRNCMP -> strings.strncmp(call);
      case STRCPY -> strings.strcpy(call);
      case STRNCPY -> strings.strncpy(call);
      case STRCAT -> strings.strcat(call);
      case STRCHR -> strings.strchr(call);
      case STRRCHR -> strings.strrchr(call);
      case STRSTR -> strings.strstr(call);

      case STRTOL -> numbers.strtol(call);
      case STRTOUL -> numbers.strtoul(call);
      case STRTOD -> numbers.strtod(call);
      case ATOI -> numbers.atoi(call);
      case ATOL -> numbers.atol(call);
      case ATOF -> numbers.atof(call);

      case GETENV -> process.getenv(call);
      case SETENV -> process.setenv(call);
      case EXIT -> process.exit(call);
      case ABORT -> process.abort(call);
      case ASSERT_FAILED -> process.assertFailed(call);
      case FAIL -> process.fail(call);
      case LANDING -> 0;
      case UNWIND_CATCHES -> call.unwinding().catches(call.intArgument(0));
      case UNWIND -> {
        call.unwinding().unwind(call.argument(0));
        yield 0;
      }
      case NOT_SUPPORTED -> process.failUnknown(call);
      case RAND -> process.rand(call);
      case SRAND -> process.srand(call);
      case TIME -> process.time(call);
      case NANOSECONDS -> process.nanoseconds(call);
      case GETPID -> process.getpid(call);
      case GETHOSTNAME -> process.gethostname(call);

      case THREAD_CREATE -> threads.create(call);
      case THREAD_JOIN -> threads.join(call);
      case THREAD_DETACH -> threads.detach(call);
      case THREAD_EXIT -> threads.exit(call);
      case GRID_THREAD_EXIT -> CudaLaunches.exit(call);
      case THREAD_SELF -> threads.self(call);
      case THREAD_LOCAL -> threads.local(call);
      case MUTEX_LOCK -> threads.lock(call);
      case MUTEX_TRYLOCK -> threads.tryLock(call);
      case MUTEX_UNLOCK -> threads.unlock(call);
      case MUTEX_DESTROY -> threads.destroy(call);
      case CONDITION_SLEEP -> threads.sleep(call);
      case CONDITION_WAKE -> threads.wake(call);
      case CONDITION_LEAVE -> threads.leave(call);
      case CONDITION_SIGNAL -> threads.signal(call, false);
      case CONDITION_BROADCAST -> threads.signal(call, true);
      case THREAD_LEVEL -> threads.level(call);

      case CUDA_DEVICE_COUNT -> devices.count(call);
      case CUDA_SET_DEVICE -> devices.set(call);
      case CUDA_GET_DEVICE -> devices.get(call);
      case CUDA_DEVICE_ATTRIBUTE -> devices.attribute(call);
      case CUDA_DEVICE_SYNCHRONIZE -> devices.synchronize(call);
      case CUDA_DEVICE_RESET -> devices.reset(call);

      case CUDA_GET_LAST_ERROR -> errors.getLast(call);
      case CUDA_PEEK_LAST_ERROR -> errors.peekLast(call);
      case CUDA_ERROR_NAME -> errors.name(call);
      case CUDA_ERROR_STRING -> errors.string(call);

      case CUDA_MALLOC -> deviceMemory.malloc(call);
      case CUDA_MALLOC_HOST -> deviceMemory.mallocHost(call);
      case CUDA_MALLOC_MANAGED -> deviceMemory.mallocManaged(call);
      case CUDA_FREE -> deviceMemory.free(call);
      case CUDA_FREE_HOST -> deviceMemory.freeHost(call);
      case CUDA_MEM_GET_INFO -> deviceMemory.getInfo(call);
      case CUDA_POINTER_ATTRIBUTES -> deviceMemory.pointerAttributes(call);

      case CUDA_COPY -> copies.copy(call);
      case CUDA_COPY_2D -> copies.copy2D(call);
      case CUDA_MEMSET -> copies.memset(call);

      case ASYNC_COPY -> CudaAsyncCopies.copy(call);
      case BULK_COPY -> CudaAsyncCopies.bulkCopy(call);
      case BULK_COPY_NOW -> CudaAsyncCopies.bulkCopyNow(call);
      case PROXY_FENCE -> CudaAsyncCopies.fenceProxies(call);
      case ASYNC_GROUP -> CudaAsyncCopies.group(call);
      case ASYNC_WAIT -> CudaAsyncCopies.await(call);
      case ASYNC_BESIDE -> CudaAsyncCopies.beside(call);

      case CUDA_STREAM_CREATE -> streams.create(call);
      case CUDA_STREAM_DESTROY -> streams.destroy(call);
      case CUDA_STREAM_SYNCHRONIZE -> streams.synchronize(call);
      case CUDA_STREAM_QUERY -> streams.query(call);

      case CUDA_EVENT_CREATE -> events.create(call);
      case CUDA_EVENT_DESTROY -> events.destroy(call);
      case CUDA_EVENT_RECORD -> events.record(call);
      case CUDA_EVENT_VERSION -> events.version(call);
      case CUDA_EVENT_MARK -> events.mark(call);
      case CUDA_EVENT_AWAIT -> events.await(call);
      case CUDA_EVENT_SYNCHRONIZE -> events.synchronize(call);
      case CUDA_EVENT_QUERY -> events.query(call);
      case CUDA_EVENT_ELAPSED -> events.elapsed(call);

      case CUDA_LAUNCH -> launches.launch(call);
      case CUDA_OCCUPANCY -> launches.occupancy(call);
      case NVSHMEM_COLLECTIVE_GRID_SIZE -> launches.collectiveGridSize(call);

      case NVSHMEM_INIT_STATUS -> shmem.initStatus(call);
      case MPI_INIT_STATUS -> call.jobState().mpiStatus(call.pe());
      case GLOBAL_EXIT -> shmem.globalExit(call);
      case NVSHMEM_PTR -> shmem.pointer(call);
      case ADDRESS_ACCESSIBLE -> shmem.addressAccessible(call);
      case REGISTER_BUFFER -> shmem.registerBuffer(call);
      case UNREGISTER_BUFFER -> shmem.unregisterBuffer(call);
      case UNREGISTER_ALL_BUFFERS -> shmem.unregisterAllBuffers(call);
      case SYMMETRIC_BYTES -> shmem.symmetricBytes(call);
      case TEAM_MY_PE -> shmem.teamMyPe(call);
      case TEAM_N_PES -> shmem.teamPes(call);
      case TEAM_TRANSLATE_PE -> shmem.teamTranslatePe(call);
      case TEAM_ACTIVE_SET -> shmem.teamActiveSet(call);
      case TEAM_SET_CONTEXTS -> shmem.teamSetContexts(call);
      case TEAM_CONTEXTS -> shmem.teamContexts(call);
      case UNIQUE_ID -> shmem.uniqueId(call);
      case CONTEXT_CREATE -> shmem.contextCreate(call);
      case CONTEXT_DESTROY -> shmem.contextDestroy(call);
      case CONTEXT_TEAM -> shmem.contextTeam(call);
      case CONTEXT_LAST -> shmem.contextLast(call);
      case NVSHMEM_QUEUE_PAIR -> shmem.queuePair(call);
      case TEAM_SHARED_CONTEXT -> shmem.teamSharedContext(call);
    };
  }
}
