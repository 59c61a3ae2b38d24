// The part that the tests of this folder share: a communicator of all ranks, a window, and a main function that launches
// the kernel of the test that its argument names.
#pragma once
#include <assert.h>
#include <mpi.h>
#include <nccl.h>
#include <nccl_device.h>
#include <stdio.h>
#include <string.h>

typedef void Kernel(ncclDevComm, ncclWindow_t);

struct Test {
  const char *name;
  Kernel *kernel;
  int threads;
  Test *next;
  static Test *first;
  Test(const char *name, Kernel *kernel, int threads)
      : name(name), kernel(kernel), threads(threads), next(first) {
    first = this;
  }
};
Test *Test::first;

// TEST(name, ranks, threads, verdict, "reason") { body }
#define TEST(name, ranks, threads, verdict, reason)              \
  __global__ void name(ncclDevComm comm, ncclWindow_t window);   \
  static Test test_##name(#name, name, threads);                 \
  __global__ void name(ncclDevComm comm, ncclWindow_t window)

// The window: four words to put into, and four to put from.
enum { SOURCES = 4, WORDS = 8 };

#define WORLD ncclTeamWorld(comm)
#define THREAD ncclCoopThread()
#define AT(i) (8 * (i))

__device__ inline long *word(ncclWindow_t window, int i) {
  return (long *)ncclGetLocalPointer(window, AT(i));
}

// Puts the source of this number into the word of this number.
#define PUT(gin, i, peer, ...) \
  gin.put(WORLD, peer, window, AT(i), window, AT(SOURCES + i), 8, ##__VA_ARGS__)
#define READ(i) *(volatile long *)word(window, i)

static int launch(const char *name, ncclDevComm comm, ncclWindow_t window) {
  for (Test *test = Test::first; test; test = test->next) {
    if (strcmp(test->name, name) == 0) {
      void *args[] = {&comm, &window};
      cudaLaunchKernel((const void *)test->kernel, 1, test->threads, args, 0, 0);
      return 0;
    }
  }
  printf("there is no test %s\n", name);
  return 2;
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
  ncclComm_t world;
  ncclCommInitRank(&world, ranks, id, rank);

  long *memory, zeros[WORDS] = {};
  ncclWindow_t window;
  ncclMemAlloc((void **)&memory, sizeof zeros);
  cudaMemcpy(memory, zeros, sizeof zeros, cudaMemcpyHostToDevice);
  ncclCommWindowRegister(world, memory, sizeof zeros, &window, NCCL_WIN_COLL_SYMMETRIC);
  ncclDevComm comm;
  ncclDevCommRequirements needed = NCCL_DEV_COMM_REQUIREMENTS_INITIALIZER;
  needed.ginConnectionType = NCCL_GIN_CONNECTION_FULL;
  needed.ginContextCount = 2;
  needed.ginSignalCount = 2;
  needed.ginCounterCount = 2;
  needed.worldGinBarrierCount = 1;
  needed.lsaBarrierCount = 1;
  ncclDevCommCreate(world, &needed, &comm);

  int status = launch(argc > 1 ? argv[1] : "", comm, window);
  cudaDeviceSynchronize();
  // Puts may be in flight, whose memory must not be given back: a test ends without that.
  MPI_Finalize();
  return status;
}
