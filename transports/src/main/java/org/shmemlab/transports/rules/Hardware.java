package org.shmemlab.transports.rules;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.shmemlab.model.operation.LoadSource;

/**
 * Describes the behaviour of the hardware between two PEs that no setting of NVSHMEM determines.
 * Where nothing of this is on, the rules show what the software alone allows; only what real GPUs
 * showed is on by default ({@link Transport#of}).
 *
 * @param relaxedPcie PCIe really reorders the writes that NVSHMEM's memory regions permit it to
 *     reorder ({@code NVSHMEM_IB_ENABLE_RELAXED_ORDERING}, on by default): only an atomic or a
 *     message stays after the writes of its queue pair
 * @param adaptiveRouting the network places the writes of one queue pair out of order; an atomic
 *     stays after them
 * @param lateVisibility data that the NIC has delivered are visible to the GPU's own loads only
 *     after a consistency operation (host/proxy/proxy.cpp, "CST"): waits and tests do one, the
 *     calls of the signal family do not (nvshmem_defines.h, nvshmem_signal_wait_until)
 * @param loads whether plain loads of a GPU may be answered by the L1 cache of an SM, which another
 *     PE's writes do not reach. A fence of a thread empties it: waits, tests and barriers have one,
 *     the calls of the signal family and a sync do not (nvshmem_defines.h; barrier.cuh; PTX ISA,
 *     "Memory Consistency Model": their polling is no acquire). Seen on H200s, see
 *     results/README.md
 */
public record Hardware(
    boolean relaxedPcie, boolean adaptiveRouting, boolean lateVisibility, LoadSource loads) {
  /** Hardware that keeps the order it is given. */
  public static final Hardware ORDERLY = new Hardware(false, false, false, LoadSource.COHERENT);

  /** GPUs as they are: their loads are answered by caches. */
  public static final Hardware CACHED = ORDERLY.with(LoadSource.CACHED);

  private static final ImmutableList<String> FLAGS =
      ImmutableList.of("relaxed-pcie", "adaptive-routing", "late-visibility");

  /** The names of all flags, as on the command line. */
  public static ImmutableList<String> names() {
    return ImmutableList.<String>builder()
        .addAll(FLAGS)
        .addAll(Arrays.stream(LoadSource.values()).map(Hardware::name).toList())
        .build();
  }

  private static String name(LoadSource loads) {
    return switch (loads) {
      case COHERENT -> "coherent-loads";
      case CACHED -> "cached-loads";
      case WARM -> "warm-caches";
    };
  }

  /**
   * This hardware and what some flags add, as on the command line.
   *
   * @throws BadTransport if there is no such flag, or two contradict each other
   */
  public Hardware with(List<String> flags) {
    for (String flag : flags) {
      if (!names().contains(flag)) {
        throw new BadTransport("link " + flag + ": there are " + String.join(", ", names()));
      }
    }
    List<LoadSource> named =
        Arrays.stream(LoadSource.values()).filter(which -> flags.contains(name(which))).toList();
    if (named.size() > 1) {
      throw new BadTransport(
          "link "
              + String.join(",", named.stream().map(Hardware::name).toList())
              + ": loads are of one kind; name one of these flags");
    }
    return new Hardware(
        relaxedPcie || flags.contains(FLAGS.get(0)),
        adaptiveRouting || flags.contains(FLAGS.get(1)),
        lateVisibility || flags.contains(FLAGS.get(2)),
        named.isEmpty() ? loads : named.get(0));
  }

  /** The same hardware with other loads. */
  public Hardware with(LoadSource changed) {
    return new Hardware(relaxedPcie, adaptiveRouting, lateVisibility, changed);
  }

  /** The flags that make this of what is usual. */
  ImmutableList<String> flagsOtherThan(Hardware usual) {
    ImmutableList<Boolean> on = ImmutableList.of(relaxedPcie, adaptiveRouting, lateVisibility);
    return Stream.concat(
            IntStream.range(0, FLAGS.size()).filter(on::get).mapToObj(FLAGS::get),
            loads == usual.loads ? Stream.empty() : Stream.of(name(loads)))
        .collect(ImmutableList.toImmutableList());
  }
}
