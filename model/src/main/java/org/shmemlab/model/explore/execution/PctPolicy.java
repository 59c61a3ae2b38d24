package org.shmemlab.model.explore.execution;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.step.Step;

/**
 * Draws schedules by probabilistic concurrency testing: the enabled actor of the highest priority
 * steps, and at {@code depth - 1} points drawn beforehand, the actor that steps falls below all
 * others. A bug that needs {@code depth} steps in one order among {@code n} actors and {@code k}
 * steps is found with probability 1 / (n k^(depth-1)) at least (Burckhardt, Kothari, Musuvathi,
 * Nagarakatte: "A Randomized Scheduler with Probabilistic Guarantees of Finding Bugs", ASPLOS 2010,
 * section 2).
 *
 * <p>Agents and operations in flight are the actors; each draws its priority when it is first seen.
 * An actor that steps very often in a row falls, too: it probably spins on a word of another one.
 */
public final class PctPolicy implements SchedulingPolicy {
  private static final int MOST_IN_A_ROW = 1_000;

  private final Choices random;
  private final Map<Long, Long> priorities = new HashMap<>();
  private final List<Integer> changes = new ArrayList<>();
  private long lowest;
  private int step;
  private long last = Long.MAX_VALUE; // no actor has this number
  private int inARow;

  /**
   * Draws the points of change.
   *
   * @param depth of the bugs that it aims at; at least 1
   * @param length about how many steps the schedule will have; at least 1
   */
  public PctPolicy(Choices random, int depth, int length) {
    this.random = random;
    for (int i = 1; i < depth; i++) {
      changes.add(random.next(length));
    }
  }

  @Override
  public int pick(List<Step> enabled) {
    int first = highest(enabled);
    boolean change = changes.contains(step);
    step++;
    if (change || spins(SchedulingPolicy.actor(enabled.get(first)))) {
      priorities.put(SchedulingPolicy.actor(enabled.get(first)), --lowest);
      return highest(enabled);
    }
    return first;
  }

  private int highest(List<Step> enabled) {
    int highest = 0;
    long most = Long.MIN_VALUE;
    for (int i = 0; i < enabled.size(); i++) {
      long priority =
          priorities.computeIfAbsent(SchedulingPolicy.actor(enabled.get(i)), _ -> random.bits(48));
      if (priority > most) {
        highest = i;
        most = priority;
      }
    }
    return highest;
  }

  private boolean spins(long actor) {
    inARow = actor == last ? inARow + 1 : 0;
    last = actor;
    return inARow > 0 && inARow % MOST_IN_A_ROW == 0;
  }
}
