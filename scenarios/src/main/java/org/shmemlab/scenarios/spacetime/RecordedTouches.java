package org.shmemlab.scenarios.spacetime;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.step.Access;
import org.shmemlab.scenarios.spacetime.SpaceTime.Kind;
import org.shmemlab.scenarios.spacetime.SpaceTime.Tick;

/** Collects the accesses of ticks to memory that several agents reach. */
final class RecordedTouches {
  private final List<Touched> all = new ArrayList<>();

  /**
   * An access of a tick.
   *
   * @param reads whether the values that were there matter
   * @param observed the flight whose signal it shows too early, or {@link SpaceTime#NONE}
   */
  record Touched(int tick, Access access, boolean reads, int observed) {}

  /** All of them, in the order of the execution. */
  List<Touched> all() {
    return all;
  }

  /**
   * Adds an access of a tick.
   *
   * @param updateReads whether an update depends on the value that it replaces
   */
  void add(int tick, Access access, boolean updateReads, int observed) {
    boolean reads =
        switch (access.use()) {
          case LOAD, ATOMIC_LOAD, BULK_SOURCE, WAIT, SIGNAL_WAIT, SIGNAL_FETCH -> true;
          case SOURCE, GET, AMO_FETCH, COLLECTIVE_SOURCE, ATOMIC_UPDATE -> true;
          case AMO, SIGNAL -> updateReads;
          default -> false;
        };
    boolean writes =
        switch (access.use()) {
          case STORE, ATOMIC_STORE, ATOMIC_UPDATE, BULK_DESTINATION, PUT, PUT_VALUE -> true;
          case DESTINATION, AMO, SIGNAL, COLLECTIVE_DESTINATION -> true;
          default -> false;
        };
    if ((reads || writes) && access.to() > access.from()) {
      all.add(new Touched(tick, access, reads, observed));
    }
  }

  /** Whether an update depends on the value it replaces; a set that returns nothing does not. */
  static boolean readsTarget(Operation operation) {
    return switch (operation) {
      case Operation.Amo amo ->
          amo.op() != AtomicOp.SET || amo.fetch() != 0 || amo.register() != Instruction.NO_REGISTER;
      case Operation.SignalUpdate signal -> signal.operator() == SignalOperator.ADD;
      case Operation.Put put ->
          put.signal() != null && put.signal().operator() == SignalOperator.ADD;
      default -> true;
    };
  }

  /**
   * The accesses of a collective, which were known when its agents arrived, happen where they meet:
   * at the newest tick.
   */
  void gather(BitSet agents, List<Tick> ticks) {
    all.replaceAll(touched ->
        agents.get(touched.access.agent())
                && ofCollective(touched.access)
                && ticks.get(touched.tick).kind() != Kind.MEETING
            ? new Touched(ticks.size() - 1, touched.access, touched.reads, touched.observed)
            : touched);
  }

  private static boolean ofCollective(Access access) {
    return access.use() == Access.Use.COLLECTIVE_SOURCE
        || access.use() == Access.Use.COLLECTIVE_DESTINATION;
  }
}
