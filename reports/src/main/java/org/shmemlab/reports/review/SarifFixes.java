package org.shmemlab.reports.review;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.shmemlab.model.repair.Change;
import org.shmemlab.model.repair.Repair;
import org.shmemlab.reports.finding.RepairWords;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Writes a verified repair as an edit that a tool can apply. Only repairs that are whole lines
 * between statements are one: those in the middle of a line, or on the other PEs, stay words.
 */
final class SarifFixes {
  private static final Pattern COMMENT = Pattern.compile("//.*|/\\*.*?\\*/");
  private static final Pattern WHOLE_STATEMENT = Pattern.compile("[^;{}]*;");
  private static final Pattern BEGINS_ANEW = Pattern.compile("|#.*|.*[;{}:]");

  private final SourceFile source;
  private final List<String> lines;
  private final UnaryOperator<String> uri;

  /**
   * The fixes of a source.
   *
   * @param uri what SARIF calls a path
   */
  SarifFixes(SourceFile source, UnaryOperator<String> uri) {
    this.source = source;
    this.lines = Splitter.on('\n').splitToList(source.text());
    this.uri = uri;
  }

  /** The edit that a repair is, if it is one. */
  Optional<Map<String, Object>> of(Repair repair) {
    ImmutableList.Builder<Map<String, Object>> replacements = ImmutableList.builder();
    for (Change change : repair.changes()) {
      boolean after;
      switch (change) {
        case Change.Insertion insertion when !insertion.inside() -> after = insertion.after();
        case Change.Addition addition when !addition.inside() -> after = addition.after();
        default -> {
          return Optional.empty();
        }
      }
      int line = change.line().line();
      if (!change.line().file().equals(source.path()) || !stands(line)) {
        return Optional.empty();
      }
      String text = lines.get(line - 1);
      String indent = text.substring(0, text.length() - text.stripLeading().length());
      replacements.add(insertion(after ? line + 1 : line, indent + change.call() + ";\n"));
    }
    Map<String, Object> edit =
        ImmutableMap.of(
            "artifactLocation",
            ImmutableMap.of("uri", uri.apply(source.path())),
            "replacements",
            replacements.build());
    return Optional.of(
        ImmutableMap.of(
            "description",
            ImmutableMap.of("text", RepairWords.text(repair, source)),
            "artifactChanges",
            ImmutableList.of(edit)));
  }

  private static Map<String, Object> insertion(int line, String text) {
    return ImmutableMap.of(
        "deletedRegion",
        ImmutableMap.of("startLine", line, "startColumn", 1, "endLine", line, "endColumn", 1),
        "insertedContent",
        ImmutableMap.of("text", text));
  }

  /** Whether a line has one statement, all of it, in a block of its own. */
  private boolean stands(int line) {
    if (line < 1 || line >= lines.size() || !WHOLE_STATEMENT.matcher(code(line)).matches()) {
      return false;
    }
    int before = line - 1;
    while (before > 0 && code(before).isEmpty()) {
      before--;
    }
    return before == 0 || BEGINS_ANEW.matcher(code(before)).matches();
  }

  private String code(int line) {
    return COMMENT.matcher(lines.get(line - 1)).replaceAll("").strip();
  }
}
