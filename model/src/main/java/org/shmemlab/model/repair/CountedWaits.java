package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.repair.Change.Spot;

/**
 * Makes a wait for a signal one for so many more signals than before, as a shadow does (NCCL 2.30
 * user guide, "Device API – GIN", "waitSignalMeetShadow").
 */
final class CountedWaits {
  /** The call as programs write it. */
  static final String SPELLING = "increaseSignalShadow and waitSignalMeetShadow";

  private CountedWaits() {}

  /**
   * Changes a wait, which is the first instruction of the statement.
   *
   * @param seen the register of a variable that counts, zero at first
   */
  static void apply(Patch patch, AgentCode code, Spot call, int seen) {
    int at = call.first();
    Instruction.WaitUntil wait = (Instruction.WaitUntil) code.body().get(at);
    patch.before(
        at,
        new Snippet(
            2,
            0,
            (_, _) ->
                ImmutableList.of(
                    new Instruction.Binary(BinaryOp.ADD, ScalarType.U64, seen, seen, wait.value()),
                    new Instruction.WaitUntil(
                        wait.type(),
                        wait.quantifier(),
                        true,
                        true,
                        wait.dst(),
                        wait.words(),
                        wait.count(),
                        wait.indices(),
                        wait.status(),
                        wait.operator(),
                        seen,
                        false))));
    patch.replace(at, new Instruction.Jump(at + 1));
  }
}
