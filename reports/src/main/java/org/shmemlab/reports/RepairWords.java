package org.shmemlab.reports;

import java.util.stream.Collectors;
import org.shmemlab.model.repair.Change;
import org.shmemlab.model.repair.Repair;
import org.shmemlab.model.repair.RepairSearch;

/** What would mend a conflict, in words. */
final class RepairWords {
  private RepairWords() {}

  /** "repair: nvshmem_quiet() before line 17 (verified: the conflict is gone in all 96 states)". */
  static String of(RepairSearch.Result result) {
    return result
        .repair()
        .map(repair -> "repair: " + text(repair) + " (verified: " + verified(result) + ")")
        .orElseGet(() -> "no repair found: " + none(result));
  }

  /** All changes in one phrase. */
  static String text(Repair repair) {
    return repair.changes().stream().map(RepairWords::text).collect(Collectors.joining(", and "));
  }

  private static String text(Change change) {
    String at = change instanceof Change.OnOtherPes ? "" : " line " + change.line().line();
    String purpose = change instanceof Change.Addition addition ? addition.purpose() + " " : "";
    return change.call() + " " + purpose + change.where() + at;
  }

  private static String verified(RepairSearch.Result result) {
    return result.states() == 1
        ? "the conflict is gone in the only state left"
        : String.format(
            java.util.Locale.ROOT, "the conflict is gone in all %,d states", result.states());
  }

  private static String none(RepairSearch.Result result) {
    String tried = result.tried() + (result.tried() == 1 ? " candidate" : " candidates");
    return result.all()
        ? "none of " + tried + ", single calls and pairs, mends this"
        : "the search ended after " + tried;
  }
}
