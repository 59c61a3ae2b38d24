package org.shmemlab.transports.rules;

import com.google.common.base.Joiner;
import java.util.Arrays;
import java.util.Optional;

/**
 * A transport of NVSHMEM: how two PEs reach each other.
 *
 * <p>What differs by version or configuration is not here but in {@link Network}.
 */
public enum Fabric {
  /** GPUs of one NVLink domain load and store each other's memory (transport/p2p). */
  NVLINK("nvlink", "NVLink P2P", true),
  /** GPUs behind PCIe do so too, but without atomics (p2p.cpp, native atomics attribute). */
  PCIE("pcie", "PCIe P2P", true),
  /** InfiniBand verbs, driven by a proxy thread (transport/ibrc). */
  IBRC("ibrc", "IBRC", false),
  /** InfiniBand through the device's own queues, driven by a proxy thread (transport/ibdevx). */
  IBDEVX("ibdevx", "IBDEVX", false),
  /** InfiniBand, driven by GPU threads (transport/ibgda). */
  IBGDA("ibgda", "IBGDA", false),
  /** UCX, driven by a proxy thread (transport/ucx). */
  UCX("ucx", "UCX", false),
  /** libfabric over Slingshot (transport/libfabric). */
  CXI("cxi", "libfabric cxi", false),
  /** libfabric over verbs. */
  VERBS("verbs", "libfabric verbs", false),
  /** libfabric over EFA: scalable reliable datagrams. */
  EFA("efa", "libfabric EFA", false);

  private final String key;
  private final String title;
  private final boolean peerToPeer;

  Fabric(String key, String title, boolean peerToPeer) {
    this.key = key;
    this.title = title;
    this.peerToPeer = peerToPeer;
  }

  /** The name on the command line. */
  public String key() {
    return key;
  }

  /** The name in texts. */
  public String title() {
    return title;
  }

  /** Whether GPU threads reach the peer's memory by loads and stores. */
  public boolean peerToPeer() {
    return peerToPeer;
  }

  /** Whether a proxy thread of the CPU issues what the GPU asks for (host/proxy/proxy.cpp). */
  public boolean byProxy() {
    return !peerToPeer && this != IBGDA;
  }

  /** The fabric of a name on the command line, if it is one. */
  public static Optional<Fabric> of(String key) {
    return Arrays.stream(values()).filter(fabric -> fabric.key.equals(key)).findFirst();
  }

  /** All names, for messages. */
  static String keys() {
    return Joiner.on(", ").join(Arrays.stream(values()).map(Fabric::key).iterator());
  }
}
