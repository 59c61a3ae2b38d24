package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;

/**
 * Recomputes values of one statement at another place: by the pure instructions that they depend
 * on, as far back as straight code goes. Their inputs are variables, which hold their values in
 * registers of the function; the other place reads these registers.
 *
 * @param code in order
 * @param variables registers that it starts from
 */
record Rematerialization(ImmutableList<Instruction> code, Set<Integer> variables) {

  /** The computation of registers as an instruction reads them. */
  static Rematerialization of(
      AgentCode function, ControlFlow flow, int index, List<Integer> registers) {
    List<Instruction> code = new ArrayList<>();
    Set<Integer> wanted = new HashSet<>(registers);
    for (int at = index; !flow.leads(at) && !wanted.isEmpty(); at--) {
      Instruction earlier = function.body().get(at - 1);
      if (isAgain(earlier) && wanted.remove(earlier.dst())) {
        code.add(earlier);
        wanted.addAll(earlier.operands().asList());
      }
    }
    Collections.reverse(code);
    return new Rematerialization(ImmutableList.copyOf(code), wanted);
  }

  /** Whether another function can compute the same. */
  boolean standsAlone() {
    return variables.isEmpty()
        && code.stream().noneMatch(Instruction.SlotAddress.class::isInstance);
  }

  /** The number that a register holds, where it is a constant. */
  OptionalLong constant(int register) {
    for (Instruction instruction : code.reverse()) {
      if (instruction.dst() == register) {
        return switch (instruction) {
          case Instruction.Const constant -> OptionalLong.of(constant.bits());
          case Instruction.Convert convert -> constant(convert.a());
          case Instruction.Move move -> constant(move.src());
          default -> OptionalLong.empty();
        };
      }
    }
    return OptionalLong.empty();
  }

  /** How many registers of its own it writes. */
  int registers() {
    return code.size();
  }

  /** The same into registers of its own, and where each register is found then. */
  Renamed from(int first) {
    Map<Integer, Integer> now = new HashMap<>();
    ImmutableList.Builder<Instruction> renamed = ImmutableList.builder();
    ArrayDeque<Integer> free = new ArrayDeque<>();
    for (int i = 0; i < code.size(); i++) {
      free.add(first + i);
    }
    for (Instruction instruction : code) {
      int dst = free.remove();
      renamed.add(instruction.renamed(register -> now.getOrDefault(register, register), dst));
      now.put(instruction.dst(), dst);
    }
    return new Renamed(renamed.build(), now);
  }

  /** Code, and where the registers of the original are now; those that are not there stay. */
  record Renamed(ImmutableList<Instruction> code, Map<Integer, Integer> now) {
    int of(int register) {
      return now.getOrDefault(register, register);
    }
  }

  // The result of a mathematical function counts as a variable.
  private static boolean isAgain(Instruction instruction) {
    return instruction instanceof Instruction.Computation
        && !(instruction instanceof Instruction.Compute);
  }
}
