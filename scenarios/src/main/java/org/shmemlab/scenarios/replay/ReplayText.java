package org.shmemlab.scenarios.replay;

import com.google.common.collect.ImmutableList;
import java.util.Locale;
import java.util.stream.Collectors;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.WitnessStep;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.step.Access;
import org.shmemlab.scenarios.judge.Kind;

/** Steps and findings in one line each, so that two of them can be compared. */
final class ReplayText {
  private ReplayText() {}

  /** "PE 0, host, a.cu:12" or "network, visible at PE 1, a.cu:14". */
  static String of(WitnessStep step) {
    String who =
        step.network()
            ? "network, "
                + step.what().toLowerCase(Locale.ROOT).replace('_', ' ')
                + " at PE "
                + step.pe()
            : ("PE " + step.pe() + ", " + step.who() + " " + step.what()).strip();
    return who + ", " + step.line();
  }

  /** The kind, and what and where it is. */
  static String of(Finding finding) {
    String what =
        switch (finding) {
          case Finding.Undefined undefined ->
              access(undefined.conflict().first())
                  + " and "
                  + access(undefined.conflict().second());
          case Finding.Stuck stuck -> agents(stuck.agents());
          case Finding.Livelock livelock -> agents(livelock.agents());
          case Finding.Failure failure ->
              failure.failure().line() + ": " + failure.failure().text();
          case Finding.Stale stale -> stale.load().load() + ": " + stale.load().text();
        };
    return Kind.of(finding).word() + ": " + what.replaceAll("\\R", " ");
  }

  private static String agents(ImmutableList<Blocked> agents) {
    return agents.stream()
        .map(agent -> "PE " + agent.pe() + " at " + agent.line())
        .collect(Collectors.joining(", "));
  }

  private static String access(Access access) {
    String use = access.use().name().toLowerCase(Locale.ROOT).replace('_', ' ');
    return use + " of PE " + access.pe() + " at " + access.line();
  }
}
