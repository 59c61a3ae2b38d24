package org.shmemlab.transports.rules;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.job.JobLimits;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.transports.platform.PathKind;

/**
 * How the PEs of a job reach each other, in one release of NVSHMEM and one configuration.
 *
 * @param peer how PEs of one node do; empty: as those of different nodes
 * @param network how PEs of different nodes do, and atomics where that path has none; empty: not at
 *     all
 * @param version the release
 * @param settings the environment
 * @param link what the hardware between does
 * @param sharing how many PEs share a GPU
 * @param rules tables of order in the place of those of their names; the others are as shipped
 */
public record Transport(
    Optional<PathKind> peer,
    Optional<PathKind> network,
    NvshmemVersion version,
    Settings settings,
    Hardware link,
    GpuSharing sharing,
    ImmutableMap<String, OrderTable> rules) {

  /** One whose tables of order are as shipped. */
  public Transport(
      Optional<PathKind> peer,
      Optional<PathKind> network,
      NvshmemVersion version,
      Settings settings,
      Hardware link,
      GpuSharing sharing) {
    this(peer, network, version, settings, link, sharing, ImmutableMap.of());
  }

  /**
   * The transport of a name on the command line: {@code nvlink}, {@code ibgda@3.5}, {@code
   * nvlink+ibrc}. A name without a version means 3.4.5, or 3.8 for {@code gpunetio}. PCIe alone
   * takes its atomics to the network that the settings name.
   *
   * @throws BadTransport if there is none of this name, or the settings contradict it
   */
  public static Transport of(String name, Settings configured) {
    int at = name.indexOf('@');
    String paths = at < 0 ? name : name.substring(0, at);
    boolean gpuNetIo = paths.endsWith(GpuNetIo.NAME);
    Settings settings = gpuNetIo ? GpuNetIo.chosen(configured) : configured;
    NvshmemVersion version =
        at < 0
            ? gpuNetIo ? NvshmemVersion.V3_8 : NvshmemVersion.V3_4_5
            : NvshmemVersion.of(name.substring(at + 1))
                .orElseThrow(() ->
                    new BadTransport(
                        "transport '"
                            + name
                            + "': there are versions "
                            + String.join(
                                ", ",
                                Arrays.stream(NvshmemVersion.values())
                                    .map(NvshmemVersion::number)
                                    .toList())));
    List<PathKind> named =
        Splitter.on('+').splitToStream(paths).map(path -> path(path, settings)).toList();
    if (named.size() > 2
        || (named.size() == 2 && (named.get(0).isRemote() || !named.get(1).isRemote()))) {
      throw new BadTransport(
          "transport '"
              + name
              + "': at most two, first that inside a node (nvlink, pcie), then the network");
    }
    Optional<PathKind> peer = named.stream().filter(path -> !path.isRemote()).findFirst();
    Optional<PathKind> network = named.stream().filter(PathKind::isRemote).findFirst();
    if (network.isPresent() && !gpuNetIo && GpuNetIo.isChosen(settings)) {
      throw new BadTransport(
          "NVSHMEM_REMOTE_TRANSPORT=gpunetio asks for another network than " + network.get().key());
    }
    if (network.isEmpty() && peer.equals(Optional.of(PathKind.PCIE))) {
      network = networkOf(settings);
    }
    Transport transport =
        new Transport(
            peer, network, version, settings, usualLink(peer, network, version), GpuSharing.NONE);
    transport.requireAgreement();
    return transport;
  }

  /**
   * The transport that an environment asks for: NVLink inside a node unless that is disabled, and
   * the remote transport.
   */
  public static Transport of(Settings settings, NvshmemVersion version) {
    Optional<PathKind> peer =
        settings.has(EnvironmentVariable.DISABLE_P2P)
            ? Optional.empty()
            : Optional.of(PathKind.NVLINK);
    Optional<PathKind> network = networkOf(settings);
    Transport transport =
        new Transport(
            peer, network, version, settings, usualLink(peer, network, version), GpuSharing.NONE);
    transport.requireAgreement();
    return transport;
  }

  // The behaviour that real GPUs showed: PEs of one node over NVLink, and 3.4.5
  // (results/README.md).
  private static Hardware usualLink(
      Optional<PathKind> peer, Optional<PathKind> network, NvshmemVersion version) {
    return peer.equals(Optional.of(PathKind.NVLINK))
            && network.isEmpty()
            && version == NvshmemVersion.V3_4_5
        ? Hardware.CACHED
        : Hardware.ORDERLY;
  }

  /** The flags of the command line that make its link of the usual one. */
  public ImmutableList<String> linkFlags() {
    return link.flagsOtherThan(usualLink(peer, network, version));
  }

  /**
   * Each transport of both versions with its default settings, in the order of {@link PathKind}.
   */
  public static ImmutableList<Transport> all() {
    return Arrays.stream(PathKind.values())
        .flatMap(path ->
            path.isRemote()
                ? Stream.of(path.key(), path.key() + "@" + NvshmemVersion.V3_5.number())
                : Stream.of(path.key()))
        .map(name -> of(name, Settings.DEFAULT))
        .collect(ImmutableList.toImmutableList());
  }

  /** Whether a name on the command line is that of a network alone. */
  public static boolean isNetwork(String name) {
    String path = name.replaceFirst("@.*", "");
    return path.equals(GpuNetIo.NAME) || PathKind.of(path).filter(PathKind::isRemote).isPresent();
  }

  private static PathKind path(String key, Settings settings) {
    return key.equals(GpuNetIo.NAME)
        ? GpuNetIo.path(settings)
        : PathKind.of(key)
            .orElseThrow(() ->
                new BadTransport(
                    "transport '"
                        + key
                        + "': there are "
                        + PathKind.keys()
                        + ", "
                        + GpuNetIo.NAME));
  }

  private static Optional<PathKind> networkOf(Settings settings) {
    if (settings.has(EnvironmentVariable.IB_ENABLE_IBGDA)) {
      return Optional.of(PathKind.IBGDA);
    }
    String remote = settings.text(EnvironmentVariable.REMOTE_TRANSPORT);
    return switch (remote) {
      case "none" -> Optional.empty();
      case "libfabric" -> PathKind.of(settings.text(EnvironmentVariable.LIBFABRIC_PROVIDER));
      case GpuNetIo.NAME -> Optional.of(GpuNetIo.path(settings));
      default -> PathKind.of(remote);
    };
  }

  // Settings have to fit each other; those that are not set follow the name.
  private void requireAgreement() {
    for (EnvironmentVariable variable : settings.set().keySet()) {
      if (!variable.knownTo(version)) {
        throw new BadTransport(
            variable.environmentName()
                + " is a variable of NVSHMEM "
                + variable.since()
                + "; "
                + name()
                + " does not read it");
      }
    }
    GpuNetIo.problem(settings, version)
        .ifPresent(problem -> {
          throw new BadTransport(problem);
        });
    if (peer.isPresent() && settings.has(EnvironmentVariable.DISABLE_P2P)) {
      throw new BadTransport(
          "NVSHMEM_DISABLE_P2P=1 leaves no " + peer.get().key() + "; name a network alone");
    }
    for (EnvironmentVariable choice :
        List.of(
            EnvironmentVariable.REMOTE_TRANSPORT,
            EnvironmentVariable.IB_ENABLE_IBGDA,
            EnvironmentVariable.LIBFABRIC_PROVIDER)) {
      boolean withNetwork =
          choice == EnvironmentVariable.REMOTE_TRANSPORT
              && network.equals(Optional.of(PathKind.IBGDA));
      if (settings.set().containsKey(choice)
          && !withNetwork
          && network.isPresent()
          && !networkOf(settings).equals(network)) {
        throw new BadTransport(
            choice.environmentName()
                + "="
                + settings.text(choice)
                + " asks for another network than "
                + networkKey(network.get()));
      }
    }
  }

  /** The same transport over another link. */
  public Transport over(Hardware changed) {
    return new Transport(peer, network, version, settings, changed, sharing, rules);
  }

  /** The same transport on GPUs that are shared so. */
  public Transport on(GpuSharing changed) {
    return new Transport(peer, network, version, settings, link, changed, rules);
  }

  /**
   * The same transport with another table of order.
   *
   * @throws BadTransport if it has no table of that name
   */
  public Transport with(OrderTable table) {
    if (!tables().contains(table.name())) {
      throw new BadTransport(
          table.file()
              + " is the table "
              + table.name()
              + "; "
              + key()
              + " has "
              + String.join(", ", tables()));
    }
    return with(ImmutableMap.of(table.name(), table));
  }

  /** The same transport, of whose tables each is changed so. */
  public Transport with(UnaryOperator<OrderTable> change) {
    return with(
        tables().stream()
            .map(this::table)
            .filter(table -> !change.apply(table).equals(table))
            .collect(ImmutableMap.toImmutableMap(OrderTable::name, change)));
  }

  private Transport with(ImmutableMap<String, OrderTable> changed) {
    return new Transport(
        peer,
        network,
        version,
        settings,
        link,
        sharing,
        ImmutableMap.<String, OrderTable>builder()
            .putAll(rules)
            .putAll(changed)
            .buildKeepingLast());
  }

  /** The names of the tables that say what orders what here. */
  public ImmutableSet<String> tables() {
    return Stream.concat(
            Stream.of(TransportTables.DIRECT),
            Stream.of(true, false)
                .flatMap(onDevice -> network(onDevice).stream())
                .map(its -> its.path().key()))
        .collect(ImmutableSet.toImmutableSet());
  }

  /** The table of a name among them. */
  OrderTable table(String name) {
    OrderTable changed = rules.get(name);
    return changed == null ? TransportTables.shipped(name) : changed;
  }

  /**
   * The limits that the configuration sets for a job.
   *
   * @throws BadTransport if there is no symmetric heap of that kind
   */
  public JobLimits allowance() {
    return SymmetricHeap.allowance(settings, sharing);
  }

  /** The name on the command line, without what the settings change. */
  public String key() {
    String paths =
        peer.equals(Optional.of(PathKind.PCIE)) && network.equals(networkOf(settings))
            ? PathKind.PCIE.key()
            : String.join(
                "+",
                Stream.concat(
                        peer.map(PathKind::key).stream(), network.map(this::networkKey).stream())
                    .toList());
    return version == NvshmemVersion.V3_4_5 ? paths : paths + "@" + version.number();
  }

  /** The variable that stands for one of IBGDA here: GPUNetIO has variables of its own. */
  public EnvironmentVariable variable(EnvironmentVariable ofIbgda) {
    if (!GpuNetIo.isChosen(settings)) {
      return ofIbgda;
    }
    return switch (ofIbgda) {
      case IBGDA_NUM_RC_PER_PE -> EnvironmentVariable.GPUNETIO_NUM_RC_PER_PE_GPU;
      case IBGDA_NUM_REQUESTS_IN_BATCH -> EnvironmentVariable.GPUNETIO_NUM_REQUESTS_IN_BATCH;
      default -> ofIbgda;
    };
  }

  private String networkKey(PathKind path) {
    return GpuNetIo.isChosen(settings) ? GpuNetIo.NAME : path.key();
  }

  /** The name in texts: paths and version. */
  public String title() {
    String paths =
        String.join(
            " and ",
            Stream.concat(
                    peer.map(PathKind::title).stream(),
                    network
                        .map(path -> GpuNetIo.isChosen(settings) ? "GPUNetIO" : path.title())
                        .stream())
                .toList());
    return paths + " of NVSHMEM " + version.number();
  }

  /** The short name with its version, as in "ibgda 3.4.5". */
  public String name() {
    int at = key().indexOf('@');
    return (at < 0 ? key() : key().substring(0, at)) + " " + version.number();
  }

  /** Whether which PEs share a node decides how they reach each other. */
  public boolean isMixed() {
    return key().contains("+");
  }

  /**
   * Where the PEs of a job are, of which those of one node map each other's memory unless nothing
   * here lets them.
   *
   * @param pesPerNode PEs that share a node: consecutive numbers
   * @param nodesPerDomain how many nodes one NVLink domain joins; of no meaning without NVLink, or
   *     with NVSHMEM_DISABLE_MNNVL=1
   */
  public JobLayout layout(int pes, int pesPerNode, int nodesPerDomain) {
    if (peer.isEmpty()) {
      return new JobLayout(pes, pesPerNode, 1);
    }
    boolean joined =
        peer.get() == PathKind.NVLINK && !settings.has(EnvironmentVariable.DISABLE_MNNVL);
    return new JobLayout(pes, pesPerNode, joined ? pesPerNode * nodesPerDomain : pesPerNode);
  }

  /** The network that calls of the host use: IBGDA has none for them, another is loaded with it. */
  public Optional<PathKind> networkOfHost() {
    return network(false).map(Network::path);
  }

  /** The network as device code, or the host, uses it. */
  Optional<Network> network(boolean onDevice) {
    return network.map(
        path -> new Network(issuing(path, onDevice), onDevice, version, settings, link));
  }

  // IBGDA has no host side: another remote transport is loaded with it (section "IBGDA").
  private PathKind issuing(PathKind path, boolean onDevice) {
    if (path != PathKind.IBGDA || onDevice) {
      return path;
    }
    if (GpuNetIo.isChosen(settings)) {
      return PathKind.IBDEVX;
    }
    Settings host = settings.with(EnvironmentVariable.IB_ENABLE_IBGDA, "0");
    return networkOf(host).orElse(PathKind.IBRC);
  }
}
