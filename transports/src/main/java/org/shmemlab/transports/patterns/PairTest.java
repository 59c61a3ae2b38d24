package org.shmemlab.transports.patterns;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.model.program.Scope;
import org.shmemlab.transports.cost.Fleet;
import org.shmemlab.transports.cost.Kind;
import org.shmemlab.transports.patterns.PointToPoint.Step;

/** The tests between two PEs: what each does in a round, and what its time means. */
record PairTest(Fleet fleet, Perftest.Options options, Variation variation) {
  private static final int WORD = 8;
  private static final int MOST_WORDS = 1 << 20;

  /** Runs a test for one size; gives the value in the unit of its metric. */
  double run(Perftest test, long bytes) {
    return switch (test) {
      case PUT_BW, ST_BW -> bulk(Kind.PUT, bytes);
      case GET_BW -> bulk(Kind.GET, bytes);
      case P_BW -> words(Kind.P, bytes);
      case G_BW -> words(Kind.G, bytes);
      case ATOMIC_BW -> words(atomic(), bytes) * 1e3 / options.word();
      case PUT_LATENCY -> latency(Kind.PUT, bytes, options.scope());
      case P_LATENCY -> latency(Kind.P, Math.min(bytes, WORD), Scope.THREAD);
      case GET_LATENCY -> latency(Kind.GET, bytes, options.scope());
      case G_LATENCY -> latency(Kind.G, Math.min(bytes, WORD), Scope.THREAD);
      case ATOMIC_LATENCY -> latency(atomic(), options.word(), Scope.THREAD);
      case PUT_PING_PONG ->
          pingPong(call(Kind.PUT, bytes), new Step.Fence(), call(Kind.SIGNAL, WORD));
      case PUT_SIGNAL_PING_PONG -> pingPong(call(Kind.PUT_SIGNAL, bytes));
      case PUT_ATOMIC_PING_PONG ->
          pingPong(call(Kind.PUT, bytes), new Step.Fence(), call(Kind.ATOMIC, WORD));
      case P_PING_PONG -> pingPong(call(Kind.P, options.word()));
      case SIGNAL_PING_PONG -> pingPong(call(Kind.SIGNAL, WORD));
      case ATOMIC_PING_PONG -> pingPong(call(Kind.ATOMIC, options.word()));
      case ALLTOALL, BARRIER, BCAST, FCOLLECT, REDMAXLOC, REDUCESCATTER, REDUCTION, SYNC ->
          throw new IllegalArgumentException(test + " is a collective");
    };
  }

  /** Every block moves its share again and again. */
  private double bulk(Kind kind, long bytes) {
    long share = Math.max(1, bytes / options.ctas());
    return bandwidth(options.ctas(), call(kind, share), share, options.rounds(), options.scope());
  }

  /** Every thread moves its words once. */
  private double words(Kind kind, long bytes) {
    int word = options.word();
    long words = Math.min(MOST_WORDS, Math.max(1, bytes / word));
    int workers = (int) Math.min((long) options.ctas() * options.threads(), words);
    Step step = new Step.Call(kind, word, kind == Kind.FETCH);
    return bandwidth(workers, step, word, Math.toIntExact(words / workers), Scope.THREAD);
  }

  private double bandwidth(int agents, Step step, long bytes, int rounds, Scope scope) {
    PointToPoint pattern =
        new PointToPoint(
            agents,
            options.bothWays(),
            ImmutableList.of(step),
            rounds,
            ImmutableList.of(new Step.Quiet()),
            scope,
            fleet.gpu().pollPs());
    return (double) bytes * pattern.agents() * rounds / time(pattern) * 1e3;
  }

  private double latency(Kind kind, long bytes, Scope scope) {
    boolean returns = kind == Kind.GET || kind == Kind.G || kind == Kind.FETCH;
    Step call = new Step.Call(kind, bytes, returns);
    List<Step> round = returns ? ImmutableList.of(call) : ImmutableList.of(call, new Step.Quiet());
    return microseconds(round, scope);
  }

  private double pingPong(Step... there) {
    List<Step> round = ImmutableList.<Step>builder().add(there).add(new Step.Wait()).build();
    return microseconds(round, options.scope());
  }

  private double microseconds(List<Step> round, Scope scope) {
    PointToPoint pattern =
        new PointToPoint(
            1, false, round, options.rounds(), ImmutableList.of(), scope, fleet.gpu().pollPs());
    return time(pattern) / 1e6 / options.rounds();
  }

  private Kind atomic() {
    return options.fetches() ? Kind.FETCH : Kind.ATOMIC;
  }

  private static Step call(Kind kind, long bytes) {
    return new Step.Call(kind, bytes, false);
  }

  private long time(PointToPoint pattern) {
    Pattern.run(fleet, pattern, variation);
    if (!pattern.finished()) {
      throw new IllegalStateException("a perftest does not come to an end");
    }
    return pattern.end();
  }
}
