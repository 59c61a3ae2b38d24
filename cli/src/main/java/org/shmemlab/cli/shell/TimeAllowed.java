package org.shmemlab.cli.shell;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/**
 * Holds the value of an option {@code --time}: 90s, 5m, 1h, 500ms, or none.
 *
 * @param limit the time; empty where there is no limit
 */
public record TimeAllowed(Optional<Duration> limit) {
  private static final Pattern TIME = Pattern.compile("(\\d{1,6})(ms|s|m|h)");

  /** Reads the word on the command line. */
  public static final class Reader implements ITypeConverter<TimeAllowed> {
    @Override
    public TimeAllowed convert(String text) {
      if (text.equals("none")) {
        return new TimeAllowed(Optional.empty());
      }
      Matcher matcher = TIME.matcher(text);
      if (!matcher.matches()) {
        throw new TypeConversionException(
            "'" + text + "' is not a time: write 90s, 5m, 1h, 500ms or none");
      }
      long number = Long.parseLong(matcher.group(1));
      return new TimeAllowed(
          Optional.of(
              switch (matcher.group(2)) {
                case "ms" -> Duration.ofMillis(number);
                case "s" -> Duration.ofSeconds(number);
                case "m" -> Duration.ofMinutes(number);
                default -> Duration.ofHours(number);
              }));
    }
  }
}
