package org.shmemlab.model.code;

import java.util.BitSet;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SpecialRegister;

/**
 * Finds the loops of a function that may be spin loops: a test, and computation that leads back to
 * it.
 */
public final class Loops {
  private Loops() {}

  /** The tests of a function that computation alone may lead back to. */
  static BitSet of(Instruction[] body) {
    BitSet loops = new BitSet();
    for (int pc = 0; pc < body.length; pc++) {
      if (isLook(body[pc]) && comesBack(body, pc)) {
        loops.set(pc);
      }
    }
    return loops;
  }

  private static boolean isLook(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load _, Instruction.SignalFetch _, Instruction.Atomic _ -> true;
      case Instruction.Invoke invoke -> invoke.call().has(CallTrait.LOOKS_ONLY);
      case Instruction.WaitUntil wait -> !wait.blocking();
      default -> false;
    };
  }

  private static boolean comesBack(Instruction[] body, int look) {
    BitSet reached = new BitSet();
    BitSet open = new BitSet();
    open.set(look + 1);
    while (!open.isEmpty()) {
      int pc = open.nextSetBit(0);
      open.clear(pc);
      if (pc == look) {
        return true;
      }
      if (reached.get(pc)) {
        continue;
      }
      reached.set(pc);
      if (body[pc] instanceof Instruction.Return) {
        return true; // its caller may call again
      }
      if (leadsOn(body[pc])) {
        body[pc].successors(pc).forEach(open::set);
      }
    }
    return false;
  }

  private static boolean leadsOn(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load _, Instruction.Call _ -> true;
      case Instruction.Invoke invoke -> invoke.call().has(CallTrait.LOOKS_ONLY);
      default -> isComputation(instruction);
    };
  }

  /**
   * Whether an instruction leads only to its agent's next one, the same whenever it is executed.
   */
  public static boolean isComputation(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Special special ->
          special.register() != SpecialRegister.CLOCK
              && special.register() != SpecialRegister.GLOBAL_TIMER;
      case Instruction.Computation _,
          Instruction.Jump _,
          Instruction.Branch _,
          Instruction.ThreadFence _ ->
          true;
      default -> false;
    };
  }
}
