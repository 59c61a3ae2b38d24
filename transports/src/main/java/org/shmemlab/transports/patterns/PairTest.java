package org.shmemlab.transports.patterns;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.parameters.GpuParameters;
import org.shmemlab.transports.cost.parameters.Lanes;
import org.shmemlab.transports.cost.parameters.LoopCosts;
import org.shmemlab.transports.cost.parameters.TransferKind;
import org.shmemlab.transports.cost.stations.Issuing;
import org.shmemlab.transports.cost.stations.L1Cache;
import org.shmemlab.transports.patterns.PointToPoint.Step;

/**
 * The tests between two PEs: what each does in a round, and what its time means. The measured time
 * is that of a whole loop, launch and all, as between two events of a benchmark.
 */
record PairTest(Fleet fleet, Perftest.Options options, Variation variation) {
  private static final int WORD = 8;
  private static final int WARP = 32;
  private static final int MOST_WORDS = 1 << 20;

  /**
   * From a word's arrival to the next load: 17 of 166 ns (h200-x2-perftest-2, p_bw, fitted rows).
   */
  private static final int STORE_INSTRUCTIONS = 8;

  /** Rounds after which one takes as long as the one before. */
  private static final int STEADY = 4;

  /** Runs a test for one size; gives the value in the unit of its metric. */
  double run(Perftest test, long bytes) {
    return switch (test) {
      case PUT_BW -> shares(TransferKind.PUT, bytes);
      case GET_BW -> shares(TransferKind.GET, bytes);
      case P_BW, ST_BW -> words(TransferKind.P, bytes);
      case G_BW -> words(TransferKind.G, bytes);
      case ATOMIC_BW ->
          words(
              options.fetches() && !atomicsAreNear() ? TransferKind.FETCH : TransferKind.ATOMIC,
              bytes);
      case PUT_LATENCY -> latency(TransferKind.PUT, bytes);
      case GET_LATENCY -> latency(TransferKind.GET, bytes);
      case P_LATENCY -> wordLatency(TransferKind.P, bytes);
      case G_LATENCY -> wordLatency(TransferKind.G, bytes);
      case ATOMIC_LATENCY -> single();
      case PUT_PING_PONG ->
          pingPong(
              call(TransferKind.PUT, bytes), new Step.Fence(), call(TransferKind.SIGNAL, WORD));
      case PUT_SIGNAL_PING_PONG -> pingPong(call(TransferKind.PUT_SIGNAL, bytes));
      case PUT_ATOMIC_PING_PONG ->
          pingPong(
              call(TransferKind.PUT, bytes), new Step.Fence(), call(TransferKind.ATOMIC, WORD));
      case P_PING_PONG -> wordPingPong(bytes);
      case SIGNAL_PING_PONG -> pingPong(call(TransferKind.SIGNAL, WORD));
      case ATOMIC_PING_PONG -> pingPong(call(TransferKind.ATOMIC, options.word()));
      case ALLTOALL, BARRIER, BCAST, FCOLLECT, REDMAXLOC, REDUCESCATTER, REDUCTION, SYNC ->
          throw new IllegalArgumentException(test + " is a collective");
    };
  }

  // Every caller of a grid copies its share, a whole number of doubles; then the blocks meet.
  private double shares(TransferKind kind, long bytes) {
    int threads = options.threads();
    int warps = (threads + WARP - 1) / WARP;
    long elements = bytes / WORD;
    boolean block = options.scope() == CallScope.BLOCK;
    long callers =
        switch (options.scope()) {
          case BLOCK -> options.ctas();
          case WARP -> (long) options.ctas() * warps;
          case THREAD -> (long) options.ctas() * threads;
        };
    long share = elements / callers * WORD;
    Lanes lanes;
    long each;
    if (!near()) { // every caller's share is a message of its own
      return bandwidth(
          Math.toIntExact(callers),
          Lanes.usual(options.scope()),
          kind,
          share,
          bytes,
          share > 0 ? 1 : 0);
    }
    if (options.scope() == CallScope.THREAD && threads > 1) { // a warp's threads copy in step
      int width = share % Lanes.WIDEST == 0 ? Lanes.WIDEST : WORD;
      lanes = new Lanes(Math.min(threads, WARP), threads, width, share > width, Lanes.isFar(bytes));
      each = share * lanes.threads();
    } else {
      int together = block ? threads : Math.min(threads, WARP);
      lanes = new Lanes(together, threads, Lanes.WIDEST, false, Lanes.isFar(bytes));
      each = share;
    }
    return bandwidth(
        block ? options.ctas() : options.ctas() * warps,
        lanes,
        kind,
        each,
        bytes,
        each > 0 ? 1 : 0);
  }

  // Every thread moves words, adjacent threads adjacent ones; then the blocks meet.
  private double words(TransferKind kind, long bytes) {
    if (!(kind.isAtomic() ? atomicsAreNear() : near())) {
      return messages(kind, bytes);
    }
    int threads = options.threads();
    if (threads == 1 && !kind.isAtomic()) {
      return loneWords(kind, bytes);
    }
    int agents = options.ctas() * ((threads + WARP - 1) / WARP);
    long words = bytes / options.word();
    Lanes lanes =
        new Lanes(
            Math.min(threads, WARP),
            threads,
            kind == TransferKind.ATOMIC
                ? Lanes.WIDEST
                : options.word(), // half as long as a load and a store
            false,
            false); // all blocks pass over the buffer side by side
    int busy = (int) Math.min(agents, Math.max(1, words / lanes.threads()));
    return bandwidth(
        busy,
        lanes,
        kind,
        Math.max(1, words / busy) * options.word(),
        bytes,
        (double) words / threads / options.ctas());
  }

  // A thread alone in its block waits for each word. Its words lie as many apart as there are
  // blocks: the first of a sector is loaded, from the peer or from the GPU's own L2 cache, and the
  // SM's cache has the others.
  private double loneWords(TransferKind kind, long bytes) {
    int word = options.word();
    long words = bytes / word;
    int busy = (int) Math.min(options.ctas(), Math.max(1, words));
    long sector = Math.max(1, L1Cache.SECTOR / ((long) options.ctas() * word));
    long first = kind == TransferKind.G ? 2 * fleet.local().latencyPs() : loadAndStorePs();
    long each = words == 0 ? 0 : Math.max(1, words / busy);
    long sectors = (each + sector - 1) / sector;
    long copied = sectors * first + (each - sectors) * L1Cache.hitPs(1);
    return bandwidth(
        busy, new Step.Pass(copied), Lanes.copying(1, 1), kind, bytes, (double) words / busy);
  }

  // A word of the GPU's own memory, and its store; without a measurement a round of a copying loop.
  private long loadAndStorePs() {
    GpuParameters gpu = fleet.gpu();
    long load = gpu.memory().loadPs();
    return load > gpu.instructionPs()
        ? load + STORE_INSTRUCTIONS * gpu.instructionPs()
        : Math.round(2 * Lanes.WIDEST * 1e12 / fleet.local().stores().thread());
  }

  // Every word is a message of its own.
  private double messages(TransferKind kind, long bytes) {
    int word = options.word();
    long words = Math.min(MOST_WORDS, Math.max(1, bytes / word));
    int workers = (int) Math.min((long) options.ctas() * options.threads(), words);
    int passes = Math.toIntExact(words / workers);
    LoopCosts costs = options.around(fleet);
    long pass =
        time(
            workers,
            Lanes.usual(CallScope.THREAD),
            ImmutableList.of(new Step.Call(kind, word, kind == TransferKind.FETCH)),
            passes,
            ImmutableList.of(new Step.Quiet()));
    long loop = costs.launchPs() + costs.coldPs() + options.rounds() * (pass + costs.meetPs());
    int ways = options.bothWays() ? 2 : 1;
    return (double) word * workers * passes * ways * options.rounds() / loop * 1e3;
  }

  // Of blocks that meet after each round, of which a share has something to do.
  private double bandwidth(
      int agents, Lanes lanes, TransferKind kind, long each, long bytes, double busy) {
    Step call =
        each > 0
            ? new Step.Call(kind, each, fetches(kind))
            : new Step.Pass(fleet.worst().issue().of(kind).at(fleet.gpu().smHz()));
    return bandwidth(agents, call, lanes, kind, bytes, busy);
  }

  private double bandwidth(
      int agents, Step call, Lanes lanes, TransferKind kind, long bytes, double busy) {
    LoopCosts costs = options.around(fleet);
    long stores =
        kind == TransferKind.ATOMIC
            ? costs.atomicsPs()
            : Math.round(costs.storesPs() * Math.min(1, busy));
    ImmutableList<Step> round = ImmutableList.of(call, new Step.Meet(costs.meetPs() + stores));
    ImmutableList<Step> last =
        ImmutableList.of(new Step.QuietOfOne(), new Step.Meet(costs.meetPs()));
    long loop = costs.launchPs() + costs.coldPs() + time(agents, lanes, round, last);
    int ways = options.bothWays() ? 2 : 1;
    return (double) bytes * ways * options.rounds() / loop * 1e3;
  }

  private double latency(TransferKind kind, long bytes) {
    int threads =
        switch (options.scope()) {
          case THREAD -> 1;
          case WARP -> WARP;
          case BLOCK -> options.threads();
        };
    Step call = new Step.Call(kind, bytes, fetches(kind));
    boolean quiet = !fetches(kind) || options.loop().isWhole();
    return microseconds(
        new Lanes(threads, threads, Lanes.WIDEST, false, Lanes.isFar(bytes)),
        quiet ? ImmutableList.of(call, new Step.Quiet()) : ImmutableList.of(call));
  }

  // A block's threads share its words out, which costs what a loop of its warps costs.
  private double wordLatency(TransferKind kind, long bytes) {
    int threads = options.threads();
    Lanes lanes = new Lanes(threads, threads, Integer.BYTES, false, Lanes.isFar(bytes));
    Step call = new Step.Call(kind, bytes, fetches(kind));
    if (!fetches(kind)) {
      return microseconds(lanes, ImmutableList.of(call, new Step.Quiet()));
    }
    if (!near() || !options.loop().isWhole()) {
      return microseconds(lanes, ImmutableList.of(call));
    }
    // No fence empties the SM's cache between the rounds: the first asks the other PE for
    // everything, the others for what the cache does not have.
    LoopCosts costs = options.around(fleet);
    long asked = time(1, lanes, ImmutableList.of(call), 1, ImmutableList.of());
    double kept = L1Cache.kept(bytes);
    long again = Math.round(kept * L1Cache.passPs(bytes, threads) + (1 - kept) * asked);
    long loop =
        options.loop().launchOfACall(costs)
            + costs.coldPs()
            + asked
            + (options.rounds() - 1) * again;
    return loop / 1e6 / options.rounds();
  }

  // The result of a fetching atomic is not read: between near PEs, whose atomics are instructions,
  // the compiler makes it one without a result, and the thread goes on.
  private double single() {
    Lanes alone = Lanes.copying(1, 1);
    TransferKind kind =
        options.fetches() && !atomicsAreNear() ? TransferKind.FETCH : TransferKind.ATOMIC;
    Step call = new Step.Call(kind, WORD, fetches(kind));
    if (!options.fetches()) {
      return microseconds(alone, ImmutableList.of(call, new Step.Quiet()));
    }
    return atomicsAreNear() && options.loop().isWhole()
        ? microseconds(
            alone, ImmutableList.of(new Step.Pass(fleet.gpu().instructionPs() * Issuing.POSTED)))
        : microseconds(alone, ImmutableList.of(new Step.Call(TransferKind.FETCH, WORD, true)));
  }

  private boolean atomicsAreNear() {
    return !fleet.routes().useNetwork();
  }

  private boolean near() {
    return fleet.near(0, 1);
  }

  // perftest's puts words by a block, passes a fence and sets a signal; else a word is the message.
  private double wordPingPong(long bytes) {
    if (options.loop() != TimedLoop.PERFTEST) {
      return pingPong(call(TransferKind.P, options.word()));
    }
    int threads = options.threads();
    return pingPong(
        new Lanes(threads, threads, Integer.BYTES, false, Lanes.isFar(bytes)),
        call(TransferKind.P, bytes),
        new Step.Fence(),
        call(TransferKind.SIGNAL, WORD));
  }

  private double pingPong(Step... there) {
    int threads =
        switch (options.scope()) {
          case THREAD -> 1;
          case WARP -> WARP;
          case BLOCK -> options.threads();
        };
    return pingPong(Lanes.copying(threads, threads), there);
  }

  private double pingPong(Lanes lanes, Step... there) {
    List<Step> round = ImmutableList.<Step>builder().add(there).add(new Step.Wait()).build();
    LoopCosts costs = options.around(fleet);
    long loop = costs.jointLaunchPs() + costs.coldPs() + time(1, lanes, round, ImmutableList.of());
    return loop / 1e6 / options.rounds();
  }

  private double microseconds(Lanes lanes, List<Step> round) {
    LoopCosts costs = options.around(fleet);
    long loop =
        options.loop().launchOfACall(costs)
            + costs.coldPs()
            + time(1, lanes, round, ImmutableList.of());
    return loop / 1e6 / options.rounds();
  }

  private static boolean fetches(TransferKind kind) {
    return kind == TransferKind.GET || kind == TransferKind.G || kind == TransferKind.FETCH;
  }

  private static Step call(TransferKind kind, long bytes) {
    return new Step.Call(kind, bytes, false);
  }

  // Of a loop, picoseconds: rounds beyond the first few take as long as the last of those.
  private long time(int agents, Lanes lanes, List<Step> round, List<Step> last) {
    int rounds = options.rounds();
    if (rounds <= STEADY || variation.jitter() > 0) {
      return time(agents, lanes, round, rounds, last);
    }
    long some = time(agents, lanes, round, STEADY, last);
    long fewer = time(agents, lanes, round, STEADY - 1, last);
    return some + (rounds - STEADY) * (some - fewer);
  }

  private long time(int agents, Lanes lanes, List<Step> round, int rounds, List<Step> last) {
    PointToPoint pattern =
        new PointToPoint(
            agents,
            options.bothWays(),
            round,
            rounds,
            last,
            options.scope(),
            lanes,
            fleet.gpu().pollPs());
    Pattern.run(fleet, pattern, variation);
    if (!pattern.finished()) {
      throw new IllegalStateException("a perftest does not come to an end");
    }
    return pattern.end();
  }
}
