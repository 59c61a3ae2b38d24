package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.conformance.axiomatic.Graph.Touch;
import org.shmemlab.conformance.axiomatic.Issued.SubEvent;
import org.shmemlab.conformance.axiomatic.PreservedOrder.Earlier;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.ScalarType;

/** Gives each operation its sub-events: what it reads and writes, and in which of its own order. */
final class SubEvents {
  private final Graph graph;

  SubEvents(Graph graph) {
    this.graph = graph;
  }

  /** The sub-events of a call whose node is {@code issue}; adds what they read and write. */
  List<SubEvent> of(int agent, Action.Issue call, int issue) {
    List<SubEvent> events = new ArrayList<>();
    int operation = graph.operation();
    switch (call) {
      case Action.Put put -> put(put, operation, issue, events);
      case Action.PutValue put -> {
        boolean peer = put.use() == Use.PEER_STORE;
        int visible =
            event(events, issue, peer ? Earlier.VISIBLE_OF_PEER_STORE : Earlier.VISIBLE_OF_P, true);
        graph.write(visible, put.word(), put.type(), values -> put.value().in(values));
        graph.window(put.use(), put.word(), put.type(), operation, issue, visible);
      }
      case Action.Signal signal ->
          signal(signal, operation, issue, issue, Earlier.SIGNAL_VISIBLE_OF_SIGNAL, events);
      case Action.Get get -> get(get, operation, issue, events);
      case Action.GetValue get -> {
        int remote = event(events, issue, Earlier.REMOTE_READ, false);
        int landed = event(events, remote, Earlier.LANDED_OF_GET, false);
        Touch read = graph.read(remote, get.word(), get.type());
        graph.reads.put(new SymbolicValue.OfRead(agent, get.read()), read);
        graph.window(Use.GET_SOURCE, get.word(), get.type(), operation, issue, landed);
      }
      case Action.Amo amo -> amo(agent, amo, operation, issue, events);
    }
    return events;
  }

  private int event(List<SubEvent> events, int after, Earlier kind, boolean updates) {
    int node = graph.node();
    graph.edge(after, node);
    events.add(new SubEvent(kind, node, updates));
    return node;
  }

  private void put(Action.Put put, int operation, int issue, List<SubEvent> events) {
    boolean nbi = put.nonBlocking();
    int source =
        event(
            events,
            issue,
            nbi ? Earlier.SOURCE_READ_OF_PUT_NBI : Earlier.SOURCE_READ_OF_PUT,
            false);
    int visible =
        event(events, source, nbi ? Earlier.VISIBLE_OF_PUT_NBI : Earlier.VISIBLE_OF_PUT, true);
    move(put.from(), source, put.to(), visible);
    put.from().forEach(word -> graph.window(Use.PUT_SOURCE, word, null, operation, issue, source));
    put.to().forEach(word -> graph.window(Use.PUT, word, null, operation, issue, visible));
    if (put.signal() != null) {
      signal(
          put.signal(),
          operation,
          issue,
          visible,
          nbi ? Earlier.SIGNAL_VISIBLE_OF_PUT_NBI : Earlier.SIGNAL_VISIBLE_OF_PUT,
          events);
    }
  }

  private void get(Action.Get get, int operation, int issue, List<SubEvent> events) {
    int remote = event(events, issue, Earlier.REMOTE_READ, false);
    int landed =
        event(
            events,
            remote,
            get.nonBlocking() ? Earlier.LANDED_OF_GET_NBI : Earlier.LANDED_OF_GET,
            false);
    move(get.from(), remote, get.to(), landed);
    get.from().forEach(word -> graph.window(Use.GET_SOURCE, word, null, operation, issue, landed));
    get.to()
        .forEach(word -> graph.window(Use.GET_DESTINATION, word, null, operation, issue, landed));
  }

  private void move(ImmutableList<Word> from, int reading, ImmutableList<Word> to, int writing) {
    for (int k = 0; k < from.size(); k++) {
      ScalarType type = bits(from.get(k).bytes());
      Touch read = graph.read(reading, from.get(k), type);
      graph.write(writing, to.get(k), type, values -> values.seen(read));
    }
  }

  private static ScalarType bits(int bytes) {
    return switch (bytes) {
      case 1 -> ScalarType.U8;
      case 2 -> ScalarType.U16;
      case 4 -> ScalarType.U32;
      case 8 -> ScalarType.U64;
      default -> throw new BeyondAxioms("a transfer of elements of " + bytes + " bytes");
    };
  }

  private void signal(
      Action.Signal signal,
      int operation,
      int issue,
      int after,
      Earlier kind,
      List<SubEvent> events) {
    int visible = event(events, after, kind, true);
    if (signal.add()) {
      graph.update(
          visible,
          signal.word(),
          ScalarType.U64,
          (self, values) -> values.seen(self) + signal.value().in(values));
    } else {
      graph.write(visible, signal.word(), ScalarType.U64, values -> signal.value().in(values));
    }
    graph.window(signal.use(), signal.word(), ScalarType.U64, operation, issue, visible);
  }

  private void amo(int agent, Action.Amo amo, int operation, int issue, List<SubEvent> events) {
    int rmw = event(events, issue, Earlier.RMW, true);
    Touch touch = rmw(amo, rmw);
    Use use = amo.op() == AtomicOp.FETCH ? Use.AMO_FETCH : Use.AMO;
    graph.window(use, amo.word(), amo.type(), operation, issue, rmw);
    Word landing = amo.landing();
    if (amo.read() >= 0) {
      graph.reads.put(new SymbolicValue.OfRead(agent, amo.read()), touch);
      event(events, rmw, Earlier.LANDED_OF_FETCH, false);
    } else if (landing != null) {
      int landed = event(events, rmw, Earlier.LANDED_OF_FETCH_NBI, false);
      graph.write(landed, landing, amo.type(), values -> values.seen(touch));
      graph.window(Use.GET_DESTINATION, landing, amo.type(), operation, issue, landed);
    }
  }

  private Touch rmw(Action.Amo amo, int node) {
    boolean returns = amo.read() >= 0 || amo.landing() != null;
    if (amo.op() == AtomicOp.FETCH) {
      return graph.read(node, amo.word(), amo.type());
    }
    if (amo.op() == AtomicOp.SET && !returns) {
      return graph.write(
          node, amo.word(), amo.type(), values -> amo.type().canonical(amo.operand().in(values)));
    }
    return graph.update(
        node,
        amo.word(),
        amo.type(),
        (self, values) ->
            SymbolicValue.update(
                amo.op(),
                amo.type(),
                values.seen(self),
                () -> amo.operand().in(values),
                () -> amo.compare().in(values)));
  }
}
