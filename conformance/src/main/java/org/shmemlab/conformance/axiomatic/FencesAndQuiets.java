package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.shmemlab.conformance.axiomatic.Graph.Edge;
import org.shmemlab.conformance.axiomatic.Issued.SubEvent;
import org.shmemlab.conformance.axiomatic.PreservedOrder.Between;
import org.shmemlab.conformance.axiomatic.PreservedOrder.Later;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;

/**
 * Adds the order of fences, quiets, flushes, syncs and fences of threads, by {@link
 * PreservedOrder}.
 *
 * @param graph receives the order
 * @param operations of all agents
 * @param steps of all agents
 * @param programOrder between the calls of the agents of each PE
 */
record FencesAndQuiets(
    Subject subject,
    Profile profile,
    PreservedOrder order,
    Graph graph,
    List<Issued> operations,
    List<Step> steps,
    List<Edge> programOrder) {

  /** A fence, quiet, flush, sync or fence of a thread. */
  record Step(int agent, Action action, int reached, int done) {}

  /** Adds their edges and choices to the graph. */
  void add() {
    Relation before = new Relation(graph.nodes());
    for (Edge edge : programOrder) {
      if (!before.add(edge.before(), edge.after())) {
        throw new IllegalStateException("program order with a cycle");
      }
    }
    new GinSignals(subject, profile, graph, operations).add(before);
    for (Step step : steps) {
      for (Issued operation : operations) {
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
          case Action.Flush flush -> {
            if (earlier && operation.call().context() == flush.context()) {
              all(operation, Between.FLUSH, step.done());
            }
          }
          case Action.SystemFence _ -> {
            if (earlier) {
              all(operation, Between.SYSTEM_FENCE, step.done());
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

  private boolean samePe(Issued operation, Step step) {
    return pe(operation.agent()) == pe(step.agent());
  }

  private int pe(int agent) {
    return subject.agents().get(agent).pe();
  }

  private void fence(Relation before, Step fence, Issued earlier) {
    boolean sameSide =
        subject.agents().get(earlier.agent()).onDevice()
            == subject.agents().get(fence.agent()).onDevice();
    if (!sameSide && !profile.has(Switch.FENCE_COVERS_BOTH_SIDES)) {
      return;
    }
    for (Issued later : operations) {
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

  private void quiet(Relation before, Step quiet, Issued operation, boolean earlier) {
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

  private void all(Issued operation, Between between, int after) {
    for (SubEvent event : operation.events()) {
      if (order.after(event.kind(), between) == Later.ALL) {
        graph.edge(event.node(), after);
      }
    }
  }
}
