package org.shmemlab.transports.accuracy;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.collect.ImmutableList;
import com.google.common.math.Quantiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shmemlab.transports.fit.ResultsException;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.platform.Quantities;
import org.shmemlab.transports.platform.Quantity;

/** Whole loops of benchmarks on H200s: the split of their rows, and how far perftest is off. */
final class BenchmarkLoopsTest {
  private static final CalibrationSplit SPLIT = CalibrationSplit.read();
  private static final Platform H200 = Platforms.named("h200-nvlink-measured");

  /** Every so many rows are compared here; {@code shmemlab accuracy} compares all. */
  private static final int STEP = 11;

  @Test
  void halfOfTheSizesAndWholeSeriesAreHeldOut() {
    assertThat(part("put_bw", "double", 32, 256, 8, 10)).isEqualTo(CalibrationSplit.Part.FITTED);
    assertThat(part("put_bw", "double", 32, 256, 16, 10)).isEqualTo(CalibrationSplit.Part.HELD_OUT);
    assertThat(part("put_bw", "double", 32, 512, 8, 10)).isEqualTo(CalibrationSplit.Part.HELD_OUT);
    assertThat(part("put_bw", "double", 2, 256, 8, 10)).isEqualTo(CalibrationSplit.Part.HELD_OUT);
    assertThat(part("put_bw", "double", 32, 1024, 8, 100))
        .isEqualTo(CalibrationSplit.Part.HELD_OUT);
    assertThat(part("st_bw", "int", 32, 256, 8, 10)).isEqualTo(CalibrationSplit.Part.HELD_OUT);
    assertThat(part("atomic_bw", "swap", 32, 256, 8, 10)).isEqualTo(CalibrationSplit.Part.HELD_OUT);
    assertThat(part("reduction", "int64", 1, 256, 8, 10)).isEqualTo(CalibrationSplit.Part.HELD_OUT);
    assertThat(part("launch", "None", 1, 256, 1, 10)).isEqualTo(CalibrationSplit.Part.FITTED);
  }

  @Test
  void otherMachinesRowsAreNeverFittedAndWrongOnesAreNotCompared() throws Exception {
    ImmutableList<Benchmark> fitted = rows(SPLIT.machines().get(0));
    ImmutableList<Benchmark> other = rows(SPLIT.machines().get(1));
    assertThat(fitted).hasSizeGreaterThan(20_000);
    assertThat(other).hasSizeGreaterThan(20_000);
    assertThat(other).extracting(SPLIT::of).containsOnly(CalibrationSplit.Part.OTHER_MACHINE);
    assertThat(
            fitted.stream().filter(row -> SPLIT.of(row) == CalibrationSplit.Part.HELD_OUT).count())
        .isGreaterThan(fitted.size() / 2);
    assertThat(fitted.stream().filter(row -> row.wrong() > 0)).noneMatch(SPLIT::compares);
  }

  @Test
  void everyTestIsInOneFamily() throws Exception {
    assertThat(SPLIT.families()).doesNotHaveDuplicates();
    for (String machine : SPLIT.machines()) {
      assertThat(rows(machine)).allMatch(row -> SPLIT.family(row).isPresent());
    }
  }

  /** Each number that comes from benchmark loops, computed again from rows that may be used. */
  @Test
  void numbersComeFromFittedRowsAlone() throws Exception {
    List<Benchmark> rows =
        rows(SPLIT.machines().get(0)).stream()
            .filter(row -> SPLIT.compares(row) && SPLIT.of(row) == CalibrationSplit.Part.FITTED)
            .toList();
    isWithin("host.timed-launch", number(rows, launched("launch")));
    isWithin("host.joint-launch", number(rows, launched("collective_launch")));
    double quiet10 = number(rows, one("quiet", "None", 1, 10, 1));
    double quiet100 = number(rows, one("quiet", "None", 1, 100, 1));
    isWithin(
        "host.first-call", quiet10 - (quiet100 - quiet10) / 9 - number(rows, launched("launch")));
    double atomic = slope(rows, "atomic_bw", "inc", 32, 256, 128);
    double put = slope(rows, "p_bw", "double", 32, 256, 128);
    isWithin("gpu.atomic-fence", atomic - put);
    double sync = number(rows, one("sync", "thread", 32, 100, 1)) / 100;
    double barrier = number(rows, one("barrier", "thread", 32, 100, 1)) / 100;
    isWithin("gpu.collectives.drain", barrier - sync - 0.6);
  }

  /** A source that names loops says that held-out rows are none of them. */
  @Test
  void sourcesThatNameLoopsNameFittedRows() {
    List<String> sources =
        Quantities.of(H200).values().stream()
            .map(quantity -> quantity.source())
            .filter(source -> source.contains("perftest.csv"))
            .toList();
    assertThat(sources).hasSizeGreaterThan(8).allMatch(source -> source.contains("fitted rows"));
    assertThat(sources).allMatch(source -> source.contains(SPLIT.machines().get(0)));
  }

  @Test
  void perftestPrintsWhatBenchmarksPrint() throws Exception {
    for (String machine : SPLIT.machines()) {
      double[] errors =
          new BenchmarkLoops(H200)
              .predict(unseen(machine), SPLIT).stream()
                  .mapToDouble(p -> Math.abs(p.error()))
                  .toArray();
      assertThat(errors.length).as(machine).isGreaterThan(1000);
      assertThat(Quantiles.median().compute(errors)).as(machine).isLessThan(0.08);
      assertThat(Quantiles.percentiles().index(80).compute(errors)).as(machine).isLessThan(0.15);
      assertThat(Quantiles.percentiles().index(95).compute(errors)).as(machine).isLessThan(0.30);
    }
  }

  /** The numbers of H100s come from measurements of one GPU and of single calls, from no loop. */
  @Test
  void loopsOnH100sAreCloseToNumbersThatComeFromNoneOfThem() throws Exception {
    Platform platform = Platforms.named("hgx-h100");
    assertThat(Quantities.of(platform).values())
        .extracting(Quantity::source)
        .noneMatch(source -> source.matches(".*h100-x2-perftest-1, perftest.csv.*"));
    double[] errors =
        new BenchmarkLoops(platform)
            .predict(unseen("h100-x2-perftest-1"), SPLIT).stream()
                .mapToDouble(p -> Math.abs(p.error()))
                .toArray();
    assertThat(Quantiles.median().compute(errors)).isLessThan(0.08);
    assertThat(Quantiles.percentiles().index(95).compute(errors)).isLessThan(0.30);
  }

  /** Whole tests were held out, too; none of them is far off as a whole. */
  @Test
  void noTestIsFarOffAsAWhole() throws Exception {
    new BenchmarkLoops(H200)
        .predict(unseen(SPLIT.machines().get(0)), SPLIT).stream()
            .collect(Collectors.groupingBy(p -> p.row().test()))
            .forEach((test, rows) -> {
              double[] errors = rows.stream().mapToDouble(p -> Math.abs(p.error())).toArray();
              assertThat(Quantiles.median().compute(errors)).as(test).isLessThan(0.2);
            });
  }

  @Test
  void aFileThatIsNoneIsRefusedByLine() {
    assertThatThrownBy(() -> Benchmark.parse("m", "m/perftest.csv", "test,type\n"))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("m/perftest.csv:1: error: the first line must be");
    assertThatThrownBy(() ->
            Benchmark.parse("m", "m/perftest.csv", Benchmark.HEADER + "\nput_bw,double,block,2\n"))
        .isInstanceOf(ResultsException.class)
        .hasMessageContaining("m/perftest.csv:2: error: not a row");
  }

  private static ImmutableList<Benchmark> rows(String machine)
      throws IOException, ResultsException {
    Path file = Path.of("../results", machine, "perftest.csv");
    return Benchmark.parse(machine, file.toString(), Files.readString(file));
  }

  // Some of the rows that no number rests on.
  private static List<Benchmark> unseen(String machine) throws IOException, ResultsException {
    ImmutableList<Benchmark> rows = rows(machine);
    return IntStream.range(0, rows.size())
        .filter(i -> i % STEP == 0)
        .mapToObj(rows::get)
        .filter(row -> SPLIT.of(row) != CalibrationSplit.Part.FITTED)
        .toList();
  }

  private static CalibrationSplit.Part part(
      String test, String type, int blocks, int threads, long bytes, int iterations) {
    return SPLIT.of(
        new Benchmark(
            SPLIT.machines().get(0),
            2,
            test,
            type,
            "None",
            2,
            blocks,
            threads,
            bytes,
            iterations,
            1,
            1,
            "us",
            0));
  }

  private static Predicate<Benchmark> launched(String test) {
    return row -> row.test().equals(test);
  }

  private static Predicate<Benchmark> one(
      String test, String scope, int threads, int iterations, int blocks) {
    return row ->
        row.test().equals(test)
            && row.scope().equals(scope)
            && row.threads() == threads
            && row.blocks() == blocks
            && row.iterations() == iterations;
  }

  // The median of whole loops, microseconds.
  private static double number(List<Benchmark> rows, Predicate<Benchmark> which) {
    List<Double> loops = rows.stream().filter(which).map(Benchmark::loopUs).toList();
    assertThat(loops).isNotEmpty();
    return Quantiles.median().compute(loops);
  }

  // One more operation in a loop, microseconds.
  private static double slope(
      List<Benchmark> rows, String test, String type, int blocks, int threads, long bytes) {
    double[] loops = new double[2];
    for (int i = 0; i < 2; i++) {
      int iterations = i == 0 ? 10 : 100;
      loops[i] =
          number(
              rows,
              row ->
                  row.test().equals(test)
                      && row.type().equals(type)
                      && row.blocks() == blocks
                      && row.threads() == threads
                      && row.bytes() == bytes
                      && row.iterations() == iterations);
    }
    return (loops[1] - loops[0]) / 90;
  }

  private static void isWithin(String name, double microseconds) {
    Quantity quantity = Objects.requireNonNull(Quantities.of(H200).get(name));
    Quantity.Range range = Objects.requireNonNull(quantity.range());
    assertThat(microseconds * 1e6)
        .as(name)
        .isBetween(quantity.inBase(range.low()), quantity.inBase(range.high()));
  }
}
