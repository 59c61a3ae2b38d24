package org.shmemlab.reports.finding;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.repair.CallForm;
import org.shmemlab.model.repair.Change;
import org.shmemlab.model.repair.Repair;
import org.shmemlab.reports.page.PageBlock.Listing;
import org.shmemlab.reports.page.PageBlock.Listing.Line;
import org.shmemlab.scenarios.source.SourceFile;

/** Writes a repair as the lines that it adds to a source and removes from it. */
final class RepairDiff {
  private static final int CONTEXT = 4;
  private static final Pattern CALL = Pattern.compile("\\b(?:nv)?shmemx?_\\w+");

  private final List<String> lines;
  private final Repair repair;

  private RepairDiff(SourceFile source, Repair repair) {
    this.lines = Splitter.on('\n').splitToList(source.text());
    this.repair = repair;
  }

  /** The changed lines with those around them. */
  static Listing of(SourceFile source, Repair repair) {
    return new Listing(source.path() + ", repaired", new RepairDiff(source, repair).changed());
  }

  private ImmutableList<Line> changed() {
    ImmutableList.Builder<Line> all = ImmutableList.builder();
    int skipped = 0;
    for (int number = 1; number <= lines.size(); number++) {
      if (!isNear(number)) {
        skipped++;
        continue;
      }
      if (skipped > 0) {
        all.add(plain(0, "…", "", ""));
        skipped = 0;
      }
      around(all, number);
    }
    return all.build();
  }

  private boolean isNear(int number) {
    return repair.changes().stream()
        .anyMatch(change -> Math.abs(change.line().line() - number) <= CONTEXT);
  }

  private void around(ImmutableList.Builder<Line> all, int number) {
    String text = lines.get(number - 1);
    String indent = text.substring(0, text.length() - text.stripLeading().length());
    String now = text;
    ImmutableList.Builder<Line> before = ImmutableList.builder();
    ImmutableList.Builder<Line> after = ImmutableList.builder();
    for (Change change : repair.changes()) {
      if (change.line().line() == number) {
        Line added = plain(0, indent + change.call() + ";", "added", note(change));
        switch (change) {
          case Change.Insertion insertion -> (insertion.after() ? after : before).add(added);
          case Change.Addition addition -> (addition.after() ? after : before).add(added);
          case Change.Notice notice -> (notice.after() ? after : before).add(added);
          case Change.OnOtherPes _, Change.WaitBefore _ -> before.add(added);
          case Change.Rewriting rewriting -> now = rewritten(now, rewriting);
        }
      }
    }
    all.addAll(before.build());
    if (now.equals(text)) {
      all.add(plain(number, text, "", ""));
    } else {
      all.add(plain(number, text, "removed", ""));
      all.add(plain(0, now, "added", ""));
    }
    all.addAll(after.build());
  }

  private static String note(Change change) {
    return switch (change) {
      case Change.Insertion insertion when insertion.inside() ->
          "inside the statement of line " + insertion.line().line();
      case Change.Addition addition -> addition.purpose();
      case Change.Notice notice -> notice.purpose();
      case Change.OnOtherPes others -> others.where();
      default -> "";
    };
  }

  private static String rewritten(String text, Change.Rewriting rewriting) {
    Matcher call = CALL.matcher(text);
    int column = Math.min(text.length(), Math.max(0, rewriting.line().column() - 1));
    if (!call.find(column) && !call.find(0)) {
      return text;
    }
    String name =
        rewriting.form() == CallForm.BLOCKING
            ? call.group().replaceFirst("_nbi", "")
            : rewriting.call().replace("()", "");
    return text.substring(0, call.start()) + name + text.substring(call.end());
  }

  private static Line plain(int number, String text, String mark, String note) {
    return new Line(number, text, mark, 0, 0, note);
  }
}
