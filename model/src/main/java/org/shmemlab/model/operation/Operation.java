package org.shmemlab.model.operation;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;

/**
 * Describes one issued communication call with its operands' values: an operation consists of
 * {@link Event}s.
 *
 * <p>The table of operations, their events and when the issuing agent continues is that of the
 * memory model, section 3 ("An operation is a few events, and windows between them"). Addresses
 * named {@code remote} are symmetric and mean the object on PE {@link #pe()}; those named {@code
 * local} are as the issuing agent sees them.
 */
public sealed interface Operation {
  Origin origin();

  /** The PE that is written or read: 0 to n-1. */
  int pe();

  /** Number of words that become visible (or land) one by one. */
  int words();

  /** Whether both access a common byte of one PE, the target of both. */
  default boolean overlaps(Operation other) {
    if (pe() != other.pe()) {
      return false;
    }
    for (TargetWords mine : TargetWords.of(this)) {
      for (TargetWords its : TargetWords.of(other)) {
        if (mine.overlap(its)) {
          return true;
        }
      }
    }
    return false;
  }

  /** The update of a signal word by this operation, or null. */
  default @Nullable SignalPart signalPart() {
    return switch (this) {
      case Put put -> put.signal();
      case SignalUpdate update ->
          new SignalPart(update.remote(), update.value(), update.operator());
      default -> null;
    };
  }

  /**
   * put, iput, put_signal and their non-blocking forms.
   *
   * @param wordBytes size of a word; strides are in words
   */
  record Put(
      Origin origin,
      int pe,
      long remote,
      long local,
      int wordBytes,
      int words,
      long remoteStride,
      long localStride,
      boolean blocking,
      CallScope scope,
      @Nullable SignalPart signal)
      implements Operation {}

  /** The update of the signal word by put_signal after its data is visible. */
  record SignalPart(long remote, long value, SignalOperator operator) {}

  /** p: one value, captured at issue. */
  record PutValue(Origin origin, int pe, long remote, ScalarType type, long value)
      implements Operation {
    @Override
    public int words() {
      return 1;
    }
  }

  /** get, iget and their non-blocking forms. */
  record Get(
      Origin origin,
      int pe,
      long remote,
      long local,
      int wordBytes,
      int words,
      long remoteStride,
      long localStride,
      boolean blocking,
      CallScope scope)
      implements Operation {}

  /** g: one value into a register of the issuing agent, by its index among all its frames. */
  record GetValue(Origin origin, int pe, long remote, ScalarType type, int register)
      implements Operation {
    @Override
    public int words() {
      return 1;
    }
  }

  /**
   * An atomic memory operation.
   *
   * @param register where the old value lands, by its index among all frames of the agent, or
   *     {@link Instruction#NO_REGISTER}
   * @param fetch address where a non-blocking fetch stores the old value, or 0
   */
  record Amo(
      Origin origin,
      int pe,
      long remote,
      AtomicOp op,
      ScalarType type,
      long operand,
      long compare,
      int register,
      long fetch)
      implements Operation {
    @Override
    public int words() {
      return 1;
    }

    /** The same, whose old value goes nowhere. */
    public Amo withoutValue() {
      return new Amo(origin, pe, remote, op, type, operand, compare, Instruction.NO_REGISTER, 0);
    }
  }

  /**
   * signal_op, and the update of a counter of NCCL.
   *
   * @param source the source of the puts that a counter's update follows, of its thread and
   *     context; 0 for all others
   */
  record SignalUpdate(
      Origin origin, int pe, long remote, long value, SignalOperator operator, long source)
      implements Operation {
    /** One that counts no put. */
    public SignalUpdate(Origin origin, int pe, long remote, long value, SignalOperator operator) {
      this(origin, pe, remote, value, operator, 0);
    }

    /** Whether this is the update of a counter after the reading of a put's source. */
    public boolean counts(Operation earlier) {
      return operator == SignalOperator.COUNT
          && earlier instanceof Put put
          && put.local() == source
          && put.origin().agent() == origin.agent()
          && put.origin().context() == origin.context();
    }

    @Override
    public int words() {
      return 1;
    }
  }

  /**
   * A store through a pointer that {@code nvshmem_ptr} gave.
   *
   * @param bulk whether a bulk copy makes it
   */
  record PeerStore(Origin origin, int pe, long remote, ScalarType type, long value, boolean bulk)
      implements Operation {
    @Override
    public int words() {
      return 1;
    }
  }
}
