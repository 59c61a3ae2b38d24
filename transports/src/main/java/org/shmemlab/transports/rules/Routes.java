package org.shmemlab.transports.rules;

import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Transaction;
import org.shmemlab.transports.platform.PathKind;

/**
 * Chooses the channel of each part of an operation in a job (docs/reference/nvshmem.md, section
 * 3.1): for puts and gets by the peer, for atomics by the worst pair of PEs of the whole job.
 *
 * @param transport how PEs reach each other
 * @param layout where they are
 */
public record Routes(Transport transport, JobLayout layout) {
  private static final int BULK_UNIT = 16; // bytes

  /** How well every PE reaches every other (the library's job_connectivity). */
  enum Connectivity {
    /** Loads, stores and atomics everywhere. */
    ATOMICS,
    /** Loads and stores everywhere, and no network is loaded for atomics. */
    LOADS_AND_STORES,
    /** A network for atomics or for some peers. */
    NETWORK
  }

  Connectivity connectivity() {
    boolean allPeers = transport.peer().isPresent() && layout.domains() == 1;
    if (allPeers && transport.peer().get() == PathKind.NVLINK) {
      return Connectivity.ATOMICS;
    }
    if (layout.pes() == 1) {
      return Connectivity.ATOMICS;
    }
    return allPeers && transport.network().isEmpty()
        ? Connectivity.LOADS_AND_STORES
        : Connectivity.NETWORK;
  }

  /**
   * Whether the job uses a network: then atomics and signals that add take it even to a PE whose
   * memory is mapped, and a quiet asks it.
   */
  public boolean useNetwork() {
    return connectivity() == Connectivity.NETWORK;
  }

  /** The path of puts and gets; empty where there is none, or where none is needed. */
  public Optional<PathKind> path(int pe, int target) {
    return layout.maps(pe, target) ? transport.peer() : transport.network();
  }

  /** Whether something carries atomics: nothing does over PCIe where no network is loaded. */
  public boolean hasAtomics() {
    return connectivity() != Connectivity.LOADS_AND_STORES;
  }

  /** Why some PE cannot reach another, and what to do; empty where each reaches each. */
  public Optional<String> gap() {
    return layout.domains() == 1 || transport.network().isPresent()
        ? Optional.empty()
        : Optional.of(
            "nothing leads from PE 0 to PE %d: name a network next to %s, as in %s"
                .formatted(layout.pesPerDomain(), transport.key(), "nvlink+ibgda"));
  }

  /** The first PEs alone. */
  public Routes part(int count) {
    return new Routes(transport, layout.part(count));
  }

  /** Whether an operation goes through a NIC, but for the signal of a put_signal. */
  public boolean byNetwork(Operation operation) {
    return data(operation).ofNetwork();
  }

  /** The way of everything but the signal of an operation; of a signal_op, that of its signal. */
  Transaction data(Operation operation) {
    Origin origin = operation.origin();
    boolean direct = layout.maps(origin.pe(), operation.pe());
    return switch (operation) {
      case Operation.Put put when direct && isBulk(put) -> Transaction.BULK;
      case Operation.Put _, Operation.PutValue _ ->
          direct ? copyOr(origin, Transaction.STORE) : Transaction.WRITE;
      case Operation.Get _, Operation.GetValue _ ->
          direct ? copyOr(origin, Transaction.LOAD) : Transaction.READ;
      case Operation.PeerStore _ -> Transaction.STORE;
      case Operation.Amo amo ->
          connectivity() == Connectivity.ATOMICS
              ? Transaction.UPDATE
              : network(origin).map(network -> network.atomic(amo)).orElse(Transaction.UPDATE);
      case Operation.SignalUpdate update -> signal(origin, update.pe(), update.signalPart());
    };
  }

  /**
   * Whether a put of a thread may be a bulk copy: the policy permits it, and the size and the
   * addresses are multiples of 16 bytes (NVSHMEM 3.7 API, "Using TMA with NVSHMEM"). Whether its
   * block has lent shared memory is not known here, so that every block counts as one that has.
   */
  private boolean isBulk(Operation.Put put) {
    Origin origin = put.origin();
    long bytes = (long) put.words() * put.wordBytes();
    return transport.peer().equals(Optional.of(PathKind.NVLINK))
        && transport.version().compareTo(NvshmemVersion.V3_8) >= 0
        && !transport.settings().text(EnvironmentVariable.TMA_POLICY).equals("DISABLE")
        && origin.onDevice()
        && !origin.onStream()
        && put.pe() != origin.pe()
        && put.remoteStride() == 1
        && put.localStride() == 1
        && bytes > 0
        && (bytes | put.remote() | put.local()) % BULK_UNIT == 0;
  }

  /** The way of an operation's signal. */
  Transaction signal(Operation operation) {
    return signal(operation.origin(), operation.pe(), operation.signalPart());
  }

  /** Whether an operation has a signal that goes through a NIC. */
  public boolean signalByNetwork(Operation operation) {
    return operation.signalPart() != null && signal(operation).ofNetwork();
  }

  private Transaction signal(Origin origin, int pe, Operation.@Nullable SignalPart part) {
    if (part == null) {
      throw new IllegalArgumentException("an operation without a signal");
    }
    return switch (part.operator()) {
      case SET ->
          layout.maps(origin.pe(), pe)
              ? copyOr(origin, Transaction.STORE)
              : byNetwork(origin, part);
      case ADD, STRONG_ADD, COUNT ->
          connectivity() == Connectivity.NETWORK ? byNetwork(origin, part) : Transaction.UPDATE;
    };
  }

  private Transaction byNetwork(Origin origin, Operation.SignalPart part) {
    return network(origin)
        .map(network -> network.signal(part.operator()))
        .orElse(Transaction.UPDATE);
  }

  private static Transaction copyOr(Origin origin, Transaction onDevice) {
    return origin.onDevice() ? onDevice : Transaction.COPY;
  }

  /** The network as the issuer of an operation uses it. */
  Optional<Network> network(Origin origin) {
    return transport.network(origin.bySideOfDevice());
  }

  /** Why an operation cannot be carried out, or null. */
  @Nullable String refusal(Operation operation, boolean strided) {
    Origin origin = operation.origin();
    boolean direct = layout.maps(origin.pe(), operation.pe());
    if (!direct && transport.network().isEmpty()) {
      return "PE " + operation.pe() + " is on another node, and no network is loaded; name one";
    }
    if (!direct && strided) {
      return "iput and iget are not implemented over a network (nvshmem_defines.h);"
          + " use put and get";
    }
    if (operation instanceof Operation.Amo amo && connectivity() != Connectivity.ATOMICS) {
      Optional<Network> network = network(origin);
      return network.isEmpty()
          ? "atomics over " + transport.key() + " need a network, and none is loaded"
          : network.get().refusal(amo);
    }
    return null;
  }
}
