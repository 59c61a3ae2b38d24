package org.shmemlab.transports.patterns;

import com.google.common.collect.ImmutableList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Scope;
import org.shmemlab.transports.cost.Fleet;
import org.shmemlab.transports.cost.Kind;
import org.shmemlab.transports.patterns.PointToPoint.Step;

/** NVSHMEM's perftests as patterns of traffic (reference/nvshmem.md, section 6). */
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
  SIGNAL_PING_PONG(Metric.LATENCY),
  ATOMIC_LATENCY(Metric.LATENCY),
  ATOMIC_BW(Metric.RATE),
  ALLTOALL(MeetingKind.ALLTOALL),
  BARRIER(MeetingKind.BARRIER),
  BCAST(MeetingKind.BROADCAST),
  FCOLLECT(MeetingKind.FCOLLECT),
  REDUCTION(MeetingKind.REDUCE),
  SYNC(MeetingKind.SYNC);

  /** What a test measures. */
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

  private static final int WORD = 8;
  private static final int MOST_WORDS = 1 << 20;

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
   */
  public record Options(int rounds, int ctas, int threads, Scope scope) {}

  /** The test of a name, with {@code -} or {@code _} between its words. */
  public static Optional<Perftest> named(String name) {
    String key = name.replace('-', '_').toUpperCase(Locale.ROOT).replaceFirst("^SHMEM_", "");
    return Arrays.stream(values()).filter(test -> test.name().equals(key)).findFirst();
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

  /** Whether a test is run for several sizes. */
  public boolean hasSizes() {
    return switch (this) {
      case BARRIER, SYNC, SIGNAL_PING_PONG, ATOMIC_LATENCY -> false;
      default -> true;
    };
  }

  /**
   * The bytes that each PE moves to another where a test prints this size: alltoall and fcollect
   * print the sum for all PEs (reference/network.md, 5.7).
   */
  public long share(long printed, int pes) {
    return this == ALLTOALL || this == FCOLLECT ? Math.max(1, printed / pes) : printed;
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
    int n = options.rounds();
    if (collective.isPresent()) {
      long ps = CollectiveTimes.run(fleet, collective.get(), bytes, options.scope(), n);
      return ps / 1e6 / n;
    }
    int ctas = options.ctas();
    long share = Math.max(1, bytes / ctas);
    int threads = ctas * options.threads();
    long words = Math.min(MOST_WORDS, Math.max(1, bytes / WORD));
    int workers = (int) Math.min(threads, words);
    int each = Math.toIntExact(words / workers);
    return switch (this) {
      case PUT_BW, ST_BW -> bandwidth(fleet, ctas, Kind.PUT, share, n, Scope.BLOCK, options);
      case GET_BW -> bandwidth(fleet, ctas, Kind.GET, share, n, Scope.BLOCK, options);
      case P_BW -> bandwidth(fleet, workers, Kind.P, WORD, each, Scope.THREAD, options);
      case G_BW -> bandwidth(fleet, workers, Kind.G, WORD, each, Scope.THREAD, options);
      case ATOMIC_BW ->
          bandwidth(fleet, workers, Kind.ATOMIC, WORD, each, Scope.THREAD, options) * 1e3 / WORD;
      case PUT_LATENCY -> latency(fleet, Kind.PUT, bytes, false, n, options.scope());
      case P_LATENCY -> latency(fleet, Kind.P, Math.min(bytes, WORD), false, n, Scope.THREAD);
      case GET_LATENCY -> latency(fleet, Kind.GET, bytes, true, n, options.scope());
      case G_LATENCY -> latency(fleet, Kind.G, Math.min(bytes, WORD), true, n, Scope.THREAD);
      case ATOMIC_LATENCY -> latency(fleet, Kind.FETCH, WORD, true, n, Scope.THREAD);
      case PUT_PING_PONG ->
          pingPong(
              fleet,
              ImmutableList.of(
                  new Step.Call(Kind.PUT, bytes, false),
                  new Step.Fence(),
                  new Step.Call(Kind.SIGNAL, WORD, false)),
              options);
      case PUT_SIGNAL_PING_PONG ->
          pingPong(fleet, ImmutableList.of(new Step.Call(Kind.PUT_SIGNAL, bytes, false)), options);
      case SIGNAL_PING_PONG ->
          pingPong(fleet, ImmutableList.of(new Step.Call(Kind.SIGNAL, WORD, false)), options);
      case ALLTOALL, BARRIER, BCAST, FCOLLECT, REDUCTION, SYNC ->
          throw new IllegalStateException(this + " is a collective");
    };
  }

  private static double bandwidth(
      Fleet fleet, int agents, Kind kind, long bytes, int rounds, Scope scope, Options options) {
    Step step = new Step.Call(kind, bytes, false);
    Scope group = scope == Scope.BLOCK ? options.scope() : scope;
    long ps =
        time(
            fleet,
            new PointToPoint(
                agents,
                ImmutableList.of(step),
                rounds,
                ImmutableList.of(new Step.Quiet()),
                group,
                fleet.gpu().pollPs()));
    return (double) bytes * agents * rounds / ps * 1e3;
  }

  private static double latency(
      Fleet fleet, Kind kind, long bytes, boolean blocking, int rounds, Scope scope) {
    Step call = new Step.Call(kind, bytes, blocking);
    List<Step> round = blocking ? ImmutableList.of(call) : ImmutableList.of(call, new Step.Quiet());
    PointToPoint pattern =
        new PointToPoint(1, round, rounds, ImmutableList.of(), scope, fleet.gpu().pollPs());
    return time(fleet, pattern) / 1e6 / rounds;
  }

  private static double pingPong(Fleet fleet, List<Step> there, Options options) {
    List<Step> round = ImmutableList.<Step>builder().addAll(there).add(new Step.Wait()).build();
    PointToPoint pattern =
        new PointToPoint(
            1, round, options.rounds(), ImmutableList.of(), options.scope(), fleet.gpu().pollPs());
    return time(fleet, pattern) / 1e6 / options.rounds();
  }

  private static long time(Fleet fleet, PointToPoint pattern) {
    long end = Pattern.run(fleet, pattern).picoseconds();
    if (!pattern.finished()) {
      throw new IllegalStateException("a perftest does not come to an end");
    }
    return end;
  }
}
