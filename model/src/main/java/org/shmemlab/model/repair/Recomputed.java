package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;

/**
 * Values that one statement computes, computed again at another place: the pure instructions behind
 * them, as far back as straight code goes. What they start from are variables, which hold their
 * values in registers of the function; the other place sees what these hold there.
 *
 * @param code in order
 * @param variables registers that it starts from
 */
record Recomputed(ImmutableList<Instruction> code, Set<Integer> variables) {

  /** The computation of registers as an instruction reads them. */
  static Recomputed of(AgentCode function, Flow flow, int index, List<Integer> registers) {
    List<Instruction> code = new ArrayList<>();
    Set<Integer> wanted = new HashSet<>(registers);
    for (int at = index; !flow.leads(at) && !wanted.isEmpty(); at--) {
      Instruction earlier = function.body().get(at - 1);
      Optional<Integer> written = written(earlier);
      if (written.isPresent() && wanted.remove(written.get())) {
        code.add(earlier);
        wanted.addAll(read(earlier));
      }
    }
    Collections.reverse(code);
    return new Recomputed(ImmutableList.copyOf(code), wanted);
  }

  /** Whether another function can compute the same. */
  boolean standsAlone() {
    return variables.isEmpty()
        && code.stream().noneMatch(Instruction.SlotAddress.class::isInstance);
  }

  /** The number that a register holds, where it is a constant. */
  OptionalLong constant(int register) {
    for (Instruction instruction : code.reverse()) {
      if (written(instruction).filter(dst -> dst == register).isPresent()) {
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
      renamed.add(renamed(instruction, dst, now));
      written(instruction).ifPresent(old -> now.put(old, dst));
    }
    return new Renamed(renamed.build(), now);
  }

  /** Code, and where the registers of the original are now; those that are not there stay. */
  record Renamed(ImmutableList<Instruction> code, Map<Integer, Integer> now) {
    int of(int register) {
      return now.getOrDefault(register, register);
    }
  }

  private static Instruction renamed(Instruction pure, int dst, Map<Integer, Integer> now) {
    return switch (pure) {
      case Instruction.Const i -> new Instruction.Const(dst, i.bits());
      case Instruction.Move i -> new Instruction.Move(dst, now.getOrDefault(i.src(), i.src()));
      case Instruction.Binary i ->
          new Instruction.Binary(
              i.op(),
              i.type(),
              dst,
              now.getOrDefault(i.a(), i.a()),
              now.getOrDefault(i.b(), i.b()));
      case Instruction.Unary i ->
          new Instruction.Unary(i.op(), i.type(), dst, now.getOrDefault(i.a(), i.a()));
      case Instruction.Convert i ->
          new Instruction.Convert(i.from(), i.to(), dst, now.getOrDefault(i.a(), i.a()));
      case Instruction.Special i -> new Instruction.Special(i.register(), dst);
      case Instruction.SlotAddress i -> new Instruction.SlotAddress(i.slot(), dst);
      default -> throw new IllegalArgumentException("not computed again: " + pure);
    };
  }

  private static Optional<Integer> written(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Const i -> Optional.of(i.dst());
      case Instruction.Move i -> Optional.of(i.dst());
      case Instruction.Binary i -> Optional.of(i.dst());
      case Instruction.Unary i -> Optional.of(i.dst());
      case Instruction.Convert i -> Optional.of(i.dst());
      case Instruction.Special i -> Optional.of(i.dst());
      case Instruction.SlotAddress i -> Optional.of(i.dst());
      default -> Optional.empty();
    };
  }

  private static List<Integer> read(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Move i -> List.of(i.src());
      case Instruction.Binary i -> List.of(i.a(), i.b());
      case Instruction.Unary i -> List.of(i.a());
      case Instruction.Convert i -> List.of(i.a());
      default -> List.of();
    };
  }
}
