package org.shmemlab.cli.platform;

import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.FileMistake;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.network.NetworkEngines;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.PeerLibrary;
import org.shmemlab.transports.platform.Platform;
import org.shmemlab.transports.platform.PlatformException;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.EnvironmentVariable;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.rules.TransportRules;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.TypeConversionException;

/** Reads the options that say on which platform a program is timed. */
public final class PlatformOptions {
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
      names = "--library",
      paramLabel = "L",
      converter = LibraryReader.class,
      defaultValue = "nvshmem",
      description =
          "whose calls communicate: nvshmem or nccl, the costs of its device interface, whose paths"
              + " are lsa, gin-gdaki and gin-proxy (default: ${DEFAULT-VALUE})")
  private PeerLibrary library = PeerLibrary.NVSHMEM;

  @Option(
      names = "--network",
      paramLabel = "E",
      description =
          "what shares links among messages above 64 KiB: embedded or simgrid (default: embedded)")
  private @Nullable String network;

  /**
   * Where something runs.
   *
   * @param name of platform and transport, for people
   * @param platform as the command line names it
   */
  public record Setting(Fleet fleet, String name, String platform) {
    /** The rules of the transport there. */
    public TransportRules rules() {
      return new TransportRules(fleet.routes());
    }
  }

  /** Reads the name of a library. */
  public static final class LibraryReader implements ITypeConverter<PeerLibrary> {
    @Override
    public PeerLibrary convert(String value) {
      return PeerLibrary.of(value)
          .orElseThrow(() -> new TypeConversionException(value + ": one of nvshmem, nccl"));
    }
  }

  /** The library whose calls communicate. */
  PeerLibrary library() {
    return library;
  }

  private @Nullable String transport() {
    return transport == null ? null : library.transport(transport);
  }

  /** Whether the transport is a network, so that a test of it goes between nodes. */
  boolean namesNetwork() {
    String named = transport();
    return named != null && Transport.isNetwork(named);
  }

  /**
   * Makes sure that an environment is one of NVSHMEM.
   *
   * @throws BadTransport naming a foreign variable
   */
  public static void checkEnvironment(Map<String, String> environment) {
    for (String name : environment.keySet()) {
      if (!name.startsWith(EnvironmentVariable.PREFIX)) {
        throw new BadTransport(
            "--env " + name + ": the name of a variable of NVSHMEM begins with NVSHMEM_");
      }
    }
  }

  /** The setting that the options ask for, or nothing where the run is not timed. */
  Optional<Setting> setting(
      CommandSpec spec, int pes, @Nullable Integer gpusPerNode, Map<String, String> environment) {
    return setting(spec, pes, gpusPerNode, environment, Optional.empty());
  }

  /**
   * The same by another table of order.
   *
   * @param rules in the place of the transport's own of that name
   */
  Optional<Setting> setting(
      CommandSpec spec,
      int pes,
      @Nullable Integer gpusPerNode,
      Map<String, String> environment,
      Optional<OrderTable> rules) {
    if (platform == null) {
      if (transport != null) {
        throw usage(spec, "--transport needs a --platform");
      }
      if (network != null) {
        throw usage(spec, "--network needs a --platform");
      }
      if (library != PeerLibrary.NVSHMEM) {
        throw usage(spec, "--library needs a --platform");
      }
      return Optional.empty();
    }
    String engine = network == null ? NetworkEngines.EMBEDDED : network;
    NetworkEngines.missing(engine)
        .ifPresent(why -> {
          throw usage(spec, why);
        });
    try {
      String whole = library.platform(platform);
      var cluster = Platforms.find(whole);
      cluster.forPes(pes); // whether they fit
      Platform machine = cluster.platform();
      int perNode =
          gpusPerNode == null ? Math.min(pes, machine.node().gpus().count()) : gpusPerNode;
      Transport named = Fleets.transport(machine, transport(), Settings.of(environment));
      Transport carrier = rules.map(named::with).orElse(named);
      Fleet fleet = Fleets.on(machine, carrier, pes, perNode).over(engine);
      checkUse(spec, fleet);
      return Optional.of(new Setting(fleet, machine.name() + ", " + carrier.key(), whole));
    } catch (PlatformException | IllegalArgumentException problem) {
      throw FileMistake.of(spec, problem);
    }
  }

  // A user who names a network alone wants to know its cost.
  private void checkUse(CommandSpec spec, Fleet fleet) {
    if (namesNetwork() && !fleet.routes().useNetwork()) {
      String reach =
          fleet.pes() == 1
              ? "there is one PE"
              : "all "
                  + fleet.pes()
                  + " PEs reach each other by "
                  + fleet.routes().transport().peer().map(PathKind::key).orElseThrow();
      String smaller =
          fleet.layout().nodes() > 1
              ? ", or --env NVSHMEM_DISABLE_MNNVL=1"
              : " or a smaller --gpus-per-node";
      throw usage(
          spec,
          "nothing goes over "
              + transport
              + ": "
              + reach
              + "; leave --transport out, or take more PEs"
              + (fleet.pes() == 1 ? "" : smaller));
    }
  }

  private static ParameterException usage(CommandSpec spec, String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
