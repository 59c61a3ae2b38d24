package org.shmemlab.cli.platform;

import java.io.PrintStream;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.export.Exports;
import org.shmemlab.cli.export.Forms;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.reports.platform.PlatformReport;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.platform.Cluster;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.PlatformException;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.platform.Topology;
import org.shmemlab.transports.rules.Routes;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs {@code shmemlab platforms} and {@code shmemlab platform show}. */
public final class PlatformCommands {
  private PlatformCommands() {}

  /** {@code shmemlab platforms}. */
  @Command(
      name = "platforms",
      description = "Lists the machines that are known.",
      mixinStandardHelpOptions = true)
  public static final class All implements Callable<Integer> {
    private final PrintStream out;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Mixin private Exports exports = new Exports();

    public All(PrintStream out) {
      this.out = out;
    }

    @Override
    public Integer call() {
      var platforms = Platforms.NAMES.stream().map(Platforms::named).toList();
      Forms forms =
          new Forms()
              .with(".json", _ -> PlatformReport.tableJson(platforms))
              .table("platforms", () -> PlatformReport.summaries(platforms));
      exports.check(forms);
      out.print(json ? PlatformReport.tableJson(platforms) : PlatformReport.table(platforms));
      exports.write(forms, ExitCodes.OK);
      return ExitCodes.OK;
    }
  }

  /** {@code shmemlab platform}. */
  @Command(
      name = "platform",
      description = "Shows a machine.",
      mixinStandardHelpOptions = true,
      synopsisSubcommandLabel = "show")
  static final class One {
    private One() {}
  }

  /** {@code shmemlab platform show}. */
  @Command(
      name = "show",
      description = "Shows every number of a machine with its source.",
      mixinStandardHelpOptions = true)
  static final class Show implements Callable<Integer> {
    private static final Pattern PAIR = Pattern.compile("(\\d{1,8}),(\\d{1,8})");

    private final PrintStream out;
    private final PrintStream err;

    @Spec private @Nullable CommandSpec spec;

    @Parameters(
        paramLabel = "NAME|FILE",
        description = "a name that 'shmemlab platforms' lists, or a .yaml file; :4 for four nodes")
    private String platform = "";

    @Option(
        names = "--route",
        paramLabel = "A,B",
        description = "show the links from PE A to PE B, too")
    private @Nullable String route;

    @Option(
        names = "--path",
        paramLabel = "PATH",
        description = "how PEs of different nodes communicate (default: the first that there is)")
    private @Nullable String path;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Mixin private Exports exports = new Exports();

    Show(PrintStream out, PrintStream err) {
      this.out = out;
      this.err = err;
    }

    @Override
    public Integer call() {
      Cluster cluster;
      try {
        cluster = Platforms.find(platform);
      } catch (PlatformException problem) {
        problem.mistakes().forEach(err::println);
        return ExitCodes.USAGE;
      }
      PlatformReport.Way way = route == null ? null : way(cluster, route);
      Forms forms =
          new Forms()
              .with(".json", _ -> PlatformReport.json(cluster.platform(), way))
              .table("numbers", () -> PlatformReport.numbers(cluster.platform()))
              .table("links", () -> PlatformReport.links(way));
      exports.check(forms);
      out.print(
          json
              ? PlatformReport.json(cluster.platform(), way)
              : PlatformReport.text(cluster.platform(), way));
      exports.write(forms, ExitCodes.OK);
      return ExitCodes.OK;
    }

    private PlatformReport.Way way(Cluster cluster, String text) {
      Matcher pair = PAIR.matcher(text);
      if (!pair.matches()) {
        throw usage("--route " + text + ": two PEs, like 0,9");
      }
      int from = Integer.parseInt(pair.group(1));
      int to = Integer.parseInt(pair.group(2));
      Platform platform = cluster.platform();
      try {
        int pes = Math.max(from, to) + 1;
        Topology topology = cluster.forPes(pes);
        Transport transport = Fleets.transport(platform, network(platform), Settings.DEFAULT);
        Routes routes = Fleets.routes(platform, transport, pes, platform.node().gpus().count());
        PathKind kind =
            routes
                .path(from, to)
                .orElseThrow(() -> new IllegalArgumentException(routes.gap().orElse("no path")));
        return new PlatformReport.Way(topology, from, to, topology.route(from, to, kind, 0));
      } catch (IllegalArgumentException | ArithmeticException problem) {
        throw usage("--route " + text + ": " + problem.getMessage());
      }
    }

    private @Nullable String network(Platform platform) {
      List<String> known =
          platform.paths().keySet().stream().filter(PathKind::isRemote).map(PathKind::key).toList();
      if (path != null && !known.contains(path)) {
        throw usage("--path " + path + ": " + platform.name() + " has " + String.join(", ", known));
      }
      return path;
    }

    private ParameterException usage(String message) {
      return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
    }
  }

  /** {@code platform} with what stands below it. */
  public static CommandLine platform(PrintStream out, PrintStream err) {
    return new CommandLine(new One()).addSubcommand(new Show(out, err));
  }
}
