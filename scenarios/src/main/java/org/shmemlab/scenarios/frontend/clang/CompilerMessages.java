package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.api.catalogue.Catalogue;
import org.shmemlab.scenarios.api.catalogue.Prototype;
import org.shmemlab.scenarios.api.catalogue.Prototype.Side;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.Diagnostics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.platform.KeyNames;

/**
 * Passes on the compiler's messages, a line for each error: the reason why no function fits, and
 * for code of a template the place of its use, follow in the same line. For calls of libraries the
 * line names the remedy.
 */
final class CompilerMessages {
  /** A message about a place: file, line, column, kind, text. */
  private static final Pattern FINDING =
      Pattern.compile("(.*?):(\\d+):(\\d+): (fatal error|error|warning|note): (.*)");

  /** A message about no place. */
  private static final Pattern PLACELESS = Pattern.compile("(?:clang: )?(?:fatal )?error: (.*)");

  /** Notes that explain an error. */
  private static final Pattern EXPLAINING =
      Pattern.compile("(candidate (?:function|template).*|in instantiation of .*)");

  private static final Pattern MEANT = Pattern.compile("did you mean '(\\w+)'");
  private static final Pattern UNDECLARED =
      Pattern.compile("(?:use of undeclared identifier|call to undeclared function) '(\\w+)'(.*)");

  private final Catalogue catalogue;
  private final Diagnostics diagnostics;
  private final Set<SourceLine> places = new HashSet<>();

  CompilerMessages(Catalogue catalogue, Diagnostics diagnostics) {
    this.catalogue = catalogue;
    this.diagnostics = diagnostics;
  }

  /**
   * Reports all messages of a source.
   *
   * @param failed whether there must be an error among it
   */
  void report(SourceFile source, List<String> said, boolean failed) {
    boolean reported = false;
    for (int i = 0; i < said.size(); i++) {
      Matcher finding = FINDING.matcher(said.get(i));
      Matcher placeless = PLACELESS.matcher(said.get(i));
      if (finding.matches()) {
        reported |= report(source, finding, i + 1 < said.size() ? said.get(i + 1) : "");
      } else if (placeless.matches()) {
        diagnostics.error(new SourceLine(source.path(), 0), placeless.group(1));
        reported = true;
      }
    }
    if (failed && !reported) {
      String first = said.isEmpty() ? " and does not say why" : ": " + said.get(0);
      diagnostics.error(new SourceLine(source.path(), 0), "the compiler failed" + first);
    }
  }

  /** Reports one message; whether it is an error. */
  private boolean report(SourceFile source, Matcher finding, String next) {
    SourceLine place = place(finding);
    String text = finding.group(5);
    return switch (finding.group(4)) {
      case "note" -> false;
      case "warning" -> {
        diagnostics.warning(place, text);
        yield false;
      }
      default -> {
        if (places.add(place)) { // later errors at the same place follow from the first
          diagnostics.error(place, known(text, source) + explanation(next));
        }
        yield true;
      }
    };
  }

  private static SourceLine place(Matcher finding) {
    return new SourceLine(
        finding.group(1), Integer.parseInt(finding.group(2)), Integer.parseInt(finding.group(3)));
  }

  private static String explanation(String next) {
    Matcher note = FINDING.matcher(next);
    if (!note.matches() || !note.group(4).equals("note")) {
      return "";
    }
    Matcher explaining = EXPLAINING.matcher(note.group(5));
    if (!explaining.matches()) {
      return "";
    }
    String text = explaining.group(1).replaceFirst("^candidate .* not viable: ", "");
    return text.startsWith("in instantiation")
        ? " (" + text.replaceFirst(" requested here$", "") + " at " + place(note) + ")"
        : ": " + text;
  }

  /**
   * For a library's name without a declaration: the header that has it, or that only the device has
   * it, or that no header has it.
   */
  private String known(String text, SourceFile source) {
    Matcher undeclared = UNDECLARED.matcher(text);
    if (!undeclared.matches()) {
      return text;
    }
    String name = undeclared.group(1);
    ImmutableList<Prototype> prototypes = catalogue.find(name);
    if (!source.isCuda()
        && prototypes.stream().anyMatch(prototype -> prototype.side() == Side.DEVICE)) {
      return "'" + name + "' is a function of the device, which only a .cu file has";
    }
    if (!prototypes.isEmpty() && prototypes.get(0).header().endsWith(".h")) {
      String header = prototypes.get(0).header();
      return "use of undeclared identifier '" + name + "'; include <" + header + ">";
    }
    if (!Catalogue.isLibraryName(name)) {
      return text;
    }
    // The compiler's own guesses go further than a slip of the pen does.
    Matcher meant = MEANT.matcher(undeclared.group(2));
    String question = meant.find() ? KeyNames.question(name, ImmutableList.of(meant.group(1))) : "";
    return question.isEmpty() ? Diagnostic.GAP + name : "no such call: " + name + question;
  }
}
