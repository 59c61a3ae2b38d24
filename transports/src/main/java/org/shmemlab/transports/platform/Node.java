package org.shmemlab.transports.platform;

import static org.shmemlab.transports.platform.Dimension.BANDWIDTH;
import static org.shmemlab.transports.platform.Dimension.COUNT;
import static org.shmemlab.transports.platform.Dimension.RATE;
import static org.shmemlab.transports.platform.Dimension.RATIO;
import static org.shmemlab.transports.platform.Dimension.SIZE;
import static org.shmemlab.transports.platform.Dimension.TIME;

import com.google.common.collect.ImmutableList;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * One node: GPUs and NICs on PCIe or C2C, GPUs on NVLink.
 *
 * @param gpus number of GPUs
 * @param nvlink how the GPUs see each other; null where they do not
 * @param bus between a GPU and its host
 * @param nic each NIC
 * @param roots which GPUs and NICs hang together, one entry for each host bridge
 */
public record Node(
    @In(COUNT) Quantity gpus,
    @MayLack @Nullable NvLink nvlink,
    Bus bus,
    Nic nic,
    ImmutableList<Root> roots) {

  /** Most NICs of a node that shares them evenly. */
  public static final int MOST_NICS = 256;

  /** The numbers of so many NICs, shared evenly by so many host bridges. */
  public static ImmutableList<ImmutableList<Integer>> shares(int nics, int roots) {
    return IntStream.range(0, roots)
        .mapToObj(root ->
            IntStream.range(root * nics / roots, (root + 1) * nics / roots)
                .boxed()
                .collect(ImmutableList.toImmutableList()))
        .collect(ImmutableList.toImmutableList());
  }

  /** Number of NICs. */
  public int nics() {
    return roots.stream().mapToInt(root -> root.nics().size()).sum();
  }

  /** NVLink between GPUs. */
  public sealed interface NvLink {
    /** Nodes that one NVLink domain spans. */
    int nodes();

    /**
     * Every GPU has one port to a switch that never blocks.
     *
     * @param port bandwidth of a GPU's port, each direction
     * @param domain nodes that the switches span
     */
    record Switched(@In(BANDWIDTH) Quantity port, @In(COUNT) Quantity domain) implements NvLink {
      @Override
      public int nodes() {
        return domain.count();
      }
    }

    /**
     * A link of its own between each two GPUs of a node.
     *
     * @param pair bandwidth between two GPUs, each direction
     */
    record Mesh(@In(BANDWIDTH) Quantity pair) implements NvLink {
      @Override
      public int nodes() {
        return 1;
      }
    }
  }

  /**
   * The connection of GPUs and NICs to the host.
   *
   * @param kind PCIe, or NVLink chip to chip
   * @param bandwidth between a GPU and its root, each direction
   * @param nic between a NIC and its root, each direction
   * @param socket between two sockets, each direction
   * @param crossing what crossing between two sockets adds, one way
   */
  public record Bus(
      Kind kind,
      @In(BANDWIDTH) Quantity bandwidth,
      @In(BANDWIDTH) Quantity nic,
      @In(BANDWIDTH) Quantity socket,
      @In(TIME) Quantity crossing) {

    /** The kind of connection between a GPU and its host. */
    public enum Kind {
      PCIE,
      C2C
    }
  }

  /**
   * A host bridge.
   *
   * @param socket the processor it belongs to, from 0
   * @param below what its devices hang on
   * @param gpus numbers of GPUs, from 0 in the node
   * @param nics numbers of NICs, from 0 in the node
   */
  public record Root(
      int socket, Below below, ImmutableList<Integer> gpus, ImmutableList<Integer> nics) {

    /** The part between a host bridge and its devices. */
    public enum Below {
      /** One PCIe switch: devices reach each other without the host. */
      SWITCH,
      /** The bridge itself. */
      BRIDGE
    }
  }

  /**
   * A NIC.
   *
   * @param model its name
   * @param bandwidth of its port, each direction
   * @param messageRate most messages it sends
   * @param duplexRate most messages it sends while it receives as many
   * @param connections how it slows down with many connections; null where nothing is known
   */
  public record Nic(
      String model,
      @In(BANDWIDTH) Quantity bandwidth,
      @In(RATE) Quantity messageRate,
      @In(RATE) Quantity duplexRate,
      @MayLack @Nullable Connections connections) {}

  /**
   * How the duplex message rate falls with the number of active connections n: by the factor (n /
   * onset)^-exponent beyond the onset, for messages smaller than payload (Baydamirli et al. 2026,
   * section 4.3).
   */
  public record Connections(
      @In(COUNT) Quantity onset, @In(RATIO) Quantity exponent, @In(SIZE) Quantity payload) {}
}
