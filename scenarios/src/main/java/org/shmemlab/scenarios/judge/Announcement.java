package org.shmemlab.scenarios.judge;

import static com.google.common.collect.ImmutableList.toImmutableList;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.scenarios.accepted.Allowance;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.Directive;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;

/**
 * States the finding that a program announces of itself, by a {@link Directive} anywhere in it:
 *
 * <pre>
 * // shmemlab: expect conflict
 * // shmemlab: expect stale on nvlink
 * </pre>
 *
 * @param expected the kind of finding under profiles, "unspecified" or "nothing"
 * @param expectedOn the same under transports, by their keys
 * @param mistakes directives that are none
 */
public record Announcement(
    Optional<String> expected,
    ImmutableMap<String, String> expectedOn,
    ImmutableList<Diagnostic> mistakes) {
  private static final Pattern EXPECT = Pattern.compile("expect (\\S+)(?: on (\\S+))?");

  private static final ImmutableList<String> FINDINGS =
      Arrays.stream(FindingKind.values()).map(FindingKind::word).collect(toImmutableList());

  private static final ImmutableList<String> KINDS =
      Stream.concat(FINDINGS.stream(), Stream.of("unspecified", "nothing"))
          .collect(toImmutableList());

  /** Reads the directives of all files of a program. */
  public static Announcement of(SourceFile program) {
    @Nullable String expected = null;
    Map<String, String> expectedOn = new LinkedHashMap<>();
    List<Diagnostic> mistakes = new ArrayList<>();
    for (Directive directive : Directive.of(program)) {
      if (Allowance.of(directive).isPresent()) {
        continue;
      }
      Matcher words = EXPECT.matcher(directive.words());
      if (!words.matches()) {
        mistakes.add(mistake(directive, forms(directive)));
        continue;
      }
      String kind = words.group(1);
      @Nullable String transport = words.group(2);
      if (!KINDS.contains(kind)) {
        mistakes.add(
            mistake(directive, kind + " is no kind of finding: " + String.join(", ", KINDS)));
      } else if (transport != null) {
        try {
          String key = Transport.of(transport, Settings.DEFAULT).key();
          if (expectedOn.putIfAbsent(key, kind) != null) {
            mistakes.add(mistake(directive, "a second one for " + key + "; leave one"));
          }
        } catch (BadTransport unknown) {
          mistakes.add(mistake(directive, unknown.text()));
        }
      } else if (expected != null) {
        mistakes.add(mistake(directive, "a second one; leave one"));
      } else {
        expected = kind;
      }
    }
    return new Announcement(
        Optional.ofNullable(expected),
        ImmutableMap.copyOf(expectedOn),
        ImmutableList.copyOf(mistakes));
  }

  /**
   * The kind of finding that a real machine with this transport may show: what the program expects
   * there, or else under the profiles.
   *
   * @param transport the key, such as "nvlink"
   */
  public Optional<String> on(String transport) {
    return Optional.ofNullable(expectedOn.get(transport)).or(() -> expected);
  }

  private static String forms(Directive directive) {
    return directive.words().startsWith("allow")
        ? "write it as " + Allowance.FORM + "; the kinds are " + String.join(", ", FINDINGS)
        : "there are 'expect KIND', 'expect KIND on TRANSPORT' and " + Allowance.FORM;
  }

  private static Diagnostic mistake(Directive directive, String what) {
    return new Diagnostic(
        Diagnostic.Severity.ERROR,
        directive.line(),
        "'" + (Directive.MARK + " " + directive.words()).strip() + "': " + what);
  }
}
