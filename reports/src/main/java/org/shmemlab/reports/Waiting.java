package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.model.machine.BlockedAgents.Blocked;

/** Groups agents of a PE that wait for the same condition, as JSON shows them. */
public record Waiting(int pe, String who, String file, int line, int column, String what) {
  public static ImmutableList<Waiting> of(List<Blocked> blocked) {
    return blocked.stream().map(Waiting::of).collect(ImmutableList.toImmutableList());
  }

  static Waiting of(Blocked blocked) {
    return new Waiting(
        blocked.pe(),
        blocked.name(),
        blocked.line().file(),
        blocked.line().line(),
        blocked.line().column(),
        blocked.what());
  }
}
