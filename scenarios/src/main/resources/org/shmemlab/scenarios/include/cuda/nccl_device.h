/* NCCL's device interface (NCCL 2.30 user guide, "Device API"). A window is the symmetric address of its
   memory, a GIN context a queue pair of the program; a signal and a counter are words of each context.
   The ranks of a communicator with a device communicator are the PEs. */
#pragma once
#include <nccl.h>
#include <assert.h>
#include <stdbool.h>
#include <stdint.h>

#if defined(__cplusplus) && defined(__SHMEMLAB_TOOLKIT)
#include <cuda/atomic>
#elif defined(__cplusplus)
extern "C++" {
namespace cuda {
enum thread_scope {
  thread_scope_system,
  thread_scope_device,
  thread_scope_block,
  thread_scope_thread = 10
};
enum memory_order {
  memory_order_relaxed,
  memory_order_consume,
  memory_order_acquire,
  memory_order_release,
  memory_order_acq_rel,
  memory_order_seq_cst
};
}  // namespace cuda
}
#endif

typedef struct ncclTeam {
  int nRanks, rank, stride;
} ncclTeam_t;
typedef uint32_t ncclGinSignal_t;
typedef uint32_t ncclGinCounter_t;
typedef enum {
  NCCL_GIN_CONNECTION_NONE,
  NCCL_GIN_CONNECTION_FULL,
  NCCL_GIN_CONNECTION_RAIL
} ncclGinConnectionType_t;
typedef enum {
  NCCL_GIN_TYPE_NONE = 0,
  NCCL_GIN_TYPE_PROXY = 2,
  NCCL_GIN_TYPE_GDAKI = 3,
  NCCL_GIN_TYPE_GPI = 4
} ncclGinType_t;
typedef struct ncclGinBarrierHandle {
  ncclGinSignal_t signal0;
} ncclGinBarrierHandle_t;
typedef struct ncclLsaBarrierHandle {
  uint32_t first;
} ncclLsaBarrierHandle_t;
/* The operations that a wait is for: those of a context to a peer; the queue pair plus one, the PE. */
typedef struct {
  uint64_t opaque[2];
} ncclGinRequest_t;

/* The signals and counters of a context as GDAKI has them (gin_gdaki_device_host_common.h): public
   kernels load signals from there. */
struct __ncclGinTable {
  uint64_t *buffer;
};
struct ncclGinGdakiGPUContext {
  struct __ncclGinTable counters_table, signals_table;
};

#define __NCCL_CONTEXTS 8
typedef struct ncclDevComm {
  int rank, nRanks, lsaRank, lsaSize;
  uint8_t ginContextCount;
  /* ours */
  bool strong;
  int signalCount, userSignals, counterCount;
  int queues[__NCCL_CONTEXTS];
  uint64_t *signals, *shadows, *counters;
  struct ncclGinGdakiGPUContext contexts[__NCCL_CONTEXTS];
  uint32_t *lsaWords, *lsaEpochs;
  ncclGinBarrierHandle_t railGinBarrier, worldGinBarrier, hybridRailGinBarrier;
  ncclLsaBarrierHandle_t lsaBarrier, hybridLsaBarrier;
} ncclDevComm_t;

typedef struct ncclDevCommRequirements {
  size_t size;
  void *resourceRequirementsList, *teamRequirementsList;
  bool lsaMultimem;
  int barrierCount, lsaBarrierCount, railGinBarrierCount, worldGinBarrierCount;
  bool ginForceEnable;
  int ginContextCount, ginSignalCount, ginCounterCount;
  ncclGinConnectionType_t ginConnectionType;
  bool ginExclusiveContexts;
  int ginQueueDepth, ginTrafficClass;
  bool ginStrongSignalsRequired, ginVaSignalsRequired;
} ncclDevCommRequirements_t;
#define NCCL_DEV_COMM_REQUIREMENTS_INITIALIZER                                                    \
  { sizeof(ncclDevCommRequirements_t), NULL, NULL, false, 0, 0, 0, 0, false, 4, 0, 0,             \
    NCCL_GIN_CONNECTION_NONE, false, 0, NCCL_CONFIG_UNDEF_INT, true, true }

typedef struct ncclCommProperties {
  size_t size;
  int rank, nRanks, cudaDev, nvmlDev;
  bool deviceApiSupport, multimemSupport;
  ncclGinType_t ginType;
  int nLsaTeams;
  bool hostRmaSupport;
  ncclGinType_t railedGinType;
} ncclCommProperties_t;
#define NCCL_COMM_PROPERTIES_INITIALIZER { sizeof(ncclCommProperties_t) }

#ifdef __cplusplus
extern "C" {
#endif
ncclResult_t ncclCommQueryProperties(ncclComm_t comm, ncclCommProperties_t *properties);
ncclResult_t ncclDevCommCreate(
    ncclComm_t comm, const ncclDevCommRequirements_t *requirements, ncclDevComm_t *made);
ncclResult_t ncclDevCommDestroy(ncclComm_t comm, const ncclDevComm_t *made);
ncclResult_t ncclGetLsaDevicePointer(ncclWindow_t window, size_t offset, int lsaRank, void **pointer);
ncclResult_t ncclGetPeerDevicePointer(ncclWindow_t window, size_t offset, int peer, void **pointer);
/* Memory of a window is symmetric, so that all ranks allocate it together. */
ncclResult_t __ncclSymmetricAlloc(void **memory, size_t bytes);
ncclResult_t __ncclSymmetricFree(void *memory);
#ifdef __cplusplus
}
#endif
#define ncclMemAlloc __ncclSymmetricAlloc
#define ncclMemFree __ncclSymmetricFree

#if defined(__cplusplus) && defined(__CUDA__)
#define __NCCL __attribute__((always_inline)) __device__ inline
#define __NCCL_BOTH __attribute__((always_inline)) __host__ __device__ inline
extern "C++" {

/* ---- teams */

struct ncclTeamTagWorld {};
struct ncclTeamTagLsa {};
struct ncclTeamTagRail {};

__NCCL_BOTH ncclTeam ncclTeamWorld(ncclDevComm const &comm) {
  return ncclTeam{comm.nRanks, comm.rank, 1};
}
__NCCL_BOTH ncclTeam ncclTeamLsa(ncclDevComm const &comm) {
  return ncclTeam{comm.lsaSize, comm.lsaRank, 1};
}
__NCCL_BOTH ncclTeam ncclTeamRail(ncclDevComm const &comm) {
  return ncclTeam{comm.nRanks / comm.lsaSize, comm.rank / comm.lsaSize, comm.lsaSize};
}
__NCCL_BOTH int ncclTeamRankToWorld(ncclDevComm const &comm, ncclTeam team, int rank) {
  return comm.rank + (rank - team.rank) * team.stride;
}
__NCCL_BOTH int ncclTeamRankToLsa(ncclDevComm const &comm, ncclTeam team, int rank) {
  return comm.lsaRank + (rank - team.rank) * team.stride;
}
__NCCL_BOTH bool ncclTeamRankIsMember(ncclTeam a, ncclTeam b, int bPeer) {
  int distance = (bPeer - b.rank) * b.stride;
  int rank = a.rank + distance / a.stride;
  return distance % a.stride == 0 && rank >= 0 && rank < a.nRanks;
}
__NCCL_BOTH int ncclTeamRankToTeam(ncclTeam a, ncclTeam b, int bPeer) {
  return a.rank + (bPeer - b.rank) * b.stride / a.stride;
}
__NCCL_BOTH ncclTeam ncclTeamInnerFactor(ncclTeam parent, int size) {
  return ncclTeam{size, parent.rank % size, parent.stride};
}
__NCCL_BOTH ncclTeam ncclTeamOuterFactor(ncclTeam parent, int size) {
  return ncclTeam{parent.nRanks / size, parent.rank / size, parent.stride * size};
}

/* ---- groups of threads */

template <int n> struct ncclCoopTile {
  __NCCL int thread_rank() const {
    return (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % n;
  }
  __NCCL int size() const { return n; }
  __NCCL int num_threads() const { return n; }
  __NCCL void sync() const {
    int lane = (threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z)) % 32;
    if (n > 1) __syncwarp((0xffffffffu >> (32 - n)) << (lane & -n));
  }
};
typedef ncclCoopTile<1> ncclCoopThread;
typedef ncclCoopTile<32> ncclCoopWarp;
struct ncclCoopLanes {
  uint32_t lmask;
  __NCCL ncclCoopLanes(uint32_t mask = ~0u) : lmask(mask) {}
  __NCCL int thread_rank() const { return __popc(lmask & ((1u << threadIdx.x % 32) - 1)); }
  __NCCL int size() const { return __popc(lmask); }
  __NCCL int num_threads() const { return __popc(lmask); }
  __NCCL void sync() const { __syncwarp(lmask); }
};
struct ncclCoopWarpSpan {
  uint32_t warp0, nWarps, id;
  __NCCL ncclCoopWarpSpan(int warp0, int nWarps, int id) : warp0(warp0), nWarps(nWarps), id(id) {}
  __NCCL int thread_rank() const { return threadIdx.x - 32 * warp0; }
  __NCCL int size() const { return 32 * nWarps; }
  __NCCL int num_threads() const { return 32 * nWarps; }
  __NCCL void sync() const {
    asm volatile("barrier.sync %0, %1;" : : "r"(1 + id), "r"(32 * nWarps) : "memory");
  }
};
struct ncclCoopCta {
  __NCCL int thread_rank() const {
    return threadIdx.x + blockDim.x * (threadIdx.y + blockDim.y * threadIdx.z);
  }
  __NCCL int size() const { return blockDim.x * blockDim.y * blockDim.z; }
  __NCCL int num_threads() const { return size(); }
  __NCCL void sync() const { __syncthreads(); }
};

/* ---- windows */

__NCCL void *ncclGetLocalPointer(ncclWindow_t window, size_t offset) {
  return (char *)window + offset;
}
__NCCL void *ncclGetPeerPointer(ncclWindow_t window, size_t offset, int peer) {
  return __shmemlab_nccl_pointer((char *)window + offset, peer);
}
__NCCL void *ncclGetLsaPointer(ncclWindow_t window, size_t offset, int lsaPeer) {
  int first = __shmemlab_nccl_pe() - __shmemlab_nccl_pe_of(__NCCL_TEAM_NODE);
  return __shmemlab_nccl_pointer((char *)window + offset, first + lsaPeer);
}
template <typename T> struct ncclSymPtr {
  typedef T ElementType;
  ncclWindow_t window;
  size_t offset;
  __NCCL_BOTH ncclSymPtr(ncclWindow_t window = nullptr, size_t offset = 0)
      : window(window), offset(offset) {}
  __NCCL_BOTH ncclSymPtr operator+(size_t n) const { return {window, offset + n * sizeof(T)}; }
  __NCCL T *localPtr() const { return (T *)ncclGetLocalPointer(window, offset); }
  __NCCL T *lsaPtr(int peer) const { return (T *)ncclGetLsaPointer(window, offset, peer); }
  __NCCL T *peerPtr(int peer) const { return (T *)ncclGetPeerPointer(window, offset, peer); }
};

/* ---- remote and local actions */

struct ncclGin_None {};
struct ncclGin_StrongSignalInc { ncclGinSignal_t signal; };
struct ncclGin_StrongSignalAdd { ncclGinSignal_t signal; uint64_t value; };
struct ncclGin_WeakSignalInc { ncclGinSignal_t signal; };
struct ncclGin_WeakSignalAdd { ncclGinSignal_t signal; uint64_t value; };
struct ncclGin_SignalInc { ncclGinSignal_t signal; };
struct ncclGin_SignalAdd { ncclGinSignal_t signal; uint64_t value; };
struct ncclGin_StrongVASignalInc { ncclWindow_t signalWindow; size_t signalOffset; };
struct ncclGin_StrongVASignalAdd { ncclWindow_t signalWindow; size_t signalOffset; uint64_t value; };
struct ncclGin_WeakVASignalInc { ncclWindow_t signalWindow; size_t signalOffset; };
struct ncclGin_WeakVASignalAdd { ncclWindow_t signalWindow; size_t signalOffset; uint64_t value; };
struct ncclGin_VASignalInc { ncclWindow_t signalWindow; size_t signalOffset; };
struct ncclGin_VASignalAdd { ncclWindow_t signalWindow; size_t signalOffset; uint64_t value; };
struct ncclGin_CounterInc { ncclGinCounter_t counter; };
struct ncclGin_WeakCounterInc { ncclGinCounter_t counter; };
/* The kind of memory of a buffer, which changes nothing here. */
struct ncclGin_SegmentDevice {};
struct ncclGin_SegmentMixed {};
struct ncclGin_SegmentHostNuma {};

/* The sharing of a context's resources and the posting of requests, which are about time alone. */
enum ncclGinResourceSharingMode : uint8_t {
  NCCL_GIN_RESOURCE_SHARING_GPU,
  NCCL_GIN_RESOURCE_SHARING_CTA,
  NCCL_GIN_RESOURCE_SHARING_THREAD
};
enum ncclGinOptFlags {
  ncclGinOptFlagsDefault,
  ncclGinOptFlagsMaySkipCreditCheck,
  ncclGinOptFlagsAggregateRequests
};

/* An update of a word at the peer; none where it has no word. */
struct __nccl_action {
  uint64_t *word;
  uint64_t value;
  bool strong;
};

template <unsigned backends> struct ncclGin_BackendMask {
  ncclDevComm const &comm;
  uint32_t contextId;
  ncclGinResourceSharingMode resourceSharingMode;
  void *_ginHandle;

  __NCCL ncclGin_BackendMask(
      ncclDevComm const &comm, int context,
      ncclGinResourceSharingMode sharing = NCCL_GIN_RESOURCE_SHARING_GPU)
      : comm(comm), contextId(context), resourceSharingMode(sharing), _ginHandle((void *)comm.contexts) {
    assert(context < comm.ginContextCount && "the device communicator has this GIN context");
  }

  template <typename Remote = ncclGin_None, typename Local = ncclGin_None,
            typename Coop = ncclCoopThread, typename Descriptor = ncclGin_None,
            typename Segment = ncclGin_SegmentDevice>
  __NCCL void put(
      ncclTeam team, int peer, ncclWindow_t to, size_t toOffset, ncclWindow_t from, size_t fromOffset,
      size_t bytes, Remote remote = Remote{}, Local local = Local{}, Coop coop = Coop{},
      Descriptor descriptor = Descriptor{},
      cuda::thread_scope given = cuda::thread_scope_thread,
      cuda::thread_scope required = cuda::thread_scope_device,
      uint32_t flags = ncclGinOptFlagsDefault, Segment segment = Segment{}) const {
    coop.sync();
    if (coop.thread_rank() == 0) {
      int pe = ncclTeamRankToWorld(comm, team, peer);
      void *dest = (char *)to + toOffset;
      void *source = (char *)from + fromOffset;
      __nccl_action action = act(remote);
      if (action.word && !action.strong) {
        __shmemlab_nccl_put_signal(
            dest, source, bytes, action.word, action.value, 10 /* add */, pe, queue());
      } else {
        __shmemlab_nccl_put(dest, source, bytes, pe, queue());
      }
      count(local, source);
      if (action.word && action.strong)
        __shmemlab_nccl_strong(action.word, action.value, pe, queue());
    }
    coop.sync();
  }
  template <typename T, typename Remote = ncclGin_None, typename Local = ncclGin_None,
            typename Coop = ncclCoopThread, typename Descriptor = ncclGin_None,
            typename Segment = ncclGin_SegmentDevice>
  __NCCL void put(
      ncclTeam team, int peer, ncclSymPtr<T> to, ncclSymPtr<T> from, size_t elements,
      Remote remote = Remote{}, Local local = Local{}, Coop coop = Coop{},
      Descriptor descriptor = Descriptor{},
      cuda::thread_scope given = cuda::thread_scope_thread,
      cuda::thread_scope required = cuda::thread_scope_device,
      uint32_t flags = ncclGinOptFlagsDefault, Segment segment = Segment{}) const {
    put(team, peer, to.window, to.offset, from.window, from.offset, elements * sizeof(T), remote,
        local, coop, descriptor, given, required, flags, segment);
  }
  template <typename T, typename Remote = ncclGin_None, typename Coop = ncclCoopThread,
            typename Descriptor = ncclGin_None>
  __NCCL void putValue(
      ncclTeam team, int peer, ncclWindow_t to, size_t toOffset, T value, Remote remote = Remote{},
      Coop coop = Coop{}, Descriptor descriptor = Descriptor{},
      cuda::thread_scope given = cuda::thread_scope_thread,
      cuda::thread_scope required = cuda::thread_scope_device,
      uint32_t flags = ncclGinOptFlagsDefault) const {
    static_assert(sizeof(T) <= 8, "putValue takes at most eight bytes");
    coop.sync();
    if (coop.thread_rank() == 0) {
      int pe = ncclTeamRankToWorld(comm, team, peer);
      void *dest = (char *)to + toOffset;
      T taken = value;
      __nccl_action action = act(remote);
      if (action.word && !action.strong) {
        __shmemlab_nccl_value_signal(
            dest, &taken, sizeof(T), action.word, action.value, 10 /* add */, pe, queue());
      } else {
        __shmemlab_nccl_value(dest, &taken, sizeof(T), pe, queue());
      }
      if (action.word && action.strong)
        __shmemlab_nccl_strong(action.word, action.value, pe, queue());
    }
    coop.sync();
  }
  template <typename T, typename Remote = ncclGin_None, typename Coop = ncclCoopThread,
            typename Descriptor = ncclGin_None>
  __NCCL void putValue(
      ncclTeam team, int peer, ncclSymPtr<T> to, T value, Remote remote = Remote{},
      Coop coop = Coop{}, Descriptor descriptor = Descriptor{},
      cuda::thread_scope given = cuda::thread_scope_thread,
      cuda::thread_scope required = cuda::thread_scope_device,
      uint32_t flags = ncclGinOptFlagsDefault) const {
    putValue(team, peer, to.window, to.offset, value, remote, coop, descriptor, given, required, flags);
  }
  template <typename Coop = ncclCoopThread, typename Descriptor = ncclGin_None,
            typename Segment = ncclGin_SegmentDevice>
  __NCCL void get(
      ncclTeam team, int peer, ncclWindow_t from, size_t fromOffset, ncclWindow_t to, size_t toOffset,
      size_t bytes, Coop coop = Coop{}, Descriptor descriptor = Descriptor{},
      uint32_t flags = ncclGinOptFlagsDefault, Segment segment = Segment{}) const {
    coop.sync();
    if (coop.thread_rank() == 0)
      __shmemlab_nccl_get(
          (char *)to + toOffset, (char *)from + fromOffset, bytes,
          ncclTeamRankToWorld(comm, team, peer), queue());
    coop.sync();
  }
  template <typename Remote, typename Coop = ncclCoopThread, typename Descriptor = ncclGin_None>
  __NCCL void signal(
      ncclTeam team, int peer, Remote remote, Coop coop = Coop{},
      Descriptor descriptor = Descriptor{},
      cuda::thread_scope given = cuda::thread_scope_thread,
      cuda::thread_scope required = cuda::thread_scope_device,
      uint32_t flags = ncclGinOptFlagsDefault) const {
    coop.sync();
    if (coop.thread_rank() == 0) {
      int pe = ncclTeamRankToWorld(comm, team, peer);
      __nccl_action action = act(remote);
      if (action.strong) __shmemlab_nccl_strong(action.word, action.value, pe, queue());
      else __shmemlab_nccl_signal(action.word, action.value, 10 /* add */, pe, queue());
    }
    coop.sync();
  }
  template <typename Coop, typename Descriptor = ncclGin_None>
  __NCCL void flush(
      Coop coop, cuda::memory_order order = cuda::memory_order_acquire,
      Descriptor descriptor = Descriptor{}) const {
    coop.sync();
    if (coop.thread_rank() == 0) __shmemlab_nccl_flush(queue());
    coop.sync();
  }
  template <typename Coop = ncclCoopThread, typename Descriptor = ncclGin_None>
  __NCCL void flushAsync(
      ncclTeam team, uint32_t peer, ncclGinRequest_t *request, Coop coop = Coop{},
      uint32_t flags = ncclGinOptFlagsDefault, Descriptor descriptor = Descriptor{}) const {
    coop.sync();
    if (coop.thread_rank() == 0) {
      *request = {(uint64_t)queue() + 1, (uint64_t)ncclTeamRankToWorld(comm, team, peer)};
    }
    coop.sync();
  }
  template <typename Coop = ncclCoopThread, typename Descriptor = ncclGin_None>
  __NCCL void wait(
      ncclGinRequest_t &request, Coop coop = Coop{}, Descriptor descriptor = Descriptor{},
      cuda::memory_order order = cuda::memory_order_acquire) const {
    coop.sync();
    if (coop.thread_rank() == 0) {
      __shmemlab_nccl_flush_peer((int)request.opaque[1], (int)request.opaque[0] - 1);
    }
    coop.sync();
  }

  __NCCL uint64_t *getSignalShadowPtr(ncclGinSignal_t signal) const {
    return comm.shadows + contextId * comm.signalCount + signal;
  }
  __NCCL void increaseSignalShadow(ncclGinSignal_t signal, uint64_t delta) const {
    *getSignalShadowPtr(signal) += delta;
  }
  __NCCL uint64_t readSignal(
      ncclGinSignal_t signal, int bits = 64,
      cuda::memory_order order = cuda::memory_order_acquire) const {
    return read(word(signal), bits, order);
  }
  __NCCL uint64_t readSignal(
      ncclWindow_t window, size_t offset, int bits = 64,
      cuda::memory_order order = cuda::memory_order_acquire) const {
    return read((uint64_t *)((char *)window + offset), bits, order);
  }
  template <typename Coop>
  __NCCL void waitSignal(
      Coop coop, ncclGinSignal_t signal, uint64_t least, int bits = 64,
      cuda::memory_order order = cuda::memory_order_acquire) const {
    wait(coop, word(signal), least, bits, order);
  }
  template <typename Coop>
  __NCCL void waitSignal(
      Coop coop, ncclWindow_t window, size_t offset, uint64_t least, int bits = 64,
      cuda::memory_order order = cuda::memory_order_acquire) const {
    wait(coop, (uint64_t *)((char *)window + offset), least, bits, order);
  }
  template <typename Coop>
  __NCCL void waitSignalMeetShadow(
      Coop coop, ncclGinSignal_t signal, int bits = 64,
      cuda::memory_order order = cuda::memory_order_acquire) const {
    coop.sync();
    if (coop.thread_rank() == 0)
      wait(ncclCoopThread{}, word(signal), *getSignalShadowPtr(signal), bits, order);
    coop.sync();
  }
  template <typename Coop, typename Uint>
  __NCCL void waitSignalFollowShadow(
      Coop coop, ncclGinSignal_t signal, Uint leastDelta, Uint *before, Uint *delta, int bits = 64,
      cuda::memory_order order = cuda::memory_order_acquire) const {
    coop.sync();
    uint64_t *shadow = getSignalShadowPtr(signal);
    uint64_t old = *shadow;
    wait(coop, word(signal), old + leastDelta, bits, order);
    uint64_t now = read(word(signal), bits, order);
    *before = (Uint)old;
    *delta = (Uint)(now - old);
    coop.sync();
    if (coop.thread_rank() == 0) *shadow = now;
    coop.sync();
  }
  __NCCL void resetSignal(ncclGinSignal_t signal) const {
    *word(signal) = 0;
    *getSignalShadowPtr(signal) = 0;
  }
  __NCCL void resetSignal(ncclWindow_t window, size_t offset) const {
    *(uint64_t *)((char *)window + offset) = 0;
  }
  __NCCL uint64_t readCounter(
      ncclGinCounter_t counter, int bits = 56,
      cuda::memory_order order = cuda::memory_order_acquire) const {
    return read(counterWord(counter), bits, order);
  }
  template <typename Coop>
  __NCCL void waitCounter(
      Coop coop, ncclGinCounter_t counter, uint64_t least, int bits = 56,
      cuda::memory_order order = cuda::memory_order_acquire) const {
    wait(coop, counterWord(counter), least, bits == 56 ? 64 : bits, order);
  }
  __NCCL void resetCounter(ncclGinCounter_t counter) const { *counterWord(counter) = 0; }

 private:
  __NCCL int queue() const { return comm.queues[contextId]; }
  __NCCL uint64_t *word(ncclGinSignal_t signal) const {
    return comm.signals + contextId * comm.signalCount + signal;
  }
  __NCCL uint64_t *counterWord(ncclGinCounter_t counter) const {
    assert(counter < comm.counterCount && "the device communicator has this GIN counter");
    return comm.counters + contextId * comm.counterCount + counter;
  }
  __NCCL __nccl_action at(ncclGinSignal_t signal, uint64_t value, bool strong) const {
    assert(signal < comm.signalCount && "the device communicator has this GIN signal");
    assert((comm.strong || !strong) && "ginStrongSignalsRequired, for a strong signal");
    return {word(signal), value, strong};
  }
  __NCCL __nccl_action at(ncclWindow_t window, size_t offset, uint64_t value, bool strong) const {
    return {(uint64_t *)((char *)window + offset), value, strong};
  }
  __NCCL __nccl_action act(ncclGin_None) const { return {nullptr, 0, false}; }
  __NCCL __nccl_action act(ncclGin_StrongSignalInc s) const { return at(s.signal, 1, true); }
  __NCCL __nccl_action act(ncclGin_StrongSignalAdd s) const { return at(s.signal, s.value, true); }
  __NCCL __nccl_action act(ncclGin_WeakSignalInc s) const { return at(s.signal, 1, false); }
  __NCCL __nccl_action act(ncclGin_WeakSignalAdd s) const { return at(s.signal, s.value, false); }
  /* Since 2.30.5 deprecated, and as strong as the requirement says. */
  __NCCL __nccl_action act(ncclGin_SignalInc s) const { return at(s.signal, 1, comm.strong); }
  __NCCL __nccl_action act(ncclGin_SignalAdd s) const { return at(s.signal, s.value, comm.strong); }
  __NCCL __nccl_action act(ncclGin_StrongVASignalInc s) const {
    return at(s.signalWindow, s.signalOffset, 1, true);
  }
  __NCCL __nccl_action act(ncclGin_StrongVASignalAdd s) const {
    return at(s.signalWindow, s.signalOffset, s.value, true);
  }
  __NCCL __nccl_action act(ncclGin_WeakVASignalInc s) const {
    return at(s.signalWindow, s.signalOffset, 1, false);
  }
  __NCCL __nccl_action act(ncclGin_WeakVASignalAdd s) const {
    return at(s.signalWindow, s.signalOffset, s.value, false);
  }
  __NCCL __nccl_action act(ncclGin_VASignalInc s) const {
    return at(s.signalWindow, s.signalOffset, 1, comm.strong);
  }
  __NCCL __nccl_action act(ncclGin_VASignalAdd s) const {
    return at(s.signalWindow, s.signalOffset, s.value, comm.strong);
  }
  __NCCL void count(ncclGin_None, const void *) const {}
  __NCCL void count(ncclGin_WeakCounterInc c, const void *source) const {
    __shmemlab_nccl_count(counterWord(c.counter), source, comm.rank, queue());
  }
  __NCCL void count(ncclGin_CounterInc c, const void *source) const {
    count(ncclGin_WeakCounterInc{c.counter}, source);
  }

  static __NCCL uint64_t read(uint64_t *word, int bits, cuda::memory_order order) {
    uint64_t value;
    if (order == cuda::memory_order_relaxed) {
      asm volatile("ld.relaxed.sys.global.u64 %0, [%1];" : "=l"(value) : "l"(word) : "memory");
    } else {
      value = __shmemlab_nccl_read(word);
    }
    return bits >= 64 ? value : value & ((1ull << bits) - 1);
  }
  template <typename Coop>
  static __NCCL void wait(
      Coop coop, uint64_t *word, uint64_t least, int bits, cuda::memory_order order) {
    coop.sync();
    if (coop.thread_rank() == 0) {
      if (bits >= 64 && order != cuda::memory_order_relaxed) {
        __shmemlab_nccl_wait(word, 5 /* at least */, least);
      } else {
        uint64_t mask = bits >= 64 ? ~0ull : (1ull << bits) - 1;
        while (((read(word, bits, order) - least) & mask) > mask / 2) {}
      }
    }
    coop.sync();
  }
};
using ncclGin = ncclGin_BackendMask<0xffu>;

/* ---- barriers */

enum class ncclGinFenceLevel : uint32_t { None = 0, Put = 1, Get = 2, Relaxed = 0 };
__NCCL_BOTH constexpr ncclGinFenceLevel operator|(ncclGinFenceLevel a, ncclGinFenceLevel b) {
  return (ncclGinFenceLevel)((uint32_t)a | (uint32_t)b);
}
__NCCL_BOTH constexpr bool operator&(ncclGinFenceLevel a, ncclGinFenceLevel b) {
  return ((uint32_t)a & (uint32_t)b) != 0;
}
static constexpr ncclGinFenceLevel __ncclEverything =
    (ncclGinFenceLevel)((uint32_t)ncclGinFenceLevel::Put | (uint32_t)ncclGinFenceLevel::Get);

struct ncclGinAllContexts {
  ncclDevComm const &comm;
  __NCCL ncclGinAllContexts(ncclDevComm const &comm) : comm(comm) {}
};

__NCCL bool __nccl_releases(cuda::memory_order order) {
  return order == cuda::memory_order_release || order == cuda::memory_order_acq_rel ||
         order == cuda::memory_order_seq_cst;
}
__NCCL cuda::memory_order __nccl_acquire(cuda::memory_order order) {
  return order == cuda::memory_order_relaxed || order == cuda::memory_order_release
             ? cuda::memory_order_relaxed
             : cuda::memory_order_acquire;
}

template <typename Coop> struct ncclGinBarrierSession {
  __NCCL ncclGinBarrierSession(
      Coop coop, ncclGin gin, ncclTeam team, ncclGinBarrierHandle handle, uint32_t index)
      : gin(gin), team(team), signal0(handle.signal0 + index * team.nRanks), all(false) {}
  __NCCL ncclGinBarrierSession(Coop coop, ncclGin gin, ncclTeamTagRail, uint32_t index)
      : ncclGinBarrierSession(
            coop, gin, ncclTeamRail(gin.comm), gin.comm.railGinBarrier, index) {}
  __NCCL ncclGinBarrierSession(Coop coop, ncclGin gin, ncclTeamTagWorld, uint32_t index)
      : ncclGinBarrierSession(
            coop, gin, ncclTeamWorld(gin.comm), gin.comm.worldGinBarrier, index) {}
  __NCCL ncclGinBarrierSession(
      Coop coop, ncclGinAllContexts of, ncclTeam team, ncclGinBarrierHandle handle, uint32_t index)
      : gin(of.comm, 0), team(team), signal0(handle.signal0 + index * team.nRanks), all(true) {}
  __NCCL ncclGinBarrierSession(Coop coop, ncclGinAllContexts of, ncclTeamTagRail, uint32_t index)
      : ncclGinBarrierSession(coop, of, ncclTeamRail(of.comm), of.comm.railGinBarrier, index) {}
  __NCCL ncclGinBarrierSession(Coop coop, ncclGinAllContexts of, ncclTeamTagWorld, uint32_t index)
      : ncclGinBarrierSession(coop, of, ncclTeamWorld(of.comm), of.comm.worldGinBarrier, index) {}
  ncclGinBarrierSession(ncclGinBarrierSession const &) = delete;

  /* A signal to each member, strong where puts are fenced, and a wait for one of each. */
  __NCCL void sync(
      Coop coop, cuda::memory_order order, ncclGinFenceLevel fence = __ncclEverything) {
    coop.sync();
    if (coop.thread_rank() == 0) {
      if (__nccl_releases(order)) __threadfence_system();
      int contexts = all && (fence & ncclGinFenceLevel::Put) ? gin.comm.ginContextCount : 1;
      for (int i = 0; i < contexts; i++) arrive(all ? ncclGin(gin.comm, i) : gin, fence);
      for (int i = 0; i < contexts; i++) await(all ? ncclGin(gin.comm, i) : gin, order, fence);
      if (fence & ncclGinFenceLevel::Get) {
        contexts = all ? gin.comm.ginContextCount : 1;
        for (int i = 0; i < contexts; i++)
          (all ? ncclGin(gin.comm, i) : gin).flush(ncclCoopThread{});
      }
    }
    coop.sync();
  }

 private:
  ncclGin gin;
  ncclTeam team;
  uint32_t signal0;
  bool all;

  /* Puts to the rank itself are fenced, too. */
  __NCCL int members(ncclGinFenceLevel fence) const {
    return fence & ncclGinFenceLevel::Put ? team.nRanks : team.nRanks - 1;
  }
  __NCCL int member(int i) const { return (team.rank + 1 + i) % team.nRanks; }
  __NCCL void arrive(ncclGin const &by, ncclGinFenceLevel fence) const {
    for (int i = 0; i < members(fence); i++) {
      if (fence & ncclGinFenceLevel::Put)
        by.signal(team, member(i), ncclGin_StrongSignalInc{signal0 + team.rank});
      else by.signal(team, member(i), ncclGin_WeakSignalInc{signal0 + team.rank});
    }
  }
  __NCCL void await(ncclGin const &by, cuda::memory_order order, ncclGinFenceLevel fence) const {
    for (int i = 0; i < members(fence); i++) {
      uint32_t signal = signal0 + member(i);
      uint64_t *shadow = by.getSignalShadowPtr(signal);
      *shadow += 1;
      by.waitSignal(
          ncclCoopThread{}, signal, *shadow, 64,
          fence & ncclGinFenceLevel::Put ? cuda::memory_order_acquire : __nccl_acquire(order));
    }
  }
};

template <typename Coop> struct ncclLsaBarrierSession {
  __NCCL ncclLsaBarrierSession(
      Coop coop, ncclDevComm const &comm, ncclTeam team, ncclLsaBarrierHandle handle,
      uint32_t index, bool multimem = false)
      : comm(comm), index(handle.first + index) {
    epoch = comm.lsaEpochs[this->index];
  }
  __NCCL ncclLsaBarrierSession(
      Coop coop, ncclDevComm const &comm, ncclTeamTagLsa, uint32_t index, bool multimem = false)
      : ncclLsaBarrierSession(coop, comm, ncclTeamLsa(comm), comm.lsaBarrier, index) {}
  __NCCL ~ncclLsaBarrierSession() {
    Coop coop;
    coop.sync();
    if (coop.thread_rank() == 0) comm.lsaEpochs[index] = epoch;
    coop.sync();
  }
  ncclLsaBarrierSession(ncclLsaBarrierSession const &) = delete;

  __NCCL void arrive(Coop coop, cuda::memory_order order) {
    coop.sync();
    if (coop.thread_rank() == 0) {
      for (int i = 1; i < comm.lsaSize; i++) {
        uint32_t *word = at((comm.lsaRank + i) % comm.lsaSize, comm.lsaRank);
        if (__nccl_releases(order))
          asm volatile("st.release.sys.global.u32 [%0], %1;" : : "l"(word), "r"(epoch + 1) : "memory");
        else
          asm volatile("st.relaxed.sys.global.u32 [%0], %1;" : : "l"(word), "r"(epoch + 1) : "memory");
      }
    }
  }
  __NCCL void wait(Coop coop, cuda::memory_order order) {
    if (coop.thread_rank() == 0) {
      for (int i = 1; i < comm.lsaSize; i++) {
        uint32_t *word = comm.lsaWords + index * comm.lsaSize + (comm.lsaRank + i) % comm.lsaSize;
        uint32_t seen;
        if (__nccl_acquire(order) == cuda::memory_order_relaxed) {
          do {
            asm volatile("ld.relaxed.sys.global.u32 %0, [%1];" : "=r"(seen) : "l"(word) : "memory");
          } while ((int)(seen - (epoch + 1)) < 0);
        } else {
          do {
            asm volatile("ld.acquire.sys.global.u32 %0, [%1];" : "=r"(seen) : "l"(word) : "memory");
          } while ((int)(seen - (epoch + 1)) < 0);
        }
      }
    }
    epoch += 1;
    coop.sync();
  }
  __NCCL void sync(Coop coop, cuda::memory_order order) {
    arrive(coop, order);
    wait(coop, order);
  }

 private:
  ncclDevComm const &comm;
  uint32_t index, epoch;

  __NCCL uint32_t *at(int peer, int rank) const {
    return (uint32_t *)ncclGetLsaPointer(
        (ncclWindow_t)(comm.lsaWords + index * comm.lsaSize + rank), 0, peer);
  }
};

/* Barriers of the LSA team and of the rail, and of the LSA team again. */
template <typename Coop> struct ncclBarrierSession {
  __NCCL ncclBarrierSession(Coop coop, ncclTeamTagWorld, ncclGin gin, uint32_t index)
      : lsa(coop, gin.comm, ncclTeamLsa(gin.comm), gin.comm.hybridLsaBarrier, index),
        rail(coop, gin, ncclTeamRail(gin.comm), gin.comm.hybridRailGinBarrier, index) {}
  ncclBarrierSession(ncclBarrierSession const &) = delete;
  __NCCL void sync(
      Coop coop, cuda::memory_order order, ncclGinFenceLevel fence = __ncclEverything) {
    lsa.sync(coop, order);
    rail.sync(coop, order, fence);
    lsa.sync(coop, order);
  }

 private:
  ncclLsaBarrierSession<Coop> lsa;
  ncclGinBarrierSession<Coop> rail;
};

template <typename Coop, typename Gin, typename Tag>
__NCCL void ncclGinBarrier(
    Coop coop, Gin gin, Tag tag, uint32_t index,
    cuda::memory_order order = cuda::memory_order_acq_rel,
    ncclGinFenceLevel fence = __ncclEverything) {
  ncclGinBarrierSession<Coop> session(coop, gin, tag, index);
  session.sync(coop, order, fence);
}
template <typename Coop, typename Gin>
__NCCL void ncclGinBarrier(
    Coop coop, Gin gin, ncclTeam team, ncclGinBarrierHandle handle, uint32_t index,
    cuda::memory_order order = cuda::memory_order_acq_rel,
    ncclGinFenceLevel fence = __ncclEverything) {
  ncclGinBarrierSession<Coop> session(coop, gin, team, handle, index);
  session.sync(coop, order, fence);
}
}
#undef __NCCL
#undef __NCCL_BOTH
#endif
