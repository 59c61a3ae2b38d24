package org.shmemlab.scenarios.litmus;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.function.ToLongFunction;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.ScalarType;

/** States a condition on final values: registers of agents, and symmetric words on their PEs. */
public sealed interface Condition {
  /** Both hold: {@code left /\ right}. */
  record And(Condition left, Condition right) implements Condition {
    @Override
    public String toString() {
      return inAnd(left) + " /\\ " + inAnd(right);
    }

    private static String inAnd(Condition part) {
      return part instanceof Or ? "(" + part + ")" : part.toString();
    }
  }

  /** At least one holds: {@code left \/ right}. */
  record Or(Condition left, Condition right) implements Condition {
    @Override
    public String toString() {
      return left + " \\/ " + right;
    }
  }

  /** It does not hold: {@code ~(part)}. */
  record Not(Condition part) implements Condition {
    @Override
    public String toString() {
      return "~(" + part + ")";
    }
  }

  /** Two integers compare so, as numbers: {@code 1:r0 = 0}. */
  record Compare(Term left, Comparison operator, Term right) implements Condition {
    @Override
    public String toString() {
      return left + " " + text(operator) + " " + right;
    }

    private static String text(Comparison operator) {
      return switch (operator) {
        case EQ -> "=";
        case NE -> "!=";
        case GT -> ">";
        case LE -> "<=";
        case LT -> "<";
        case GE -> ">=";
      };
    }
  }

  /** One side of a comparison. */
  sealed interface Term {}

  /** A constant. */
  record Constant(long value) implements Term {
    @Override
    public String toString() {
      return Long.toString(value);
    }
  }

  /** A value that a finished execution has. */
  sealed interface Observable extends Term {
    /** The PE whose value it is. */
    int pe();

    /** Its type, an integer. */
    ScalarType type();
  }

  /**
   * The last value of a variable of an agent's block: {@code 1:r0}, {@code 1.a:r0}.
   *
   * @param agent the agent's name, empty where its PE has only one
   */
  record Register(int pe, String agent, String name, ScalarType type) implements Observable {
    @Override
    public String toString() {
      return pe + (agent.isEmpty() ? "" : "." + agent) + ":" + name;
    }
  }

  /**
   * The last value of a symmetric word: {@code x@1}, {@code y[2]@1}.
   *
   * @param index the element of an array, or -1 for a plain word
   */
  record Word(int pe, String name, int index, ScalarType type) implements Observable {
    @Override
    public String toString() {
      return name + (index < 0 ? "" : "[" + index + "]") + "@" + pe;
    }
  }

  /**
   * Whether it holds in a final state.
   *
   * @param values the value of each observable, in the register form of its type
   */
  default boolean holds(ToLongFunction<Observable> values) {
    return switch (this) {
      case And and -> and.left().holds(values) && and.right().holds(values);
      case Or or -> or.left().holds(values) || or.right().holds(values);
      case Not not -> !not.part().holds(values);
      case Compare compare -> {
        int sign = IntegerComparison.compare(compare.left(), compare.right(), values);
        yield switch (compare.operator()) {
          case EQ -> sign == 0;
          case NE -> sign != 0;
          case GT -> sign > 0;
          case LE -> sign <= 0;
          case LT -> sign < 0;
          case GE -> sign >= 0;
        };
      }
    };
  }

  /** Everything whose value it asks for, in the order of the text. */
  default ImmutableSet<Observable> observables() {
    return switch (this) {
      case And and -> union(and.left(), and.right());
      case Or or -> union(or.left(), or.right());
      case Not not -> not.part().observables();
      case Compare compare -> {
        ImmutableSet.Builder<Observable> found = ImmutableSet.builder();
        if (compare.left() instanceof Observable left) {
          found.add(left);
        }
        if (compare.right() instanceof Observable right) {
          found.add(right);
        }
        yield found.build();
      }
    };
  }

  private static ImmutableSet<Observable> union(Condition first, Condition second) {
    return Sets.union(first.observables(), second.observables()).immutableCopy();
  }
}
