package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableSortedSet;
import java.util.Set;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;

/**
 * The meaning of a program by an exploration of all schedules, on which every engine has to agree.
 * Which agents and lines a finding names is not compared.
 *
 * @param defined whether no execution has a conflict
 * @param seen the outcomes, and the kinds of findings; nothing where some execution has a conflict,
 *     because then the program may do anything
 */
record Meaning(boolean defined, Set<String> seen) {

  /** The meaning by a complete exploration. */
  static Meaning of(Exploration exploration) {
    if (exploration.undefined()) {
      return new Meaning(false, Set.of());
    }
    ImmutableSortedSet.Builder<String> seen = ImmutableSortedSet.naturalOrder();
    seen.addAll(exploration.outcomes().keySet());
    exploration.findings().forEach(finding -> seen.add(kind(finding).word()));
    return new Meaning(true, seen.build());
  }

  // A loop of several looks stands still for one engine, and goes round for the other.
  private static FindingKind kind(Finding finding) {
    FindingKind kind = finding.kind();
    return kind == FindingKind.LIVELOCK ? FindingKind.DEADLOCK : kind;
  }

  /** Whether it allows all that another one allows. */
  boolean allows(Meaning other) {
    return !defined || (other.defined && seen.containsAll(other.seen));
  }
}
