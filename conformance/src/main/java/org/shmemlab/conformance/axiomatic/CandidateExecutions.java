package org.shmemlab.conformance.axiomatic;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.conformance.axiomatic.Graph.Ahead;
import org.shmemlab.conformance.axiomatic.Graph.Edge;
import org.shmemlab.conformance.axiomatic.Graph.Touch;

/**
 * Enumerates the candidate executions of a graph: for each word an order of its writes, for each
 * read the write that it reads from. A candidate is an execution if preserved order, reads-from,
 * coherence and from-reads together have no cycle, and the agents' conditions hold.
 */
final class CandidateExecutions {
  /** More touches than this in one program are too many to enumerate. */
  static final int MAX_TOUCHES = 64;

  private final Graph graph;
  private final Subject subject;
  private final Predicate<CandidateExecution> visitor;
  private final List<List<Touch>> words = new ArrayList<>();
  private final Map<Word, List<Touch>> writesInOrder = new LinkedHashMap<>();
  private final @Nullable Touch[] from; // per touch: the write it reads, null for the first value
  private final @Nullable Ahead[] ahead; // per touch: the signal it shows too early
  private final List<Edge> chosen = new ArrayList<>();
  private boolean stopped;

  /**
   * The candidates of a graph.
   *
   * @param asked words whose last values matter though no agent reads them
   * @param visitor looks at each execution and says whether to go on
   */
  CandidateExecutions(
      Graph graph, Subject subject, Set<Word> asked, Predicate<CandidateExecution> visitor) {
    this.graph = graph;
    this.subject = subject;
    this.visitor = visitor;
    this.from = new Touch[graph.touches.size()];
    this.ahead = new Ahead[graph.touches.size()];
    if (graph.touches.size() > MAX_TOUCHES) {
      throw new BeyondAxioms("more than " + MAX_TOUCHES + " accesses to memory");
    }
    Map<Word, List<Touch>> byWord = new LinkedHashMap<>();
    for (Touch touch : graph.touches) {
      byWord.computeIfAbsent(touch.word(), _ -> new ArrayList<>()).add(touch);
    }
    for (Word a : byWord.keySet()) {
      for (Word b : byWord.keySet()) {
        if (!a.equals(b) && a.overlaps(b)) {
          throw new BeyondAxioms("accesses of different sizes to the same bytes");
        }
      }
    }
    byWord.forEach((word, touches) -> {
      boolean seen = touches.stream().anyMatch(Touch::reads);
      boolean written = touches.stream().anyMatch(touch -> touch.written() != null);
      if (written && (seen || asked.contains(word) || graph.lastLooks.containsValue(word))) {
        words.add(touches);
      }
    });
  }

  /** Visits all executions, or as many as the visitor wants. */
  void run(Relation preserved) {
    choose(0, preserved);
  }

  // ---------------------------------------------------------------- choices

  private void choose(int number, Relation order) {
    if (number == graph.choices.size()) {
      glimpse(0, order);
      return;
    }
    Graph.Choice choice = graph.choices.get(number);
    Relation earlier = new Relation(order);
    if (choice.edges().stream().allMatch(edge -> earlier.add(edge.before(), edge.after()))) {
      chosen.addAll(choice.edges());
      choose(number + 1, earlier);
      chosen.subList(chosen.size() - choice.edges().size(), chosen.size()).clear();
    }
    Relation later = new Relation(order);
    if (!stopped && later.add(choice.otherwise().before(), choice.otherwise().after())) {
      choose(number + 1, later);
    }
  }

  private void glimpse(int number, Relation order) {
    if (stopped) {
      return;
    }
    if (number == graph.glimpses.size()) {
      word(0, order);
      return;
    }
    Graph.Glimpse glimpse = graph.glimpses.get(number);
    glimpse(number + 1, order);
    for (Ahead signal : glimpse.signals()) {
      Relation early = new Relation(order);
      int read = glimpse.read().node();
      if (early.add(signal.issue(), read) && early.add(read, signal.visible())) {
        ahead[glimpse.read().number()] = signal;
        chosen.add(new Edge(signal.issue(), read));
        glimpse(number + 1, early);
        chosen.removeLast();
        ahead[glimpse.read().number()] = null;
      }
    }
  }

  // ---------------------------------------------------------------- one word after the other

  private void word(int number, Relation order) {
    if (number == words.size()) {
      CandidateExecution candidate =
          new CandidateExecution(graph, subject, from, ahead, writesInOrder, chosen);
      if (candidate.holds()) {
        stopped = !visitor.test(candidate);
      }
      return;
    }
    List<Touch> writes = new ArrayList<>();
    List<Touch> reads = new ArrayList<>();
    for (Touch touch : words.get(number)) {
      (touch.written() != null ? writes : reads).add(touch);
    }
    List<Touch> placed = new ArrayList<>();
    writesInOrder.put(words.get(number).get(0).word(), placed);
    write(number, order, writes, placed, reads);
    writesInOrder.remove(words.get(number).get(0).word());
  }

  private void write(
      int number, Relation order, List<Touch> left, List<Touch> placed, List<Touch> reads) {
    if (left.isEmpty()) {
      read(number, order, placed, reads, 0);
      return;
    }
    for (Touch next : left) {
      if (stopped) {
        return;
      }
      boolean first =
          left.stream()
              .noneMatch(
                  other -> other.number() != next.number() && order.has(other.node(), next.node()));
      if (!first) {
        continue;
      }
      Relation extended = new Relation(order);
      boolean possible = true;
      for (Touch other : left) {
        possible &= other.number() == next.number() || extended.add(next.node(), other.node());
      }
      if (possible) {
        from[next.number()] = placed.isEmpty() ? null : placed.getLast();
        placed.add(next);
        List<Touch> rest = new ArrayList<>(left);
        rest.removeIf(other -> other.number() == next.number());
        write(number, extended, rest, placed, reads);
        placed.removeLast();
      }
    }
  }

  private void read(int number, Relation order, List<Touch> placed, List<Touch> reads, int which) {
    if (which == reads.size()) {
      word(number + 1, order);
      return;
    }
    Touch read = reads.get(which);
    for (int position = 0; position <= placed.size() && !stopped; position++) {
      Relation extended = new Relation(order);
      Touch source = position == 0 ? null : placed.get(position - 1);
      boolean possible = source == null || extended.add(source.node(), read.node());
      if (possible && position < placed.size()) {
        possible = extended.add(read.node(), placed.get(position).node());
      }
      if (possible) {
        from[read.number()] = source;
        read(number, extended, placed, reads, which + 1);
      }
    }
  }
}
