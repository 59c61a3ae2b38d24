package org.shmemlab.plan.answer;

import com.google.common.primitives.Doubles;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How long a run may take.
 *
 * @param percentile of the samples, from 1 to 99
 * @param microseconds that it has to stay below
 */
public record Slo(int percentile, double microseconds) {
  private static final Pattern TEXT =
      Pattern.compile("p(?<percentile>\\d{1,2})\\s*<\\s*(?<number>[0-9.]+)\\s*(?<unit>ns|us|ms|s)");

  /**
   * Reads {@code p99 < 200us}.
   *
   * @throws IllegalArgumentException if it is something else
   */
  public static Slo of(String text) {
    Matcher parts = TEXT.matcher(text.strip());
    Double number = parts.matches() ? Doubles.tryParse(parts.group("number")) : null;
    if (number == null || number <= 0) {
      throw new IllegalArgumentException("'" + text + "' is not a limit as 'p99 < 200us'");
    }
    int percentile = Integer.parseInt(parts.group("percentile"));
    if (percentile < 1) {
      throw new IllegalArgumentException("'" + text + "': a percentile is from 1 to 99");
    }
    double factor =
        switch (parts.group("unit")) {
          case "ns" -> 1e-3;
          case "us" -> 1;
          case "ms" -> 1e3;
          default -> 1e6;
        };
    return new Slo(percentile, number * factor);
  }

  /** Whether a point stays below it. */
  public boolean holds(PointResult result) {
    return result.percentile(percentile) < microseconds;
  }
}
