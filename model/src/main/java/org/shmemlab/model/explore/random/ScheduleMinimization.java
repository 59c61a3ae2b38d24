package org.shmemlab.model.explore.random;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.Replay;
import org.shmemlab.model.choices.Shrinking;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.execution.SchedulingPolicy;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.machine.Cancelled;
import org.shmemlab.model.step.Step;

/**
 * Makes a schedule short while it leads to the same finding: fewer steps, and of equally many those
 * that change less often from one actor to another.
 *
 * <p>A schedule is written as the index of each step among the enabled ones, where 0 is a step of
 * the same actor as the last; so {@link Shrinking}, which makes answers fewer and smaller, does
 * just that.
 */
final class ScheduleMinimization {
  private static final int MAX_STEPS = 2_000_000;
  private static final int MAX_TRIES = 2_000;

  private final SearchSpace space;
  private final BooleanSupplier stop;

  ScheduleMinimization(SearchSpace space, BooleanSupplier stop) {
    this.space = space;
    this.stop = stop;
  }

  /**
   * The finding that the choices of this one's witness lead to, with a short witness; the finding
   * as it is where there is no time to search for one.
   */
  Finding shorten(Finding finding) {
    try {
      return shortened(finding);
    } catch (Cancelled now) {
      return finding;
    }
  }

  private Finding shortened(Finding finding) {
    ImmutableIntArray choices = finding.witness().choices();
    int length = choices.length();
    int tries = Math.min(MAX_TRIES, MAX_STEPS / Math.max(1, length));
    ImmutableIntArray answers =
        Shrinking.smallest(answers(choices), candidate -> shows(candidate, length, finding), tries);
    Walk walk = walk(new Replay(answers), length, () -> false);
    return finding.with(Walk.witness(space.start(), walk.choices(), false));
  }

  private boolean shows(Choices candidate, int length, Finding finding) {
    try {
      return walk(candidate, length, stop).findings().stream()
          .anyMatch(found -> found.identity().equals(finding.identity()));
    } catch (Cancelled now) {
      return false;
    }
  }

  private ImmutableIntArray answers(ImmutableIntArray choices) {
    Walk walk = new Walk(space.start(), space.conflicts(), stop);
    ImmutableIntArray.Builder answers = ImmutableIntArray.builder(choices.length());
    Step last = null;
    for (int i = 0; i < choices.length(); i++) {
      goOnUnless(stop);
      answers.add(order(walk.enabled(), last).indexOf(choices.get(i)));
      last = walk.enabled().get(choices.get(i));
      walk.take(choices.get(i));
    }
    return answers.build();
  }

  private Walk walk(Choices answers, int mostSteps, BooleanSupplier unwanted) {
    Walk walk = new Walk(space.start(), space.conflicts(), unwanted);
    walk.run(
        new SameActorFirst(answers),
        taken -> {
          goOnUnless(unwanted);
          return taken < mostSteps;
        });
    return walk;
  }

  /** Picks the step that an answer names among all, those of the last step's actor first. */
  private static final class SameActorFirst implements SchedulingPolicy {
    private final Choices answers;
    private @Nullable Step last;

    SameActorFirst(Choices answers) {
      this.answers = answers;
    }

    @Override
    public int pick(List<Step> enabled) {
      List<Integer> order = order(enabled, last);
      int choice = order.get(answers.next(order.size()));
      last = enabled.get(choice);
      return choice;
    }
  }

  private static void goOnUnless(BooleanSupplier unwanted) {
    if (unwanted.getAsBoolean()) {
      throw new Cancelled();
    }
  }

  /** The indices of the steps, those of the last step's actor first. */
  private static List<Integer> order(List<Step> enabled, @Nullable Step last) {
    List<Integer> order = new ArrayList<>();
    List<Integer> others = new ArrayList<>();
    for (int i = 0; i < enabled.size(); i++) {
      boolean same =
          last != null && SchedulingPolicy.actor(enabled.get(i)) == SchedulingPolicy.actor(last);
      (same ? order : others).add(i);
    }
    order.addAll(others);
    return order;
  }
}
