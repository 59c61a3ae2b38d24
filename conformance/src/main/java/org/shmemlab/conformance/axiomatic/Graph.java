package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToLongBiFunction;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.ScalarType;

/**
 * Holds the events of one combination of paths, one per agent, before reads-from is known.
 *
 * <p>A node is one event. An access at a node is a {@link Touch}; the interval in which an access
 * may happen is a {@link Window} between two nodes.
 */
final class Graph {
  /** Computes the value of a write, once the values of all reads before it are known. */
  interface Written {
    long value(Values values);
  }

  /** Returns the values of the reads of one candidate. */
  interface Values extends SymbolicValue.Reads {
    /** The value that a touch has read. */
    long seen(Touch touch);
  }

  /** A node touches a word; one that reads and writes does both at once. */
  record Touch(
      int number, int node, Word word, ScalarType type, boolean reads, @Nullable Written written) {}

  /**
   * The time during which an access may touch its word.
   *
   * @param operation the operation or step that it is part of
   * @param close the node that ends it, or -1 if nothing does
   */
  record Window(
      Use use, Word word, @Nullable ScalarType type, int operation, int open, int close) {}

  /** A pair of nodes in order. */
  record Edge(int before, int after) {}

  /**
   * Two ways in which a candidate can go; the first adds these edges to what happens before what,
   * the second only says that it was not so.
   *
   * @param otherwise the edge of the second way
   */
  record Choice(ImmutableList<Edge> edges, Edge otherwise) {}

  /**
   * A read that may show a signal which is still on its way.
   *
   * @param read the touch of the signal_fetch
   */
  record Glimpse(Touch read, ImmutableList<Ahead> signals) {}

  /** A signal on its way: from its issue to when it is visible. */
  record Ahead(int issue, int visible, boolean add, SymbolicValue value) {}

  private int nodes;
  private int operations;
  final List<Edge> preserved = new ArrayList<>();
  final List<Touch> touches = new ArrayList<>();
  final List<Window> windows = new ArrayList<>();
  final List<Choice> choices = new ArrayList<>();
  final List<Glimpse> glimpses = new ArrayList<>();
  final List<Path.Condition> conditions = new ArrayList<>();

  /** Reads of agents that never get on: they show what memory holds in the end. */
  final Map<SymbolicValue.OfRead, Word> lastLooks = new HashMap<>();

  final Map<SymbolicValue.OfRead, Touch> reads = new LinkedHashMap<>();
  boolean stuck;

  int node() {
    return nodes++;
  }

  int nodes() {
    return nodes;
  }

  int operation() {
    return operations++;
  }

  void edge(int before, int after) {
    preserved.add(new Edge(before, after));
  }

  Touch read(int node, Word word, ScalarType type) {
    return touch(node, word, type, true, null);
  }

  Touch write(int node, Word word, ScalarType type, Written written) {
    return touch(node, word, type, false, written);
  }

  Touch update(int node, Word word, ScalarType type, ToLongBiFunction<Touch, Values> result) {
    int number = touches.size();
    Touch[] self = new Touch[1];
    Touch touch =
        new Touch(number, node, word, type, true, values -> result.applyAsLong(self[0], values));
    self[0] = touch;
    touches.add(touch);
    return touch;
  }

  private Touch touch(
      int node, Word word, ScalarType type, boolean reads, @Nullable Written written) {
    Touch touch = new Touch(touches.size(), node, word, type, reads, written);
    touches.add(touch);
    return touch;
  }

  void window(Use use, Word word, @Nullable ScalarType type, int operation, int open, int close) {
    windows.add(new Window(use, word, type, operation, open, close));
  }
}
