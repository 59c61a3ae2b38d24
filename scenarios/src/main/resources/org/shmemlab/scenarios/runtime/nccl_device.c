/* The host's side of NCCL's device interface (NCCL 2.30 user guide, "Device API – Host-Side Setup" and
   "Window Registration"). */
#include <nccl_device.h>
#include <shmemlab/own.h>
#include <string.h>

#define OURS __attribute__((weak)) ncclResult_t

int __nccl_rank(int team);
int __nccl_ranks(int team);
int __nccl_device_api(void);

static const int NODE = __NCCL_TEAM_NODE;

/* Rank and PE are one number then, in every call of a kernel. */
static void whole(ncclComm_t comm) {
  int team = (int)(long)comm - 1;
  if (__nccl_ranks(team) != __shmemlab_nccl_pes() || __nccl_rank(team) != __shmemlab_nccl_pe())
    __not_supported("not supported yet: NCCL's device interface on a communicator of some of the PEs,"
           " or with ranks in another order than the PEs");
}

static void begin(void) {
  if (__shmemlab_nccl_init_status() != 2) __shmemlab_nccl_init();
}

OURS __ncclSymmetricAlloc(void **memory, size_t bytes) {
  begin();
  *memory = __shmemlab_nccl_malloc(bytes);
  return *memory || !bytes ? ncclSuccess : ncclUnhandledCudaError;
}
OURS __ncclSymmetricFree(void *memory) {
  __shmemlab_nccl_free(memory);
  return ncclSuccess;
}
OURS ncclCommWindowRegister(
    ncclComm_t comm, void *buffer, size_t bytes, ncclWindow_t *window, int flags) {
  whole(comm);
  begin();
  if (!__shmemlab_nccl_pointer(buffer, __shmemlab_nccl_pe()))
    __fail("ncclCommWindowRegister of memory that is not from ncclMemAlloc; include nccl_device.h"
           " before the allocation");
  __shmemlab_nccl_sync();
  *window = (ncclWindow_t)buffer;
  return ncclSuccess;
}
OURS ncclCommWindowDeregister(ncclComm_t comm, ncclWindow_t window) {
  __shmemlab_nccl_sync();
  return ncclSuccess;
}
OURS ncclCommQueryProperties(ncclComm_t comm, ncclCommProperties_t *properties) {
  int team = (int)(long)comm - 1;
  properties->rank = __nccl_rank(team);
  properties->nRanks = __nccl_ranks(team);
  cudaGetDevice(&properties->cudaDev);
  properties->nvmlDev = properties->cudaDev;
  properties->deviceApiSupport = true;
  properties->multimemSupport = false;
  properties->ginType = NCCL_GIN_TYPE_GDAKI;
  properties->railedGinType = NCCL_GIN_TYPE_GDAKI;
  begin();
  properties->nLsaTeams = __shmemlab_nccl_pes() / __shmemlab_nccl_pes_of(NODE);
  properties->hostRmaSupport = false;
  return ncclSuccess;
}

static void *zeros(size_t bytes) { return __shmemlab_nccl_calloc(1, bytes ? bytes : 8); }

OURS ncclDevCommCreate(
    ncclComm_t comm, const ncclDevCommRequirements_t *wanted, ncclDevComm_t *made) {
  __nccl_device_api();
  whole(comm);
  begin();
  if (wanted->resourceRequirementsList || wanted->teamRequirementsList)
    __not_supported("not supported yet: lists of requirements of ncclDevCommCreate");
  if (wanted->lsaMultimem) return ncclInvalidArgument; /* multimemSupport is false */
  int gin = wanted->ginForceEnable || wanted->ginConnectionType != NCCL_GIN_CONNECTION_NONE;
  if (!gin && (wanted->ginSignalCount || wanted->ginCounterCount || wanted->barrierCount ||
               wanted->railGinBarrierCount || wanted->worldGinBarrierCount))
    return ncclInvalidArgument;
  memset(made, 0, sizeof *made);
  made->rank = __shmemlab_nccl_pe();
  made->nRanks = __shmemlab_nccl_pes();
  made->lsaRank = __shmemlab_nccl_pe_of(NODE);
  made->lsaSize = __shmemlab_nccl_pes_of(NODE);
  made->strong = wanted->ginStrongSignalsRequired;
  int rails = made->nRanks / made->lsaSize;
  if (gin) {
    int contexts = wanted->ginContextCount < 1 ? 1 : wanted->ginContextCount;
    if (contexts > __NCCL_CONTEXTS) contexts = __NCCL_CONTEXTS;
    made->ginContextCount = (uint8_t)contexts;
    int *queues;
    if (__shmemlab_nccl_contexts(contexts, &queues) != 0) return ncclInternalError;
    for (int i = 0; i < contexts; i++) made->queues[i] = queues[i];
    int signals = wanted->ginSignalCount;
    made->worldGinBarrier.signal0 = (uint32_t)signals;
    signals += wanted->worldGinBarrierCount * made->nRanks;
    made->railGinBarrier.signal0 = (uint32_t)signals;
    signals += wanted->railGinBarrierCount * rails;
    made->hybridRailGinBarrier.signal0 = (uint32_t)signals;
    signals += wanted->barrierCount * rails;
    made->userSignals = wanted->ginSignalCount;
    made->signalCount = signals;
    made->counterCount = wanted->ginCounterCount;
    made->signals = (uint64_t *)zeros((size_t)(contexts * signals) * sizeof(uint64_t));
    made->shadows = (uint64_t *)zeros((size_t)(contexts * signals) * sizeof(uint64_t));
    made->counters =
        (uint64_t *)zeros((size_t)(contexts * made->counterCount) * sizeof(uint64_t));
    for (int i = 0; i < contexts; i++) {
      made->contexts[i].signals_table.buffer = made->signals + i * signals;
      made->contexts[i].counters_table.buffer = made->counters + i * made->counterCount;
    }
  }
  int barriers = wanted->lsaBarrierCount + wanted->barrierCount;
  made->hybridLsaBarrier.first = (uint32_t)wanted->lsaBarrierCount;
  made->lsaWords = (uint32_t *)zeros((size_t)(barriers * made->lsaSize) * sizeof(uint32_t));
  made->lsaEpochs = (uint32_t *)zeros((size_t)barriers * sizeof(uint32_t));
  return ncclSuccess;
}
OURS ncclDevCommDestroy(ncclComm_t comm, const ncclDevComm_t *made) {
  if (made->ginContextCount) {
    __shmemlab_nccl_free(made->counters);
    __shmemlab_nccl_free(made->shadows);
    __shmemlab_nccl_free(made->signals);
  }
  __shmemlab_nccl_free(made->lsaEpochs);
  __shmemlab_nccl_free(made->lsaWords);
  return ncclSuccess;
}
OURS ncclGetPeerDevicePointer(ncclWindow_t window, size_t offset, int peer, void **pointer) {
  if (peer < 0 || peer >= __shmemlab_nccl_pes()) return ncclInvalidArgument;
  *pointer = __shmemlab_nccl_pointer((char *)window + offset, peer);
  return ncclSuccess;
}
OURS ncclGetLsaDevicePointer(ncclWindow_t window, size_t offset, int lsaRank, void **pointer) {
  if (lsaRank < 0 || lsaRank >= __shmemlab_nccl_pes_of(NODE)) return ncclInvalidArgument;
  int first = __shmemlab_nccl_pe() - __shmemlab_nccl_pe_of(NODE);
  return ncclGetPeerDevicePointer(window, offset, first + lsaRank, pointer);
}
