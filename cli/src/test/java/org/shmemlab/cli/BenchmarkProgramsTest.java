package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.transports.accuracy.Benchmark;

/**
 * The sources of benchmarks, run in simulated time, print what they printed on a machine that no
 * number of the platform rests on.
 */
class BenchmarkProgramsTest {
  private static final Path ROOT = Path.of("..");
  private static final String MACHINE = "h200-x2-perftest-1";

  /** Tests whose rows are off for a reason that docs/perftest.md names. */
  private static final List<String> NAMED =
      List.of("bcast", "atomic_bw", "atomic_latency", "reduction_on_stream");

  private record Row(String key, double us) {}

  @Test
  void printsWhatItPrintedOnRealGpus() throws Exception {
    Path file = ROOT.resolve("results").resolve(MACHINE).resolve("perftest.csv");
    List<Benchmark> real = Benchmark.parse(MACHINE, file.toString(), Files.readString(file));
    List<Double> errors = new ArrayList<>();
    for (Row row : simulated()) {
      real.stream()
          .filter(one -> key(one).equals(row.key()))
          .findFirst()
          .ifPresent(one -> errors.add(Math.abs(row.us() / one.loopUs() - 1)));
    }
    assertThat(errors).hasSizeGreaterThan(150);
    assertThat(median(errors)).as("median").isLessThan(0.08);
    assertThat(share(errors, 0.15)).as("within 15 %").isGreaterThan(0.8);
    assertThat(share(errors, 0.30)).as("within 30 %").isGreaterThan(0.95);
    assertThat(share(errors, 1)).as("within a factor of 2").isEqualTo(1);
  }

  private static List<Row> simulated() {
    List<Row> rows = new ArrayList<>();
    rows.addAll(rows("latency", "-e256", "-t", "32,256"));
    rows.addAll(rows("ping_pong", "-e64", "-t", "32,256"));
    rows.addAll(rows("collectives", "-e16", "-t", "32"));
    rows.addAll(rows("rma_bw", "-e4K", "-f", "8", "-c", "1,4", "-t", "32"));
    rows.addAll(rows("word_bw", "-e1K", "-f", "8", "-c", "1,4", "-t", "32"));
    rows.addAll(rows("on_stream", "-e4M", "-f", "16"));
    return rows;
  }

  private static List<Row> rows(String benchmark, String... options) {
    List<String> arguments =
        new ArrayList<>(
            List.of("run", ROOT.resolve("benchmarks").resolve(benchmark + ".cu").toString()));
    arguments.addAll(List.of("-n", "2", "--platform", "h200-nvlink-measured", "--arg=-v"));
    Arrays.stream(options).map(option -> "--arg=" + option).forEach(arguments::add);
    Session run = Session.of(arguments.toArray(new String[0]));
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run.out()
        .lines()
        .filter(line -> line.startsWith("row,"))
        .map(line -> line.split(",", -1))
        .filter(cells -> !NAMED.contains(cells[1]))
        .map(cells ->
            new Row(
                String.join(",", Arrays.copyOfRange(cells, 1, 9)), Double.parseDouble(cells[11])))
        .toList();
  }

  private static String key(Benchmark row) {
    return row.test()
        + ","
        + row.type()
        + ","
        + row.scope()
        + ","
        + row.pes()
        + ","
        + row.blocks()
        + ","
        + row.threads()
        + ","
        + row.bytes()
        + ","
        + row.iterations();
  }

  private static double median(List<Double> errors) {
    return errors.stream().sorted().skip(errors.size() / 2).findFirst().orElseThrow();
  }

  private static double share(List<Double> errors, double within) {
    return (double) errors.stream().filter(error -> error <= within).count() / errors.size();
  }
}
