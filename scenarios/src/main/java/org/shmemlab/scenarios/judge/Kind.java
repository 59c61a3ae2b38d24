package org.shmemlab.scenarios.judge;

import java.util.Locale;
import org.shmemlab.model.explore.Finding;

/** What is wrong, in one word. */
public enum Kind {
  /** Two accesses that may overlap in time. */
  CONFLICT,
  /** Nobody can go on. */
  DEADLOCK,
  /** Somebody can always go on, but nothing ever ends. */
  LIVELOCK,
  /** An assertion of the program failed. */
  ASSERTION,
  /** The libraries or memory were used as nobody may. */
  MISUSE,
  /** A load finds in a cache what memory held before a wait. */
  STALE;

  /** The kind of a finding. */
  public static Kind of(Finding finding) {
    return switch (finding) {
      case Finding.Undefined _ -> CONFLICT;
      case Finding.Stuck _ -> DEADLOCK;
      case Finding.Livelock _ -> LIVELOCK;
      case Finding.Failure failure ->
          failure.failure().text().startsWith("assertion failed") ? ASSERTION : MISUSE;
      case Finding.Stale _ -> STALE;
    };
  }

  /** The word in files and reports. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
