package org.shmemlab.scenarios.spacetime;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.IntPredicate;
import org.shmemlab.scenarios.spacetime.EventGraph.Order;
import org.shmemlab.scenarios.spacetime.SpaceTime.Edge;
import org.shmemlab.scenarios.spacetime.SpaceTime.Kind;
import org.shmemlab.scenarios.spacetime.SpaceTime.Tick;

/**
 * Holds happens-before between a range of ticks as pairs that generate it: the order of an
 * operation's events, and what calls order (memory model, section 4).
 */
final class TickOrder {
  /**
   * A tick that is ordered before another.
   *
   * @param by the call, of happens-before
   */
  record Pair(Order order, int from, int to, String by) {}

  private final SpaceTime picture;
  private final int first;
  private final int last;
  private final Set<Pair> pairs = new LinkedHashSet<>();

  TickOrder(SpaceTime picture, int first, int last) {
    this.picture = picture;
    this.first = first;
    this.last = last;
    for (int tick = first; tick <= last; tick++) {
      if (picture.ticks().get(tick).flight() != SpaceTime.NONE) {
        operation(tick);
      }
    }
    picture.edges().forEach(this::edge);
  }

  // ---------------------------------------------------------------- operations

  // From the latest stage before it that has events of the same words.
  private void operation(int tick) {
    Tick event = picture.ticks().get(tick);
    int best = 0;
    List<Integer> before = new ArrayList<>();
    for (int earlier = first; earlier < tick; earlier++) {
      Tick other = picture.ticks().get(earlier);
      boolean same =
          other.flight() == event.flight()
              && stage(other.kind()) < stage(event.kind())
              && (other.word() == event.word()
                  || other.word() == SpaceTime.NONE
                  || event.word() == SpaceTime.NONE);
      if (same && stage(other.kind()) >= best) {
        if (stage(other.kind()) > best) {
          before.clear();
        }
        best = stage(other.kind());
        before.add(earlier);
      }
    }
    before.forEach(earlier -> add(Order.OPERATION, earlier, tick, ""));
  }

  private static int stage(Kind kind) {
    return switch (kind) {
      case STEP, ISSUE, FENCE, QUIET, MEETING -> 0;
      case SOURCE_READ, REMOTE_READ, UPDATE_READ -> 1;
      case DELIVERED -> 2;
      case VISIBLE, RMW -> 3;
      case LANDED, SIGNAL_VISIBLE -> 4;
      case ACKNOWLEDGED -> 5;
    };
  }

  // ---------------------------------------------------------------- calls

  private void edge(Edge edge) {
    switch (edge.by()) {
      case FENCE -> {
        // Each update of the earlier operation before each of the later one.
        for (int from : updates(picture.ticks().get(edge.from()).flight())) {
          for (int to : updates(picture.ticks().get(edge.to()).flight())) {
            add(Order.HAPPENS_BEFORE, from, to, "fence");
          }
        }
      }
      case QUIET -> add(Order.HAPPENS_BEFORE, edge.from(), edge.to(), "quiet");
      case RETURN -> add(Order.HAPPENS_BEFORE, edge.from(), edge.to(), "returns");
      case CALL -> add(Order.HAPPENS_BEFORE, edge.from(), edge.to(), "waits");
      case CUDA -> add(Order.HAPPENS_BEFORE, edge.from(), edge.to(), "CUDA");
      case WAIT -> {} // reads-from
    }
  }

  private List<Integer> updates(int flight) {
    List<Integer> updates = new ArrayList<>();
    for (int tick = first; tick <= last; tick++) {
      Tick one = picture.ticks().get(tick);
      boolean update =
          one.kind() == Kind.VISIBLE || one.kind() == Kind.RMW || one.kind() == Kind.SIGNAL_VISIBLE;
      if (one.flight() == flight && update) {
        updates.add(tick);
      }
    }
    return updates;
  }

  private void add(Order order, int from, int to, String by) {
    if (first <= from && from < to && to <= last) {
      pairs.add(new Pair(order, from, to, by));
    }
  }

  // ---------------------------------------------------------------- nodes

  /** Leaves a tick out: what precedes it precedes what follows it. */
  void passOn(int tick) {
    List<Pair> to = pairs.stream().filter(pair -> pair.to == tick).toList();
    List<Pair> from = new ArrayList<>(pairs.stream().filter(pair -> pair.from == tick).toList());
    for (int lane : picture.ticks().get(tick).lanes()) {
      int next = next(lane, tick);
      if (next != SpaceTime.NONE) {
        from.add(new Pair(Order.PROGRAM, tick, next, ""));
      }
    }
    for (Pair before : to) {
      for (Pair after : from) {
        boolean called = before.order == Order.HAPPENS_BEFORE || after.order != Order.OPERATION;
        add(
            called ? Order.HAPPENS_BEFORE : Order.OPERATION,
            before.from,
            after.to,
            after.by.isEmpty() ? before.by : after.by);
      }
    }
    pairs.removeAll(to);
    pairs.removeAll(from);
  }

  private int next(int lane, int tick) {
    for (int next = tick + 1; next <= last; next++) {
      if (picture.ticks().get(next).lanes().contains(lane)) {
        return next;
      }
    }
    return SpaceTime.NONE;
  }

  /** Adds the order of each agent's nodes. */
  void programOrder(IntPredicate isNode) {
    int[] before = new int[picture.lanes().size()];
    Arrays.fill(before, SpaceTime.NONE);
    for (int tick = first; tick <= last; tick++) {
      if (isNode.test(tick)) {
        for (int lane : picture.ticks().get(tick).lanes()) {
          if (before[lane] != SpaceTime.NONE) {
            add(Order.PROGRAM, before[lane], tick, "");
          }
          before[lane] = tick;
        }
      }
    }
  }

  /** The pairs without those of calls that follow from others. */
  List<Pair> reduced() {
    List<Pair> kept = new ArrayList<>(pairs);
    List<Pair> calls = pairs.stream().filter(pair -> pair.order == Order.HAPPENS_BEFORE).toList();
    for (Pair call : calls) {
      kept.remove(call);
      if (!reaches(kept, call.from, call.to)) {
        kept.add(call);
      }
    }
    return kept;
  }

  private boolean reaches(List<Pair> through, int from, int to) {
    BitSet reached = new BitSet();
    reached.set(from);
    // Every pair points forward, and a tick is complete once its predecessors are.
    for (int tick = from; tick <= to; tick++) {
      if (reached.get(tick)) {
        for (Pair pair : through) {
          if (pair.from == tick) {
            reached.set(pair.to);
          }
        }
      }
    }
    return reached.get(to);
  }
}
