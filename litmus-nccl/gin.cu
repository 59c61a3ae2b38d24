// Litmus tests of GIN: signals, contexts, sources, counters, gets.
#include "tests.h"

// ---- the signal of a put

TEST(put_none, 2, 1, conflict, "A put says nothing to its target.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1);
  else READ(0);
}

TEST(put_weak, 2, 1, nothing, "The signal of a put implies its data, a weak one too.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_WeakSignalInc{0});
  else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(put_strong, 2, 1, nothing, "The signal of a put implies its data.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_StrongSignalInc{0});
  else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(put_deprecated, 2, 1, nothing, "The signal of a put implies its data, whatever its strength.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_SignalInc{0});
  else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(earlier_weak, 2, 1, conflict, "A weak signal implies the data of its own put alone.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1), PUT(gin, 1, 1, ncclGin_WeakSignalInc{0});
  else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(earlier_strong, 2, 1, nothing, "A strong signal implies all preceding puts to its peer on its context.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1), PUT(gin, 1, 1, ncclGin_StrongSignalInc{0});
  else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(earlier_deprecated, 2, 1, nothing, "The older signals are strong where the communicator requires strong ones.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1), PUT(gin, 1, 1, ncclGin_SignalInc{0});
  else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(signal_weak, 2, 1, conflict, "A weak signal without a put implies no put.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1), gin.signal(WORLD, 1, ncclGin_WeakSignalInc{0});
  else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(signal_strong, 2, 1, nothing, "A strong signal without a put implies the preceding ones.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1), gin.signal(WORLD, 1, ncclGin_StrongSignalInc{0});
  else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(later_put, 2, 1, conflict, "A strong signal says nothing of the puts after it.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_StrongSignalInc{0}), PUT(gin, 1, 1);
  else gin.waitSignal(THREAD, 0, 1), READ(1);
}

TEST(order_of_puts, 2, 1, conflict, "Two puts to one word are in no order.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0)
    PUT(gin, 0, 1), gin.put(WORLD, 1, window, AT(0), window, AT(5), 8);
}

TEST(order_of_puts_strong, 2, 1, conflict, "A strong signal holds back itself, and no later put.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0)
    PUT(gin, 0, 1, ncclGin_StrongSignalInc{0}), gin.put(WORLD, 1, window, AT(0), window, AT(5), 8);
}

TEST(sum_of_two, 2, 1, nothing, "Two increments are two puts.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_WeakSignalInc{0}), PUT(gin, 1, 1, ncclGin_WeakSignalInc{0});
  else gin.waitSignal(THREAD, 0, 2), READ(0), READ(1);
}

TEST(one_of_two, 2, 1, conflict, "One increment may be that of the second put.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_WeakSignalInc{0}), PUT(gin, 1, 1, ncclGin_WeakSignalInc{0});
  else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(one_of_two_strong, 2, 1, nothing, "Whichever strong increment it is, the first put precedes it.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_StrongSignalInc{0}), PUT(gin, 1, 1, ncclGin_StrongSignalInc{0});
  else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(one_of_two_strong_last, 2, 1, conflict, "The first strong increment says nothing of the second put.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_StrongSignalInc{0}), PUT(gin, 1, 1, ncclGin_StrongSignalInc{0});
  else gin.waitSignal(THREAD, 0, 1), READ(1);
}

TEST(add_weak, 2, 1, nothing, "SignalAdd of 1 is SignalInc, of 5 five of them at once.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_WeakSignalAdd{0, 5});
  else gin.waitSignal(THREAD, 0, 5), READ(0);
}

TEST(add_strong, 2, 1, nothing, "A strong sum implies the preceding puts.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1), PUT(gin, 1, 1, ncclGin_StrongSignalAdd{0, 2});
  else gin.waitSignal(THREAD, 0, 2), READ(0), READ(1);
}

TEST(two_senders, 3, 1, nothing, "Each increment is that of its own put, from whichever rank.") {
  ncclGin gin(comm, 0);
  if (comm.rank < 2) PUT(gin, comm.rank, 2, ncclGin_WeakSignalInc{0});
  else gin.waitSignal(THREAD, 0, 2), READ(0), READ(1);
}

TEST(one_of_two_senders, 3, 1, conflict, "One increment may be that of the other rank.") {
  ncclGin gin(comm, 0);
  if (comm.rank < 2) PUT(gin, comm.rank, 2, ncclGin_StrongSignalInc{0});
  else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(other_peer, 3, 1, conflict, "A strong signal implies the puts to its own peer.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 2), gin.signal(WORLD, 1, ncclGin_StrongSignalInc{0});
  else if (comm.rank == 1) gin.waitSignal(THREAD, 0, 1), gin.signal(WORLD, 2, ncclGin_StrongSignalInc{0});
  else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(forwarded, 3, 1, nothing, "Data that has arrived may be put on.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_WeakSignalInc{0});
  else if (comm.rank == 1) {
    gin.waitSignal(THREAD, 0, 1);
    gin.put(WORLD, 2, window, AT(0), window, AT(0), 8, ncclGin_WeakSignalInc{0});
  } else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(signals_in_order, 2, 1, unspecified, "Whether a strong signal implies earlier signals without data is not said.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    gin.signal(WORLD, 1, ncclGin_WeakSignalInc{0});
    gin.signal(WORLD, 1, ncclGin_StrongSignalInc{1});
    PUT(gin, 0, 1);
  } else {
    gin.waitSignal(THREAD, 1, 1);
    if (gin.readSignal(0) == 0) READ(0);
  }
}

// ---- reading a signal

TEST(read_until, 2, 1, nothing, "readSignal acquires, as a wait does.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_WeakSignalInc{0});
  else {
    while (gin.readSignal(0) < 1) {}
    READ(0);
  }
}

TEST(read_once, 2, 1, nothing, "A value that was read is there.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_WeakSignalInc{0});
  else if (gin.readSignal(0) == 1) READ(0);
}

TEST(wait_bits, 2, 1, nothing, "The low bits of a signal say as much as all of it.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_WeakSignalInc{0});
  else gin.waitSignal(THREAD, 0, 1, 32), READ(0);
}

TEST(wait_relaxed, 2, 1, conflict, "A relaxed wait acquires nothing.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_WeakSignalInc{0});
  else gin.waitSignal(THREAD, 0, 1, 64, cuda::memory_order_relaxed), READ(0);
}

TEST(wait_relaxed_fence, 2, 1, nothing, "A fence after a relaxed wait acquires.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_WeakSignalInc{0});
  else {
    gin.waitSignal(THREAD, 0, 1, 64, cuda::memory_order_relaxed);
    __threadfence_system();
    READ(0);
  }
}

TEST(wait_of_block, 2, 2, nothing, "A wait of a group is one of each of its threads.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    if (threadIdx.x == 0) PUT(gin, 0, 1, ncclGin_WeakSignalInc{0});
  } else {
    gin.waitSignal(ncclCoopCta(), 0, 1);
    if (threadIdx.x == 1) READ(0);
  }
}

TEST(wait_of_thread, 2, 2, conflict, "A wait of a thread is none of another's.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    if (threadIdx.x == 0) PUT(gin, 0, 1, ncclGin_WeakSignalInc{0});
  } else if (threadIdx.x == 0) gin.waitSignal(THREAD, 0, 1);
  else READ(0);
}

TEST(wait_of_none, 2, 1, deadlock, "A signal that no rank sends does not come.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1);
  else gin.waitSignal(THREAD, 0, 1);
}

// ---- contexts

TEST(strong_of_other_context, 2, 1, conflict, "A strong signal implies puts of its own context.") {
  ncclGin first(comm, 0), second(comm, 1);
  if (comm.rank == 0) PUT(first, 0, 1), second.signal(WORLD, 1, ncclGin_StrongSignalInc{0});
  else second.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(strong_after_flush, 2, 1, conflict, "A flush of the other context does not deliver its puts.") {
  ncclGin first(comm, 0), second(comm, 1);
  if (comm.rank == 0) {
    PUT(first, 0, 1);
    first.flush(THREAD);
    second.signal(WORLD, 1, ncclGin_StrongSignalInc{0});
  } else second.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(signal_of_other_context, 2, 1, deadlock, "Each context has signals of its own.") {
  ncclGin first(comm, 0), second(comm, 1);
  if (comm.rank == 0) PUT(second, 0, 1, ncclGin_WeakSignalInc{0});
  else first.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(both_contexts, 2, 1, nothing, "A signal of each context is enough for both.") {
  ncclGin first(comm, 0), second(comm, 1);
  if (comm.rank == 0) PUT(first, 0, 1, ncclGin_WeakSignalInc{0}), PUT(second, 1, 1, ncclGin_WeakSignalInc{0});
  else first.waitSignal(THREAD, 0, 1), second.waitSignal(THREAD, 0, 1), READ(0), READ(1);
}

TEST(one_context_of_two, 2, 1, conflict, "A signal of one context says nothing of the other.") {
  ncclGin first(comm, 0), second(comm, 1);
  if (comm.rank == 0) PUT(first, 0, 1, ncclGin_StrongSignalInc{0}), PUT(second, 1, 1, ncclGin_StrongSignalInc{0});
  else second.waitSignal(THREAD, 0, 1), READ(0);
}

// ---- sources

TEST(source_reused, 2, 1, conflict, "A put reads its source after its call.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1), *word(window, 4) = 1;
}

TEST(source_flush, 2, 1, nothing, "After a flush sources may be used again.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1), gin.flush(THREAD), *word(window, 4) = 1;
}

TEST(source_flush_signal, 2, 1, nothing, "A flush covers puts with a signal, too.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_StrongSignalInc{0});
    gin.flush(THREAD);
    *word(window, 4) = 1;
  }
}

TEST(source_flush_of_other_context, 2, 1, conflict, "A flush covers its own context.") {
  ncclGin first(comm, 0), second(comm, 1);
  if (comm.rank == 0) PUT(first, 0, 1), second.flush(THREAD), *word(window, 4) = 1;
}

TEST(source_flush_first, 2, 1, conflict, "A flush covers the puts before it.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) gin.flush(THREAD), PUT(gin, 0, 1), *word(window, 4) = 1;
}

TEST(source_answer, 2, 1, nothing, "An answer to the signal implies that the source was read.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_WeakSignalInc{0});
    gin.waitSignal(THREAD, 0, 1);
    *word(window, 4) = 1;
  } else gin.waitSignal(THREAD, 0, 1), gin.signal(WORLD, 0, ncclGin_WeakSignalInc{0});
}

TEST(flush_of_block, 2, 2, nothing, "A flush of a group covers the puts of each of its threads.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    if (threadIdx.x == 1) PUT(gin, 0, 1);
    gin.flush(ncclCoopCta());
    if (threadIdx.x == 1) *word(window, 4) = 1;
  }
}

TEST(flush_of_other_thread, 2, 2, conflict, "A flush of a thread beside the put may come before it.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    if (threadIdx.x == 0) PUT(gin, 0, 1);
    else gin.flush(THREAD);
    __syncthreads();
    if (threadIdx.x == 0) *word(window, 4) = 1;
  }
}

TEST(flush_after_relaxed_flag, 2, 2, unspecified, "Whether a flush drains its context for other threads is not said.") {
  ncclGin gin(comm, 0);
  unsigned *flag = (unsigned *)word(window, 3);
  if (comm.rank == 0) {
    if (threadIdx.x == 0) {
      PUT(gin, 0, 1);
      atomicAdd(flag, 1);
    } else {
      while (atomicAdd(flag, 0) == 0) {}
      gin.flush(THREAD);
    }
    __syncthreads();
    if (threadIdx.x == 0) *word(window, 4) = 1;
  }
}

TEST(flush_is_no_delivery, 2, 1, conflict, "A flush says nothing of the target.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1);
    gin.flush(THREAD);
    gin.signal(WORLD, 1, ncclGin_WeakSignalInc{0});
  } else gin.waitSignal(THREAD, 0, 1), READ(0);
}

// ---- counters

TEST(counter, 2, 1, nothing, "A counter says that the source of its put was read.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_None{}, ncclGin_WeakCounterInc{0});
    gin.waitCounter(THREAD, 0, 1);
    *word(window, 4) = 1;
  }
}

TEST(counter_deprecated, 2, 1, nothing, "The older counter says so, too.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_None{}, ncclGin_CounterInc{0});
    gin.waitCounter(THREAD, 0, 1);
    *word(window, 4) = 1;
  }
}

TEST(counter_read, 2, 1, nothing, "readCounter says what a wait does.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_None{}, ncclGin_WeakCounterInc{0});
    if (gin.readCounter(0) == 1) *word(window, 4) = 1;
  }
}

TEST(counter_of_two, 2, 1, nothing, "Two increments are two puts.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_None{}, ncclGin_WeakCounterInc{0});
    PUT(gin, 1, 1, ncclGin_None{}, ncclGin_WeakCounterInc{0});
    gin.waitCounter(THREAD, 0, 2);
    *word(window, 4) = 1;
    *word(window, 5) = 1;
  }
}

TEST(counter_one_of_two, 2, 1, conflict, "One increment may be that of the second put.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_None{}, ncclGin_WeakCounterInc{0});
    PUT(gin, 1, 1, ncclGin_None{}, ncclGin_WeakCounterInc{0});
    gin.waitCounter(THREAD, 0, 1);
    *word(window, 4) = 1;
  }
}

TEST(counter_of_later_put, 2, 1, conflict, "A counter says nothing of the puts before its own.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1);
    PUT(gin, 1, 1, ncclGin_None{}, ncclGin_WeakCounterInc{0});
    gin.waitCounter(THREAD, 0, 1);
    *word(window, 4) = 1;
  }
}

TEST(counter_is_no_delivery, 2, 1, conflict, "A counter says nothing of the target.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_None{}, ncclGin_WeakCounterInc{0});
    gin.waitCounter(THREAD, 0, 1);
    gin.signal(WORLD, 1, ncclGin_WeakSignalInc{0});
  } else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(counter_then_strong, 2, 1, nothing, "A strong signal after a counter implies the put as ever.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_None{}, ncclGin_WeakCounterInc{0});
    gin.waitCounter(THREAD, 0, 1);
    *word(window, 4) = 1;
    gin.signal(WORLD, 1, ncclGin_StrongSignalInc{0});
  } else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(counter_of_other_context, 2, 1, deadlock, "Each context has counters of its own.") {
  ncclGin first(comm, 0), second(comm, 1);
  if (comm.rank == 0) {
    PUT(first, 0, 1, ncclGin_None{}, ncclGin_WeakCounterInc{0});
    second.waitCounter(THREAD, 0, 1);
  }
}

TEST(counter_and_signal, 2, 1, nothing, "A put may have both actions.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_WeakSignalInc{0}, ncclGin_WeakCounterInc{0});
    gin.waitCounter(THREAD, 0, 1);
    *word(window, 4) = 1;
  } else gin.waitSignal(THREAD, 0, 1), READ(0);
}

// ---- values

TEST(value, 2, 1, nothing, "The value of putValue is part of the call.") {
  ncclGin gin(comm, 0);
  long one = 1;
  if (comm.rank == 0) {
    gin.putValue(WORLD, 1, window, AT(0), one, ncclGin_WeakSignalInc{0});
    one = 2;
  } else {
    gin.waitSignal(THREAD, 0, 1);
    assert(READ(0) == 1);
  }
}

TEST(value_strong, 2, 1, nothing, "A strong signal implies values, too.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    gin.putValue(WORLD, 1, window, AT(0), 1L);
    gin.putValue(WORLD, 1, window, AT(1), 1L, ncclGin_StrongSignalInc{0});
  } else gin.waitSignal(THREAD, 0, 1), READ(0), READ(1);
}

TEST(value_weak, 2, 1, conflict, "A weak one implies its own value.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    gin.putValue(WORLD, 1, window, AT(0), 1L);
    gin.putValue(WORLD, 1, window, AT(1), 1L, ncclGin_WeakSignalInc{0});
  } else gin.waitSignal(THREAD, 0, 1), READ(0);
}

TEST(value_as_flag, 2, 1, conflict, "A value is data, and no flag.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1), gin.putValue(WORLD, 1, window, AT(1), 1L);
  else {
    while (READ(1) == 0) {}
    READ(0);
  }
}

// ---- gets

TEST(get_none, 2, 1, conflict, "A get lands after its call.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) gin.get(WORLD, 1, window, AT(4), window, AT(0), 8), READ(0);
}

TEST(get_flush, 2, 1, nothing, "After a flush gets have landed.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) gin.get(WORLD, 1, window, AT(4), window, AT(0), 8), gin.flush(THREAD), READ(0);
}

TEST(get_flush_of_other_context, 2, 1, conflict, "A flush covers the gets of its own context.") {
  ncclGin first(comm, 0), second(comm, 1);
  if (comm.rank == 0) first.get(WORLD, 1, window, AT(4), window, AT(0), 8), second.flush(THREAD), READ(0);
}

TEST(get_after_relaxed_flag, 2, 2, unspecified, "Whether a flush waits for gets of other threads is not said.") {
  ncclGin gin(comm, 0);
  unsigned *flag = (unsigned *)word(window, 3);
  if (comm.rank == 0) {
    if (threadIdx.x == 0) {
      gin.get(WORLD, 1, window, AT(4), window, AT(0), 8);
      atomicAdd(flag, 1);
    } else {
      while (atomicAdd(flag, 0) == 0) {}
      gin.flush(THREAD);
    }
    __syncthreads();
    if (threadIdx.x == 0) READ(0);
  }
}

TEST(get_and_store, 2, 1, conflict, "A get reads memory that its owner may not change meanwhile.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) gin.get(WORLD, 1, window, AT(4), window, AT(0), 8), gin.flush(THREAD);
  else *word(window, 4) = 1;
}

TEST(get_after_put, 2, 1, conflict, "A get is in no order with an earlier put.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1), gin.get(WORLD, 1, window, AT(0), window, AT(1), 8), gin.flush(THREAD);
}

// ---- resets and shadows

TEST(reset_after_answer, 2, 1, nothing, "A signal may be reset while no other rank changes it.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_WeakSignalInc{0});
    gin.waitSignal(THREAD, 0, 1);
    PUT(gin, 1, 1, ncclGin_WeakSignalInc{0});
  } else {
    gin.waitSignal(THREAD, 0, 1);
    gin.resetSignal(0);
    gin.signal(WORLD, 0, ncclGin_WeakSignalInc{0});
    gin.waitSignal(THREAD, 0, 1);
    READ(1);
  }
}

TEST(reset_meanwhile, 2, 1, conflict, "A reset may not race with the next signal.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1, ncclGin_WeakSignalInc{0}), PUT(gin, 1, 1, ncclGin_WeakSignalInc{0});
  else gin.waitSignal(THREAD, 0, 1), gin.resetSignal(0);
}

TEST(round_without_shadow, 2, 1, conflict, "A signal stays raised: the second wait passes by the first signal.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_WeakSignalInc{0});
    gin.waitSignal(THREAD, 0, 1);
    PUT(gin, 1, 1, ncclGin_WeakSignalInc{0});
  } else {
    gin.waitSignal(THREAD, 0, 1);
    gin.signal(WORLD, 0, ncclGin_WeakSignalInc{0});
    gin.waitSignal(THREAD, 0, 1);
    READ(1);
  }
}

TEST(round_with_shadow, 2, 1, nothing, "The shadow counts the rounds.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_WeakSignalInc{0});
    gin.waitSignal(THREAD, 0, 1);
    PUT(gin, 1, 1, ncclGin_WeakSignalInc{0});
  } else {
    gin.increaseSignalShadow(0, 1);
    gin.waitSignalMeetShadow(THREAD, 0);
    gin.signal(WORLD, 0, ncclGin_WeakSignalInc{0});
    gin.increaseSignalShadow(0, 1);
    gin.waitSignalMeetShadow(THREAD, 0);
    READ(1);
  }
}

TEST(follow_shadow, 2, 1, nothing, "A wait that follows the shadow sees each round once.") {
  ncclGin gin(comm, 0);
  uint64_t before, delta;
  if (comm.rank == 0) {
    PUT(gin, 0, 1, ncclGin_WeakSignalInc{0});
    gin.waitSignal(THREAD, 0, 1);
    PUT(gin, 1, 1, ncclGin_WeakSignalInc{0});
  } else {
    gin.waitSignalFollowShadow(THREAD, 0, (uint64_t)1, &before, &delta);
    gin.signal(WORLD, 0, ncclGin_WeakSignalInc{0});
    gin.waitSignalFollowShadow(THREAD, 0, (uint64_t)1, &before, &delta);
    assert(before == 1 && delta == 1);
    READ(1);
  }
}

TEST(signal_of_window, 2, 1, nothing, "A word of a window is a signal as good as one of an index.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1), PUT(gin, 1, 1, ncclGin_StrongVASignalInc{window, AT(3)});
  else gin.waitSignal(THREAD, window, AT(3), 1), READ(0);
}

TEST(signal_of_window_weak, 2, 1, conflict, "A weak one implies its own put.") {
  ncclGin gin(comm, 0);
  if (comm.rank == 0) PUT(gin, 0, 1), PUT(gin, 1, 1, ncclGin_WeakVASignalInc{window, AT(3)});
  else gin.waitSignal(THREAD, window, AT(3), 1), READ(0);
}
