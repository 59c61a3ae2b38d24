package org.shmemlab.model.repair;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Arrive;
import org.shmemlab.model.program.MeetingKind;

/**
 * Finds the calls of a function that the threads of a warp or block make together. Such a call is
 * one statement, although its code is that they meet, one of them acts, and they meet again.
 */
final class GroupCalls {
  private final List<GroupCall> calls = new ArrayList<>();

  /**
   * One of them.
   *
   * @param first the arrival at the first meeting
   * @param act the part that one thread executes
   * @param end one past the departure from the second meeting
   */
  record GroupCall(int first, int act, int end) {}

  GroupCalls(AgentCode code) {
    for (int i = 0; i < code.body().size(); i++) {
      if (isOfGroup(code.body().get(i))) {
        int first = i - 1;
        while (first > 0 && !meets(code, first, i)) {
          first--;
        }
        int end = i + 1;
        while (end < code.body().size() - 1 && !meets(code, end, i)) {
          end++;
        }
        if (meets(code, first, i) && meets(code, end, i)) {
          calls.add(new GroupCall(first, i, end + 2));
        }
      }
    }
  }

  /** The call that an instruction is a part of. */
  Optional<GroupCall> around(int index) {
    return calls.stream().filter(call -> call.first() <= index && index < call.end()).findFirst();
  }

  private static boolean isOfGroup(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Transfer transfer -> transfer.scope() != CallScope.THREAD;
      case Arrive arrive ->
          arrive.scope() != CallScope.THREAD && arrive.kind().place() == MeetingKind.Place.TEAM;
      default -> false;
    };
  }

  private static boolean meets(AgentCode code, int index, int act) {
    return index >= 0
        && code.body().get(index) instanceof Arrive arrive
        && (arrive.kind() == MeetingKind.BLOCK_BARRIER || arrive.kind() == MeetingKind.WARP_SYNC)
        && code.lines().get(index).equals(code.lines().get(act));
  }
}
