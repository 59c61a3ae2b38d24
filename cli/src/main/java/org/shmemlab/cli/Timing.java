package org.shmemlab.cli;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.transports.cost.Fleet;
import org.shmemlab.transports.cost.Fleets;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.PlatformException;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.Fabric;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.rules.TransportRules;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** The options of a run in simulated time. */
final class Timing {
  @Option(
      names = "--platform",
      paramLabel = "P",
      description = "time the run on this platform: a name or a .yaml file, ':4' for four nodes")
  private @Nullable String platform;

  @Option(
      names = "--transport",
      paramLabel = "T",
      description = "what carries operations: ibgda, nvlink+ibrc (default: the platform's first)")
  private @Nullable String transport;

  @Option(
      names = "--jitter",
      paramLabel = "FRACTION",
      defaultValue = "0",
      description = "let each issue and latency be longer by up to this share of itself")
  private double jitter;

  @Option(
      names = "--runs",
      paramLabel = "N",
      defaultValue = "1",
      description = "run so often, with seeds from --seed on, and count what is printed")
  private int runs;

  @Option(
      names = "--trace",
      paramLabel = "FILE",
      description = "write a timeline that Perfetto and chrome://tracing show")
  private @Nullable Path trace;

  /** Where a run takes place, and by which rules. */
  record Setting(Fleet fleet, TransportRules rules, int pesPerNode, String name) {}

  double jitter() {
    return jitter;
  }

  int runs() {
    return runs;
  }

  Optional<Path> trace() {
    return Optional.ofNullable(trace);
  }

  /** What the options ask for, or nothing where the run is not timed. */
  Optional<Setting> setting(
      CommandSpec spec, int pes, @Nullable Integer gpusPerNode, Map<String, String> environment) {
    if (platform == null) {
      boolean alone = transport == null && jitter == 0 && runs == 1 && trace == null;
      if (!alone) {
        throw usage(spec, "--transport, --jitter, --runs and --trace need a --platform");
      }
      return Optional.empty();
    }
    if (!(jitter >= 0 && jitter <= 10)) {
      throw usage(spec, "--jitter " + jitter + ": a share from 0 to 10");
    }
    if (runs < 1) {
      throw usage(spec, "--runs " + runs + ": at least 1");
    }
    if (runs > 1 && trace != null) {
      throw usage(spec, "--trace shows one run; leave out --runs");
    }
    try {
      var cluster = Platforms.find(platform);
      cluster.forPes(pes); // whether they fit
      Platform machine = cluster.platform();
      Transport carrier = transport(machine, Settings.of(environment));
      int perNode =
          gpusPerNode == null ? Math.min(pes, machine.node().gpus().count()) : gpusPerNode;
      return Optional.of(
          new Setting(
              Fleets.on(machine, pes, perNode, path(carrier, machine)),
              new TransportRules(carrier, pes, perNode),
              perNode,
              machine.name() + ", " + carrier.key()));
    } catch (PlatformException | IllegalArgumentException problem) {
      String text = problem instanceof BadTransport bad ? bad.text() : problem.getMessage();
      throw usage(spec, String.valueOf(text));
    }
  }

  private Transport transport(Platform machine, Settings settings) {
    if (transport != null) {
      boolean networkAlone =
          Fabric.of(transport.replaceAll("@.*", ""))
              .filter(fabric -> !fabric.peerToPeer())
              .isPresent();
      boolean stores = machine.paths().containsKey(PathKind.NVLINK);
      return Transport.of(networkAlone && stores ? "nvlink+" + transport : transport, settings);
    }
    PathKind remote = Fleets.usualRemote(machine);
    String network = remote == null ? "" : "+" + remote.key();
    return Transport.of(PathKind.NVLINK.key() + network, settings);
  }

  private static PathKind path(Transport carrier, Platform machine) {
    Optional<Fabric> fabric = carrier.network().or(carrier::peer);
    String key = fabric.map(Fabric::key).orElseThrow();
    PathKind kind = PathKind.valueOf(key.toUpperCase(Locale.ROOT));
    machine.path(kind); // says which ones there are
    return kind;
  }

  private static ParameterException usage(CommandSpec spec, String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
