package org.shmemlab.cli.platform;

import static java.util.stream.Collectors.joining;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableDoubleArray;
import java.io.PrintStream;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.export.Exports;
import org.shmemlab.cli.export.Forms;
import org.shmemlab.cli.export.Report;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.reports.platform.PerftestPage;
import org.shmemlab.reports.platform.PerftestReport;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.patterns.NcclAllreduce;
import org.shmemlab.transports.patterns.NotSimulated;
import org.shmemlab.transports.patterns.Perftest;
import org.shmemlab.transports.patterns.Spread;
import org.shmemlab.transports.patterns.Variation;
import org.shmemlab.transports.platform.KeyNames;
import org.shmemlab.transports.platform.PeerLibrary;
import org.shmemlab.transports.rules.BadTransport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs {@code shmemlab perftest}: NVSHMEM's performance tests in simulated time. */
@Command(
    name = "perftest",
    description = "Runs one of NVSHMEM's performance tests in simulated time.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:the test ran", "2:a mistake in the command line"})
public final class PerftestCommand implements Callable<Integer> {
  private static final int MOST_RUNS = 1_000_000;
  private static final String NVSHMEM = "nvshmem";
  private static final String FASTEST = "nccl";
  private static final ImmutableList<String> NCCL_TESTS =
      Stream.of(
              Perftest.PUT_BW,
              Perftest.GET_BW,
              Perftest.P_BW,
              Perftest.PUT_LATENCY,
              Perftest.GET_LATENCY,
              Perftest.P_LATENCY,
              Perftest.PUT_SIGNAL_PING_PONG,
              Perftest.SIGNAL_PING_PONG)
          .map(Perftest::key)
          .collect(ImmutableList.toImmutableList());

  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "put-bw, put_latency, barrier, ...")
  private String name = "";

  @Mixin private PlatformOptions where = new PlatformOptions();

  @Option(
      names = {"--pes"},
      paramLabel = "PES",
      defaultValue = "2",
      description = "PEs of a collective (default: ${DEFAULT-VALUE})")
  private int pes;

  @Option(
      names = "--gpus-per-node",
      paramLabel = "G",
      description = "PEs on each node (default: 1 for a network transport, else all)")
  private @Nullable Integer gpusPerNode;

  @Option(
      names = "--algorithm",
      paramLabel = "A",
      defaultValue = "nvshmem",
      description =
          "of reduction: nvshmem, or what NCCL's own model says of it: nccl-ring-ll,"
              + " nccl-ring-ll128, nccl-ring-simple, nccl-tree-ll, ..., nccl for the fastest"
              + " (default: nvshmem)")
  private String algorithm = NVSHMEM;

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "a variable of NVSHMEM, as NVSHMEM_IBGDA_NUM_RC_PER_PE=8")
  private Map<String, String> environment = new LinkedHashMap<>();

  @Mixin private PerftestOptions own = new PerftestOptions();

  @Mixin private Jitter jitter = new Jitter();

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description = "run so often, with seeds from --seed on, and print min, p50, p99 and max")
  private int runs;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "of the jitter (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(names = "--json", description = "print JSON")
  private boolean json;

  @Mixin private Exports exports = new Exports();

  @Mixin private Report page = new Report();

  public PerftestCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    Subject subject =
        HostPerftest.named(name)
            .map(this::subject)
            .orElseGet(() -> subject(Perftest.named(name).orElseThrow(this::noTest)));
    int size = subject.isCollective() ? pes : 2;
    if (size < 2) {
      throw usage("--pes " + pes + ": a collective has at least 2 PEs");
    }
    if (!subject.isCollective() && pes != 2) {
      throw usage("--pes " + pes + ": " + subject.key() + " is between exactly 2 PEs");
    }
    checkVariation();
    checkEnvironment();
    checkAlgorithm(subject.key());
    checkLibrary(subject.key());
    PlatformOptions.Setting setting =
        where
            .setting(Objects.requireNonNull(spec), size, perNode(size), environment)
            .orElseThrow(() -> usage("a test needs a --platform"));
    if (!algorithm.equals(NVSHMEM)) {
      NcclAllreduce.reason(setting.fleet())
          .ifPresent(why -> {
            throw usage("--algorithm " + algorithm + ": " + why);
          });
    }
    Supplier<PerftestReport> report =
        Suppliers.memoize(() ->
            new PerftestReport(
                subject.key(),
                algorithm.equals(NVSHMEM) ? setting.name() : setting.name() + ", " + algorithm,
                size,
                subject.metric(),
                runs,
                jitter.share(),
                seed,
                subject.rows().of(setting, size)));
    Forms forms =
        new Forms()
            .with(".json", _ -> report.get().json())
            .table("sizes", () -> report.get().table());
    exports.check(forms);
    page.check();
    out.print(json ? report.get().json() : report.get().text());
    out.flush();
    exports.write(forms, ExitCodes.OK);
    if (page.wanted()) {
      ImmutableMap<String, String> facts =
          ImmutableMap.of(
              "Machine",
              setting.name(),
              "Numbers",
              "each with its source: shmemlab platform show " + setting.platform(),
              "Seed",
              runs == 1 ? "none: no time varies" : String.valueOf(seed));
      page.write(PerftestPage.html(report.get(), page.origin(facts)));
    }
    return ExitCodes.OK;
  }

  /** A test with its options: what it prints, and how it runs on a machine. */
  private record Subject(String key, boolean isCollective, Perftest.Metric metric, Rows rows) {}

  private interface Rows {
    ImmutableList<PerftestReport.Row> of(PlatformOptions.Setting setting, int size);
  }

  private Subject subject(HostPerftest test) {
    HostPerftest.Loop loop = own.loop(Objects.requireNonNull(spec), test);
    return new Subject(
        test.key(),
        test.isCollective(),
        test.metric(),
        (setting, size) -> test.rows(setting, size, loop, jitter.share(), seed, runs));
  }

  private Subject subject(Perftest test) {
    CommandSpec command = Objects.requireNonNull(spec);
    PerftestOptions.Sizes sizes = own.sizes(command);
    Perftest.Options options = own.options(command, test);
    return new Subject(
        test.key(),
        test.isCollective(),
        own.rate() ? Perftest.Metric.RATE : test.metric(),
        (setting, size) -> rows(test, setting.fleet(), sizes, size, options));
  }

  private ImmutableList<PerftestReport.Row> rows(
      Perftest test, Fleet fleet, PerftestOptions.Sizes sizes, int size, Perftest.Options options) {
    ImmutableList.Builder<PerftestReport.Row> rows = ImmutableList.builder();
    for (long bytes = sizes.begin(); bytes <= sizes.end(); bytes *= sizes.factor()) {
      rows.add(row(test, fleet, bytes, size, options));
      if (!test.hasSizes()) {
        break;
      }
    }
    return rows.build();
  }

  private PerftestReport.Row row(
      Perftest test, Fleet fleet, long bytes, int size, Perftest.Options options) {
    if (!algorithm.equals(NVSHMEM)) {
      NcclAllreduce how =
          NcclAllreduce.named(algorithm).orElseGet(() -> NcclAllreduce.fastest(fleet, bytes));
      double time = how.microseconds(fleet, bytes);
      return new PerftestReport.Row(bytes, Spread.of(ImmutableDoubleArray.of(time)));
    }
    Variation variation = new Variation(jitter.share(), seed);
    double moved = own.moved(test);
    long share = Math.round(moved * test.share(bytes, size));
    Spread spread =
        Spread.of(test, fleet, Math.max(1, share), options, variation, runs).times(1 / moved);
    boolean counted = own.rate() && test.metric() == Perftest.Metric.BANDWIDTH;
    return new PerftestReport.Row(
        bytes, counted ? spread.times(1e3 / test.operationBytes(bytes, options)) : spread);
  }

  private void checkEnvironment() {
    try {
      PlatformOptions.checkEnvironment(environment);
    } catch (BadTransport bad) {
      throw usage(bad.text());
    }
  }

  // NCCL's device interface has calls for puts, gets and signals between two ranks.
  private void checkLibrary(String test) {
    if (where.library() != PeerLibrary.NCCL) {
      return;
    }
    if (!NCCL_TESTS.contains(test)) {
      throw usage(
          "--library nccl has calls for "
              + String.join(", ", NCCL_TESTS)
              + "; reduction --algorithm nccl is NCCL's all-reduce");
    }
    if (!environment.isEmpty()) {
      throw usage("--env: no variable of NVSHMEM changes what --library nccl costs");
    }
  }

  private void checkAlgorithm(String test) {
    if (algorithm.equals(NVSHMEM)) {
      return;
    }
    if (!algorithm.equals(FASTEST) && NcclAllreduce.named(algorithm).isEmpty()) {
      throw usage(
          "--algorithm "
              + algorithm
              + ": one of nvshmem, nccl, "
              + NcclAllreduce.ALL.stream().map(NcclAllreduce::key).collect(joining(", ")));
    }
    if (!test.equals(Perftest.REDUCTION.key())) {
      throw usage("--algorithm " + algorithm + ": NCCL's all-reduce goes with reduction alone");
    }
    if (jitter.share() > 0) {
      throw usage("--algorithm " + algorithm + " has no --jitter: it is a formula");
    }
  }

  private void checkVariation() {
    jitter.check(Objects.requireNonNull(spec));
    if (runs < 1 || runs > MOST_RUNS) {
      throw usage("--runs " + runs + ": 1 to " + MOST_RUNS);
    }
    if (runs > 1 && jitter.share() == 0) {
      throw usage("--runs needs a --jitter above 0: without it every run takes the same time");
    }
  }

  // A network is tested between nodes, what reaches by loads and stores inside one.
  private int perNode(int size) {
    return gpusPerNode != null ? gpusPerNode : where.namesNetwork() ? 1 : size;
  }

  private ParameterException noTest() {
    ImmutableList<String> known =
        Stream.concat(Stream.of(Perftest.values()).map(Perftest::key), HostPerftest.keys().stream())
            .collect(ImmutableList.toImmutableList());
    return NotSimulated.reason(name)
        .map(reason -> usage("'" + name + "' is not simulated: " + reason))
        .orElseGet(() -> usage("no test '" + name + "'" + KeyNames.questionOrAll(name, known)));
  }

  private ParameterException usage(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
