package org.shmemlab.model.repair;

import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.ScalarType;

/** How a call can be written otherwise. */
public enum CallForm {
  /** A non-blocking transfer blocks. */
  BLOCKING,
  /** A p becomes an atomic set, which a wait may watch. */
  ATOMIC_SET,
  /** A test becomes a wait, which ends only when it holds. */
  WAIT,
  /** A wait for a word becomes one for a signal. */
  SIGNAL_WAIT,
  /** A wait for a signal becomes one for its word. */
  WORD_WAIT,
  /** A weak signal of NCCL, of a put or of none, becomes a strong one: {@link StrongSignals}. */
  STRONG,
  /** A wait for a signal of NCCL counts those that it waited for before: {@link CountedWaits}. */
  COUNTED;

  /** Whether this call has that other form. */
  boolean fits(Instruction call) {
    return switch (this) {
      case BLOCKING -> call instanceof Instruction.Transfer transfer && !transfer.blocking();
      case ATOMIC_SET -> call instanceof Instruction.PutValue put && put.type().bytes() >= 4;
      case WAIT -> call instanceof Instruction.WaitUntil test && !test.blocking();
      case SIGNAL_WAIT ->
          call instanceof Instruction.WaitUntil wait
              && wait.quantifier() == Quantifier.ONE
              && !wait.signal();
      case COUNTED ->
          call instanceof Instruction.WaitUntil wait
              && wait.signal()
              && wait.blocking()
              && wait.quantifier() == Quantifier.ONE;
      case WORD_WAIT -> call instanceof Instruction.WaitUntil wait && wait.signal();
      case STRONG ->
          call instanceof Instruction.SignalUpdate
              || (call instanceof Instruction.Transfer put && put.signal() != null);
    };
  }

  /** The call in this form; it {@link #fits}. */
  Instruction of(Instruction call) {
    return switch (call) {
      case Instruction.Transfer transfer ->
          new Instruction.Transfer(
              transfer.direction(),
              transfer.wordBytes(),
              true,
              transfer.scope(),
              transfer.remote(),
              transfer.local(),
              transfer.count(),
              transfer.remoteStride(),
              transfer.localStride(),
              transfer.pe(),
              transfer.signal(),
              transfer.context());
      case Instruction.PutValue put ->
          new Instruction.Amo(
              AtomicOp.SET,
              put.type(),
              Instruction.NO_REGISTER,
              put.remote(),
              put.value(),
              Instruction.NO_REGISTER,
              put.pe(),
              put.context());
      case Instruction.WaitUntil test ->
          new Instruction.WaitUntil(
              this == SIGNAL_WAIT ? ScalarType.U64 : test.type(),
              test.quantifier(),
              true,
              this != WORD_WAIT && (this == SIGNAL_WAIT || test.signal()),
              test.dst(),
              test.words(),
              test.count(),
              test.indices(),
              test.status(),
              test.operator(),
              test.value(),
              test.vector());
      default -> throw new IllegalArgumentException("no other form of " + call);
    };
  }

  /** The call in this form, as programs write it. */
  String spelling(Instruction call, Family family) {
    String library = CallNames.prefix(family);
    return switch (call) {
      case Instruction.Transfer transfer -> {
        String direction = transfer.direction() == Instruction.Direction.PUT ? "put" : "get";
        boolean strided = transfer.remoteStride() != Instruction.NO_REGISTER;
        String signal = transfer.signal() == null ? "" : "_signal";
        yield "the blocking " + library + (strided ? "i" : "") + direction + signal;
      }
      case Instruction.PutValue put -> typed(library, put.type(), "atomic_set");
      case Instruction.WaitUntil _ when this == SIGNAL_WAIT -> library + "signal_wait_until()";
      case Instruction.WaitUntil test -> typed(library, test.type(), "wait_until");
      default -> throw new IllegalArgumentException("no other form of " + call);
    };
  }

  private static String typed(String library, ScalarType type, String rest) {
    return library + CallNames.type(type) + "_" + rest + "()";
  }
}
