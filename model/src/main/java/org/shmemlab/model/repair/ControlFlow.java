package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import java.util.ArrayDeque;
import java.util.BitSet;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;

/** Decides over the paths of a function which instructions can follow one, and which must. */
final class ControlFlow {
  private static final int NOTHING = -1;

  private final ImmutableList<Instruction> body;
  private final BitSet leaders = new BitSet();

  ControlFlow(AgentCode code) {
    this.body = code.body();
    leaders.set(0);
    leaders.set(body.size());
    for (int i = 0; i < body.size(); i++) {
      switch (body.get(i)) {
        case Instruction.Jump _, Instruction.Branch _, Instruction.Return _ -> {
          body.get(i).successors(i).forEach(leaders::set);
          leaders.set(i + 1);
        }
        default -> {}
      }
    }
  }

  /** Whether something else than the instruction before may lead here. */
  boolean leads(int index) {
    return leaders.get(index);
  }

  /** Whether some way leads from one instruction to another. */
  boolean reaches(int from, int to) {
    return after(from, NOTHING).get(to);
  }

  /** Whether every path from an instruction to an end of the function passes another. */
  boolean alwaysAfter(int from, int by) {
    return from != by && !ends(after(from, by));
  }

  /** Whether every path from the start of the function to an instruction passes another. */
  boolean alwaysBefore(int by, int to) {
    if (by == 0 || by == to) {
      return by != to;
    }
    BitSet reached = after(0, by);
    return to != 0 && !reached.get(to);
  }

  /** How many loops an instruction is in. */
  int depth(int index) {
    int depth = 0;
    for (int end = index; end < body.size(); end++) {
      int back = back(end);
      if (back <= index) {
        depth++;
      }
    }
    return depth;
  }

  /** Where a loop begins that ends here. */
  private int back(int end) {
    return switch (body.get(end)) {
      case Instruction.Jump jump when jump.target() <= end -> jump.target();
      case Instruction.Branch branch when Math.min(branch.ifTrue(), branch.ifFalse()) <= end ->
          Math.min(branch.ifTrue(), branch.ifFalse());
      default -> Integer.MAX_VALUE;
    };
  }

  /**
   * The first place from which only computation leads to this one: an insertion there is one here.
   */
  int settled(int index) {
    int first = index;
    while (!leads(first) && body.get(first - 1) instanceof Instruction.Computation) {
      first--;
    }
    return first;
  }

  private boolean ends(BitSet reached) {
    for (int i = reached.nextSetBit(0); i >= 0; i = reached.nextSetBit(i + 1)) {
      if (i == body.size() || body.get(i) instanceof Instruction.Return) {
        return true;
      }
    }
    return false;
  }

  /** The instructions that can follow one without passing another. */
  private BitSet after(int from, int without) {
    BitSet reached = new BitSet();
    ArrayDeque<Integer> open = new ArrayDeque<>();
    open.add(from);
    while (!open.isEmpty()) {
      int at = open.remove();
      if (at == body.size()) {
        continue;
      }
      body.get(at).successors(at).forEach(next -> go(next, without, reached, open));
    }
    return reached;
  }

  private static void go(int to, int without, BitSet reached, ArrayDeque<Integer> open) {
    if (to != without && !reached.get(to)) {
      reached.set(to);
      open.add(to);
    }
  }
}
