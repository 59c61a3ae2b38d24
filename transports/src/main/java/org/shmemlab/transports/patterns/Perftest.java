package org.shmemlab.transports.patterns;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.Lanes;
import org.shmemlab.transports.cost.parameters.LoopCosts;

/** NVSHMEM's perftests as patterns of traffic (docs/reference/nvshmem.md, section 6). */
public enum Perftest {
  PUT_BW(Metric.BANDWIDTH),
  GET_BW(Metric.BANDWIDTH),
  P_BW(Metric.BANDWIDTH),
  G_BW(Metric.BANDWIDTH),
  ST_BW(Metric.BANDWIDTH),
  PUT_LATENCY(Metric.LATENCY),
  GET_LATENCY(Metric.LATENCY),
  P_LATENCY(Metric.LATENCY),
  G_LATENCY(Metric.LATENCY),
  PUT_PING_PONG(Metric.LATENCY),
  PUT_SIGNAL_PING_PONG(Metric.LATENCY),
  PUT_ATOMIC_PING_PONG(Metric.LATENCY),
  P_PING_PONG(Metric.LATENCY),
  SIGNAL_PING_PONG(Metric.LATENCY),
  ATOMIC_PING_PONG(Metric.LATENCY),
  ATOMIC_LATENCY(Metric.LATENCY),
  ATOMIC_BW(Metric.BANDWIDTH),
  ALLTOALL(MeetingKind.ALLTOALL),
  BARRIER(MeetingKind.BARRIER),
  BCAST(MeetingKind.BROADCAST),
  FCOLLECT(MeetingKind.FCOLLECT),
  REDMAXLOC(MeetingKind.REDUCE),
  REDUCESCATTER(MeetingKind.REDUCE_SCATTER),
  REDUCTION(MeetingKind.REDUCE),
  SYNC(MeetingKind.SYNC);

  /** The quantity that a test measures. */
  public enum Metric {
    /** Microseconds of one operation, or of a round trip. */
    LATENCY("latency(us)"),
    /** Gigabytes (10^9) per second. */
    BANDWIDTH("BW GB/sec"),
    /** Million operations per second. */
    RATE("Mop/sec");

    private final String column;

    Metric(String column) {
      this.column = column;
    }

    /** The name of its column. */
    public String column() {
      return column;
    }
  }

  /**
   * Operations of a loop over atomics, whatever is asked for; for each bit of a word of 8 bytes.
   */
  private static final int ATOMICS = 500;

  private static final int ATOMICS_BY_BITS = 64;

  private final Metric metric;
  private final Optional<MeetingKind> collective;

  Perftest(Metric metric) {
    this.metric = metric;
    this.collective = Optional.empty();
  }

  Perftest(MeetingKind collective) {
    this.metric = Metric.LATENCY;
    this.collective = Optional.of(collective);
  }

  /**
   * How a test is run.
   *
   * @param rounds repetitions that are timed
   * @param ctas blocks that work together in tests of bandwidth
   * @param threads of each block
   * @param scope of each call
   * @param word bytes of an element, in tests that move single ones
   * @param bothWays whether both PEs do what is measured, in tests of bandwidth between two
   * @param fetches whether an atomic gives back the old value
   * @param loop that is timed
   */
  public record Options(
      int rounds,
      int ctas,
      int threads,
      CallScope scope,
      int word,
      boolean bothWays,
      boolean fetches,
      TimedLoop loop) {
    /** One way, words of 8 bytes, fetching atomics; their operations alone are timed. */
    public Options(int rounds, int ctas, int threads, CallScope scope) {
      this(rounds, ctas, threads, scope, Long.BYTES, false, true, TimedLoop.OPERATIONS);
    }

    /** The costs of a loop besides its operations. */
    LoopCosts around(Fleet fleet) {
      return loop.isWhole() ? fleet.gpu().loops() : LoopCosts.NONE;
    }
  }

  /** The test of a name, with {@code -} or {@code _} between its words. */
  public static Optional<Perftest> named(String name) {
    String key = name.replace('-', '_').toUpperCase(Locale.ROOT).replaceFirst("^SHMEM_", "");
    String bare = key.replaceFirst("_LATENCY$", ""); // barrier_latency, put_ping_pong_latency
    return Arrays.stream(values())
        .filter(test -> test.name().equals(key) || test.name().equals(bare))
        .findFirst();
  }

  /** How commands call it. */
  public String key() {
    return name().replace('_', '-').toLowerCase(Locale.ROOT);
  }

  public Metric metric() {
    return metric;
  }

  /** Whether it is a collective of all PEs, rather than a test between two. */
  public boolean isCollective() {
    return collective.isPresent();
  }

  /** Whether two PEs answer each other. */
  public boolean isRoundTrip() {
    return name().endsWith("PING_PONG");
  }

  /**
   * Bytes of an element where so many are asked for: atomics, words that are waited for and those
   * of plain stores have 8.
   */
  public int word(int asked) {
    return switch (this) {
      case ATOMIC_BW, ATOMIC_LATENCY, ST_BW -> Long.BYTES;
      default -> isRoundTrip() ? Long.BYTES : asked;
    };
  }

  /**
   * The operations of a loop of perftest where so many are asked for: those of atomics have a
   * number of their own.
   *
   * @param atomic the operation: {@code inc}, {@code fetch_add}
   */
  public int operations(int asked, String atomic) {
    if (this != ATOMIC_LATENCY && this != ATOMIC_PING_PONG) {
      return asked;
    }
    return atomic.matches("(fetch_)?(and|or)") ? ATOMICS_BY_BITS : ATOMICS;
  }

  /** Whether it is a test of bandwidth or rate, which may be run both ways. */
  public boolean isStream() {
    return metric != Metric.LATENCY;
  }

  /**
   * The bytes that one operation moves where a test of bandwidth prints this size: a block's share,
   * or a word.
   */
  public long operationBytes(long printed, Options options) {
    return switch (this) {
      case P_BW, G_BW, ATOMIC_BW -> options.word();
      default -> Math.max(1, printed / options.ctas());
    };
  }

  /** Whether a test is run for several sizes. */
  public boolean hasSizes() {
    return switch (this) {
      case BARRIER, SYNC, REDMAXLOC -> false;
      case SIGNAL_PING_PONG, ATOMIC_PING_PONG, ATOMIC_LATENCY -> false;
      default -> true;
    };
  }

  /**
   * The bytes that each PE moves to another where a test prints this size: alltoall, fcollect and
   * reducescatter print the sum for all PEs (calculate_collective_size of NVSHMEM's perftest;
   * docs/reference/network.md, section 5.7).
   */
  public long share(long printed, int pes) {
    return printsSum() ? Math.max(1, printed / pes) : printed;
  }

  private boolean printsSum() {
    return this == ALLTOALL || this == FCOLLECT || this == REDUCESCATTER;
  }

  /**
   * Runs the test for one size.
   *
   * @param fleet of two PEs, unless it is a collective
   * @param bytes moved by each operation, or for collectives from each PE to each; a test of single
   *     words moves them a word at a time
   * @return in the unit of {@link #metric()}
   */
  public double run(Fleet fleet, long bytes, Options options) {
    return run(fleet, bytes, options, Variation.NONE);
  }

  /** The same with times that vary. */
  public double run(Fleet fleet, long bytes, Options options, Variation variation) {
    if (collective.isPresent()) {
      long buffer = printsSum() ? fleet.pes() * bytes : bytes;
      Lanes lanes = Lanes.of(options.scope(), options.threads()).over(buffer);
      List<Phase> phases =
          this == REDMAXLOC
              ? Algorithms.maxloc(fleet.pes())
              : Algorithms.of(
                  collective.get(), fleet, bytes, options.scope(), lanes.threads(), options.word());
      int n = options.rounds();
      LoopCosts costs = options.around(fleet);
      CollectiveTimes.Times times =
          CollectiveTimes.of(fleet, phases, options.scope(), lanes, n, variation);
      // PE 0 prints its own time, and as the root it goes on first.
      long last = this == BCAST ? times.root() : times.all();
      return (costs.jointLaunchPs() + costs.coldPs() + last) / 1e6 / n;
    }
    return new PairTest(fleet, options, variation).run(this, bytes);
  }
}
