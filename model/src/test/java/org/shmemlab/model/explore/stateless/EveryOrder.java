package org.shmemlab.model.explore.stateless;

import com.google.common.collect.ImmutableList;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.clock.ExecutionStep;
import org.shmemlab.model.explore.clock.Transition;
import org.shmemlab.model.step.Access;

/** Reduces nothing: every enabled step of every state is explored, whatever races there are. */
final class EveryOrder implements PartialOrderReduction<EveryOrder.OpenState> {
  static final class OpenState extends PartialOrderReduction.State {
    private final Deque<Transition> left;

    OpenState(long fingerprint, Map<Transition, ImmutableList<Access>> enabled) {
      super(fingerprint, enabled, enabled.keySet().iterator().next());
      left = new ArrayDeque<>(enabled.keySet());
      left.remove();
    }

    @Override
    Optional<Transition> next() {
      return Optional.ofNullable(left.poll());
    }

    @Override
    void exploreAll() {}

    @Override
    void cutAtCycle() {}
  }

  @Override
  public Optional<OpenState> state(
      long fingerprint,
      Map<Transition, ImmutableList<Access>> enabled,
      @Nullable OpenState before) {
    return Optional.of(new OpenState(fingerprint, enabled));
  }

  @Override
  public void reverse(ReversibleRace race, List<OpenState> states, List<ExecutionStep> steps) {}
}
