package org.shmemlab.transports.accuracy;

import com.google.common.collect.ImmutableList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.patterns.Perftest;
import org.shmemlab.transports.patterns.TimedLoop;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;

/**
 * Compares whole loops of benchmarks on a real machine with the output of {@code perftest} for
 * them, or of the benchmarks themselves in simulated time.
 */
public final class BenchmarkLoops {
  private final Platform platform;
  private final Map<Integer, Fleet> fleets = new HashMap<>();
  private final Map<Key, Double> known = new HashMap<>();

  private record Key(Perftest test, long bytes, Perftest.Options options, int pes) {}

  /** The common part of two rows that time the same loop. */
  private record Loop(
      String test,
      String type,
      String scope,
      int pes,
      int blocks,
      int threads,
      long bytes,
      int iterations,
      String unit) {
    static Loop of(Benchmark row) {
      return new Loop(
          row.test(),
          row.type(),
          row.scope(),
          row.pes(),
          row.blocks(),
          row.threads(),
          row.bytes(),
          row.iterations(),
          row.unit());
    }
  }

  /**
   * A row with its prediction.
   *
   * @param predicted in the row's unit
   */
  public record Prediction(Benchmark row, CalibrationSplit.Part part, double predicted) {
    /**
     * By which factor the time is off, less one: 0.1 where the predicted time is a tenth too long.
     */
    public double error() {
      return row.unit().equals("us")
          ? predicted / row.value() - 1
          : row.value() / predicted - 1; // of bandwidths: a time too long is a bandwidth too low
    }
  }

  public BenchmarkLoops(Platform platform) {
    this.platform = platform;
  }

  /** Predicts all rows that are compared and that {@code perftest} has a test for. */
  public ImmutableList<Prediction> predict(List<Benchmark> rows, CalibrationSplit split) {
    return rows.stream()
        .filter(split::compares)
        .flatMap(
            row -> predict(row).map(value -> new Prediction(row, split.of(row), value)).stream())
        .collect(ImmutableList.toImmutableList());
  }

  /**
   * Compares rows that benchmarks printed in simulated time with those of real machines. A row that
   * they did not print is left out.
   *
   * @param printed rows of the same benchmarks, run by ShmemLab
   */
  public static ImmutableList<Prediction> printed(
      List<Benchmark> rows, List<Benchmark> printed, CalibrationSplit split) {
    Map<Loop, Double> values = new HashMap<>();
    printed.forEach(row -> values.put(Loop.of(row), row.value()));
    return rows.stream()
        .filter(split::compares)
        .flatMap(row ->
            Optional.ofNullable(values.get(Loop.of(row))).stream()
                .map(value -> new Prediction(row, split.of(row), value)))
        .collect(ImmutableList.toImmutableList());
  }

  private Optional<Double> predict(Benchmark row) {
    return Perftest.named(row.test())
        .map(test ->
            known.computeIfAbsent(
                new Key(test, row.bytes(), options(row), row.pes()),
                key ->
                    test.run(fleet(row.pes()), test.share(row.bytes(), row.pes()), key.options())));
  }

  private Fleet fleet(int pes) {
    return fleets.computeIfAbsent(pes, n -> Fleets.on(platform, n, n, PathKind.NVLINK));
  }

  private static Perftest.Options options(Benchmark row) {
    CallScope scope =
        row.scope().equals("None")
            ? CallScope.THREAD
            : CallScope.valueOf(row.scope().toUpperCase(Locale.ROOT));
    int word = row.type().matches("int|int32") ? Integer.BYTES : Long.BYTES;
    boolean fetches = row.type().matches("fetch_.*|swap|compare_swap");
    return new Perftest.Options(
        row.iterations(),
        Math.max(1, row.blocks()),
        row.threads(),
        scope,
        word,
        false,
        fetches,
        TimedLoop.BENCHMARK);
  }
}
