package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.conformance.axiomatic.Graph.Ahead;
import org.shmemlab.conformance.axiomatic.Graph.Edge;
import org.shmemlab.conformance.axiomatic.Graph.Touch;
import org.shmemlab.conformance.axiomatic.PreservedOrder.Between;
import org.shmemlab.conformance.axiomatic.PreservedOrder.Earlier;
import org.shmemlab.conformance.axiomatic.PreservedOrder.Later;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;

/** Turns one way per agent into a {@link Graph}. */
final class Events {
  private final Subject subject;
  private final Profile profile;
  private final PreservedOrder order;
  private final Graph graph = new Graph();
  private final List<Operation> operations = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<int[]> reached = new ArrayList<>(); // per agent and action: where it begins
  private final List<int[]> done = new ArrayList<>();
  private final List<Edge> cuda = new ArrayList<>(); // order between the agents of one PE
  private final List<Look> signalFetches = new ArrayList<>();

  /** A sub-event of an operation. */
  private record SubEvent(Earlier kind, int node, boolean updates) {}

  private record Operation(
      int agent, int action, Action.Issue call, int issue, List<SubEvent> events) {}

  /** A fence, quiet or sync. */
  private record Step(int agent, Action action, int reached, int done) {}

  private record Look(Touch touch, int pe) {}

  private Events(Subject subject, Profile profile, PreservedOrder order) {
    this.subject = subject;
    this.profile = profile;
    this.order = order;
  }

  /**
   * The events of these ways, one per agent; null where they do not fit together, because somebody
   * passes a meeting that others never reach, or stays at one that all reach.
   */
  static @Nullable Graph of(
      Subject subject, Profile profile, PreservedOrder order, List<Path> ways) {
    Events events = new Events(subject, profile, order);
    for (int agent = 0; agent < ways.size(); agent++) {
      events.agent(agent, ways.get(agent));
    }
    Meetings meetings =
        new Meetings(subject, ways, events.graph, events.reached, events.done, events.cuda);
    if (!meetings.fit()) {
      return null;
    }
    events.launches(ways);
    events.fencesAndQuiets();
    events.lookAhead();
    return events.graph;
  }

  // ---------------------------------------------------------------- one agent

  private void agent(int agent, Path way) {
    int[] begins = new int[way.actions().size()];
    int[] ends = new int[way.actions().size()];
    reached.add(begins);
    done.add(ends);
    int before = -1;
    Map<Integer, Operation> mine = new HashMap<>();
    List<Integer> awaited = new ArrayList<>(); // what the call before returns after
    for (int i = 0; i < way.actions().size(); i++) {
      Action action = way.actions().get(i);
      int begin = graph.node();
      int end =
          action instanceof Action.Issue || action instanceof Action.Fence ? begin : graph.node();
      begins[i] = begin;
      ends[i] = end;
      if (begin != end) {
        graph.edge(begin, end);
        cuda.add(new Edge(begin, end));
      }
      if (before >= 0) {
        graph.edge(before, begin);
        cuda.add(new Edge(before, begin));
      }
      awaited.forEach(node -> graph.edge(node, begin));
      awaited.clear();
      for (int need : way.needs().get(i)) {
        Operation late = mine.get(need);
        if (late != null) {
          late.events().forEach(event -> graph.edge(event.node(), begin));
        }
      }
      boolean last = way.stuck() && i == way.actions().size() - 1;
      switch (action) {
        case Action.Look look -> look(agent, look, begin, last ? -1 : end);
        case Action.Store store -> {
          int operation = graph.operation();
          graph.window(Use.STORE, store.word(), store.type(), operation, begin, end);
          graph.write(end, store.word(), store.type(), values -> store.value().in(values));
        }
        case Action.Issue call -> {
          Operation operation = new Operation(agent, i, call, begin, issue(agent, call, begin));
          operations.add(operation);
          mine.put(i, operation);
          for (SubEvent event : operation.events()) {
            if (order.after(event.kind(), Between.NEXT) == Later.ALL) {
              awaited.add(event.node());
            }
          }
        }
        case Action.Fence _, Action.Quiet _ -> steps.add(new Step(agent, action, begin, end));
        case Action.Meet _ -> steps.add(new Step(agent, action, begin, end));
      }
      before = end;
    }
    graph.conditions.addAll(way.conditions());
    graph.stuck |= way.stuck();
  }

  private void look(int agent, Action.Look look, int begin, int end) {
    int operation = graph.operation();
    for (int k = 0; k < look.words().size(); k++) {
      Word word = look.words().get(k);
      Value.OfRead read = new Value.OfRead(agent, look.firstRead() + k);
      graph.window(look.use(), word, look.type(), operation, begin, end);
      if (end < 0) {
        graph.lastLooks.put(read, word);
      } else {
        Touch touch = graph.read(end, word, look.type());
        graph.reads.put(read, touch);
        if (look.use() == Use.SIGNAL_FETCH) {
          signalFetches.add(new Look(touch, word.pe()));
        }
      }
    }
  }

  // ---------------------------------------------------------------- operations

  private List<SubEvent> issue(int agent, Action.Issue call, int issue) {
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
        graph.reads.put(new Value.OfRead(agent, get.read()), read);
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
      default -> throw new Declined("a transfer of elements of " + bytes + " bytes");
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
      graph.reads.put(new Value.OfRead(agent, amo.read()), touch);
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
            Value.update(
                amo.op(),
                amo.type(),
                values.seen(self),
                () -> amo.operand().in(values),
                () -> amo.compare().in(values)));
  }

  // ---------------------------------------------------------------- between agents and operations

  // The host's block comes before the threads that it launches.
  private void launches(List<Path> ways) {
    for (int host = 0; host < ways.size(); host++) {
      Subject.Block block = subject.agents().get(host);
      int last = ways.get(host).actions().size() - 1;
      for (int thread = host + 1; thread < ways.size(); thread++) {
        Subject.Block other = subject.agents().get(thread);
        boolean launched = !block.onDevice() && other.onDevice() && other.pe() == block.pe();
        if (launched && last >= 0 && !ways.get(thread).actions().isEmpty()) {
          Edge edge = new Edge(done.get(host)[last], reached.get(thread)[0]);
          graph.edge(edge.before(), edge.after());
          cuda.add(edge);
          for (Operation operation : operations) {
            if (operation.agent() == host && operation.action() == last) {
              for (SubEvent event : operation.events()) {
                if (order.after(event.kind(), Between.NEXT) == Later.ALL) {
                  graph.edge(event.node(), edge.after());
                }
              }
            }
          }
        }
      }
    }
  }

  private void fencesAndQuiets() {
    Relation before = new Relation(graph.nodes());
    for (Edge edge : cuda) {
      if (!before.add(edge.before(), edge.after())) {
        throw new IllegalStateException("program order with a cycle");
      }
    }
    for (Step step : steps) {
      for (Operation operation : operations) {
        boolean earlier = before.has(operation.issue(), step.reached()) && samePe(operation, step);
        switch (step.action()) {
          case Action.Fence fence -> {
            if (earlier && operation.call().context() == fence.context()) {
              fence(before, step, operation);
            }
          }
          case Action.Quiet quiet -> {
            if (operation.call().context() == quiet.context()) {
              quiet(before, step, operation, earlier);
            }
          }
          case Action.Meet meet -> {
            if (earlier && meet.kind() == MeetingKind.SYNC) {
              all(operation, Between.SYNC, step.reached());
            }
          }
          default -> throw new IllegalStateException("not a step that orders");
        }
      }
    }
  }

  private boolean samePe(Operation operation, Step step) {
    return pe(operation.agent()) == pe(step.agent());
  }

  private int pe(int agent) {
    return subject.agents().get(agent).pe();
  }

  private void fence(Relation before, Step fence, Operation earlier) {
    boolean sameSide =
        subject.agents().get(earlier.agent()).onDevice()
            == subject.agents().get(fence.agent()).onDevice();
    if (!sameSide && !profile.has(Switch.FENCE_COVERS_BOTH_SIDES)) {
      return;
    }
    for (Operation later : operations) {
      if (later.call().pe() == earlier.call().pe()
          && later.call().context() == earlier.call().context()
          && before.has(fence.done(), later.issue())) {
        for (SubEvent first : earlier.events()) {
          for (SubEvent second : later.events()) {
            if (second.updates() && order.after(first.kind(), Between.FENCE) == Later.UPDATES) {
              graph.edge(first.node(), second.node());
            }
          }
        }
      }
    }
  }

  private void quiet(Relation before, Step quiet, Operation operation, boolean earlier) {
    if (earlier) {
      all(operation, Between.QUIET, quiet.done());
      return;
    }
    boolean mayBeEarlier =
        profile.has(Switch.QUIET_DRAINS_PE)
            && samePe(operation, quiet)
            && !(operation.call() instanceof Action.PutValue put && put.use() == Use.PEER_STORE)
            && !before.has(quiet.done(), operation.issue());
    if (mayBeEarlier) {
      ImmutableList.Builder<Edge> edges = ImmutableList.builder();
      edges.add(new Edge(operation.issue(), quiet.done()));
      for (SubEvent event : operation.events()) {
        edges.add(new Edge(event.node(), quiet.done()));
      }
      graph.choices.add(new Graph.Choice(edges.build(), new Edge(quiet.done(), operation.issue())));
    }
  }

  private void all(Operation operation, Between between, int after) {
    for (SubEvent event : operation.events()) {
      if (order.after(event.kind(), between) == Later.ALL) {
        graph.edge(event.node(), after);
      }
    }
  }

  // Under the strict reading signal_fetch is no ordering read: it may show a signal that is issued.
  private void lookAhead() {
    if (profile.has(Switch.SIGNAL_FETCH_SYNCHRONISES)) {
      return;
    }
    for (Look look : signalFetches) {
      ImmutableList.Builder<Ahead> ahead = ImmutableList.builder();
      for (Operation operation : operations) {
        Action.Signal signal =
            switch (operation.call()) {
              case Action.Put put -> put.signal();
              case Action.Signal own -> own;
              default -> null;
            };
        if (signal != null && signal.word().equals(look.touch().word())) {
          int visible = operation.events().getLast().node();
          ahead.add(new Ahead(operation.issue(), visible, signal.add(), signal.value()));
        }
      }
      graph.glimpses.add(new Graph.Glimpse(look.touch(), ahead.build()));
    }
  }

  /** The result of a reduction of one word. */
  static long reduce(ReduceOp operator, ScalarType type, long a, long b) {
    return switch (operator) {
      case SUM -> type.canonical(a + b);
      case PROD -> type.canonical(a * b);
      case AND -> a & b;
      case OR -> a | b;
      case XOR -> a ^ b;
      case MIN -> compare(type, a, b) <= 0 ? a : b;
      case MAX -> compare(type, a, b) >= 0 ? a : b;
      case MAXLOC -> throw new Declined("a reduction to a place");
    };
  }

  private static int compare(ScalarType type, long a, long b) {
    return type.signed() ? Long.compare(a, b) : Long.compareUnsigned(a, b);
  }
}
