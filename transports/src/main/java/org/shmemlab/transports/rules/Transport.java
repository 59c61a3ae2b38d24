package org.shmemlab.transports.rules;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.shmemlab.model.machine.Allowance;

/**
 * How the PEs of a job reach each other, in one release of NVSHMEM and one configuration.
 *
 * @param peer how PEs of one node do; empty: as those of different nodes
 * @param network how PEs of different nodes do, and atomics where the peer fabric has none; empty:
 *     not at all
 * @param version the release
 * @param settings the environment
 * @param link what the hardware between does
 * @param sharing how many PEs share a GPU
 */
public record Transport(
    Optional<Fabric> peer,
    Optional<Fabric> network,
    Version version,
    Settings settings,
    Link link,
    GpuSharing sharing) {

  /**
   * The transport of a name on the command line: {@code nvlink}, {@code ibgda@3.5}, {@code
   * nvlink+ibrc}. A name without a version means 3.4.5. PCIe alone takes its atomics to the network
   * that the settings name.
   *
   * @throws BadTransport if there is none of this name, or the settings contradict it
   */
  public static Transport of(String name, Settings settings) {
    int at = name.indexOf('@');
    String fabrics = at < 0 ? name : name.substring(0, at);
    Version version =
        at < 0
            ? Version.V3_4_5
            : Version.of(name.substring(at + 1))
                .orElseThrow(() ->
                    new BadTransport(
                        "transport '"
                            + name
                            + "': there are versions "
                            + String.join(
                                ", ",
                                Arrays.stream(Version.values()).map(Version::number).toList())));
    List<Fabric> named = Splitter.on('+').splitToStream(fabrics).map(Transport::fabric).toList();
    if (named.size() > 2
        || (named.size() == 2 && (!named.get(0).peerToPeer() || named.get(1).peerToPeer()))) {
      throw new BadTransport(
          "transport '"
              + name
              + "': at most two, first that inside a node (nvlink, pcie), then the network");
    }
    Optional<Fabric> peer = named.stream().filter(Fabric::peerToPeer).findFirst();
    Optional<Fabric> network = named.stream().filter(fabric -> !fabric.peerToPeer()).findFirst();
    if (network.isEmpty() && peer.equals(Optional.of(Fabric.PCIE))) {
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
  public static Transport of(Settings settings, Version version) {
    Optional<Fabric> peer =
        settings.has(Variable.DISABLE_P2P) ? Optional.empty() : Optional.of(Fabric.NVLINK);
    Optional<Fabric> network = networkOf(settings);
    Transport transport =
        new Transport(
            peer, network, version, settings, usualLink(peer, network, version), GpuSharing.NONE);
    transport.requireAgreement();
    return transport;
  }

  // What real GPUs showed: PEs of one node over NVLink, and 3.4.5 (results/README.md).
  private static Link usualLink(Optional<Fabric> peer, Optional<Fabric> network, Version version) {
    return peer.equals(Optional.of(Fabric.NVLINK)) && network.isEmpty() && version == Version.V3_4_5
        ? Link.CACHED
        : Link.ORDERLY;
  }

  /** The flags of the command line that make its link of the usual one. */
  public ImmutableList<String> linkFlags() {
    return link.flagsBeside(usualLink(peer, network, version));
  }

  /** Each transport of both versions with its default settings, in the order of {@link Fabric}. */
  public static ImmutableList<Transport> all() {
    return Arrays.stream(Fabric.values())
        .flatMap(fabric ->
            fabric.peerToPeer()
                ? Stream.of(fabric.key())
                : Stream.of(fabric.key(), fabric.key() + "@" + Version.V3_5.number()))
        .map(name -> of(name, Settings.DEFAULT))
        .collect(ImmutableList.toImmutableList());
  }

  private static Fabric fabric(String key) {
    return Fabric.of(key)
        .orElseThrow(() -> new BadTransport("transport '" + key + "': there are " + Fabric.keys()));
  }

  private static Optional<Fabric> networkOf(Settings settings) {
    if (settings.has(Variable.IB_ENABLE_IBGDA)) {
      return Optional.of(Fabric.IBGDA);
    }
    String remote = settings.text(Variable.REMOTE_TRANSPORT);
    return switch (remote) {
      case "none" -> Optional.empty();
      case "libfabric" -> Fabric.of(settings.text(Variable.LIBFABRIC_PROVIDER));
      default -> Fabric.of(remote);
    };
  }

  // What somebody sets has to fit what he asks for; what nobody sets follows the name.
  private void requireAgreement() {
    for (Variable variable : settings.set().keySet()) {
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
    if (peer.isPresent() && settings.has(Variable.DISABLE_P2P)) {
      throw new BadTransport(
          "NVSHMEM_DISABLE_P2P=1 leaves no " + peer.get().key() + "; name a network alone");
    }
    for (Variable choice :
        List.of(Variable.REMOTE_TRANSPORT, Variable.IB_ENABLE_IBGDA, Variable.LIBFABRIC_PROVIDER)) {
      boolean beside =
          choice == Variable.REMOTE_TRANSPORT && network.equals(Optional.of(Fabric.IBGDA));
      if (settings.set().containsKey(choice)
          && !beside
          && network.isPresent()
          && !networkOf(settings).equals(network)) {
        throw new BadTransport(
            choice.environmentName()
                + "="
                + settings.text(choice)
                + " asks for another network than "
                + network.get().key());
      }
    }
  }

  /** The same transport over another link. */
  public Transport over(Link changed) {
    return new Transport(peer, network, version, settings, changed, sharing);
  }

  /** The same transport on GPUs that are shared so. */
  public Transport on(GpuSharing changed) {
    return new Transport(peer, network, version, settings, link, changed);
  }

  /**
   * What the configuration leaves to a job.
   *
   * @throws BadTransport if there is no symmetric heap of that kind
   */
  public Allowance allowance() {
    return settings.allowance(sharing);
  }

  /** The name on the command line, without what the settings change. */
  public String key() {
    String fabrics =
        peer.equals(Optional.of(Fabric.PCIE)) && network.equals(networkOf(settings))
            ? Fabric.PCIE.key()
            : String.join(
                "+", Stream.of(peer, network).flatMap(Optional::stream).map(Fabric::key).toList());
    return version == Version.V3_4_5 ? fabrics : fabrics + "@" + version.number();
  }

  /** The name in texts: fabrics and version. */
  public String title() {
    String fabrics =
        String.join(
            " and ",
            Stream.of(peer, network).flatMap(Optional::stream).map(Fabric::title).toList());
    return fabrics + " of NVSHMEM " + version.number();
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

  /** The network as device code, or the host, uses it. */
  Optional<Network> network(boolean onDevice) {
    return network.map(
        fabric -> new Network(issuing(fabric, onDevice), onDevice, version, settings, link));
  }

  // IBGDA has no host side: another remote transport is loaded beside it (section "IBGDA").
  private Fabric issuing(Fabric fabric, boolean onDevice) {
    if (fabric != Fabric.IBGDA || onDevice) {
      return fabric;
    }
    Settings host = settings.with(Variable.IB_ENABLE_IBGDA, "0");
    return networkOf(host).orElse(Fabric.IBRC);
  }
}
