package org.shmemlab.transports.rules;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * What hardware between two PEs does that no setting of NVSHMEM tells. Nothing of this is on by
 * default: the rules then show what the software alone allows.
 *
 * @param relaxedPcie PCIe really reorders the writes that NVSHMEM's memory regions permit it to
 *     reorder ({@code NVSHMEM_IB_ENABLE_RELAXED_ORDERING}, on by default): only an atomic or a
 *     message stays behind the writes of its queue pair
 * @param adaptiveRouting the network places the writes of one queue pair out of order; an atomic
 *     stays behind them
 * @param lateVisibility what the network card delivers is visible to the GPU's own loads only after
 *     a consistency operation (host/proxy/proxy.cpp, "CST"): waits and tests do one, the calls of
 *     the signal family do not (nvshmem_defines.h, nvshmem_signal_wait_until)
 * @param cachedLoads plain loads of a GPU may be served by the L1 cache of an SM that has held the
 *     word since before the data arrived: what is written to its memory is visible to them only
 *     after a fence of a thread. Waits, tests and barriers have one, the calls of the signal family
 *     and a sync do not (nvshmem_defines.h; barrier.cuh; PTX ISA, "Memory Consistency Model": their
 *     polling is no acquire). Seen on H200s, see results/README.md
 */
public record Link(
    boolean relaxedPcie, boolean adaptiveRouting, boolean lateVisibility, boolean cachedLoads) {
  /** Hardware that keeps the order it is given. */
  public static final Link ORDERLY = new Link(false, false, false, false);

  private static final ImmutableList<String> FLAGS =
      ImmutableList.of("relaxed-pcie", "adaptive-routing", "late-visibility", "cached-loads");

  /**
   * The hardware of some flags, as on the command line.
   *
   * @throws BadTransport if there is no such flag
   */
  public static Link of(List<String> flags) {
    for (String flag : flags) {
      if (!FLAGS.contains(flag)) {
        throw new BadTransport("link " + flag + ": there are " + String.join(", ", FLAGS));
      }
    }
    return new Link(
        flags.contains(FLAGS.get(0)),
        flags.contains(FLAGS.get(1)),
        flags.contains(FLAGS.get(2)),
        flags.contains(FLAGS.get(3)));
  }

  /** The flags that are on, as on the command line. */
  public ImmutableList<String> flags() {
    ImmutableList<Boolean> on =
        ImmutableList.of(relaxedPcie, adaptiveRouting, lateVisibility, cachedLoads);
    return IntStream.range(0, FLAGS.size())
        .filter(on::get)
        .mapToObj(FLAGS::get)
        .collect(ImmutableList.toImmutableList());
  }
}
