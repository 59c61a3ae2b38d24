package org.shmemlab.conformance.axiomatic;

import java.util.List;
import org.shmemlab.conformance.axiomatic.Issued.SubEvent;
import org.shmemlab.conformance.axiomatic.PreservedOrder.Earlier;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;

/**
 * Adds the order of NCCL's strong signals and counters after operations that are issued before them
 * (NCCL 2.30 user guide, "Device API – GIN", "Signals and Counters" and "put").
 *
 * @param graph receives the order
 * @param operations of all agents
 */
record GinSignals(Subject subject, Profile profile, Graph graph, List<Issued> operations) {

  /**
   * Adds the edges.
   *
   * @param before program order
   */
  void add(Relation before) {
    for (Issued later : operations) {
      if (!(later.call() instanceof Action.Signal signal)) {
        continue;
      }
      for (Issued earlier : operations) {
        if (before.has(earlier.issue(), later.issue())
            && pe(earlier) == pe(later)
            && earlier.call().context() == signal.context()) {
          for (SubEvent event : earlier.events()) {
            if (precedes(earlier, event.kind(), later.agent(), signal)) {
              graph.edge(event.node(), later.events().getLast().node());
            }
          }
        }
      }
    }
  }

  private boolean precedes(Issued earlier, Earlier event, int agent, Action.Signal signal) {
    return switch (signal.gin()) {
      case Action.Gin.Weak _ -> false;
      case Action.Gin.Strong _ -> earlier.call().pe() == signal.pe() && isBeforeStrong(event);
      case Action.Gin.Counter(long source) ->
          isSourceRead(event)
              && earlier.agent() == agent
              && earlier.call() instanceof Action.Put put
              && put.from().getFirst().address() == source;
    };
  }

  private boolean isBeforeStrong(Earlier event) {
    return switch (event) {
      case VISIBLE_OF_PUT,
          VISIBLE_OF_PUT_NBI,
          VISIBLE_OF_P,
          SIGNAL_VISIBLE_OF_PUT,
          SIGNAL_VISIBLE_OF_PUT_NBI ->
          true;
      case SIGNAL_VISIBLE_OF_SIGNAL -> profile.has(Switch.STRONG_COVERS_SIGNALS);
      default -> false;
    };
  }

  private static boolean isSourceRead(Earlier event) {
    return event == Earlier.SOURCE_READ_OF_PUT || event == Earlier.SOURCE_READ_OF_PUT_NBI;
  }

  private int pe(Issued operation) {
    return subject.agents().get(operation.agent()).pe();
  }
}
