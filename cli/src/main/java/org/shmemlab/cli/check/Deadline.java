package org.shmemlab.cli.check;

import java.time.Duration;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.model.explore.TimeLimit;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Divides the time of one exploration: half for a search of all orders, the rest for schedules. */
final class Deadline implements TimeLimit {
  private final long start = System.nanoTime();
  private final long nanos;

  /** Begins now. */
  Deadline(Duration time) {
    this(time.toNanos());
  }

  private Deadline(long nanos) {
    this.nanos = nanos;
  }

  @Override
  public TimeLimit begun() {
    return new Deadline(nanos);
  }

  @Override
  public boolean givesWay() {
    return System.nanoTime() - start >= nanos / 2;
  }

  @Override
  public boolean isOver() {
    return System.nanoTime() - start >= nanos;
  }

  /** Reads 90s, 5m, 1h or 500ms. */
  static final class Reader implements ITypeConverter<Duration> {
    private static final Pattern TIME = Pattern.compile("(\\d{1,9})(ms|s|m|h)");

    @Override
    public Duration convert(String text) {
      Matcher matcher = TIME.matcher(text);
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "'" + text + "' is not a time: write 90s, 5m, 1h or 500ms");
      }
      long number = Long.parseLong(matcher.group(1));
      return switch (matcher.group(2)) {
        case "ms" -> Duration.ofMillis(number);
        case "s" -> Duration.ofSeconds(number);
        case "m" -> Duration.ofMinutes(number);
        default -> Duration.ofHours(number);
      };
    }
  }
}
