// lab: 15
// Rank 0 sends to rank 1 over NCCL's GIN, in four ways; each has a mistake.
#include <stdio.h>

#include <mpi.h>
#include <nccl.h>
#include <nccl_device.h>

#ifndef PART
#define PART 0  // all of them
#endif
#ifndef FIRST
#define FIRST 100
#endif

// The window: words to put into, from INBOX on, and words to put from, from OUTBOX on.
enum { INBOX = 0, OUTBOX = 4, WORDS = 8 };
#define WORD(i) (*(int *)ncclGetLocalPointer(window, (i) * sizeof(int)))
#define PUT(to, from, ...)                                                                     \
  gin.put(ncclTeamWorld(comm), 1, window, (to) * sizeof(int), window, (from) * sizeof(int), \
          sizeof(int), ##__VA_ARGS__)

// Part 1: two values leave from one word of the outbox.
__global__ void staging(ncclDevComm comm, ncclWindow_t window) {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    for (int i = 0; i < 2; i++) {
      WORD(OUTBOX) = FIRST + i;
      PUT(INBOX + i, OUTBOX, ncclGin_WeakSignalInc{0});
    }
  } else {
    gin.waitSignal(ncclCoopThread(), 0, 2);
    printf("staging: %d %d\n", WORD(INBOX), WORD(INBOX + 1));
  }
}

// Part 2: two puts, and one signal for both.
__global__ void payload(ncclDevComm comm, ncclWindow_t window) {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    for (int i = 0; i < 2; i++) WORD(OUTBOX + i) = FIRST + 2 + i;
    PUT(INBOX, OUTBOX);
    PUT(INBOX + 1, OUTBOX + 1, ncclGin_WeakSignalInc{0});
  } else {
    gin.waitSignal(ncclCoopThread(), 0, 1);
    printf("payload: %d %d\n", WORD(INBOX), WORD(INBOX + 1));
  }
}

// Part 3: rank 0 waits for its put, and meets rank 1.
__global__ void delivery(ncclDevComm comm, ncclWindow_t window) {
  ncclGin gin(comm, 0);
  ncclLsaBarrierSession<ncclCoopThread> barrier(ncclCoopThread(), comm, ncclTeamTagLsa(), 0);
  if (comm.rank == 0) {
    WORD(OUTBOX) = FIRST + 4;
    PUT(INBOX, OUTBOX, ncclGin_None{}, ncclGin_WeakCounterInc{0});
    gin.waitCounter(ncclCoopThread(), 0, 1);
  }
  barrier.sync(ncclCoopThread(), cuda::memory_order_acq_rel);
  if (comm.rank == 1) printf("delivery: %d\n", WORD(INBOX));
}

// Part 4: both ranks meet at a barrier of GIN after the put.
__global__ void meeting(ncclDevComm comm, ncclWindow_t window) {
  ncclGin gin(comm, 0);
  ncclGinBarrierSession<ncclCoopThread> barrier(ncclCoopThread(), gin, ncclTeamTagWorld(), 0);
  if (comm.rank == 0) {
    WORD(OUTBOX) = FIRST + 5;
    PUT(INBOX, OUTBOX);
  }
  barrier.sync(ncclCoopThread(), cuda::memory_order_acq_rel, ncclGinFenceLevel::None);
  if (comm.rank == 1) printf("meeting: %d\n", WORD(INBOX));
}

typedef void Kernel(ncclDevComm, ncclWindow_t);

// Each part has a communicator and a window of its own.
static void launch(Kernel *kernel, ncclComm_t comm) {
  int *words;
  ncclMemAlloc((void **)&words, WORDS * sizeof(int));
  ncclWindow_t window;
  ncclCommWindowRegister(comm, words, WORDS * sizeof(int), &window, NCCL_WIN_COLL_SYMMETRIC);
  ncclDevComm device;
  ncclDevCommRequirements needs = NCCL_DEV_COMM_REQUIREMENTS_INITIALIZER;
  needs.ginSignalCount = 1;
  needs.ginCounterCount = 1;
  needs.lsaBarrierCount = 1;
  needs.worldGinBarrierCount = 1;
  needs.ginConnectionType = NCCL_GIN_CONNECTION_FULL;
  ncclDevCommCreate(comm, &needs, &device);

  kernel<<<1, 1>>>(device, window);
  cudaDeviceSynchronize();

  ncclDevCommDestroy(comm, &device);
  ncclCommWindowDeregister(comm, window);
  ncclMemFree(words);
}

int main(int argc, char **argv) {
  int rank, ranks;
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  cudaSetDevice(rank);
  ncclUniqueId id;
  if (rank == 0) ncclGetUniqueId(&id);
  MPI_Bcast(&id, sizeof id, MPI_BYTE, 0, MPI_COMM_WORLD);
  ncclComm_t comm;
  ncclCommInitRank(&comm, ranks, id, rank);

  Kernel *parts[] = {staging, payload, delivery, meeting};
  for (int part = 1; part <= 4; part++) {
    if (PART == 0 || PART == part) launch(parts[part - 1], comm);
  }

  ncclCommDestroy(comm);
  MPI_Finalize();
  return 0;
}
