package org.shmemlab.transports.platform;

import com.google.common.base.Joiner;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * The ways in which an operation can reach another PE's memory: the transports of NVSHMEM.
 *
 * <p>Differences of versions or configurations are up to the ordering rules and the costs of a
 * platform.
 */
public enum PathKind {
  /** GPUs of one NVLink domain load and store each other's memory (transport/p2p). */
  NVLINK("NVLink P2P"),
  /** GPUs on PCIe do so too, but without atomics (p2p.cpp, native atomics attribute). */
  PCIE("PCIe P2P"),
  /** InfiniBand verbs, driven by a proxy thread of the host (transport/ibrc). */
  IBRC("IBRC"),
  /** InfiniBand by mlx5's direct interface, driven by a proxy thread (transport/ibdevx). */
  IBDEVX("IBDEVX"),
  /** InfiniBand, driven by GPU threads (transport/ibgda). */
  IBGDA("IBGDA"),
  /** UCX, driven by a proxy thread (transport/ucx). */
  UCX("UCX"),
  /** libfabric over Slingshot, driven by a proxy thread (transport/libfabric). */
  CXI("libfabric cxi"),
  /** libfabric over InfiniBand verbs, the same. */
  VERBS("libfabric verbs"),
  /** libfabric over the Elastic Fabric Adapter, the same: scalable reliable datagrams. */
  EFA("libfabric EFA");

  private final String title;

  PathKind(String title) {
    this.title = title;
  }

  /** How files and commands call it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The name in texts. */
  public String title() {
    return title;
  }

  /** Whether it goes through a NIC; else GPU threads load and store. */
  public boolean isRemote() {
    return this != NVLINK && this != PCIE;
  }

  /** Whether a proxy thread of the host issues what the GPU asks for (host/proxy/proxy.cpp). */
  public boolean isProxied() {
    return isRemote() && this != IBGDA;
  }

  /** Whether libfabric drives it. */
  public boolean isLibfabric() {
    return this == CXI || this == VERBS || this == EFA;
  }

  /** The path of a name in a file or on the command line, if it is one. */
  public static Optional<PathKind> of(String key) {
    return Arrays.stream(values()).filter(path -> path.key().equals(key)).findFirst();
  }

  /** All names, for messages. */
  public static String keys() {
    return Joiner.on(", ").join(Arrays.stream(values()).map(PathKind::key).iterator());
  }
}
