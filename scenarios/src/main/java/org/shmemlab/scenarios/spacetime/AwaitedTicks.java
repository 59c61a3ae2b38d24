package org.shmemlab.scenarios.spacetime;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.step.MeetingPlace;
import org.shmemlab.scenarios.spacetime.SpaceTime.Edge;

/** Collects, for each agent, the ticks that happen-before its next one. */
final class AwaitedTicks {
  private final Map<Integer, List<Edge>> awaited = new LinkedHashMap<>(); // by agent

  /** The ticks of arrivals at a rendezvous that agents leave without the others. */
  private final Map<MeetingPlace, List<Integer>> arrivals = new HashMap<>();

  /** A tick happens-before the agent's next one. */
  void add(int agent, Edge.By by, int tick) {
    List<Edge> before = awaited.computeIfAbsent(agent, _ -> new ArrayList<>());
    Edge edge = new Edge(by, tick, SpaceTime.NONE);
    if (!before.contains(edge)) {
      before.add(edge);
    }
  }

  /** The next tick of the later agent follows all that the next one of the earlier would. */
  void passOn(int before, int after) {
    for (Edge edge : List.copyOf(awaited.getOrDefault(before, List.of()))) {
      add(after, Edge.By.CUDA, edge.from());
    }
  }

  void arrived(MeetingPlace place, int tick) {
    arrivals.computeIfAbsent(place, _ -> new ArrayList<>()).add(tick);
  }

  /** The arrivals so far happen-before the next ticks of these agents. */
  void found(BitSet agents, MeetingPlace place) {
    for (int tick : arrivals.getOrDefault(place, List.of())) {
      agents.stream().forEach(agent -> add(agent, Edge.By.CALL, tick));
    }
  }

  void closed(MeetingPlace place) {
    arrivals.remove(place);
  }

  /** The edges to the agent's next tick, which has this number. */
  List<Edge> before(int agent, int tick) {
    List<Edge> before = awaited.remove(agent);
    return before == null
        ? List.of()
        : before.stream()
            .map(edge -> new Edge(edge.by(), edge.from(), tick))
            .collect(ImmutableList.toImmutableList());
  }
}
