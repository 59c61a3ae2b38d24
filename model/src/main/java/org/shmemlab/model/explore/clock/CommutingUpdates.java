package org.shmemlab.model.explore.clock;

import com.google.common.collect.ArrayListMultimap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.LinkedHashMultiset;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.Multiset;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.step.Access;

/**
 * Sums up the updates of one execution: the amounts added to each word, the sums that several of
 * them may have added together, and the updates that do not add. A counter has hundreds of updates
 * that all add the same, so equal amounts are counted.
 */
public final class CommutingUpdates {
  private static final int MOST_SUMS = 2_048;

  private final Map<Integer, Long> byStep = new HashMap<>();
  private final Multiset<Long> amounts = LinkedHashMultiset.create();
  private final ListMultimap<Access.Place, Other> others = ArrayListMultimap.create();

  /**
   * An update that did not add.
   *
   * @param before the value that the word had before
   */
  private record Other(Access access, ExecutionStep by, OptionalLong before) {}

  /** The amount that an update adds to its word, whatever its value. */
  static long amount(Operation operation) {
    return switch (operation) {
      case Operation.Amo amo -> amo.op().added(amo.type(), amo.operand());
      case Operation.SignalUpdate signal when signal.operator().adds() -> signal.value();
      default -> 0;
    };
  }

  /** A step has added this to a word. */
  public void add(int step, long amount) {
    if (amount != 0) {
      byStep.put(step, amount);
      amounts.add(amount);
    }
  }

  /** A step is about to update words in another way than by adding to them. */
  void replace(ExecutionStep step, Access updated, Machine machine) {
    others.put(updated.place(), new Other(updated, step, value(updated, machine)));
  }

  private static OptionalLong value(Access word, Machine machine) {
    ScalarType type = word.type();
    return type == null ? OptionalLong.empty() : machine.word(word.place(), type, word.from());
  }

  /**
   * The amount by which a word has changed since before a step that replaced its value; empty where
   * the step did not replace it, and where the value is not known.
   */
  public OptionalLong changeSince(int step, Access word, Machine machine) {
    for (Other other : others.get(word.place())) {
      Access updated = other.access();
      boolean same = updated.from() == word.from() && updated.to() == word.to();
      if (other.by().index() == step && same && updated.type() == word.type()) {
        OptionalLong now = value(word, machine);
        return now.isEmpty() || other.before().isEmpty()
            ? OptionalLong.empty()
            : OptionalLong.of(now.getAsLong() - other.before().getAsLong());
      }
    }
    return OptionalLong.empty();
  }

  /**
   * Whether something else than an addition has updated the word that an agent tests, and is not
   * ordered before it by its clock.
   */
  public boolean isReplaced(Access look, Clock known) {
    return others.get(look.place()).stream()
        .anyMatch(other -> other.access().overlaps(look) && !other.by().isBefore(known));
  }

  /** The amount that a step added to the word that it updated; 0 if it did not add. */
  public long of(int step) {
    return byStep.getOrDefault(step, 0L);
  }

  /**
   * All sums of this amount with some of the others' that may have been added together; empty where
   * there are too many to compare.
   */
  public Optional<ImmutableSet<Long>> sumsWith(long amount) {
    Set<Long> sums = new LinkedHashSet<>(List.of(amount));
    for (long other : amounts.elementSet()) {
      int count = amounts.count(other) - (other == amount ? 1 : 0);
      if ((long) sums.size() * (count + 1L) > MOST_SUMS * (long) MOST_SUMS) {
        return Optional.empty();
      }
      for (long sum : List.copyOf(sums)) {
        for (int many = 1; many <= count; many++) {
          sums.add(sum + many * other);
        }
      }
      if (sums.size() > MOST_SUMS) {
        return Optional.empty();
      }
    }
    return Optional.of(ImmutableSet.copyOf(sums));
  }
}
