package org.shmemlab.reports;

import com.google.common.collect.ImmutableList;
import java.util.LinkedHashMap;
import java.util.Map;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.Conflicts.Conflict;

/** The places of a source that a finding is about, each with what happens there. */
public final class FindingMarks {
  private FindingMarks() {}

  /** Each place with a few words. */
  public static Map<SourceLine, String> of(Finding finding) {
    Map<SourceLine, String> marks = new LinkedHashMap<>();
    switch (finding) {
      case Finding.Undefined undefined -> {
        Conflict conflict = undefined.conflict();
        marks.put(
            conflict.first().line(),
            "first: the "
                + ConflictWords.noun(conflict.first().use())
                + " of PE "
                + conflict.first().pe());
        marks.merge(
            conflict.second().line(),
            "second: the "
                + ConflictWords.noun(conflict.second().use())
                + " of PE "
                + conflict.second().pe(),
            (one, other) -> one + "; " + other);
      }
      case Finding.Failure failure -> marks.put(failure.failure().line(), failure.failure().text());
      case Finding.Stale stale -> marks.put(stale.load().load(), "finds an old value");
      case Finding.Stuck _, Finding.Livelock _ -> {
        for (Blocked agent : blocked(finding)) {
          marks.merge(
              agent.line(),
              "PE " + agent.pe() + " " + agent.who(),
              (one, other) -> one + ", " + other);
        }
      }
    }
    return marks;
  }

  /** Who cannot go on, or goes on without end. */
  static ImmutableList<Blocked> blocked(Finding finding) {
    return switch (finding) {
      case Finding.Stuck stuck -> stuck.agents();
      case Finding.Livelock livelock -> livelock.agents();
      default -> ImmutableList.of();
    };
  }
}
