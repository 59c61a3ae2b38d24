package org.shmemlab.scenarios.spacetime;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shmemlab.scenarios.spacetime.EventGraph.Access;
import org.shmemlab.scenarios.spacetime.EventGraph.Arrow;
import org.shmemlab.scenarios.spacetime.EventGraph.Event;
import org.shmemlab.scenarios.spacetime.EventGraph.Order;
import org.shmemlab.scenarios.spacetime.SpaceTime.Kind;
import org.shmemlab.scenarios.spacetime.SpaceTime.Missing;
import org.shmemlab.scenarios.spacetime.SpaceTime.Tick;
import org.shmemlab.scenarios.spacetime.SpaceTime.Touch;

/**
 * Derives the graph of events from a recorded execution. Its nodes are the ticks that access
 * memory, issue an operation or order others; of a longer execution those before the conflict, or
 * the first ones. Ticks that are no nodes pass on the order that comes to them.
 */
public final class EventGraphs {
  private final SpaceTime picture;
  private final List<Integer> nodes = new ArrayList<>(); // ticks
  private final Map<Integer, Integer> nodeOf = new HashMap<>(); // by tick
  private final Map<Integer, List<Touch>> touches = new HashMap<>(); // by tick
  private final List<List<String>> values = new ArrayList<>(); // after each step, by cell
  private final List<Event> events = new ArrayList<>();
  private final List<Arrow> arrows = new ArrayList<>();

  private EventGraphs(SpaceTime picture) {
    this.picture = picture;
  }

  /** The graph of an execution. */
  public static EventGraph of(SpaceTime picture) {
    return new EventGraphs(picture).graph();
  }

  private EventGraph graph() {
    picture
        .touches()
        .forEach(touch -> touches.computeIfAbsent(touch.tick(), _ -> new ArrayList<>()).add(touch));
    for (int tick = 0; tick < picture.ticks().size(); tick++) {
      if (isNode(tick)) {
        nodes.add(tick);
      }
    }
    int room = EventGraph.MOST - (picture.missing().isPresent() ? 2 : 0);
    int over = Math.max(0, nodes.size() - room);
    int skipped = picture.missing().isPresent() ? over : 0;
    int left = over - skipped;
    nodes.subList(0, skipped).clear();
    nodes.subList(nodes.size() - left, nodes.size()).clear();
    picture.moments().forEach(this::hold);
    for (int tick : nodes) {
      nodeOf.put(tick, events.size());
      events.add(event(picture.ticks().get(tick), touches.getOrDefault(tick, List.of())));
    }
    happensBefore();
    memory();
    picture.missing().ifPresent(this::missing);
    return new EventGraph(
        picture.pes(),
        picture.lanes(),
        ImmutableList.copyOf(events),
        ImmutableList.copyOf(arrows),
        skipped,
        left);
  }

  private boolean isNode(int tick) {
    return switch (picture.ticks().get(tick).kind()) {
      case ISSUE, FENCE, QUIET, MEETING -> true;
      default -> touches.containsKey(tick);
    };
  }

  // ---------------------------------------------------------------- events

  private void hold(SpaceTime.Moment moment) {
    List<String> held =
        values.isEmpty()
            ? new ArrayList<>(picture.cells().stream().map(_ -> "-").toList())
            : new ArrayList<>(values.getLast());
    moment.changes().forEach(change -> held.set(change.cell(), change.value()));
    values.add(held);
  }

  private Event event(Tick tick, List<Touch> touched) {
    return new Event(
        tick.kind(),
        tick.step(),
        tick.pe(),
        tick.lanes(),
        tick.flight(),
        touched.stream()
            .map(touch -> access(touch, tick.step()))
            .collect(ImmutableList.toImmutableList()),
        tick.line());
  }

  private Access access(Touch touch, int step) {
    String first = picture.cells().get(touch.first()).name();
    String last = picture.cells().get(touch.last()).name();
    String words =
        touch.first() == touch.last()
            ? first
            : first.replaceFirst("]$", "") + ".." + last.replaceFirst(".*\\[", "");
    int before = touch.observed() == SpaceTime.NONE ? Math.max(0, step - 1) : step;
    return new Access(
        picture.cells().get(touch.first()).pe(),
        touch.reads(),
        touch.writes(),
        words,
        touch.reads() ? values.get(before).get(touch.first()) : "",
        touch.writes() ? values.get(step).get(touch.first()) : "",
        false);
  }

  // ---------------------------------------------------------------- happens-before

  /** The order of all ticks between the first and the last node, then of the nodes alone. */
  private void happensBefore() {
    if (nodes.isEmpty()) {
      return;
    }
    TickOrder order = new TickOrder(picture, nodes.getFirst(), nodes.getLast());
    for (int tick = nodes.getFirst(); tick <= nodes.getLast(); tick++) {
      if (!nodeOf.containsKey(tick)) {
        order.passOn(tick);
      }
    }
    order.programOrder(nodeOf::containsKey);
    for (TickOrder.Pair pair : order.reduced()) {
      arrows.add(new Arrow(pair.order(), node(pair.from()), node(pair.to()), pair.by()));
    }
  }

  private int node(int tick) {
    Integer node = nodeOf.get(tick);
    if (node == null) {
      throw new IllegalStateException("no node of the graph: " + tick);
    }
    return node;
  }

  // ---------------------------------------------------------------- memory

  // Each word's accesses in their order: who wrote the value, and who replaces it.
  private void memory() {
    Map<Integer, Integer> writer = new HashMap<>(); // by cell
    Map<Integer, List<Integer>> readers = new HashMap<>(); // by cell, since the last write
    for (int tick : nodes) {
      List<Touch> touched = touches.getOrDefault(tick, List.of());
      int event = node(tick);
      for (Touch touch : touched) {
        if (touch.observed() != SpaceTime.NONE) {
          visible(touch.observed(), tick)
              .ifPresent(source -> arrow(Order.READS_FROM, source, event));
        } else if (touch.reads()) {
          for (int cell = touch.first(); cell <= touch.last(); cell++) {
            Integer source = writer.get(cell);
            if (source != null) {
              arrow(Order.READS_FROM, source, event);
            }
            readers.computeIfAbsent(cell, _ -> new ArrayList<>()).add(event);
          }
        }
      }
      for (Touch touch : touched) {
        for (int cell = touch.first(); touch.writes() && cell <= touch.last(); cell++) {
          Integer before = writer.put(cell, event);
          if (before != null) {
            arrow(Order.COHERENCE, before, event);
          }
          List<Integer> replaced = readers.remove(cell);
          if (replaced != null) {
            replaced.forEach(reader -> arrow(Order.FROM_READS, reader, event));
          }
        }
      }
    }
  }

  // The event that makes a signal visible which a fetch has shown too early.
  private Optional<Integer> visible(int flight, int after) {
    return nodes.stream()
        .filter(tick -> tick > after && picture.ticks().get(tick).flight() == flight)
        .filter(tick -> picture.ticks().get(tick).kind() == Kind.SIGNAL_VISIBLE)
        .map(this::node)
        .findFirst();
  }

  private void arrow(Order order, int from, int to) {
    Arrow arrow = new Arrow(order, from, to, "");
    if (from != to && !arrows.contains(arrow)) {
      arrows.add(arrow);
    }
  }

  // ---------------------------------------------------------------- conflict

  private void missing(Missing gap) {
    int first = toCome(gap.first());
    int second = toCome(gap.second());
    arrow(Order.MISSING, first, second);
  }

  private int toCome(Missing.Side side) {
    boolean own = side.flight() == SpaceTime.NONE;
    Access access =
        new Access(
            side.pe(), !side.use().updates(), side.use().updates(), side.object(), "", "", true);
    int number = events.size();
    int before = SpaceTime.NONE;
    for (int i = 0; i < nodes.size(); i++) {
      Tick tick = picture.ticks().get(nodes.get(i));
      if (own ? tick.lanes().contains(side.lane()) : tick.flight() == side.flight()) {
        before = i;
      }
    }
    events.add(
        new Event(
            own ? Kind.STEP : Kind.VISIBLE,
            picture.moments().size() - 1,
            side.pe(),
            own ? ImmutableList.of(side.lane()) : ImmutableList.of(),
            side.flight(),
            ImmutableList.of(access),
            side.line()));
    if (before != SpaceTime.NONE) {
      arrows.add(new Arrow(own ? Order.PROGRAM : Order.OPERATION, before, number, ""));
    }
    return number;
  }
}
