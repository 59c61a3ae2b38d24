package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.ScalarType;

/**
 * A loop that does nothing but read a word and compare it, and the wait that says the same. The
 * wait precedes the loop, which then ends at its first test.
 *
 * @param look how the word is read
 * @param until the comparison that ends the loop
 * @param bound the register compared with
 */
record PollingLoop(Look look, Comparison until, int bound) {

  /**
   * A way to read a word.
   *
   * @param address register
   * @param signal whether it is read as a signal
   */
  record Look(int address, int offset, ScalarType type, boolean signal) {}

  /** The loop that begins with this test; empty where there is none. */
  static Optional<PollingLoop> at(AgentCode code, int index) {
    Optional<Look> look = look(code, index);
    if (look.isPresent()
        && code.body().get(index + 1) instanceof Instruction.Binary compare
        && code.body().get(index + 2) instanceof Instruction.Branch branch
        && compare.a() == code.body().get(index).dst()
        && branch.condition() == compare.dst()) {
      boolean whileTrue = looksAgain(code, branch.ifTrue(), look);
      if (whileTrue != looksAgain(code, branch.ifFalse(), look)) {
        return comparison(compare.op(), whileTrue)
            .map(until -> new PollingLoop(look.get(), until, compare.b()));
      }
    }
    return Optional.empty();
  }

  private static Optional<Look> look(AgentCode code, int index) {
    return index + 2 >= code.body().size()
        ? Optional.empty()
        : switch (code.body().get(index)) {
          case Instruction.Load load ->
              Optional.of(new Look(load.address(), load.offset(), load.type(), false));
          case Instruction.SignalFetch fetch ->
              Optional.of(new Look(fetch.address(), 0, ScalarType.U64, true));
          default -> Optional.empty();
        };
  }

  // Whether a branch leads back to this test: by the instructions that compute its operands, if
  // there are any.
  private static boolean looksAgain(AgentCode code, int target, Optional<Look> first) {
    int at = target;
    while (at < code.body().size() && prepares(code.body().get(at))) {
      at++;
    }
    return look(code, at).equals(first)
        && code.body().get(at + 2) instanceof Instruction.Branch branch
        && (branch.ifTrue() == target || branch.ifFalse() == target);
  }

  private static boolean prepares(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Compute _, Instruction.Special _ -> false;
      case Instruction.Computation _ -> true;
      default -> false;
    };
  }

  private static Optional<Comparison> comparison(BinaryOp op, boolean opposite) {
    return switch (op) {
      case EQ -> Optional.of(opposite ? Comparison.NE : Comparison.EQ);
      case NE -> Optional.of(opposite ? Comparison.EQ : Comparison.NE);
      case LT -> Optional.of(opposite ? Comparison.GE : Comparison.LT);
      case LE -> Optional.of(opposite ? Comparison.GT : Comparison.LE);
      case GT -> Optional.of(opposite ? Comparison.LE : Comparison.GT);
      case GE -> Optional.of(opposite ? Comparison.LT : Comparison.GE);
      default -> Optional.empty();
    };
  }

  /** The wait until the loop would end. */
  Snippet code(ScalarType type, boolean signal) {
    int none = Instruction.NO_REGISTER;
    return new Snippet(
        4,
        4,
        (base, register) ->
            ImmutableList.of(
                new Instruction.Const(register, look.offset()),
                new Instruction.Binary(
                    BinaryOp.ADD, ScalarType.U64, register + 1, look.address(), register),
                new Instruction.Const(register + 2, until.ordinal()),
                new Instruction.WaitUntil(
                    type,
                    Quantifier.ONE,
                    true,
                    signal,
                    signal ? register + 3 : none,
                    register + 1,
                    none,
                    none,
                    none,
                    register + 2,
                    bound,
                    false)));
  }
}
