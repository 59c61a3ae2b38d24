package org.shmemlab.scenarios.api.shmem;

import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;

/**
 * Lowers family {@code lock}: OpenSHMEM's distributed locks, first come, first served.
 *
 * <p>The PEs that want the lock form a queue (Mellor-Crummey and Scott, "Algorithms for scalable
 * synchronization on shared-memory multiprocessors", ACM TOCS 9(1), 1991). The {@code long} of the
 * lock is used as two words. The first, on PE 0 alone, names the last PE of the queue; the second,
 * on every PE its own, names the next PE after it and, by its sign, says that this PE still waits.
 * PEs are counted from 1, so a free lock is all zeros. Each PE waits for a word of its own, as for
 * any other update, so a lock that is never released is seen to be a deadlock.
 *
 * <p>Source: OpenSHMEM 1.6, section 9.13 "Distributed locking routines": clearing a lock completes
 * the operations issued while it was held.
 */
public final class LockCalls implements CallLowering {
  private static final int NEXT_OFFSET = 4;
  private static final int WAITING = Integer.MIN_VALUE;

  @Override
  public int lower(CallSite site) {
    Queue queue = new Queue(new Emission(site.code()), site.argument(0));
    return switch (site.function().action()) {
      case "set" -> queue.enter();
      case "test" -> queue.tryToEnter();
      case "clear" -> queue.leave();
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  /** The queue of one lock, as this PE sees it. */
  private static final class Queue {
    private final Emission emit;
    private final int last;
    private final int next;
    private final int me;
    private final int myNumber;

    Queue(Emission emit, int lock) {
      this.emit = emit;
      this.last = lock;
      this.next = emit.binary(BinaryOp.ADD, ScalarType.I64, lock, emit.constant(NEXT_OFFSET));
      this.me = emit.special(SpecialRegister.MY_PE);
      this.myNumber = emit.binary(BinaryOp.ADD, ScalarType.I32, me, emit.constant(1));
    }

    int enter() {
      int before = update(AtomicOp.SET, last, myNumber, emit.constant(0));
      emit.when(
          before,
          () -> {
            update(AtomicOp.OR, next, emit.constant(WAITING), me);
            await(Comparison.LT); // before the one in front could take the mark away
            update(AtomicOp.OR, next, myNumber, pe(before));
            await(Comparison.GE);
          });
      return Instruction.NO_REGISTER;
    }

    /** 0 if the lock was free and is held now, 1 if not. */
    int tryToEnter() {
      int free = emit.constant(0);
      int before = replace(free, myNumber);
      return emit.binary(BinaryOp.NE, ScalarType.I32, before, free);
    }

    int leave() {
      emit.code().emit(new Instruction.Quiet(Instruction.NO_REGISTER));
      int before = replace(myNumber, emit.constant(0));
      int isSuccessor = emit.binary(BinaryOp.NE, ScalarType.I32, before, myNumber);
      emit.when(
          isSuccessor,
          () -> {
            await(Comparison.NE); // the next PE of the queue may not have stored its number yet
            int successor = update(AtomicOp.SET, next, emit.constant(0), me);
            update(AtomicOp.AND, next, emit.constant(~WAITING), pe(successor));
          });
      return Instruction.NO_REGISTER;
    }

    private int pe(int number) {
      return emit.binary(BinaryOp.SUB, ScalarType.I32, number, emit.constant(1));
    }

    /** Puts a new last PE in the place of an expected one; gives the one that was there. */
    private int replace(int expected, int number) {
      return amo(AtomicOp.COMPARE_SWAP, last, number, expected, emit.constant(0));
    }

    /** Updates a word; gives the old value. */
    private int update(AtomicOp op, int word, int operand, int pe) {
      return amo(op, word, operand, Instruction.NO_REGISTER, pe);
    }

    private int amo(AtomicOp op, int word, int operand, int compare, int pe) {
      int old = emit.code().register();
      emit.code()
          .emit(
              new Instruction.Amo(
                  op, ScalarType.I32, old, word, operand, compare, pe, Instruction.NO_REGISTER));
      return old;
    }

    /** Waits until this PE's own word compares like that with 0. */
    private void await(Comparison comparison) {
      emit.code()
          .emit(
              new Instruction.WaitUntil(
                  ScalarType.I32,
                  Quantifier.ONE,
                  true,
                  false,
                  Instruction.NO_REGISTER,
                  next,
                  Instruction.NO_REGISTER,
                  Instruction.NO_REGISTER,
                  Instruction.NO_REGISTER,
                  emit.constant(comparison.ordinal()),
                  emit.constant(0),
                  false));
    }
  }
}
