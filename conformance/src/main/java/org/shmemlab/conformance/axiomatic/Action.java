package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.ScalarType;

/** Describes one action of an agent, in program order. Reads are numbered per agent. */
sealed interface Action {

  /**
   * One instant look at some words: a load, a test, a wait, a signal_fetch.
   *
   * @param firstRead number of the read of the first word; the others follow
   */
  record Look(ImmutableList<Word> words, ScalarType type, Use use, int firstRead)
      implements Action {}

  /** A local store. */
  record Store(Word word, ScalarType type, SymbolicValue value) implements Action {}

  /** An operation: it is issued, and the rest happens later. */
  sealed interface Issue extends Action {
    /** The PE that it goes to. */
    int pe();

    int context();

    /** Whether the agent goes on before the operation is locally complete. */
    boolean nonBlocking();
  }

  /** A put of words, perhaps with a signal. */
  record Put(
      int pe,
      int context,
      boolean nonBlocking,
      ImmutableList<Word> from,
      ImmutableList<Word> to,
      @Nullable Signal signal)
      implements Issue {}

  /** p, or a store through a mapped pointer. */
  record PutValue(int pe, int context, Word word, ScalarType type, SymbolicValue value, Use use)
      implements Issue {
    @Override
    public boolean nonBlocking() {
      return false;
    }
  }

  /**
   * signal_op, or the signal of a put.
   *
   * @param gin what NCCL's device interface orders it after, besides its own put
   */
  record Signal(int pe, int context, Word word, SymbolicValue value, boolean add, Gin gin)
      implements Issue {
    @Override
    public boolean nonBlocking() {
      return false;
    }

    Use use() {
      return add ? Use.SIGNAL_ADD : Use.SIGNAL_SET;
    }
  }

  /** The kinds of signals of NCCL's device interface. */
  sealed interface Gin {
    /** After nothing: a weak one, or one of NVSHMEM. */
    record Weak() implements Gin {}

    /** After the earlier puts to its peer on its context. */
    record Strong() implements Gin {}

    /** A counter: after the reading of the source of its put, by the address of that. */
    record Counter(long source) implements Gin {}
  }

  /** A get into memory. */
  record Get(
      int pe, int context, boolean nonBlocking, ImmutableList<Word> from, ImmutableList<Word> to)
      implements Issue {}

  /** g. */
  record GetValue(int pe, int context, Word word, ScalarType type, int read) implements Issue {
    @Override
    public boolean nonBlocking() {
      return false;
    }
  }

  /**
   * An AMO.
   *
   * @param read number of the read, or -1 where nothing is returned
   * @param landing where a non-blocking fetch puts the old value, or null
   */
  record Amo(
      int pe,
      int context,
      Word word,
      AtomicOp op,
      ScalarType type,
      SymbolicValue operand,
      SymbolicValue compare,
      int read,
      @Nullable Word landing)
      implements Issue {
    @Override
    public boolean nonBlocking() {
      return landing != null;
    }
  }

  record Fence(int context) implements Action {}

  record Quiet(int context) implements Action {}

  record Flush(int context) implements Action {}

  /** {@code __threadfence_system()}. */
  record SystemFence() implements Action {}

  /**
   * A meeting: sync, barrier (its quiet is an action of its own), block barrier, reduction.
   *
   * @param place members of a team, or those of one thread block
   * @param from what a reduction reads here
   * @param to what a reduction writes here
   */
  record Meet(
      MeetingKind kind,
      Team place,
      @Nullable ScalarType type,
      @Nullable ReduceOp operator,
      ImmutableList<Word> from,
      ImmutableList<Word> to)
      implements Action {}

  /** PEs {@code start}, {@code start + stride}, …; {@code size} of them; 0 means all. */
  record Team(int start, int stride, int size) {
    static final Team WORLD = new Team(0, 1, 0);

    boolean contains(int pe) {
      return size == 0
          || (pe >= start && (pe - start) % stride == 0 && (pe - start) / stride < size);
    }
  }
}
