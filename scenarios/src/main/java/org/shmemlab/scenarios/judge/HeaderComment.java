package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableMap;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * What the first lines of a program say to whoever checks it.
 *
 * <pre>
 * // expect: conflict
 * // expect on nvlink: stale
 * // run: shmemlab run examples/atomic_ticket.cu -n 4
 * // check: shmemlab check examples/atomic_ticket.cu -n 2 -D THREADS=2
 * </pre>
 *
 * @param pes the number of PEs that its {@code check:} line asks for, or else its {@code run:} line
 * @param macros what its {@code check:} line defines
 * @param expected what its {@code expect:} line says: the kind of finding, "unspecified" or
 *     "nothing"
 * @param expectedOn what it says of transports, by their names
 */
public record HeaderComment(
    OptionalInt pes,
    ImmutableMap<String, String> macros,
    Optional<String> expected,
    ImmutableMap<String, String> expectedOn) {
  private static final Pattern RUN = Pattern.compile("run: *shmemlab .*-n (\\d{1,4})\\b");
  private static final Pattern CHECK = Pattern.compile("check: *shmemlab .*-n (\\d{1,4})\\b");
  private static final Pattern MACRO = Pattern.compile("-D *([A-Za-z_]\\w*)(?:=(\\S*))?");
  private static final Pattern EXPECT = Pattern.compile("expect: *(\\w+)");
  private static final Pattern EXPECT_ON = Pattern.compile("expect on ([\\w@.+]+): *(\\w+)");

  /** Reads the comment lines that a file begins with. */
  public static HeaderComment of(SourceFile file) {
    OptionalInt pes = OptionalInt.empty();
    ImmutableMap.Builder<String, String> macros = ImmutableMap.builder();
    Optional<String> expected = Optional.empty();
    ImmutableMap.Builder<String, String> expectedOn = ImmutableMap.builder();
    for (String line : file.text().lines().takeWhile(line -> line.startsWith("//")).toList()) {
      Matcher run = RUN.matcher(line);
      if (run.find() && pes.isEmpty()) {
        pes = OptionalInt.of(Integer.parseInt(run.group(1)));
      }
      Matcher check = CHECK.matcher(line);
      if (check.find()) {
        pes = OptionalInt.of(Integer.parseInt(check.group(1)));
        for (Matcher macro = MACRO.matcher(line); macro.find(); ) {
          macros.put(macro.group(1), macro.group(2) == null ? "1" : macro.group(2));
        }
      }
      Matcher expect = EXPECT.matcher(line);
      if (expect.find()) {
        expected = Optional.of(expect.group(1));
      }
      Matcher expectOn = EXPECT_ON.matcher(line);
      if (expectOn.find()) {
        expectedOn.put(expectOn.group(1), expectOn.group(2));
      }
    }
    return new HeaderComment(
        pes, macros.buildKeepingLast(), expected, expectedOn.buildKeepingLast());
  }
}
