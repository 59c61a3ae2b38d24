package org.shmemlab.cli;

import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.transports.cost.Configured;
import org.shmemlab.transports.cost.Fleet;
import org.shmemlab.transports.cost.Fleets;
import org.shmemlab.transports.network.NetworkEngines;
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

/** The options that say on what machine something is timed. */
final class Where {
  @Option(
      names = "--platform",
      paramLabel = "P",
      description =
          "simulate the time on this platform: a name or a .yaml file, ':4' for four nodes")
  private @Nullable String platform;

  @Option(
      names = "--transport",
      paramLabel = "T",
      description = "what carries operations: ibgda, nvlink+ibrc (default: the platform's first)")
  private @Nullable String transport;

  @Option(
      names = "--network",
      paramLabel = "E",
      description =
          "what shares links among messages above 64 KiB: embedded or simgrid (default: embedded)")
  private @Nullable String network;

  /** Where something runs, and by which rules. */
  record Setting(Fleet fleet, TransportRules rules, int pesPerNode, String name) {}

  /** Whether the transport is a network, so that a test of it goes between nodes. */
  boolean namesNetwork() {
    return transport != null
        && Fabric.of(transport.replaceAll("@.*", ""))
            .filter(fabric -> !fabric.peerToPeer())
            .isPresent();
  }

  /** What the options ask for, or nothing where the run is not timed. */
  Optional<Setting> setting(
      CommandSpec spec, int pes, @Nullable Integer gpusPerNode, Map<String, String> environment) {
    if (platform == null) {
      if (transport != null) {
        throw usage(spec, "--transport needs a --platform");
      }
      if (network != null) {
        throw usage(spec, "--network needs a --platform");
      }
      return Optional.empty();
    }
    String engine = network == null ? NetworkEngines.EMBEDDED : network;
    NetworkEngines.missing(engine)
        .ifPresent(why -> {
          throw usage(spec, why);
        });
    try {
      var cluster = Platforms.find(platform);
      cluster.forPes(pes); // whether they fit
      Platform machine = cluster.platform();
      Transport carrier = transport(machine, Settings.of(environment));
      int perNode =
          gpusPerNode == null ? Math.min(pes, machine.node().gpus().count()) : gpusPerNode;
      return Optional.of(
          new Setting(
              Configured.by(
                      carrier,
                      Fleets.on(machine, pes, perNode, path(carrier, machine)),
                      machine.node().nics())
                  .over(engine),
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
      boolean stores = machine.paths().containsKey(PathKind.NVLINK);
      return Transport.of(namesNetwork() && stores ? "nvlink+" + transport : transport, settings);
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
