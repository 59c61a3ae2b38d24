package org.shmemlab.plan.trace;

import com.google.common.primitives.Longs;
import java.math.BigDecimal;
import java.util.regex.Pattern;
import org.shmemlab.model.program.SourceLine;

/** Numbers of traces, none of which may be larger than what a replay can add up. */
final class TraceNumbers {
  private static final Pattern TIME = Pattern.compile("\\d{1,18}(\\.\\d{1,3})?");
  private static final int PICOSECONDS = 1000; // of a nanosecond

  private TraceNumbers() {}

  /** A whole number from 0. */
  static long whole(String what, String text, long most, SourceLine at) {
    Long number = text.matches("\\d+") ? Longs.tryParse(text) : null;
    if (number == null || number > most) {
      throw new TraceException(
          at, what + " '" + text + "' is not a whole number from 0 to " + most);
    }
    return number;
  }

  /** A time in nanoseconds, to the picosecond. */
  static long picoseconds(String what, String nanoseconds, SourceLine at) {
    if (TIME.matcher(nanoseconds).matches()) {
      BigDecimal time = new BigDecimal(nanoseconds).multiply(BigDecimal.valueOf(PICOSECONDS));
      if (time.compareTo(BigDecimal.valueOf(TraceBuilder.MOST_PICOSECONDS)) <= 0) {
        return time.longValueExact();
      }
    }
    throw new TraceException(
        at,
        what
            + " '"
            + nanoseconds
            + "' is not a time in nanoseconds as 1500 or 0.125, of at most ten days");
  }
}
