package org.shmemlab.transports.platform;

import java.util.Locale;

/** The ways in which an operation can reach another PE's memory. */
public enum PathKind {
  /** Loads and stores over NVLink. */
  NVLINK(false, false),
  /** Loads and stores over PCIe between GPUs of one node. */
  PCIE(false, false),
  /** InfiniBand by verbs: the GPU asks a thread of the host, which posts to the NIC. */
  IBRC(true, true),
  /** As {@link #IBRC}, posting by the direct interface of mlx5. */
  IBDEVX(true, true),
  /** InfiniBand posted by the threads of the GPU themselves. */
  IBGDA(true, false),
  /** UCX endpoints, through the host's thread. */
  UCX(true, true),
  /** libfabric on Slingshot, through the host's thread. */
  CXI(true, true),
  /** libfabric on InfiniBand verbs, through the host's thread. */
  VERBS(true, true),
  /** libfabric on the Elastic Fabric Adapter, through the host's thread. */
  EFA(true, true);

  private final boolean remote;
  private final boolean proxied;

  PathKind(boolean remote, boolean proxied) {
    this.remote = remote;
    this.proxied = proxied;
  }

  /** Whether it goes through a NIC. */
  public boolean isRemote() {
    return remote;
  }

  /** Whether a thread of the host posts what the GPU asks for. */
  public boolean isProxied() {
    return proxied;
  }

  /** How files and commands call it. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }
}
