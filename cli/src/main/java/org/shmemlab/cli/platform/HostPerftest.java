package org.shmemlab.cli.platform;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.io.Resources;
import com.google.common.primitives.ImmutableDoubleArray;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobLimits;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.reports.platform.PerftestReport;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.patterns.Perftest.Metric;
import org.shmemlab.transports.patterns.Spread;
import org.shmemlab.transports.simulate.TimedRun;

/**
 * Runs the tests of NVSHMEM's perftest that the host issues, on a stream or by a call of its own
 * (perftest/host of 3.4.5). Their loops are those of {@code benchmarks/on_stream.cu}, which is
 * executed in simulated time: streams, events and the host's clock are the program's.
 *
 * @param key how commands call it
 * @param program the name of the program's test
 * @param metric that it prints
 */
record HostPerftest(String key, String program, Metric metric) {
  private static final ImmutableList<String> COLLECTIVES =
      ImmutableList.of(
          "alltoall-on-stream",
          "barrier-all-on-stream",
          "barrier-on-stream",
          "broadcast-on-stream",
          "fcollect-on-stream",
          "reducescatter-on-stream",
          "reduction-on-stream",
          "sync-all-on-stream",
          "sync-on-stream");
  private static final String BETWEEN_TWO = "bw";
  private static final String OF_A_CALL = "latency";

  /** Instructions after which a loop is taken to have no end; they have some millions. */
  private static final long MOST_INSTRUCTIONS = 20_000_000_000L;

  /** Columns of a row that the program prints with {@code -v}. */
  private static final int TYPE = 2;

  private static final int BYTES = 7;
  private static final int VALUE = 14;

  /** The names of all of them. */
  static ImmutableList<String> keys() {
    return ImmutableList.<String>builder().addAll(COLLECTIVES).add(BETWEEN_TWO, OF_A_CALL).build();
  }

  /** The test of a name, with {@code -} or {@code _} between its words. */
  static Optional<HostPerftest> named(String name) {
    String key = name.replace('_', '-').toLowerCase(Locale.ROOT).replaceFirst("^shmem-", "");
    if (!keys().contains(key)) {
      return Optional.empty();
    }
    Metric metric = key.equals(BETWEEN_TWO) ? Metric.BANDWIDTH : Metric.LATENCY;
    return Optional.of(new HostPerftest(key, key.replace('-', '_'), metric));
  }

  /** Whether it is a collective of all PEs, rather than a test between two. */
  boolean isCollective() {
    return COLLECTIVES.contains(key);
  }

  /**
   * Its loop.
   *
   * @param sizes in bytes
   * @param rounds operations of the loop
   * @param warmup operations before it
   * @param byCall whether the host calls and waits, rather than put the operation on a stream
   * @param reads whether data comes from the other PE
   */
  record Loop(PerftestOptions.Sizes sizes, int rounds, int warmup, boolean byCall, boolean reads) {}

  /**
   * The rows of a test, one for each size.
   *
   * @param jitter by which share each issue and each latency may be longer
   * @param runs with seeds from {@code seed} on
   */
  ImmutableList<PerftestReport.Row> rows(
      PlatformOptions.Setting setting, int pes, Loop loop, double jitter, long seed, int runs) {
    Program compiled = compiled();
    Map<Long, ImmutableDoubleArray.Builder> values = new TreeMap<>();
    for (int run = 0; run < runs; run++) {
      Job job =
          new Job(pes, pes, arguments(loop), ImmutableMap.of(), Job.ofPes(pes).gpu())
              .placed(setting.fleet().layout(), JobLimits.ALL);
      OutputRecorder printed = new OutputRecorder(MOST_INSTRUCTIONS);
      Machine machine = new Machine(compiled, job, setting.rules(), new RuntimeSystem());
      RunResult result =
          new TimedRun(machine, setting.fleet(), jitter, seed + run, printed).run().result();
      if (!(result instanceof RunResult.Finished finished)
          || finished.status().stream().anyMatch(status -> status != 0)) {
        throw new IllegalStateException("the benchmark of " + key + " ended with " + result);
      }
      for (List<String> row : table(printed, loop)) {
        values
            .computeIfAbsent(Long.parseLong(row.get(BYTES)), _ -> ImmutableDoubleArray.builder())
            .add(Double.parseDouble(row.get(VALUE)));
      }
    }
    return values.entrySet().stream()
        .map(row -> new PerftestReport.Row(row.getKey(), Spread.of(row.getValue().build())))
        .collect(ImmutableList.toImmutableList());
  }

  private ImmutableList<String> arguments(Loop loop) {
    PerftestOptions.Sizes sizes = loop.sizes();
    return ImmutableList.of(
        (loop.byCall() ? "host_" : "") + program,
        "-v",
        "-k",
        "-b" + sizes.begin(),
        "-e" + sizes.end(),
        "-f" + sizes.factor(),
        "-n" + loop.rounds(),
        "-w" + loop.warmup());
  }

  private List<List<String>> table(OutputRecorder printed, Loop loop) {
    return printed
        .text()
        .lines()
        .filter(line -> line.startsWith("row,"))
        .map(line -> Splitter.on(',').splitToList(line))
        .filter(row -> isCollective() || row.get(TYPE).equals(loop.reads() ? "read" : "write"))
        .toList();
  }

  private static Program compiled() {
    String text =
        resource("on_stream.cu").replace("#include \"perftest.cuh\"", resource("perftest.cuh"));
    CudaC.Compiled compiled = CudaC.compile(new SourceFile("on_stream.cu", text));
    if (compiled.program() == null) {
      throw new IllegalStateException("on_stream.cu: " + compiled.diagnostics());
    }
    return Objects.requireNonNull(compiled.program());
  }

  private static String resource(String name) {
    try {
      return Resources.toString(
          Resources.getResource(HostPerftest.class, "benchmarks/" + name), StandardCharsets.UTF_8);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }
}
