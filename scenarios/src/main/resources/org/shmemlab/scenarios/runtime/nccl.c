/* NCCL's communicators and messages (NCCL documentation, "NCCL API"). A program's own definition of one
   of these comes first. */
#include <cuda_runtime.h>
#include <nccl.h>
#include <shmemlab/own.h>
#include <string.h>

/* Where arguments may be left out, our header declares it for C++ alone. */
cudaError_t cudaMemcpyAsync(void *, const void *, size_t, int, cudaStream_t);

#define OURS __attribute__((weak)) ncclResult_t

int __nccl_rank(int team);
int __nccl_ranks(int team);

static int team(ncclComm_t comm) { return (int)(long)comm - 1; }

OURS ncclGetVersion(int *version) {
  *version = NCCL_VERSION_CODE;
  return ncclSuccess;
}
__attribute__((weak)) const char *ncclGetErrorString(ncclResult_t result) {
  switch (result) {
    case ncclSuccess: return "no error";
    case ncclUnhandledCudaError: return "unhandled cuda error";
    case ncclSystemError: return "unhandled system error";
    case ncclInternalError: return "internal error";
    case ncclInvalidArgument: return "invalid argument";
    case ncclInvalidUsage: return "invalid usage";
    case ncclRemoteError: return "remote process exited or there was a network error";
    case ncclInProgress: return "NCCL operation in progress";
    default: return "unknown result code";
  }
}
__attribute__((weak)) const char *ncclGetLastError(ncclComm_t comm) { return ""; }

/* ---- communicators: each a split of the team of all PEs, or of another one's */

OURS ncclGetUniqueId(ncclUniqueId *id) {
  static int made;
  memset(id, 0, sizeof *id);
  snprintf(id->internal, sizeof id->internal, "ShmemLab %d", made++);
  return ncclSuccess;
}
OURS ncclCommInitRankConfig(
    ncclComm_t *comm, int nranks, ncclUniqueId id, int rank, ncclConfig_t *config) {
  if (nranks < 1 || rank < 0 || rank >= nranks) return ncclInvalidArgument;
  if (nranks != __nccl_ranks(0)) {
    __not_supported("not supported yet: ncclCommInitRank of some of the PEs; ncclCommSplit makes"
           " communicators of some");
  }
  *comm = (ncclComm_t)(__shmemlab_nccl_split(0, 0, rank) + 1L);
  return ncclSuccess;
}
OURS ncclCommInitRank(ncclComm_t *comm, int nranks, ncclUniqueId id, int rank) {
  return ncclCommInitRankConfig(comm, nranks, id, rank, NULL);
}
/* A process has one GPU. */
OURS ncclCommInitAll(ncclComm_t *comms, int devices, const int *list) {
  __not_supported("not supported yet: ncclCommInitAll, which is for several GPUs of one process");
  return ncclInvalidUsage;
}
OURS ncclCommSplit(ncclComm_t comm, int color, int key, ncclComm_t *made, ncclConfig_t *config) {
  int handle = __shmemlab_nccl_split(team(comm), color, key);
  *made = handle < 0 ? NULL : (ncclComm_t)(handle + 1L);
  return ncclSuccess;
}
/* Handles are not used again. */
OURS ncclCommFinalize(ncclComm_t comm) { return ncclSuccess; }
OURS ncclCommDestroy(ncclComm_t comm) { return ncclSuccess; }
OURS ncclCommAbort(ncclComm_t comm) { return ncclSuccess; }
OURS ncclCommCount(const ncclComm_t comm, int *count) {
  *count = __nccl_ranks(team(comm));
  return *count < 0 ? ncclInvalidArgument : ncclSuccess;
}
OURS ncclCommUserRank(const ncclComm_t comm, int *rank) {
  *rank = __nccl_rank(team(comm));
  return *rank < 0 ? ncclInvalidArgument : ncclSuccess;
}
OURS ncclCommCuDevice(const ncclComm_t comm, int *device) {
  return cudaGetDevice(device) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}
OURS ncclCommGetAsyncError(ncclComm_t comm, ncclResult_t *error) {
  *error = ncclSuccess;
  return ncclSuccess;
}
OURS ncclCommRegister(const ncclComm_t comm, void *buffer, size_t bytes, void **handle) {
  *handle = buffer;
  return ncclSuccess;
}
OURS ncclCommDeregister(const ncclComm_t comm, void *handle) { return ncclSuccess; }
OURS ncclMemAlloc(void **memory, size_t bytes) {
  return cudaMalloc(memory, bytes) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}
OURS ncclMemFree(void *memory) {
  return cudaFree(memory) == cudaSuccess ? ncclSuccess : ncclUnhandledCudaError;
}
OURS ncclBcast(
    void *buffer, size_t count, ncclDataType_t type, int root, ncclComm_t comm,
    cudaStream_t stream) {
  return ncclBroadcast(buffer, buffer, count, type, root, comm, stream);
}

/* ---- messages: those of a group start together, and the group ends with the last of them. A send
   ends when the receiver acknowledges it. The receives of a group are carried out one by one. */

struct message {
  int sends, peer, team;
  void *buffer;
  size_t bytes;
  cudaStream_t stream;
};

static _Thread_local struct message *group;
static _Thread_local int messages, room, depth;

static int me(struct message *one) { return __nccl_rank(one->team); }

static int channel(struct message *one, int toPeer, int way) {
  return toPeer ? __shmemlab_nccl_channel(one->team, me(one), one->peer, way)
                : __shmemlab_nccl_channel(one->team, one->peer, me(one), way);
}

static int toItself(struct message *one) { return one->peer == me(one); }

/* The next receive of a rank from itself takes what the next send gives. */
static void copies(void) {
  int from = 0;
  for (int to = 0; to < messages; to++) {
    if (group[to].sends || !toItself(&group[to])) continue;
    while (from < messages && !(group[from].sends && toItself(&group[from]))) from++;
    if (from == messages) __fail("ncclRecv of a rank from itself has no ncclSend in its group");
    cudaMemcpyAsync(group[to].buffer, group[from].buffer, group[to].bytes, cudaMemcpyDefault,
                    group[to].stream);
    from++;
  }
}

static void issue(void) {
  copies();
  for (int i = 0; i < messages; i++) {
    struct message *one = &group[i];
    if (one->sends && !toItself(one))
      __shmemlab_nccl_send(one->buffer, one->bytes, channel(one, 1, 0), one->stream);
  }
  for (int i = 0; i < messages; i++) {
    struct message *one = &group[i];
    if (one->sends || toItself(one)) continue;
    __shmemlab_nccl_receive(one->buffer, one->bytes, channel(one, 0, 0), one->stream);
    __shmemlab_nccl_send(one->buffer, 0, channel(one, 1, 1), one->stream);
  }
  for (int i = 0; i < messages; i++) {
    struct message *one = &group[i];
    if (one->sends && !toItself(one))
      __shmemlab_nccl_receive(one->buffer, 0, channel(one, 0, 1), one->stream);
  }
  messages = 0;
}

static ncclResult_t add(
    int sends, void *buffer, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
    cudaStream_t stream) {
  static const char bytes[] = {1, 1, 4, 4, 8, 8, 2, 4, 8, 2, 1, 1};
  int ranks = __nccl_ranks(team(comm));
  if (ranks < 0 || peer < 0 || peer >= ranks || type >= ncclNumTypes) return ncclInvalidArgument;
  if (count == 0) return ncclSuccess;
  if (messages == room) {
    struct message *before = group;
    room = room ? 2 * room : 8;
    group = (struct message *)malloc((size_t)room * sizeof *group);
    if (messages) memcpy(group, before, (size_t)messages * sizeof *group);
    free(before);
  }
  struct message one = {sends, peer, team(comm), buffer, count * (size_t)bytes[type], stream};
  group[messages++] = one;
  if (depth == 0) issue();
  return ncclSuccess;
}

OURS ncclGroupStart(void) {
  depth++;
  return ncclSuccess;
}
OURS ncclGroupEnd(void) {
  if (depth == 0) return ncclInvalidUsage;
  if (--depth == 0) issue();
  return ncclSuccess;
}
OURS ncclSend(
    const void *buffer, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
    cudaStream_t stream) {
  return add(1, (void *)buffer, count, type, peer, comm, stream);
}
OURS ncclRecv(
    void *buffer, size_t count, ncclDataType_t type, int peer, ncclComm_t comm,
    cudaStream_t stream) {
  return add(0, buffer, count, type, peer, comm, stream);
}
