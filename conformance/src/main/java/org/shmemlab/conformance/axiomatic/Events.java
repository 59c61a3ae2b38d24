package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.conformance.axiomatic.FencesAndQuiets.Step;
import org.shmemlab.conformance.axiomatic.Graph.Ahead;
import org.shmemlab.conformance.axiomatic.Graph.Edge;
import org.shmemlab.conformance.axiomatic.Graph.Touch;
import org.shmemlab.conformance.axiomatic.Issued.SubEvent;
import org.shmemlab.conformance.axiomatic.PreservedOrder.Between;
import org.shmemlab.conformance.axiomatic.PreservedOrder.Later;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;

/** Turns one way per agent into a {@link Graph}. */
final class Events {
  private final Subject subject;
  private final Profile profile;
  private final PreservedOrder order;
  private final Graph graph = new Graph();
  private final SubEvents subEvents = new SubEvents(graph);
  private final List<Issued> operations = new ArrayList<>();
  private final List<Step> steps = new ArrayList<>();
  private final List<int[]> reached = new ArrayList<>(); // per agent and action: where it begins
  private final List<int[]> done = new ArrayList<>();
  private final List<Edge> cuda = new ArrayList<>(); // order between the agents of one PE
  private final List<Look> signalFetches = new ArrayList<>();

  private record Look(Touch touch, int pe) {}

  private Events(Subject subject, Profile profile, PreservedOrder order) {
    this.subject = subject;
    this.profile = profile;
    this.order = order;
  }

  /**
   * The events of these paths, one per agent; null where they do not fit together, because an agent
   * passes a meeting that others never reach, or stays at one that all reach.
   */
  static @Nullable Graph of(
      Subject subject, Profile profile, PreservedOrder order, List<Path> ways) {
    Events events = new Events(subject, profile, order);
    for (int agent = 0; agent < ways.size(); agent++) {
      events.agent(agent, ways.get(agent));
    }
    AxiomaticMeetings meetings =
        new AxiomaticMeetings(
            subject, ways, events.graph, events.reached, events.done, events.cuda);
    if (!meetings.fit()) {
      return null;
    }
    events.launches(ways);
    new FencesAndQuiets(
            subject, profile, order, events.graph, events.operations, events.steps, events.cuda)
        .add();
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
    Map<Integer, Issued> mine = new HashMap<>();
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
        Issued late = mine.get(need);
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
          Issued operation = new Issued(agent, i, call, begin, subEvents.of(agent, call, begin));
          operations.add(operation);
          mine.values().forEach(earlier -> ownStores(earlier, operation));
          mine.put(i, operation);
          for (SubEvent event : operation.events()) {
            if (order.after(event.kind(), Between.NEXT) == Later.ALL) {
              awaited.add(event.node());
            }
          }
        }
        case Action.Fence _, Action.Quiet _, Action.Flush _, Action.SystemFence _, Action.Meet _ ->
            steps.add(new Step(agent, action, begin, end));
      }
      before = end;
    }
    graph.conditions.addAll(way.conditions());
    graph.stuck |= way.stuck();
  }

  // A thread's stores to one address are in order, a peer's too (memory model, section 9).
  private void ownStores(Issued earlier, Issued later) {
    if (earlier.call() instanceof Action.PutValue first
        && later.call() instanceof Action.PutValue second
        && first.use() == Use.PEER_STORE
        && second.use() == Use.PEER_STORE
        && first.word().overlaps(second.word())) {
      graph.edge(earlier.events().getLast().node(), later.events().getLast().node());
    }
  }

  private void look(int agent, Action.Look look, int begin, int end) {
    int operation = graph.operation();
    for (int k = 0; k < look.words().size(); k++) {
      Word word = look.words().get(k);
      SymbolicValue.OfRead read = new SymbolicValue.OfRead(agent, look.firstRead() + k);
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

  // ---------------------------------------------------------------- between agents and operations

  // The host's block happens-before the threads that it launches.
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
          for (Issued operation : operations) {
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

  // Under the strict reading signal_fetch is no ordering read: it may show a signal that is issued.
  private void lookAhead() {
    if (profile.has(Switch.SIGNAL_FETCH_SYNCHRONISES)) {
      return;
    }
    for (Look look : signalFetches) {
      ImmutableList.Builder<Ahead> ahead = ImmutableList.builder();
      for (Issued operation : operations) {
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
}
