package org.shmemlab.scenarios.code;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SourceLine;

/**
 * Removes from a function the residue of lowering construct by construct: copies of values that
 * could have been computed in place, constants made anew in every round of a loop, jumps to jumps.
 * No instruction whose effect another agent could observe is moved or removed.
 */
public final class Tidying {
  private final AgentCode code;
  private final int[] reads;
  private final int[] writes;

  private Tidying(AgentCode code) {
    this.code = code;
    this.reads = new int[code.registers()];
    this.writes = new int[code.registers()];
    for (Instruction instruction : code.body()) {
      instruction.operands().forEach(register -> reads[register]++);
      if (instruction.dst() != Instruction.NO_REGISTER) {
        writes[instruction.dst()]++;
      }
    }
    for (int i = 0; i < code.parameters().size(); i++) {
      writes[i]++;
    }
  }

  public static AgentCode tidy(AgentCode code) {
    AgentCode inPlace = new Tidying(code).computeInPlace();
    AgentCode hoisted = new Tidying(inPlace).hoistConstants();
    return new Tidying(hoisted).straightenJumps();
  }

  // ---------------------------------------------------------------- copies

  /** {@code t = a + b; x = t} becomes {@code x = a + b} where t is used nowhere else. */
  private AgentCode computeInPlace() {
    BitSet targets = targets();
    List<Instruction> body = new ArrayList<>(code.body());
    BitSet dropped = new BitSet();
    for (int i = 0; i + 1 < body.size(); i++) {
      if (body.get(i + 1) instanceof Instruction.Move move
          && !targets.get(i + 1)
          && reads[move.src()] == 1
          && writes[move.src()] == 1
          && body.get(i).dst() == move.src()) {
        body.set(i, body.get(i).renamed(r -> r, move.dst()));
        dropped.set(i + 1);
        i++;
      }
    }
    return rebuilt(List.of(), body, dropped);
  }

  // ---------------------------------------------------------------- constants

  /** Constants and addresses of slots that loops need are made once, at the start. */
  private AgentCode hoistConstants() {
    BitSet inLoop = inLoops();
    Map<Instruction, Integer> registers = new LinkedHashMap<>();
    for (int i = inLoop.nextSetBit(0); i >= 0; i = inLoop.nextSetBit(i + 1)) {
      Instruction value = value(i);
      if (value != null) {
        registers.putIfAbsent(value, code.body().get(i).dst());
      }
    }
    int[] renamed = new int[code.registers()];
    for (int r = 0; r < renamed.length; r++) {
      renamed[r] = r;
    }
    BitSet dropped = new BitSet();
    for (int i = 0; i < code.body().size(); i++) {
      Instruction value = value(i);
      Integer register = value == null ? null : registers.get(value);
      if (register != null) {
        renamed[code.body().get(i).dst()] = register;
        dropped.set(i);
      }
    }
    List<Instruction> start = new ArrayList<>();
    registers.forEach((value, register) -> start.add(value.renamed(r -> r, register)));
    List<Instruction> body =
        code.body().stream().map(i -> i.renamed(r -> renamed[r], i.dst())).toList();
    return rebuilt(start, body, dropped);
  }

  /**
   * The instruction with register 0 as its destination if it has no operands; null for all others.
   */
  private @Nullable Instruction value(int index) {
    Instruction instruction = code.body().get(index);
    boolean pure =
        instruction instanceof Instruction.Const || instruction instanceof Instruction.SlotAddress;
    return pure && writes[instruction.dst()] == 1 ? instruction.renamed(r -> r, 0) : null;
  }

  private BitSet inLoops() {
    BitSet inLoop = new BitSet();
    for (int i = 0; i < code.body().size(); i++) {
      int from = i;
      forEachTarget(
          code.body().get(i),
          target -> {
            if (target <= from) {
              inLoop.set(target, from + 1);
            }
          });
    }
    return inLoop;
  }

  // ---------------------------------------------------------------- jumps

  private AgentCode straightenJumps() {
    List<Instruction> body = new ArrayList<>();
    for (Instruction instruction : code.body()) {
      body.add(
          switch (instruction) {
            case Instruction.Jump jump -> new Instruction.Jump(end(jump.target()));
            case Instruction.Branch branch ->
                new Instruction.Branch(
                    branch.condition(), end(branch.ifTrue()), end(branch.ifFalse()));
            default -> instruction;
          });
    }
    BitSet dropped = new BitSet();
    for (int i = 0; i < body.size(); i++) {
      if (body.get(i) instanceof Instruction.Jump jump && jump.target() == i + 1) {
        dropped.set(i);
      }
    }
    return rebuilt(List.of(), body, dropped);
  }

  /** Where a jump to a place ends up. */
  private int end(int target) {
    int at = target;
    // an endless loop of jumps is left as it is
    for (int steps = 0; steps < 16; steps++) {
      if (!(code.body().get(at) instanceof Instruction.Jump jump)) {
        return at;
      }
      at = jump.target();
    }
    return target;
  }

  private BitSet targets() {
    BitSet targets = new BitSet();
    for (Instruction instruction : code.body()) {
      forEachTarget(instruction, targets::set);
    }
    return targets;
  }

  private static void forEachTarget(Instruction instruction, IntConsumer action) {
    switch (instruction) {
      case Instruction.Jump jump -> action.accept(jump.target());
      case Instruction.Branch branch -> {
        action.accept(branch.ifTrue());
        action.accept(branch.ifFalse());
      }
      default -> {}
    }
  }

  // ---------------------------------------------------------------- result

  /** The function with instructions before its body, and some of its body left out. */
  private AgentCode rebuilt(List<Instruction> start, List<Instruction> body, BitSet dropped) {
    int[] places = new int[body.size() + 1];
    int at = start.size();
    for (int i = 0; i < body.size(); i++) {
      places[i] = at;
      at += dropped.get(i) ? 0 : 1;
    }
    places[body.size()] = at;
    ImmutableList.Builder<Instruction> out = ImmutableList.builder();
    ImmutableList.Builder<SourceLine> lines = ImmutableList.builder();
    for (Instruction instruction : start) {
      out.add(instruction);
      lines.add(code.lines().get(0));
    }
    for (int i = 0; i < body.size(); i++) {
      if (!dropped.get(i)) {
        lines.add(code.lines().get(i));
        out.add(
            switch (body.get(i)) {
              case Instruction.Jump jump -> new Instruction.Jump(places[jump.target()]);
              case Instruction.Branch branch ->
                  new Instruction.Branch(
                      branch.condition(), places[branch.ifTrue()], places[branch.ifFalse()]);
              default -> body.get(i);
            });
      }
    }
    return new AgentCode(
        code.name(),
        code.kernel(),
        code.parameters(),
        code.registers(),
        code.slots(),
        out.build(),
        lines.build());
  }
}
