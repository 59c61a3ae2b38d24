package org.shmemlab.model.explore.execution;

import java.util.List;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.step.Step;

/** Picks the steps of one schedule. */
@FunctionalInterface
public interface SchedulingPolicy {
  /** The index of the next step among those that are enabled, of which there is one at least. */
  int pick(List<Step> enabled);

  /** Uniformly at random. */
  static SchedulingPolicy uniform(Choices random) {
    return enabled -> random.next(enabled.size());
  }

  /**
   * The actor of a step: an agent, or an operation in flight.
   *
   * @return a number that no other agent and no other operation of the schedule has
   */
  static long actor(Step step) {
    return switch (step) {
      case Step.OfAgent of -> of.agent();
      case Step.OfGlimpse of -> of.agent();
      case Step.OfLook of -> of.agent();
      case Step.OfNetwork of -> -1L - of.event().operation();
      case Step.OfCache of -> actor(of.step());
    };
  }
}
