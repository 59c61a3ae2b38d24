package org.shmemlab.reports.finding;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.model.explore.WitnessStep;

/** Describes a step of a schedule, as JSON shows it. */
public record Stepped(int pe, String who, String what, boolean network, String file, int line) {
  public static ImmutableList<Stepped> of(List<WitnessStep> steps) {
    return steps.stream().map(Stepped::of).collect(ImmutableList.toImmutableList());
  }

  private static Stepped of(WitnessStep step) {
    return new Stepped(
        step.pe(),
        step.agent(),
        step.what(),
        step.network(),
        step.line().file(),
        step.line().line());
  }
}
