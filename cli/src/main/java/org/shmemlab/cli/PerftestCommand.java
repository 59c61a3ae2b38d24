package org.shmemlab.cli;

import java.io.PrintStream;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.Scope;
import org.shmemlab.reports.PerftestText;
import org.shmemlab.transports.patterns.Perftest;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code shmemlab perftest}: NVSHMEM's performance tests in simulated time. */
@Command(
    name = "perftest",
    description = "Runs one of NVSHMEM's performance tests in simulated time.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {"0:the test ran", "2:a mistake in the command line"})
final class PerftestCommand implements Callable<Integer> {
  private static final Pattern SIZE = Pattern.compile("(\\d{1,12})([KMG]?)");
  private static final long LARGEST = 1L << 32;

  private final PrintStream out;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(paramLabel = "NAME", description = "put-bw, put_latency, barrier, ...")
  private String name = "";

  @Mixin private Where where = new Where();

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

  @Option(names = "-b", paramLabel = "SIZE", defaultValue = "4", description = "smallest size")
  private String begin = "4";

  @Option(names = "-e", paramLabel = "SIZE", defaultValue = "4M", description = "largest size")
  private String end = "4M";

  @Option(names = "-f", paramLabel = "F", defaultValue = "2", description = "factor between sizes")
  private int factor;

  @Option(names = "-n", paramLabel = "N", defaultValue = "10", description = "timed repetitions")
  private int rounds;

  @Option(
      names = "-w",
      paramLabel = "N",
      defaultValue = "5",
      description = "repetitions before (the simulation needs none: accepted, without effect)")
  private int warmup;

  @Option(names = "-c", paramLabel = "CTAS", defaultValue = "32", description = "blocks")
  private int ctas;

  @Option(names = "-t", paramLabel = "T", defaultValue = "256", description = "threads of a block")
  private int threads;

  @Option(
      names = "-s",
      paramLabel = "SCOPE",
      defaultValue = "block",
      description = "thread, warp or block (default: ${DEFAULT-VALUE})")
  private String scope = "block";

  PerftestCommand(PrintStream out) {
    this.out = out;
  }

  @Override
  public Integer call() {
    Perftest test =
        Perftest.named(name)
            .orElseThrow(() ->
                usage(
                    "no test '"
                        + name
                        + "'; there are "
                        + Stream.of(Perftest.values())
                            .map(Perftest::key)
                            .collect(Collectors.joining(", "))));
    long from = size("-b", begin);
    long to = size("-e", end);
    if (from > to || factor < 2 || rounds < 1 || ctas < 1 || threads < 1 || warmup < 0) {
      throw usage("-b is at most -e, -f at least 2, and -n, -c and -t at least 1");
    }
    int size = test.isCollective() ? pes : 2;
    if (size < 2) {
      throw usage("--pes " + pes + ": a collective has at least 2 PEs");
    }
    Where.Setting setting =
        where
            .setting(Objects.requireNonNull(spec), size, perNode(size), Map.of())
            .orElseThrow(() -> usage("a test needs a --platform"));
    Perftest.Options options = new Perftest.Options(rounds, ctas, threads, scope());
    PerftestText text = new PerftestText(out, test, setting.name(), size);
    for (long bytes = from; bytes <= to; bytes *= factor) {
      text.row(bytes, test.run(setting.fleet(), test.share(bytes, size), options));
      if (!test.hasSizes()) {
        break;
      }
    }
    out.flush();
    return ExitCodes.OK;
  }

  // A network is tested between nodes, what reaches by loads and stores inside one.
  private int perNode(int size) {
    return gpusPerNode != null ? gpusPerNode : where.namesNetwork() ? 1 : size;
  }

  private Scope scope() {
    return Stream.of(Scope.values())
        .filter(one -> one.name().equalsIgnoreCase(scope))
        .findFirst()
        .orElseThrow(() -> usage("-s " + scope + ": thread, warp or block"));
  }

  private long size(String option, String text) {
    Matcher parts = SIZE.matcher(text.toUpperCase(Locale.ROOT));
    if (parts.matches()) {
      int power = " KMG".indexOf(parts.group(2).isEmpty() ? " " : parts.group(2));
      long bytes = Long.parseLong(parts.group(1)) << (10 * power);
      if (bytes >= 1 && bytes <= LARGEST) {
        return bytes;
      }
    }
    throw usage(option + " " + text + ": a size is 1 to 4G bytes, as 8, 64K or 4M");
  }

  private ParameterException usage(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
