// Bugs of programs with NCCL's device interface, each as a pair: `before` has the bug, `after` differs from it by the
// repair alone. All are bugs that other libraries had, too (gallery/README.md), in the terms of NCCL.
#include "tests.h"

#define DATA(i) *word(window, i)
#define SOURCE(i) *word(window, SOURCES + (i))

// ---- a staging buffer is filled again while its put still reads it

TEST(staging_before, 2, 1, conflict, "The second chunk is written over the first before that was read.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    for (int chunk = 0; chunk < 2; chunk++) {
      SOURCE(0) = chunk;
      gin.put(WORLD, 1, window, AT(chunk), window, AT(SOURCES), 8, ncclGin_WeakSignalInc{0});
    }
  } else gin.waitSignal(THREAD, 0, 2);
}

TEST(staging_after, 2, 1, nothing, "A flush before the buffer is filled again.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    for (int chunk = 0; chunk < 2; chunk++) {
      SOURCE(0) = chunk;
      gin.put(WORLD, 1, window, AT(chunk), window, AT(SOURCES), 8, ncclGin_WeakSignalInc{0});
      gin.flush(THREAD);
    }
  } else gin.waitSignal(THREAD, 0, 2);
}

// ---- the weak signal of a header is read as one of the payload

TEST(header_before, 2, 1, conflict, "The weak signal of the last put says nothing of the payload before it.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1);
    PUT(gin, 1, 1, ncclGin_WeakSignalInc{0});
  } else {
    gin.waitSignal(THREAD, 0, 1);
    DATA(2) = DATA(0) + DATA(1);
  }
}

TEST(header_after, 2, 1, nothing, "A strong one does.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1);
    PUT(gin, 1, 1, ncclGin_StrongSignalInc{0});
  } else {
    gin.waitSignal(THREAD, 0, 1);
    DATA(2) = DATA(0) + DATA(1);
  }
}

// ---- chunks on two contexts, and one signal for all of them

TEST(striped_before, 2, 1, conflict, "The signal of the last context says nothing of the other.") {
  ncclGin last(comm, 1);
  if (comm.rank == 0) {
    for (int i = 0; i < 2; i++) PUT(ncclGin(comm, i), i, 1);
    last.signal(WORLD, 1, ncclGin_StrongSignalInc{0});
  } else {
    last.waitSignal(THREAD, 0, 1);
    DATA(2) = DATA(0) + DATA(1);
  }
}

TEST(striped_after, 2, 1, nothing, "A signal on each context.") {
  if (comm.rank == 0) {
    for (int i = 0; i < 2; i++) PUT(ncclGin(comm, i), i, 1);
    for (int i = 0; i < 2; i++) ncclGin(comm, i).signal(WORLD, 1, ncclGin_StrongSignalInc{0});
  } else {
    for (int i = 0; i < 2; i++) ncclGin(comm, i).waitSignal(THREAD, 0, 1);
    DATA(2) = DATA(0) + DATA(1);
  }
}

// ---- a counter is taken for delivery

TEST(counted_before, 2, 1, conflict, "The counter says that the source was read, not that the data is there.") {
  ncclGin gin(comm, 0);
  ncclLsaBarrierSession<ncclCoopThread> barrier(THREAD, comm, ncclTeamTagLsa(), 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_None{}, ncclGin_WeakCounterInc{0});
    gin.waitCounter(THREAD, 0, 1);
  }
  barrier.sync(THREAD, cuda::memory_order_acq_rel);
  if (comm.rank == 1) DATA(2) = DATA(0);
}

TEST(counted_after, 2, 1, nothing, "The receiver waits for the signal of the put.") {
  ncclGin gin(comm, 0);
  ncclLsaBarrierSession<ncclCoopThread> barrier(THREAD, comm, ncclTeamTagLsa(), 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_WeakSignalInc{0}, ncclGin_WeakCounterInc{0});
    gin.waitCounter(THREAD, 0, 1);
  } else gin.waitSignal(THREAD, 0, 1);
  barrier.sync(THREAD, cuda::memory_order_acq_rel);
  if (comm.rank == 1) DATA(2) = DATA(0);
}

// ---- a barrier that synchronises is taken for one that drains

TEST(fenceless_before, 2, 1, conflict, "Without a fence level the barrier leaves the put in flight.") {
  ncclGin gin(comm, 0);
  ncclGinBarrierSession<ncclCoopThread> barrier(THREAD, gin, ncclTeamTagWorld(), 0);
  if (comm.rank == 0) PUT(gin, 0, 1);
  barrier.sync(THREAD, cuda::memory_order_acq_rel, ncclGinFenceLevel::None);
  if (comm.rank == 1) DATA(2) = DATA(0);
}

TEST(fenceless_after, 2, 1, nothing, "With Put it is visible after the barrier.") {
  ncclGin gin(comm, 0);
  ncclGinBarrierSession<ncclCoopThread> barrier(THREAD, gin, ncclTeamTagWorld(), 0);
  if (comm.rank == 0) PUT(gin, 0, 1);
  barrier.sync(THREAD, cuda::memory_order_acq_rel, ncclGinFenceLevel::Put);
  if (comm.rank == 1) DATA(2) = DATA(0);
}

// ---- a store to a peer without a release

TEST(unreleased_before, 2, 1, conflict, "A barrier that only acquires releases no store to a peer.") {
  ncclLsaBarrierSession<ncclCoopThread> barrier(THREAD, comm, ncclTeamTagLsa(), 0);
  *(long *)ncclGetLsaPointer(window, AT(comm.rank), 1 - comm.rank) = comm.rank;
  barrier.sync(THREAD, cuda::memory_order_acquire);
  DATA(2) = DATA(1 - comm.rank);
}

TEST(unreleased_after, 2, 1, nothing, "One that does both orders the stores of each rank before the loads of the other.") {
  ncclLsaBarrierSession<ncclCoopThread> barrier(THREAD, comm, ncclTeamTagLsa(), 0);
  *(long *)ncclGetLsaPointer(window, AT(comm.rank), 1 - comm.rank) = comm.rank;
  barrier.sync(THREAD, cuda::memory_order_acq_rel);
  DATA(2) = DATA(1 - comm.rank);
}

// ---- the count of rounds is lost

TEST(rounds_before, 2, 1, conflict, "Each round waits for 1, which the signal of the first round satisfies for ever.") {
  ncclGin gin(comm, 0);
  for (int round = 0; round < 2; round++) {
    if (comm.rank == 0) {
      PUT(gin, round, 1, ncclGin_StrongSignalInc{0});
    } else {
      gin.waitSignal(THREAD, 0, 1);
      DATA(2) = DATA(round);
    }
  }
}

TEST(rounds_after, 2, 1, nothing, "A shadow counts the rounds.") {
  ncclGin gin(comm, 0);
  for (int round = 0; round < 2; round++) {
    if (comm.rank == 0) {
      PUT(gin, round, 1, ncclGin_StrongSignalInc{0});
    } else {
      gin.increaseSignalShadow(0, 1);
      gin.waitSignalMeetShadow(THREAD, 0);
      DATA(2) = DATA(round);
    }
  }
}

// ---- a signal is reset while the next one may come

TEST(reset_before, 2, 1, conflict, "The reset meets the signal of the next round.") {
  ncclGin gin(comm, 0);
  for (int round = 0; round < 2; round++) {
    if (comm.rank == 0) {
      PUT(gin, round, 1, ncclGin_WeakSignalInc{0});
      gin.waitSignal(THREAD, 1, round + 1);
    } else {
      gin.waitSignal(THREAD, 0, 1);
      gin.signal(WORLD, 0, ncclGin_WeakSignalInc{1});
      gin.resetSignal(0);
    }
  }
}

TEST(reset_after, 2, 1, nothing, "The reset precedes the answer that allows the next round.") {
  ncclGin gin(comm, 0);
  for (int round = 0; round < 2; round++) {
    if (comm.rank == 0) {
      PUT(gin, round, 1, ncclGin_WeakSignalInc{0});
      gin.waitSignal(THREAD, 1, round + 1);
    } else {
      gin.waitSignal(THREAD, 0, 1);
      gin.resetSignal(0);
      gin.signal(WORLD, 0, ncclGin_WeakSignalInc{1});
    }
  }
}

// ---- a flush is taken for delivery

TEST(flushed_before, 2, 1, conflict, "A flush lets the source be used again, and delivers nothing.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1);
    gin.flush(THREAD);
    gin.signal(WORLD, 1, ncclGin_WeakSignalInc{0});
  } else {
    gin.waitSignal(THREAD, 0, 1);
    DATA(2) = DATA(0);
  }
}

TEST(flushed_after, 2, 1, nothing, "A strong signal waits for the put.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1);
    gin.flush(THREAD);
    gin.signal(WORLD, 1, ncclGin_StrongSignalInc{0});
  } else {
    gin.waitSignal(THREAD, 0, 1);
    DATA(2) = DATA(0);
  }
}

// ---- a slot is filled again before it was read

TEST(slot_before, 2, 1, conflict, "Arrival is not consumption: the second message meets the load of the first.") {
  ncclGin gin(comm, 0);
  for (int round = 0; round < 2; round++) {
    if (comm.rank == 0) {
      gin.putValue(WORLD, 1, window, AT(0), (long)round, ncclGin_WeakSignalInc{0});
    } else {
      gin.waitSignal(THREAD, 0, round + 1);
      DATA(2) = DATA(0);
    }
  }
}

TEST(slot_after, 2, 1, nothing, "The receiver frees the slot by a signal of its own.") {
  ncclGin gin(comm, 0);
  for (int round = 0; round < 2; round++) {
    if (comm.rank == 0) {
      gin.putValue(WORLD, 1, window, AT(0), (long)round, ncclGin_WeakSignalInc{0});
      gin.waitSignal(THREAD, 1, round + 1);
    } else {
      gin.waitSignal(THREAD, 0, round + 1);
      DATA(2) = DATA(0);
      gin.signal(WORLD, 0, ncclGin_WeakSignalInc{1});
    }
  }
}

// ---- a value is polled as a flag

TEST(polled_before, 2, 1, conflict, "A put of a value is no signal, and may overtake the put before it.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1);
    gin.putValue(WORLD, 1, window, AT(1), 1L);
  } else {
    while (READ(1) == 0) {}
    DATA(2) = DATA(0);
  }
}

TEST(polled_after, 2, 1, nothing, "A word of a window that is a signal.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1);
    gin.signal(WORLD, 1, ncclGin_StrongVASignalInc{window, AT(1)});
  } else {
    gin.waitSignal(THREAD, window, AT(1), 1);
    DATA(2) = DATA(0);
  }
}

// ---- a get is read before it has landed

TEST(fetched_before, 2, 1, conflict, "A get lands some time after its call.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    gin.get(WORLD, 1, window, AT(SOURCES), window, AT(0), 8);
    DATA(2) = DATA(0);
  }
}

TEST(fetched_after, 2, 1, nothing, "A flush waits for it.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    gin.get(WORLD, 1, window, AT(SOURCES), window, AT(0), 8);
    gin.flush(THREAD);
    DATA(2) = DATA(0);
  }
}
