package org.shmemlab.reports;

import java.util.stream.Collectors;
import org.shmemlab.model.repair.Change;
import org.shmemlab.model.repair.Repair;
import org.shmemlab.model.repair.RepairSearch;

/** What would mend a conflict, in words. */
final class RepairWords {
  private RepairWords() {}

  /** "repair: nvshmem_quiet() before line 17 (verified: the conflict is gone in all 96 states)". */
  static String of(org.shmemlab.model.explore.Finding finding, RepairSearch.Result result) {
    String what =
        finding instanceof org.shmemlab.model.explore.Finding.Stale
            ? "the load finds what was written"
            : "the conflict is gone";
    return result
        .repair()
        .map(repair -> "repair: " + text(repair) + " (verified: " + verified(what, result) + ")")
        .orElseGet(() -> "no repair found: " + none(result));
  }

  /** All changes in one phrase. */
  static String text(Repair repair) {
    return repair.changes().stream().map(RepairWords::text).collect(Collectors.joining(", and "));
  }

  private static String text(Change change) {
    String at = change instanceof Change.OnOtherPes ? "" : " line " + change.line().line();
    return change.call() + " " + change.where() + at;
  }

  private static String verified(String what, RepairSearch.Result result) {
    return result.states() == 1
        ? what + " in the only state left"
        : String.format(java.util.Locale.ROOT, "%s in all %,d states", what, result.states());
  }

  private static String none(RepairSearch.Result result) {
    String tried = result.tried() + (result.tried() == 1 ? " candidate" : " candidates");
    return result.all()
        ? "none of " + tried + ", single calls and pairs, mends this"
        : "the search ended after " + tried;
  }
}
