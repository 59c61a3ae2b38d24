package org.shmemlab.reports.finding;

import java.util.stream.Collectors;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.repair.Change;
import org.shmemlab.model.repair.Repair;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.source.StatementText;

/** Describes the repairs of a conflict, in words. */
public final class RepairWords {
  private RepairWords() {}

  /**
   * "repair: insert `nvshmem_quiet();` before `nvshmem_int_p(flag, 1, 1);` in line 17 (verified:
   * the conflict is gone in all 96 states)".
   */
  public static String of(Finding finding, RepairSearch.Result result, SourceFile source) {
    String what = finding.repaired();
    return result
        .repair()
        .map(repair ->
            "repair: " + text(repair, source) + " (verified: " + verified(what, result) + ")")
        .orElseGet(() -> "no repair found: " + none(result));
  }

  /** All changes in one phrase. */
  public static String text(Repair repair, SourceFile source) {
    return repair.changes().stream()
        .map(change -> text(change, source))
        .collect(Collectors.joining(", and "));
  }

  private static String text(Change change, SourceFile source) {
    return switch (change) {
      case Change.Insertion insertion -> insert("", change, insertion.inside(), source);
      case Change.Addition addition ->
          insert(addition.purpose() + " ", change, addition.inside(), source);
      case Change.Notice notice -> insert(notice.purpose() + " ", change, notice.inside(), source);
      case Change.OnOtherPes _ -> change.call() + " " + change.where();
      case Change.Rewriting _, Change.WaitBefore _ ->
          change.call() + " " + change.where() + " line " + change.line().line();
    };
  }

  private static String insert(String purpose, Change change, boolean inside, SourceFile source) {
    int line = change.line().line();
    StatementText statement = StatementText.of(source, line, inside);
    return "insert `"
        + change.call()
        + ";` "
        + purpose
        + change.where()
        + " `"
        + statement.text()
        + "` in line "
        + line
        + (statement.bare() ? ", with braces around both" : "");
  }

  private static String verified(String what, RepairSearch.Result result) {
    return result.states() == 1
        ? what + " in the only state left"
        : String.format(java.util.Locale.ROOT, "%s in all %,d states", what, result.states());
  }

  private static String none(RepairSearch.Result result) {
    String tried = result.tried() + (result.tried() == 1 ? " candidate" : " candidates");
    return result.all()
        ? "none of " + tried + ", single calls and pairs, was verified"
        : "the search ended after " + tried;
  }
}
