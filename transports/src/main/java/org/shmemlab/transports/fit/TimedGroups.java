package org.shmemlab.transports.fit;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableDoubleArray;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.transports.fit.Calibration.Left;

/**
 * Groups the rows of real runs over NVLink by the law that is to explain them, and leaves out those
 * that none explains.
 */
final class TimedGroups {
  /** Shares up to here lie in the L1 cache of an SM (256 KiB on Hopper, halves of it for data). */
  private static final long IN_L1 = 32 << 10;

  private static final long PARTLY_IN_L1 = 64 << 10;
  private static final long LARGEST_SHARE_OF_L1 = 128 << 10;

  /** About what a link carries during one round trip: 370 GB/s times 0.9 us is 330 kB. */
  private static final long MOST_IN_FLIGHT = 256 << 10;

  /** Below it the gap between calls is longer than the link needs. */
  private static final long LEAST_IN_FLIGHT = 48 << 10;

  /** Of 50 MB of L2, which a GPU's halves share. */
  private static final long IN_L2 = 32 << 20;

  /** Times have two decimals of a nanosecond: shorter ones are off by 5 % from rounding alone. */
  private static final double SHORTEST_NS = 0.1;

  private static final ImmutableList<String> COLLECTIVES =
      ImmutableList.of("alltoall", "barrier", "broadcast", "fcollect", "sum_reduce", "sync");

  private final Predicate<TimedRow> heldOut;
  private final Map<String, List<TimedRow>> rows = new LinkedHashMap<>();
  private final List<Left> left = new ArrayList<>();

  TimedGroups(List<TimedRow> all, Predicate<TimedRow> heldOut) {
    this.heldOut = heldOut;
    Set<String> fitted =
        all.stream()
            .filter(heldOut.negate())
            .map(TimedGroups::name)
            .collect(ImmutableSet.toImmutableSet());
    for (TimedRow row : all) {
      String reason = reasonToLeave(row);
      if (reason == null && !fitted.contains(name(row))) {
        reason = "only the run that is held out has such rows";
      }
      if (reason == null) {
        rows.computeIfAbsent(name(row), name -> new ArrayList<>()).add(row);
      } else {
        left.add(new Left(row, reason));
      }
    }
  }

  /** Rows that no law explains, with the reason. */
  ImmutableList<Left> left() {
    return ImmutableList.copyOf(left);
  }

  /** All groups; names say the operation, the timed part of it, and the threads that call. */
  ImmutableList<Group> all() {
    ImmutableList.Builder<Group> groups = ImmutableList.builder();
    rows.forEach((name, members) -> groups.add(group(name, members)));
    return groups.build();
  }

  private static boolean isStream(TimedRow row) {
    return row.timed().equals("stream of transfers") || isPair(row);
  }

  /** One pair, or pairs that share no port of the switch and no direction of a link. */
  private static boolean isPair(TimedRow row) {
    return row.timed().endsWith("pair alone")
        || row.timed().endsWith("both directions")
        || row.timed().equals("two pairs");
  }

  private static boolean isCollective(TimedRow row) {
    return COLLECTIVES.stream().anyMatch(row.operation()::startsWith);
  }

  private static @Nullable String reasonToLeave(TimedRow row) {
    if (row.nanoseconds() < SHORTEST_NS) {
      return "printed with fewer than two digits";
    }
    if (row.timed().equals("two to one")) {
      return "two GPUs share the link of a third, which no law has yet";
    }
    if (row.operation().equals("nothing") && row.timed().equals("issue")) {
      return "the clock itself";
    }
    if (row.timed().equals("rate, one word for all")) {
      return "the GPU adds up what goes to one word before it leaves";
    }
    if (row.operation().equals("g") && row.timed().startsWith("rate")) {
      return "loads again what lies in the SM's cache";
    }
    boolean gets = row.operation().startsWith("get");
    if (isStream(row)
        && row.share() <= LARGEST_SHARE_OF_L1
        && row.share() > (gets ? 0 : PARTLY_IN_L1)) {
      return gets
          ? "loads again what lies, at least in part, in the SM's cache and crosses no link"
          : "shares of 128 KiB: how much of them stays in the SM's cache differs each time";
    }
    if (isStream(row)
        && row.blocks() >= 8
        && row.bytes() >= LEAST_IN_FLIGHT
        && row.bytes() <= MOST_IN_FLIGHT) {
      return "writes again what has not yet left: many blocks, at most 256 KiB together";
    }
    return null;
  }

  private static String name(TimedRow row) {
    String timed =
        isStream(row)
            ? "stream of transfers"
            : row.timed().equals("call")
                ? row.count() == 0 ? "nothing pending" : "puts pending"
                : row.timed();
    String many =
        row.bytes() == 0 && row.count() > 1 && row.timed().equals("on a stream") ? " in a row" : "";
    String members = isCollective(row) && row.pes() > 2 ? ", " + row.pes() + " PEs" : "";
    return row.operation() + ", " + timed + many + ", " + row.scope() + members;
  }

  private Group group(String name, List<TimedRow> members) {
    TimedRow first = members.getFirst();
    boolean sizes = members.stream().anyMatch(row -> row.bytes() != first.bytes());
    if (isStream(first)) {
      return first.operation().startsWith("get")
          ? group(name, Law.FAR_SHARES, members, 9, 8, 360, 6)
          : group(name, Law.SHARES, members, startOfShares(first.scope()));
    }
    if (first.timed().startsWith("rate")) {
      return group(name, Law.THREADS_TOGETHER, members, 50, 0.6, 0.1, 2);
    }
    if (!sizes || first.timed().equals("call")) {
      return group(name, Law.CONSTANT, members, micros(first));
    }
    TimedRow last = members.getLast();
    double rate = last.bytes() / last.nanoseconds();
    if (first.timed().equals("half a round trip") || first.scope().equals("stream")) {
      return group(name, Law.START_AND_BYTES, members, micros(first), rate);
    }
    if (first.operation().equals("alltoall") || first.operation().equals("sum_reduce")) {
      return group(name, Law.START_AND_BYTES, members, micros(first), rate);
    }
    return group(name, Law.GAP_OR_BYTES_AND_TAIL, members, micros(first), micros(first), rate, 0.1);
  }

  /** Where the fit begins: what one lane, warp or block has in flight differs by a factor of 16. */
  private static double[] startOfShares(String scope) {
    return switch (scope) {
      case "thread" -> new double[] {0.2, 0.1, 0.55, 0.4, 0.17, 0.11, 368, 4, 0.1, 0.2};
      case "warp" -> new double[] {0.2, 0.1, 12, 11, 2.9, 1.3, 368, 4, 0.1, 6};
      default -> new double[] {0.25, 0.1, 48, 47, 38, 19, 368, 4, 0.1, 50};
    };
  }

  private Group group(String name, Law law, List<TimedRow> members, double... start) {
    return new Group(
        name,
        "2 x H200",
        "nvlink",
        law,
        ImmutableDoubleArray.copyOf(start),
        members.stream()
            .map(row ->
                new Group.Point(
                    row.measurement(),
                    inputs(law, row),
                    law.unit().equals("ns") ? row.nanoseconds() : micros(row),
                    heldOut.test(row)))
            .collect(ImmutableList.toImmutableList()));
  }

  private static ImmutableDoubleArray inputs(Law law, TimedRow row) {
    return switch (law) {
      case SHARES, FAR_SHARES ->
          ImmutableDoubleArray.of(
              (double) row.share(),
              (double) row.bytes(),
              level(row),
              loops(row),
              narrow(row) ? (double) row.share() : 0);
      case THREADS_TOGETHER ->
          ImmutableDoubleArray.of((double) row.blocks() * row.threads(), row.blocks());
      default -> ImmutableDoubleArray.of((double) row.bytes(), row.bytes() % 16 == 0 ? 0 : 1);
    };
  }

  /** How far from the SM the source lies: 0 and 1 in its L1, 2 in an L2, 3 in memory. */
  private static int level(TimedRow row) {
    return row.bytes() > IN_L2 ? 3 : row.share() > PARTLY_IN_L1 ? 2 : row.share() > IN_L1 ? 1 : 0;
  }

  /** Whether blocks begin where no loop of 16 bytes can: all but the first copy narrower words. */
  private static boolean narrow(TimedRow row) {
    return row.blocks() > 1 && row.share() > 16 && row.share() % 16 != 0;
  }

  /** Further loops for what is no whole 16 bytes: one for words of 8, about two for those of 4. */
  private static int loops(TimedRow row) {
    long share = row.share();
    return (share % 16 >= 8 ? 1 : 0) + (share % 8 >= 4 ? 2 : 0);
  }

  private static double micros(TimedRow row) {
    return row.nanoseconds() / 1e3;
  }
}
