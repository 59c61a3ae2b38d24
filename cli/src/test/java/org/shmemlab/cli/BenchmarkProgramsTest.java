package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.math.Quantiles;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.transports.accuracy.Benchmark;
import org.shmemlab.transports.accuracy.BenchmarkLoops;
import org.shmemlab.transports.accuracy.CalibrationSplit;

/**
 * Checks that the sources of benchmarks, run in simulated time, print the times of a real machine
 * that no number of the platform rests on.
 */
@Tag("simulation")
class BenchmarkProgramsTest {
  private static final Path ROOT = Path.of("..");
  private static final String MACHINE = "h200-x2-perftest-1";

  @Tag("whole")
  @Test
  void printsWhatItPrintedOnRealGpus() throws Exception {
    double[] errors =
        BenchmarkLoops.printed(real(MACHINE), simulated(), CalibrationSplit.read()).stream()
            .mapToDouble(one -> Math.abs(one.error()))
            .toArray();
    assertThat(errors).hasSizeGreaterThan(150);
    assertThat(Quantiles.median().compute(errors)).as("median").isLessThan(0.08);
    assertThat(share(errors, 0.15)).as("within 15 %").isGreaterThan(0.8);
    assertThat(share(errors, 0.30)).as("within 30 %").isGreaterThan(0.95);
    assertThat(share(errors, 1)).as("within a factor of 2").isEqualTo(1);
  }

  /** A folder of simulated rows is held against one of real rows, loop by loop. */
  @Test
  void comparesWhatProgramsPrintedWithARealMachine(@TempDir Path folder) throws Exception {
    Path real = ROOT.resolve("results").resolve(MACHINE);
    List<String> lines = Files.readAllLines(real.resolve("perftest.csv"));
    List<String> slower = new ArrayList<>(List.of(lines.get(0)));
    for (String line : lines) {
      String[] cells = line.split(",", -1);
      if (cells[0].equals("put_latency") && cells[2].equals("block")) {
        cells[13] = Double.toString(Double.parseDouble(cells[13]) * 1.2);
        slower.add(String.join(",", cells));
      }
    }
    Files.write(folder.resolve("perftest.csv"), slower);
    Session session = Session.of("accuracy", real.toString(), "--printed", folder.toString());
    assertThat(session.exitCode()).as(session.err()).isZero();
    assertThat(session.out())
        .startsWith("rows of another machine, by the programs on h200-nvlink-measured:\n")
        .containsPattern("latency of a call +300 +20.0 % +20.0 % +20.0 % +0 % +0 % +100 %")
        .containsPattern("put_latency +block +300 +20.0 %.*\\+20.0 %\n")
        .doesNotContain("get_latency");
  }

  private static List<Benchmark> real(String machine) throws Exception {
    Path file = ROOT.resolve("results").resolve(machine).resolve("perftest.csv");
    return Benchmark.parse(machine, file.toString(), Files.readString(file));
  }

  private static List<Benchmark> simulated() throws Exception {
    StringBuilder rows = new StringBuilder(Benchmark.HEADER).append('\n');
    rows.append(rows("latency", "-e256", "-t", "32,256"));
    rows.append(rows("ping_pong", "-e64", "-t", "32,256"));
    rows.append(rows("atomics", "-b1K", "-e4K", "-c", "1", "-t", "32"));
    rows.append(rows("collectives", "-e16", "-t", "32"));
    rows.append(rows("rma_bw", "-e4K", "-f", "8", "-c", "1,4", "-t", "32"));
    rows.append(rows("word_bw", "-e1K", "-f", "8", "-c", "1,4", "-t", "32"));
    rows.append(rows("on_stream", "-e4M", "-f", "16"));
    return Benchmark.parse("simulated", "simulated", rows.toString());
  }

  private static String rows(String benchmark, String... options) {
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
        .map(line -> line.substring(4) + "\n")
        .collect(Collectors.joining());
  }

  private static double share(double[] errors, double within) {
    return (double) Arrays.stream(errors).filter(error -> error <= within).count() / errors.length;
  }
}
