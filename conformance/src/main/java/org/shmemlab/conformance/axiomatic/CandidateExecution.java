package org.shmemlab.conformance.axiomatic;

import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.conformance.axiomatic.Graph.Ahead;
import org.shmemlab.conformance.axiomatic.Graph.Edge;
import org.shmemlab.conformance.axiomatic.Graph.Touch;

/** Holds one candidate execution without a cycle: its reads-from, and the values that follow. */
final class CandidateExecution implements Graph.Values {
  private final Graph graph;
  private final Subject subject;
  private final @Nullable Touch[] from;
  private final @Nullable Ahead[] ahead;
  private final Map<Word, List<Touch>> writes;
  private final List<Edge> chosen;
  private final @Nullable Long[] seen;

  CandidateExecution(
      Graph graph,
      Subject subject,
      @Nullable Touch[] from,
      @Nullable Ahead[] ahead,
      Map<Word, List<Touch>> writes,
      List<Edge> chosen) {
    this.graph = graph;
    this.subject = subject;
    this.from = from;
    this.ahead = ahead;
    this.writes = writes;
    this.chosen = chosen;
    this.seen = new Long[graph.touches.size()];
  }

  /** Whether every agent comes the way that this graph has for it. */
  boolean holds() {
    return graph.conditions.stream()
        .allMatch(condition -> condition.value().in(this) != 0 == condition.holds());
  }

  @Override
  public long seen(int agent, int read) {
    SymbolicValue.OfRead of = new SymbolicValue.OfRead(agent, read);
    Touch touch = graph.reads.get(of);
    if (touch != null) {
      return seen(touch);
    }
    Word word = graph.lastLooks.get(of);
    if (word == null) {
      throw new IllegalStateException("no read " + of);
    }
    return last(word);
  }

  @Override
  public long seen(Touch touch) {
    Long known = seen[touch.number()];
    if (known == null) {
      long value = touch.type().canonical(written(from[touch.number()], touch.word()));
      Ahead signal = ahead[touch.number()];
      if (signal != null) {
        value = (signal.add() ? value : 0) + signal.value().in(this);
      }
      known = value;
      seen[touch.number()] = known;
    }
    return known;
  }

  /** The value of a word when every event has happened. */
  long last(Word word) {
    List<Touch> all = writes.get(word);
    return written(all == null ? null : all.getLast(), word);
  }

  private long written(@Nullable Touch write, Word word) {
    return write == null || write.written() == null
        ? subject.first(word)
        : write.written().value(this);
  }

  /**
   * Happens-before: preserved order and reads-from, without orders that hold in this execution
   * alone.
   */
  Relation happensBefore() {
    Relation relation = new Relation(graph.nodes());
    graph.preserved.forEach(edge -> add(relation, edge));
    chosen.forEach(edge -> add(relation, edge));
    for (Touch touch : graph.touches) {
      Touch source = from[touch.number()];
      if (source != null && touch.reads()) {
        add(relation, new Edge(source.node(), touch.node()));
      }
    }
    return relation;
  }

  private static void add(Relation relation, Edge edge) {
    if (!relation.add(edge.before(), edge.after())) {
      throw new IllegalStateException("happens-before with a cycle");
    }
  }
}
