package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.shmemlab.conformance.axiomatic.Path.Condition;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;

/**
 * Follows waits and tests: reads of words, and paths that continue under the condition that they
 * hold.
 *
 * @param open takes paths that continue besides the one that reads
 * @param blocked takes paths that end at the wait
 */
record AxiomaticWaits(int agent, int pe, Consumer<PathState> open, Consumer<Path> blocked) {
  private static final SymbolicValue ZERO = new SymbolicValue.Const(0);
  private static final SymbolicValue ONE = new SymbolicValue.Const(1);
  private static final Comparison[] COMPARISONS = Comparison.values();

  void look(PathState way, Instruction.WaitUntil i) {
    boolean one = i.quantifier() == Instruction.Quantifier.ONE;
    SymbolicValue count = one ? ONE : way.get(i.count());
    boolean mask = i.status() != Instruction.NO_REGISTER && !way.get(i.status()).equals(ZERO);
    if (!(count instanceof SymbolicValue.Const(long slots)) || mask || i.vector() || slots < 1) {
      throw new BeyondAxioms("a wait or test with a mask, a vector of values or no words");
    }
    ImmutableList<Word> words = Word.row(pe, way.address(i.words()), i.type().bytes(), slots, 1);
    int first = way.reads;
    way.reads += words.size();
    way.act(new Action.Look(words, i.type(), i.signal() ? Use.SIGNAL_WAIT : Use.WAIT, first));
    List<SymbolicValue> holds = new ArrayList<>();
    for (int k = 0; k < slots; k++) {
      holds.add(holds(way, i, first + k));
    }
    switch (i.quantifier()) {
      case ONE, ALL -> all(way, i, holds, first);
      case ANY -> any(way, i, holds);
      case SOME -> throw new BeyondAxioms("wait_until_some or test_some");
    }
  }

  private SymbolicValue holds(PathState way, Instruction.WaitUntil i, int read) {
    if (!(way.get(i.operator()) instanceof SymbolicValue.Const(long number))) {
      throw new BeyondAxioms("a comparison operator that was read");
    }
    BinaryOp op =
        switch (COMPARISONS[(int) number]) {
          case EQ -> BinaryOp.EQ;
          case NE -> BinaryOp.NE;
          case GT -> BinaryOp.GT;
          case LE -> BinaryOp.LE;
          case LT -> BinaryOp.LT;
          case GE -> BinaryOp.GE;
        };
    ScalarType wide = i.type().signed() ? ScalarType.I64 : ScalarType.U64;
    SymbolicValue wanted = new SymbolicValue.Convert(i.type(), way.get(i.value())).folded();
    return new SymbolicValue.Binary(op, wide, new SymbolicValue.OfRead(agent, read), wanted);
  }

  private void all(PathState way, Instruction.WaitUntil i, List<SymbolicValue> holds, int first) {
    SymbolicValue whole =
        holds.stream()
            .reduce((a, b) -> new SymbolicValue.Binary(BinaryOp.AND, ScalarType.I32, a, b))
            .orElse(ONE);
    if (!i.blocking()) {
      way.set(i.dst(), whole);
      return;
    }
    stuck(way, whole);
    way.conditions.add(new Condition(whole, true));
    way.set(i.dst(), i.signal() ? new SymbolicValue.OfRead(agent, first) : ONE);
  }

  // One way for each slot that holds: which of them is given is open.
  private void any(PathState way, Instruction.WaitUntil i, List<SymbolicValue> holds) {
    SymbolicValue none =
        holds.stream()
            .reduce((a, b) -> new SymbolicValue.Binary(BinaryOp.OR, ScalarType.I32, a, b))
            .orElse(ZERO);
    for (int slot = 0; slot < holds.size(); slot++) {
      PathState other = new PathState(way);
      other.conditions.add(new Condition(holds.get(slot), true));
      other.set(i.dst(), new SymbolicValue.Const(slot));
      open.accept(other);
    }
    if (i.blocking()) {
      stuck(way, none);
    } else {
      PathState other = new PathState(way);
      other.conditions.add(new Condition(none, false));
      other.set(i.dst(), new SymbolicValue.Const(-1));
      open.accept(other);
    }
    way.split = true;
  }

  private void stuck(PathState way, SymbolicValue guard) {
    PathState other = new PathState(way);
    other.conditions.add(new Condition(guard, false));
    blocked.accept(other.path(true));
  }
}
