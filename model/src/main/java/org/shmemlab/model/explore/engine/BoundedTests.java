package org.shmemlab.model.explore.engine;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Optional;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.execution.Walk;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.step.Step;

/**
 * Restates the results of an exploration with a bound of failed tests as results without the bound.
 */
final class BoundedTests {
  private BoundedTests() {}

  /**
   * Writes the schedules of findings as choices among all steps. They need no longer be shortest:
   * one with more failed tests may be shorter.
   *
   * @param bounded where the exploration started
   * @param start the same state without the bound
   */
  static Exploration unbounded(Exploration exploration, Machine bounded, Machine start) {
    return exploration.withFindings(
        exploration.findings().stream()
            .map(finding -> {
              ImmutableIntArray choices = choices(finding.witness().choices(), bounded, start);
              return finding.with(Walk.witness(start, choices, false));
            })
            .collect(ImmutableList.toImmutableList()));
  }

  private static ImmutableIntArray choices(
      ImmutableIntArray choices, Machine bounded, Machine start) {
    Walk few = new Walk(bounded, Optional.empty());
    Walk all = new Walk(start, Optional.empty());
    ImmutableIntArray.Builder same = ImmutableIntArray.builder(choices.length());
    for (int i = 0; i < choices.length(); i++) {
      Step step = few.enabled().get(choices.get(i));
      int choice = all.enabled().indexOf(step);
      few.take(choices.get(i));
      all.take(choice);
      same.add(choice);
    }
    return same.build();
  }
}
