package org.shmemlab.transports.simulate;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.TransferKind;

/**
 * How long operations of one kind took over one kind of path, from their calls until their issuers
 * could know that they were complete; times are picoseconds. A percentile is the least time that so
 * many of a hundred operations do not exceed.
 *
 * @param path "own memory", "inside a node" or "between nodes"
 * @param bins in order of time; from the first with an operation to the last one
 */
public record Latency(
    String path,
    TransferKind kind,
    int operations,
    long min,
    long p50,
    long p90,
    long p99,
    long max,
    ImmutableList<Bin> bins) {
  private static final int BINS_PER_DECADE = 10;

  /** Operations that took from one time to less than another. */
  public record Bin(long from, long to, int operations) {}

  private record Group(int path, TransferKind kind) implements Comparable<Group> {
    private static final ImmutableList<String> PATHS =
        ImmutableList.of("own memory", "inside a node", "between nodes");

    static Group of(Fleet fleet, Message message) {
      boolean near = fleet.near(message.from(), message.to());
      return new Group(message.from() == message.to() ? 0 : near ? 1 : 2, message.kind());
    }

    @Override
    public int compareTo(Group other) {
      int byPath = Integer.compare(path, other.path);
      return byPath != 0 ? byPath : kind.compareTo(other.kind);
    }
  }

  /** Of the operations that were complete before the run ended, by path and kind. */
  public static ImmutableList<Latency> of(Fleet fleet, List<Message> messages) {
    Map<Group, List<Long>> times = new TreeMap<>();
    for (Message message : messages) {
      if (message.complete() != Message.NEVER) {
        times
            .computeIfAbsent(Group.of(fleet, message), _ -> new ArrayList<>())
            .add(message.complete() - message.issued());
      }
    }
    ImmutableList.Builder<Latency> latencies = ImmutableList.builder();
    times.forEach((group, all) ->
        latencies.add(of(group, all.stream().mapToLong(Long::longValue).sorted().toArray())));
    return latencies.build();
  }

  /** When the bins of all of these begin, from the first to the last, without a gap. */
  public static ImmutableList<Long> starts(List<Latency> latencies) {
    ImmutableSortedSet.Builder<Long> starts = ImmutableSortedSet.naturalOrder();
    if (!latencies.isEmpty()) {
      int first = latencies.stream().mapToInt(one -> binOf(one.min)).min().orElseThrow();
      int last = latencies.stream().mapToInt(one -> binOf(one.max)).max().orElseThrow();
      for (int bin = first; bin <= last; bin++) {
        starts.add(edge(bin));
      }
    }
    return starts.build().asList();
  }

  private static Latency of(Group group, long[] sorted) {
    return new Latency(
        Group.PATHS.get(group.path),
        group.kind,
        sorted.length,
        sorted[0],
        percentile(sorted, 50),
        percentile(sorted, 90),
        percentile(sorted, 99),
        sorted[sorted.length - 1],
        bins(sorted));
  }

  private static long percentile(long[] sorted, int percent) {
    return sorted[(int) Math.ceilDiv((long) sorted.length * percent, 100L) - 1];
  }

  private static ImmutableList<Bin> bins(long[] sorted) {
    ImmutableList.Builder<Bin> bins = ImmutableList.builder();
    int next = 0;
    for (int bin = binOf(sorted[0]); next < sorted.length; bin++) {
      int first = next;
      while (next < sorted.length && sorted[next] < edge(bin + 1)) {
        next++;
      }
      bins.add(new Bin(edge(bin), edge(bin + 1), next - first));
    }
    return bins.build();
  }

  // The last bin that begins at or before a time.
  private static int binOf(long time) {
    int bin = (int) Math.floor(Math.log10((double) Math.max(1, time)) * BINS_PER_DECADE);
    while (edge(bin + 1) <= time) {
      bin++;
    }
    while (bin > 0 && edge(bin) > time) {
      bin--;
    }
    return bin;
  }

  private static long edge(int bin) {
    return bin <= 0 ? 0 : Math.round(Math.pow(10, bin / (double) BINS_PER_DECADE));
  }
}
