package org.shmemlab.transports.accuracy;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.transports.fit.ResultsException;

/**
 * Holds the time of a benchmark's loop on a real machine: a row of {@code perftest.csv}
 * (results/README.md, "Benchmark loops").
 *
 * @param machine the folder of its results
 * @param line where it stands in the file, from 1
 * @param test as the benchmark calls it: {@code put_bw}
 * @param type of the elements, or the operation of an atomic
 * @param scope the threads that make a call: one, a warp, a block, or {@code None} where a test
 *     says none
 * @param bytes that the benchmark prints
 * @param iterations operations of the loop
 * @param loopUs the median time of the whole loop, microseconds
 * @param value what the benchmark prints, in its unit
 * @param unit {@code us} or {@code GB/sec}
 * @param wrong words that were wrong afterwards
 */
public record Benchmark(
    String machine,
    int line,
    String test,
    String type,
    String scope,
    int pes,
    int blocks,
    int threads,
    long bytes,
    int iterations,
    double loopUs,
    double value,
    String unit,
    int wrong) {
  /** The first line of such a file. */
  public static final String HEADER =
      "test,type,scope,pes,blocks,threads,bytes,iterations,warmup,times,loop_us,min_us,max_us,"
          + "value,unit,wrong";

  /** The row as an error names it. */
  public String id() {
    return machine + ":" + line;
  }

  /**
   * The rows of a file in their order.
   *
   * @throws ResultsException with one line for each mistake
   */
  public static ImmutableList<Benchmark> parse(String machine, String file, String text)
      throws ResultsException {
    ImmutableList.Builder<Benchmark> rows = ImmutableList.builder();
    ImmutableList.Builder<String> mistakes = ImmutableList.builder();
    List<String> lines = text.lines().toList();
    if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
      throw new ResultsException(
          List.of(file + ":1: error: the first line must be '" + HEADER + "'"));
    }
    for (int i = 1; i < lines.size(); i++) {
      List<String> cells = Splitter.on(',').splitToList(lines.get(i));
      try {
        rows.add(of(machine, i + 1, cells));
      } catch (IllegalArgumentException | IndexOutOfBoundsException problem) {
        mistakes.add(file + ":" + (i + 1) + ": error: not a row of this file: " + lines.get(i));
      }
    }
    ImmutableList<String> all = mistakes.build();
    if (!all.isEmpty()) {
      throw new ResultsException(all);
    }
    return rows.build();
  }

  private static Benchmark of(String machine, int line, List<String> cells) {
    return new Benchmark(
        machine,
        line,
        cells.get(0),
        cells.get(1),
        cells.get(2),
        Integer.parseInt(cells.get(3)),
        Integer.parseInt(cells.get(4)),
        Integer.parseInt(cells.get(5)),
        Long.parseLong(cells.get(6)),
        Integer.parseInt(cells.get(7)),
        Double.parseDouble(cells.get(10)),
        Double.parseDouble(cells.get(13)),
        cells.get(14),
        Integer.parseInt(cells.get(15)));
  }
}
