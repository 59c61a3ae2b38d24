package org.shmemlab.transports.accuracy;

import com.google.common.collect.ImmutableSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Quantities;

/** Finds the published rows that numbers of a platform come from. */
final class Provenance {
  private static final Pattern ROWS = Pattern.compile("\\b(P[DS])(\\d{4})(?: to P[DS](\\d{4}))?");

  private Provenance() {}

  /** Ids in the sources of a platform's numbers; {@code PD0136 to PD0139} are four. */
  static ImmutableSet<String> of(Platform platform) {
    return Quantities.of(platform).values().stream()
        .flatMap(quantity -> ROWS.matcher(quantity.source()).results())
        .flatMap(Provenance::ids)
        .collect(ImmutableSet.toImmutableSet());
  }

  private static Stream<String> ids(MatchResult rows) {
    int first = Integer.parseInt(rows.group(2));
    int last = rows.group(3) == null ? first : Integer.parseInt(rows.group(3));
    return IntStream.rangeClosed(first, last)
        .mapToObj(number -> rows.group(1) + "0".repeat(4 - ("" + number).length()) + number);
  }
}
