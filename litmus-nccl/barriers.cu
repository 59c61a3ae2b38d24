// Litmus tests of barriers, and of loads and stores in the memory of peers (LSA).
#include "tests.h"

#define GIN_BARRIER(gin) \
  ncclGinBarrierSession<ncclCoopThread> barrier(THREAD, gin, ncclTeamTagWorld(), 0)
#define LSA_BARRIER ncclLsaBarrierSession<ncclCoopThread> barrier(THREAD, comm, ncclTeamTagLsa(), 0)
#define PEER(i, peer) *(volatile long *)ncclGetLsaPointer(window, AT(i), peer)

// ---- barriers of GIN, and their fences

TEST(gin_put, 2, 1, nothing, "After a barrier with Put the puts before it are visible at their target.") {
  ncclGin gin(comm, 0);
  GIN_BARRIER(gin);
  if (comm.rank == 0) PUT(gin, 0, 1);
  barrier.sync(THREAD, cuda::memory_order_acq_rel, ncclGinFenceLevel::Put);
  if (comm.rank == 1) READ(0);
}

TEST(gin_default, 2, 1, nothing, "Without an argument the barrier fences puts and gets.") {
  ncclGin gin(comm, 0);
  GIN_BARRIER(gin);
  if (comm.rank == 0) PUT(gin, 0, 1);
  barrier.sync(THREAD, cuda::memory_order_acq_rel);
  if (comm.rank == 1) READ(0);
}

TEST(gin_none, 2, 1, conflict, "A barrier without a fence level synchronises, and drains nothing.") {
  ncclGin gin(comm, 0);
  GIN_BARRIER(gin);
  if (comm.rank == 0) PUT(gin, 0, 1);
  barrier.sync(THREAD, cuda::memory_order_acq_rel, ncclGinFenceLevel::None);
  if (comm.rank == 1) READ(0);
}

TEST(gin_get_for_put, 2, 1, conflict, "The fence of gets is none of puts.") {
  ncclGin gin(comm, 0);
  GIN_BARRIER(gin);
  if (comm.rank == 0) PUT(gin, 0, 1);
  barrier.sync(THREAD, cuda::memory_order_acq_rel, ncclGinFenceLevel::Get);
  if (comm.rank == 1) READ(0);
}

TEST(gin_get, 2, 1, nothing, "After a barrier with Get the gets before it have landed.") {
  ncclGin gin(comm, 0);
  GIN_BARRIER(gin);
  if (comm.rank == 0) gin.get(WORLD, 1, window, AT(4), window, AT(0), 8);
  barrier.sync(THREAD, cuda::memory_order_acq_rel, ncclGinFenceLevel::Get);
  if (comm.rank == 0) READ(0);
}

TEST(gin_put_for_get, 2, 1, conflict, "The fence of puts is none of gets.") {
  ncclGin gin(comm, 0);
  GIN_BARRIER(gin);
  if (comm.rank == 0) gin.get(WORLD, 1, window, AT(4), window, AT(0), 8);
  barrier.sync(THREAD, cuda::memory_order_acq_rel, ncclGinFenceLevel::Put);
  if (comm.rank == 0) READ(0);
}

TEST(gin_source, 2, 1, conflict, "A barrier with Put says nothing of the sources of the rank's own puts.") {
  ncclGin gin(comm, 0);
  GIN_BARRIER(gin);
  if (comm.rank == 0) PUT(gin, 0, 1);
  barrier.sync(THREAD, cuda::memory_order_acq_rel, ncclGinFenceLevel::Put);
  if (comm.rank == 0) *word(window, 4) = 1;
}

TEST(gin_loopback, 2, 1, nothing, "A put to the rank itself is one targeting it.") {
  ncclGin gin(comm, 0);
  GIN_BARRIER(gin);
  if (comm.rank == 0) PUT(gin, 0, 0);
  barrier.sync(THREAD, cuda::memory_order_acq_rel, ncclGinFenceLevel::Put);
  if (comm.rank == 0) READ(0);
}

TEST(gin_other_context, 2, 1, conflict, "A barrier fences the puts of its own context.") {
  ncclGin first(comm, 0), second(comm, 1);
  GIN_BARRIER(first);
  if (comm.rank == 0) PUT(second, 0, 1);
  barrier.sync(THREAD, cuda::memory_order_acq_rel);
  if (comm.rank == 1) READ(0);
}

TEST(gin_all_contexts, 2, 1, nothing, "With ncclGinAllContexts it fences those of every context.") {
  ncclGin second(comm, 1);
  if (comm.rank == 0) PUT(second, 0, 1);
  ncclGinBarrier(THREAD, ncclGinAllContexts(comm), ncclTeamTagWorld(), 0);
  if (comm.rank == 1) READ(0);
}

TEST(gin_before_put, 2, 1, nothing, "What a rank has read before the barrier may be written after it.") {
  ncclGin gin(comm, 0);
  GIN_BARRIER(gin);
  if (comm.rank == 1) READ(0);
  barrier.sync(THREAD, cuda::memory_order_acq_rel, ncclGinFenceLevel::None);
  if (comm.rank == 0) PUT(gin, 0, 1);
}

TEST(gin_before_put_relaxed, 2, 1, conflict, "A relaxed barrier orders no memory.") {
  ncclGin gin(comm, 0);
  GIN_BARRIER(gin);
  if (comm.rank == 1) READ(0);
  barrier.sync(THREAD, cuda::memory_order_relaxed, ncclGinFenceLevel::None);
  if (comm.rank == 0) PUT(gin, 0, 1);
}

TEST(gin_twice, 2, 1, nothing, "A session may be used for several barriers.") {
  ncclGin gin(comm, 0);
  GIN_BARRIER(gin);
  barrier.sync(THREAD, cuda::memory_order_acq_rel, ncclGinFenceLevel::None);
  if (comm.rank == 0) PUT(gin, 0, 1);
  barrier.sync(THREAD, cuda::memory_order_acq_rel, ncclGinFenceLevel::Put);
  if (comm.rank == 1) READ(0);
}

TEST(gin_one_rank, 2, 1, deadlock, "A barrier that a rank leaves out does not return.") {
  ncclGin gin(comm, 0);
  GIN_BARRIER(gin);
  if (comm.rank == 0) barrier.sync(THREAD, cuda::memory_order_acq_rel);
}

// ---- loads and stores of peers

TEST(lsa_none, 2, 1, conflict, "A store to a peer and a load there are in no order.") {
  if (comm.rank == 0) PEER(0, 1) = 1;
  else *word(window, 1) = *word(window, 0);
}

TEST(lsa_acq_rel, 2, 1, nothing, "A barrier that releases and acquires orders stores to peers.") {
  LSA_BARRIER;
  if (comm.rank == 0) PEER(0, 1) = 1;
  barrier.sync(THREAD, cuda::memory_order_acq_rel);
  if (comm.rank == 1) *word(window, 1) = *word(window, 0);
}

TEST(lsa_relaxed, 2, 1, conflict, "A relaxed barrier orders no memory.") {
  LSA_BARRIER;
  if (comm.rank == 0) *(long *)ncclGetLsaPointer(window, 0, 1) = 1;
  barrier.sync(THREAD, cuda::memory_order_relaxed);
  if (comm.rank == 1) *word(window, 1) = *word(window, 0);
}

TEST(lsa_release_only, 2, 1, conflict, "A rank that does not acquire does not see what was released.") {
  LSA_BARRIER;
  if (comm.rank == 0) *(long *)ncclGetLsaPointer(window, 0, 1) = 1;
  barrier.sync(THREAD, cuda::memory_order_release);
  if (comm.rank == 1) *word(window, 1) = *word(window, 0);
}

TEST(lsa_acquire_only, 2, 1, conflict, "A rank that does not release shows nothing to those that acquire.") {
  LSA_BARRIER;
  if (comm.rank == 0) *(long *)ncclGetLsaPointer(window, 0, 1) = 1;
  barrier.sync(THREAD, cuda::memory_order_acquire);
  if (comm.rank == 1) *word(window, 1) = *word(window, 0);
}

TEST(lsa_arrive_wait, 2, 1, nothing, "arrive releases and wait acquires, each as its argument says.") {
  LSA_BARRIER;
  if (comm.rank == 0) *(long *)ncclGetLsaPointer(window, 0, 1) = 1;
  barrier.arrive(THREAD, cuda::memory_order_release);
  barrier.wait(THREAD, cuda::memory_order_acquire);
  if (comm.rank == 1) *word(window, 1) = *word(window, 0);
}

TEST(lsa_arrive_relaxed, 2, 1, conflict, "A relaxed arrival releases nothing.") {
  LSA_BARRIER;
  if (comm.rank == 0) *(long *)ncclGetLsaPointer(window, 0, 1) = 1;
  barrier.arrive(THREAD, cuda::memory_order_relaxed);
  barrier.wait(THREAD, cuda::memory_order_acquire);
  if (comm.rank == 1) *word(window, 1) = *word(window, 0);
}

TEST(lsa_between, 2, 1, conflict, "What a rank does after its arrival the others may meet.") {
  LSA_BARRIER;
  barrier.arrive(THREAD, cuda::memory_order_release);
  if (comm.rank == 0) *(long *)ncclGetLsaPointer(window, 0, 1) = 1;
  barrier.wait(THREAD, cuda::memory_order_acquire);
  if (comm.rank == 1) *word(window, 1) = *word(window, 0);
}

TEST(lsa_load, 2, 1, nothing, "A peer may load what its owner has stored before the barrier.") {
  LSA_BARRIER;
  if (comm.rank == 0) *word(window, 0) = 1;
  barrier.sync(THREAD, cuda::memory_order_acq_rel);
  if (comm.rank == 1) *word(window, 1) = *(long *)ncclGetLsaPointer(window, 0, 0);
}

TEST(lsa_of_block, 2, 2, nothing, "A barrier of a block is one of all its threads.") {
  ncclLsaBarrierSession<ncclCoopCta> barrier(ncclCoopCta(), comm, ncclTeamTagLsa(), 0);
  if (comm.rank == 0 && threadIdx.x == 1) *(long *)ncclGetLsaPointer(window, 0, 1) = 1;
  barrier.sync(ncclCoopCta(), cuda::memory_order_acq_rel);
  if (comm.rank == 1 && threadIdx.x == 1) *word(window, 1) = *word(window, 0);
}

TEST(lsa_twice, 2, 1, nothing, "A session may be used for several barriers, and its state outlives it.") {
  for (int i = 0; i < 2; i++) {
    LSA_BARRIER;
    if (comm.rank == 0) *(long *)ncclGetLsaPointer(window, 0, 1) = i;
    barrier.sync(THREAD, cuda::memory_order_acq_rel);
    if (comm.rank == 1) *word(window, 1) = *word(window, 0);
    barrier.sync(THREAD, cuda::memory_order_acq_rel);
  }
}

TEST(lsa_same_word, 2, 1, nothing, "The stores of a thread to one word keep their order.") {
  LSA_BARRIER;
  if (comm.rank == 0) {
    long *peer = (long *)ncclGetLsaPointer(window, 0, 1);
    *peer = 1;
    asm volatile("" : : : "memory");
    *peer = 2;
  }
  barrier.sync(THREAD, cuda::memory_order_acq_rel);
  if (comm.rank == 1) assert(*word(window, 0) == 2);
}

TEST(lsa_for_put, 2, 1, conflict, "A barrier of memory says nothing of puts.") {
  LSA_BARRIER;
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1);
  barrier.sync(THREAD, cuda::memory_order_acq_rel);
  if (comm.rank == 1) READ(0);
}

TEST(lsa_signal, 2, 1, conflict, "The signal of a thread does not release its stores to peers to the system.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    *(long *)ncclGetLsaPointer(window, 0, 1) = 1;
    gin.signal(WORLD, 1, ncclGin_WeakSignalInc{0});
  } else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(lsa_signal_fence, 2, 1, nothing, "A fence of the system before the signal releases them.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    *(long *)ncclGetLsaPointer(window, 0, 1) = 1;
    __threadfence_system();
    gin.signal(WORLD, 1, ncclGin_WeakSignalInc{0});
  } else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(lsa_peer_pointer, 2, 1, nothing, "A rank of the world and one of the LSA team name the same memory.") {
  assert(ncclGetPeerPointer(window, 8, comm.rank) == ncclGetLocalPointer(window, 8));
  assert(ncclGetPeerPointer(window, 8, 1) == ncclGetLsaPointer(window, 8, 1));
  assert(ncclTeamRankToWorld(comm, ncclTeamLsa(comm), comm.lsaRank) == comm.rank);
  assert(ncclTeamRail(comm).nRanks == 1 && ncclTeamWorld(comm).nRanks == comm.nRanks);
}
