package org.shmemlab.scenarios.parse;

import com.google.common.collect.ImmutableSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Turns OpenMP's directives into syntax that the parser knows, each on its own lines: {@code
 * #pragma omp parallel for num_threads(2)} becomes {@code while (__omp("parallel for",
 * __omp_num_threads(2)))}, a prefix of the statement that the directive is about. Directives that
 * stand alone become a call. Whether a loop's rounds run side by side in one thread changes nothing
 * of what it means, so {@code simd} is dropped behind {@code for}. What is not known stays a
 * pragma, and {@link CppParser} reports it.
 */
public final class OpenMpSyntax {
  /** The function whose call, as the condition of a loop or alone, is a directive. */
  public static final String DIRECTIVE = "__omp";

  /** What the names of clauses begin with. */
  public static final String CLAUSE = "__omp_";

  private static final ImmutableSet<String> ALONE = ImmutableSet.of("barrier", "flush");
  private static final ImmutableSet<String> KNOWN =
      ImmutableSet.of(
          "parallel for simd",
          "parallel for",
          "parallel sections",
          "parallel",
          "for simd",
          "for",
          "simd",
          "sections",
          "section",
          "single",
          "master",
          "masked",
          "critical",
          "atomic");

  private static final Pattern PRAGMA =
      Pattern.compile(
          "^[ \\t]*#[ \\t]*pragma[ \\t]+omp[ \\t]+((?:[^\\\\\\n]|\\\\\\r?\\n|\\\\.)*)$",
          Pattern.MULTILINE);
  private static final Pattern IGNORED = Pattern.compile("\\\\\\r?\\n|\\r|//.*|/\\*.*?\\*/");
  private static final Pattern CLAUSES =
      Pattern.compile("[\\s,]*([a-z_]+)\\s*(\\((?:[^()]|\\([^()]*\\))*\\))?");

  private OpenMpSyntax() {}

  /** A text with the directives replaced; lines keep their numbers. */
  static char[] rewrite(char[] text) {
    Matcher pragmas = PRAGMA.matcher(new String(text));
    return pragmas
        .replaceAll(
            pragma -> Matcher.quoteReplacement(replacement(pragma.group(), pragma.group(1))))
        .toCharArray();
  }

  private static String replacement(String whole, String directive) {
    String words = IGNORED.matcher(directive).replaceAll(" ").strip().replaceAll("\\s+", " ");
    long lines = whole.chars().filter(c -> c == '\n').count();
    String call = call(words);
    return call == null ? whole : call + "\n".repeat((int) lines);
  }

  private static @Nullable String call(String words) {
    for (String name : ALONE) {
      if (words.equals(name)) {
        return DIRECTIVE + "(\"" + name + "\");";
      }
    }
    for (String name : KNOWN) {
      if (words.equals(name) || words.startsWith(name + " ") || words.startsWith(name + "(")) {
        String clauses = clauses(name.equals("critical") ? "name" : "", words, name.length());
        return clauses == null
            ? null
            : "while ("
                + DIRECTIVE
                + "(\""
                + name.replace("for simd", "for")
                + "\""
                + clauses
                + "))";
      }
    }
    return null;
  }

  // Clauses as further arguments, or null where they cannot be read.
  private static @Nullable String clauses(String first, String words, int from) {
    StringBuilder text = new StringBuilder();
    String rest = words.substring(from).strip();
    Matcher clause = CLAUSES.matcher(rest.startsWith("(") ? first + rest : rest);
    while (clause.lookingAt()) {
      String name = clause.group(1);
      String list = clause.group(2) == null ? "()" : clause.group(2);
      text.append(", ").append(CLAUSE).append(name).append(arguments(name, list));
      clause.region(clause.end(), clause.regionEnd());
    }
    return clause.regionStart() == clause.regionEnd() ? text.toString() : null;
  }

  // Operators and words that are no expressions become strings.
  private static String arguments(String clause, String list) {
    String inside = list.substring(1, list.length() - 1).strip();
    return switch (clause) {
      case "reduction" -> {
        int colon = inside.indexOf(':');
        yield colon < 0
            ? "(\"\")"
            : "(\""
                + inside.substring(0, colon).strip()
                + "\", "
                + inside.substring(colon + 1)
                + ")";
      }
      case "schedule" -> {
        int comma = inside.indexOf(',');
        yield comma < 0
            ? "(\"" + inside + "\")"
            : "(\"" + inside.substring(0, comma).strip() + "\"" + inside.substring(comma) + ")";
      }
      case "default", "name" -> "(\"" + inside + "\")";
      default -> list;
    };
  }
}
