package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SourceLine;

/**
 * Changes of one function: instructions put between others, and instructions replaced. Jumps go
 * where they went before.
 *
 * <p>An instruction inserted before a statement is executed on every path to the statement, also by
 * a jump; one inserted after it only on the paths that leave it.
 */
final class Patch {
  private record Piece(int index, boolean after, Snippet snippet) {}

  private final AgentCode code;
  private final List<Piece> pieces = new ArrayList<>();
  private final Map<Integer, Instruction> replaced = new HashMap<>();
  private int variables;

  Patch(AgentCode code) {
    this.code = code;
  }

  /** The register of a new variable, which is zero where the function starts. */
  int variable() {
    int variable = code.registers() + variables++;
    after(0, new Snippet(1, 0, (_, _) -> ImmutableList.of(new Instruction.Const(variable, 0))));
    return variable;
  }

  /** Puts instructions before the statement that begins at an index. */
  void before(int index, Snippet snippet) {
    pieces.add(new Piece(index, false, snippet));
  }

  /** Puts instructions after the statement that ends before an index. */
  void after(int index, Snippet snippet) {
    pieces.add(new Piece(index, true, snippet));
  }

  /** Replaces one instruction. */
  void replace(int index, Instruction by) {
    replaced.put(index, by);
  }

  /** The changed function. */
  AgentCode apply() {
    pieces.sort(Comparator.comparingInt(Piece::index).thenComparing(piece -> !piece.after()));
    int size = code.body().size();
    int[] reached = new int[size]; // where falling through from the instruction before leads
    int[] entered = new int[size]; // where a jump leads
    int[] moved = new int[size]; // where the instruction itself is
    int at = 0;
    int next = 0;
    for (int i = 0; i < size; i++) {
      reached[i] = at;
      while (isAt(next, i) && pieces.get(next).after()) {
        at += pieces.get(next++).snippet().length();
      }
      entered[i] = at;
      while (isAt(next, i)) {
        at += pieces.get(next++).snippet().length();
      }
      moved[i] = at++;
    }
    return build(reached, entered, moved);
  }

  private AgentCode build(int[] reached, int[] entered, int[] moved) {
    ImmutableList.Builder<Instruction> body = ImmutableList.builder();
    ImmutableList.Builder<SourceLine> lines = ImmutableList.builder();
    int registers = code.registers() + variables;
    int next = 0;
    for (int i = 0; i < moved.length; i++) {
      int base = reached[i];
      while (isAt(next, i)) {
        Piece piece = pieces.get(next++);
        Snippet snippet = piece.snippet();
        body.addAll(snippet.code().at(base, registers));
        for (int k = 0; k < snippet.length(); k++) {
          lines.add(code.lines().get(piece.after() && i > 0 ? i - 1 : i));
        }
        base += snippet.length();
        registers += snippet.registers();
      }
      body.add(
          switch (replaced.getOrDefault(i, code.body().get(i))) {
            case Instruction.Jump jump -> new Instruction.Jump(entered[jump.target()]);
            case Instruction.Branch branch ->
                new Instruction.Branch(
                    branch.condition(), entered[branch.ifTrue()], entered[branch.ifFalse()]);
            case Instruction other -> other;
          });
      lines.add(code.lines().get(i));
    }
    return new AgentCode(
        code.name(),
        code.kernel(),
        code.parameters(),
        registers,
        code.slots(),
        body.build(),
        lines.build());
  }

  private boolean isAt(int piece, int index) {
    return piece < pieces.size() && pieces.get(piece).index() == index;
  }
}
