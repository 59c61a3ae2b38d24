package org.shmemlab.conformance.axiomatic;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.shmemlab.conformance.axiomatic.Action.Meet;
import org.shmemlab.conformance.axiomatic.Graph.Edge;
import org.shmemlab.conformance.axiomatic.Graph.Touch;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.MeetingKind.Place;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.ScalarType;

/**
 * Orders the events of agents that meet: no agent returns from a meeting before all have arrived.
 */
final class AxiomaticMeetings {
  private final Subject subject;
  private final List<Path> ways;
  private final Graph graph;
  private final List<int[]> reached;
  private final List<int[]> done;
  private final List<Edge> cuda;

  /** One arrival: the agent and the number of its action. */
  private record Arrival(int agent, int action) {}

  /** Which meeting: the block of a PE or a team, and how many there were before. */
  private record Where(Place place, int pe, Action.Team team, int count) {}

  AxiomaticMeetings(
      Subject subject,
      List<Path> ways,
      Graph graph,
      List<int[]> reached,
      List<int[]> done,
      List<Edge> cuda) {
    this.subject = subject;
    this.ways = ways;
    this.graph = graph;
    this.reached = reached;
    this.done = done;
    this.cuda = cuda;
  }

  /** Adds the order of all meetings; false where the ways do not fit together. */
  boolean fit() {
    Map<String, List<Arrival>> meetings = new TreeMap<>();
    Map<String, Where> places = new TreeMap<>();
    for (int agent = 0; agent < ways.size(); agent++) {
      Map<String, Integer> counts = new TreeMap<>();
      for (int i = 0; i < ways.get(agent).actions().size(); i++) {
        if (ways.get(agent).actions().get(i) instanceof Meet meet) {
          Place place = meet.kind().place();
          int pe = place == Place.BLOCK ? subject.agents().get(agent).pe() : -1;
          String key = place + " " + pe + " " + meet.place();
          int count = counts.merge(key, 1, Integer::sum);
          places.put(key + " " + count, new Where(place, pe, meet.place(), count));
          meetings
              .computeIfAbsent(key + " " + count, _ -> new ArrayList<>())
              .add(new Arrival(agent, i));
        }
      }
      if (!counts.isEmpty()) {
        checkAlone(agent, counts.keySet().stream().anyMatch(key -> !key.startsWith("BLOCK")));
      }
    }
    for (Map.Entry<String, List<Arrival>> meeting : meetings.entrySet()) {
      Where where = places.get(meeting.getKey());
      if (where == null || !fit(where, meeting.getValue())) {
        return false;
      }
    }
    return true;
  }

  // Which of two agents of a PE takes part in a collective would be one more thing to choose.
  private void checkAlone(int agent, boolean team) {
    for (int other = 0; other < ways.size() && team; other++) {
      boolean also =
          other != agent
              && subject.agents().get(other).pe() == subject.agents().get(agent).pe()
              && ways.get(other).actions().stream()
                  .anyMatch(
                      action -> action instanceof Meet meet && meet.kind().place() != Place.BLOCK);
      if (also) {
        throw new BeyondAxioms("collectives of several agents of one PE");
      }
    }
  }

  private boolean fit(Where where, List<Arrival> arrivals) {
    boolean complete = arrivals.size() == members(where);
    for (Arrival arrival : arrivals) {
      Path way = ways.get(arrival.agent());
      boolean stays = way.stuck() && arrival.action() == way.actions().size() - 1;
      if (stays == complete) {
        return false;
      }
    }
    if (!complete) {
      checkEnded(where, arrivals);
      windows(arrivals, false);
      return true;
    }
    Meet first = meet(arrivals.get(0));
    for (Arrival a : arrivals) {
      Meet own = meet(a);
      if (own.kind() != first.kind()
          || own.operator() != first.operator()
          || own.type() != first.type()
          || own.from().size() != first.from().size()) {
        throw new BeyondAxioms("collectives that do not match");
      }
      for (Arrival b : arrivals) {
        Edge edge = new Edge(reached.get(a.agent())[a.action()], done.get(b.agent())[b.action()]);
        graph.edge(edge.before(), edge.after());
        if (where.place() == Place.BLOCK) {
          cuda.add(edge);
        }
      }
    }
    windows(arrivals, true);
    if (first.kind() == MeetingKind.REDUCE) {
      reduce(first, arrivals);
    }
    return true;
  }

  private int members(Where where) {
    if (where.place() == Place.BLOCK) {
      return (int)
          subject.agents().stream()
              .filter(block -> block.onDevice() && block.pe() == where.pe())
              .count();
    }
    int members = 0;
    for (int pe = 0; pe < subject.pes(); pe++) {
      members += where.team().contains(pe) ? 1 : 0;
    }
    return members;
  }

  // CUDA counts a thread that has ended out of later barriers.
  private void checkEnded(Where where, List<Arrival> arrivals) {
    for (int agent = 0; agent < ways.size() && where.place() == Place.BLOCK; agent++) {
      int number = agent;
      boolean ended =
          subject.agents().get(agent).onDevice()
              && subject.agents().get(agent).pe() == where.pe()
              && !ways.get(agent).stuck()
              && arrivals.stream().noneMatch(arrival -> arrival.agent() == number);
      if (ended) {
        throw new BeyondAxioms("threads of a block that meet unequally often");
      }
    }
  }

  private void windows(List<Arrival> arrivals, boolean complete) {
    for (Arrival arrival : arrivals) {
      Meet meet = meet(arrival);
      int operation = graph.operation();
      int open = reached.get(arrival.agent())[arrival.action()];
      int close = complete ? done.get(arrival.agent())[arrival.action()] : -1;
      meet.from()
          .forEach(word ->
              graph.window(Use.COLLECTIVE_SOURCE, word, meet.type(), operation, open, close));
      meet.to()
          .forEach(word ->
              graph.window(Use.COLLECTIVE_DESTINATION, word, meet.type(), operation, open, close));
    }
  }

  private void reduce(Meet first, List<Arrival> arrivals) {
    ScalarType type = first.type();
    ReduceOp operator = first.operator();
    if (type == null || operator == null) {
      throw new BeyondAxioms("a reduction without type or operator");
    }
    for (int k = 0; k < first.from().size(); k++) {
      List<Touch> sources = new ArrayList<>();
      for (Arrival arrival : arrivals) {
        int open = reached.get(arrival.agent())[arrival.action()];
        sources.add(graph.read(open, meet(arrival).from().get(k), type));
      }
      for (Arrival arrival : arrivals) {
        int close = done.get(arrival.agent())[arrival.action()];
        graph.write(
            close,
            meet(arrival).to().get(k),
            type,
            values ->
                sources.stream()
                    .mapToLong(values::seen)
                    .reduce((a, b) -> SymbolicValue.reduce(operator, type, a, b))
                    .orElseThrow());
      }
    }
  }

  private Meet meet(Arrival arrival) {
    return (Meet) ways.get(arrival.agent()).actions().get(arrival.action());
  }
}
