package org.shmemlab.scenarios.accepted;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.source.Directive;

/**
 * Allows one finding by a comment: {@code // shmemlab: allow conflict, because ...}.
 *
 * @param kind the kind of the finding
 * @param comment where the comment stands
 * @param at the line of the finding: that of the comment, or the next line of code where the
 *     comment stands alone
 * @param reason the text after "because"
 */
public record Allowance(FindingKind kind, SourceLine comment, int at, String reason) {
  private static final Pattern ALLOW = Pattern.compile("allow (\\S+), because (\\S.*)");

  /** How such a comment is written. */
  public static final String FORM = "'allow KIND, because REASON'";

  /** Reads a directive; empty where it is none of this form. */
  public static Optional<Allowance> of(Directive directive) {
    Matcher words = ALLOW.matcher(directive.words());
    if (!words.matches()) {
      return Optional.empty();
    }
    return Arrays.stream(FindingKind.values())
        .filter(kind -> kind.word().equals(words.group(1)))
        .findFirst()
        .map(kind -> new Allowance(kind, directive.line(), directive.about(), words.group(2)));
  }

  /** Whether a line is the one that it is about. */
  public boolean isAbout(SourceLine line) {
    return line.file().equals(comment.file()) && line.line() == at;
  }
}
