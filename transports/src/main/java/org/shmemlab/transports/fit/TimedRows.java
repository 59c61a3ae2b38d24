package org.shmemlab.transports.fit;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads {@code measure.csv}. The second column may contain commas ({@code rate, a word each}); the
 * sixteen after it are numbers and one word.
 */
public final class TimedRows {
  private static final String HEADER =
      "operation,timed,scope,bytes,count,blocks,threads,from,to,pes,repetition,samples,median_ns,"
          + "min_ns,p10_ns,p90_ns,max_ns,sm_mhz";
  private static final int BEHIND = 16;
  private static final ImmutableList<String> SCOPES =
      ImmutableList.of("thread", "warp", "block", "stream");

  private final String results;
  private final String file;
  private final List<String> mistakes = new ArrayList<>();

  private TimedRows(String results, String file) {
    this.results = results;
    this.file = file;
  }

  /**
   * The rows of a file in their order.
   *
   * @param results what the rows call their run: the name of the folder
   * @param file what mistakes call the file
   * @throws ResultsException with one line for each mistake
   */
  public static ImmutableList<TimedRow> parse(String results, String file, String text)
      throws ResultsException {
    return new TimedRows(results, file).read(text);
  }

  private ImmutableList<TimedRow> read(String text) throws ResultsException {
    ImmutableList.Builder<TimedRow> rows = ImmutableList.builder();
    boolean headed = false;
    int number = 0;
    for (String line : text.lines().toList()) {
      number++;
      if (line.startsWith("#")) {
        continue;
      }
      if (!headed) {
        headed = true;
        if (!line.equals(HEADER)) {
          wrong(number, "the first line that is no comment must be '" + HEADER + "'");
          break;
        }
        continue;
      }
      try {
        rows.add(row(line, number));
      } catch (IllegalArgumentException problem) {
        wrong(number, String.valueOf(problem.getMessage()));
      }
    }
    if (!headed) {
      wrong(Math.max(1, number), "no header and no rows: the measurement did not run to its end");
    }
    ImmutableList<TimedRow> all = rows.build();
    if (mistakes.isEmpty() && all.isEmpty()) {
      wrong(number, "no rows: the measurement did not run");
    }
    if (!mistakes.isEmpty()) {
      throw new ResultsException(mistakes);
    }
    return all;
  }

  private TimedRow row(String line, int number) {
    List<String> cells = Splitter.on(',').splitToList(line);
    int timed = cells.size() - BEHIND;
    if (timed < 2) {
      throw new IllegalArgumentException(
          cells.size() + " columns instead of 18: the line was cut, or is no measurement");
    }
    List<String> last = cells.subList(timed, cells.size());
    String scope = last.get(0);
    if (!SCOPES.contains(scope)) {
      throw new IllegalArgumentException(
          "scope '" + scope + "' is none of " + String.join(", ", SCOPES));
    }
    long blocks = whole(last.get(3), "blocks", 0);
    return new TimedRow(
        results,
        number,
        cells.get(0),
        String.join(",", cells.subList(1, timed)),
        scope,
        whole(last.get(1), "bytes", 0),
        whole(last.get(2), "count", 0),
        Math.toIntExact(blocks),
        Math.toIntExact(whole(last.get(4), "threads", 0)),
        Math.toIntExact(whole(last.get(7), "pes", 1)),
        Math.toIntExact(whole(last.get(8), "repetition", 0)),
        time(last.get(10), "median_ns"),
        time(last.get(15), "sm_mhz"));
  }

  private static long whole(String text, String column, long least) {
    try {
      long value = Long.parseLong(text);
      if (value >= least && value <= Integer.MAX_VALUE) {
        return value;
      }
    } catch (NumberFormatException problem) {
      // Said below.
    }
    throw new IllegalArgumentException(
        column + " is '" + text + "', not a whole number from " + least);
  }

  private static double time(String text, String column) {
    try {
      double value = Double.parseDouble(text);
      if (value >= 0 && Double.isFinite(value)) {
        return value;
      }
    } catch (NumberFormatException problem) {
      // Said below.
    }
    throw new IllegalArgumentException(column + " is '" + text + "', not a number from 0");
  }

  private void wrong(int line, String what) {
    mistakes.add(file + ":" + line + ": error: " + what);
  }
}
