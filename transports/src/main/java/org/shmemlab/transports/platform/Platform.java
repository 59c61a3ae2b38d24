package org.shmemlab.transports.platform;

import com.google.common.collect.ImmutableMap;

/**
 * A kind of machine: one GPU, one node of them, how nodes are connected, and what communication
 * costs on each path. How many nodes there are is not part of it: see {@link Cluster}.
 *
 * <p>The components of this record and of those below it are the schema of a platform file: {@code
 * messageRate} is the key {@code message-rate}.
 *
 * @param name how commands call it
 * @param summary one line about it
 * @param gpu each of its GPUs
 * @param host what the host and the grid pay for launches and synchronisation
 * @param node GPUs, NICs and what connects them
 * @param network what connects the NICs of different nodes
 * @param paths what each way of communicating costs that this machine offers
 */
public record Platform(
    String name,
    String summary,
    Gpu gpu,
    HostCosts host,
    Node node,
    Interconnect network,
    ImmutableMap<PathKind, PathCosts> paths) {

  /**
   * The costs of a path.
   *
   * @throws IllegalArgumentException if this platform does not have it; the message names those
   *     that it has
   */
  public PathCosts path(PathKind kind) {
    PathCosts costs = paths.get(kind);
    if (costs == null) {
      throw new IllegalArgumentException(
          "platform "
              + name
              + " has no path "
              + kind.key()
              + "; it has "
              + String.join(", ", paths.keySet().stream().map(PathKind::key).toList()));
    }
    return costs;
  }
}
