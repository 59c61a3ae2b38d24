package org.shmemlab.model.order;

import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Operation.SignalUpdate;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.SignalOperator;

/**
 * Holds as bits the events of an earlier operation that something waits for, and the conditions of
 * that.
 *
 * @param where conditions
 * @param events events that have to have happened, all of the operation's data or its signal
 * @param ofSignal whether they are of its signal
 * @param earlier ways of the part with these events; all bits for any
 * @param later ways of the part that waits
 */
record Cell(int where, int events, boolean ofSignal, int earlier, int later) {
  /** Any channel, and an unknown one. */
  static final int ANY = -1;

  /**
   * Whether the host's side carries the earlier operation, or the device's: bits above those of
   * conditions.
   */
  static final int OF_HOST = 1 << 30;

  static final int OF_DEVICE = 1 << 29;

  /** Conditions of a fence, which are asked by another list. */
  static final int FENCED = RuleCondition.FENCE.bit() | RuleCondition.FENCE_OF_EITHER_SIDE.bit();

  static final Cell[] NONE = {};

  private static final int OF_NCCL = RuleCondition.STRONG.bit() | RuleCondition.COUNTED.bit();

  private static final int OF_TRANSPORTS =
      OF_HOST
          | OF_DEVICE
          | RuleCondition.OF_TRANSPORTS.stream()
              .mapToInt(RuleCondition::bit)
              .reduce(0, (a, b) -> a | b);

  private static boolean has(int where, RuleCondition condition) {
    return (where & condition.bit()) != 0;
  }

  /** Whether an event that has to be waited for has not happened yet. */
  boolean isLeft(Pending operation) {
    return !operation.allHappened(events)
        && (!has(where, RuleCondition.DELIVERED) || operation.isDelivered())
        && (earlier & (ofSignal ? operation.signalWay() : operation.dataWay())) != 0;
  }

  /** Whether the conditions hold between two operations. */
  static boolean holds(int where, Operation earlier, Operation later, Queues queues) {
    return (!has(where, RuleCondition.SAME_TARGET) || earlier.pe() == later.pe())
        && (!has(where, RuleCondition.SAME_CONTEXT)
            || earlier.origin().context() == later.origin().context())
        && (!has(where, RuleCondition.SAME_AGENT)
            || earlier.origin().agent() == later.origin().agent())
        && (!has(where, RuleCondition.SAME_PE) || earlier.origin().pe() == later.origin().pe())
        && ((where & OF_NCCL) == 0
            || (later instanceof SignalUpdate update && isOfNccl(where, earlier, update)))
        && ((where & OF_TRANSPORTS) == 0 || onOneWay(where, earlier, later, queues))
        && (!has(where, RuleCondition.SAME_BYTES) || earlier.overlaps(later));
  }

  private static boolean isOfNccl(int where, Operation earlier, SignalUpdate later) {
    return (!has(where, RuleCondition.STRONG) || later.operator() == SignalOperator.STRONG_ADD)
        && (!has(where, RuleCondition.COUNTED) || later.counts(earlier));
  }

  private static boolean onOneWay(int where, Operation earlier, Operation later, Queues queues) {
    Origin first = earlier.origin();
    Origin second = later.origin();
    boolean oneSide = first.bySideOfDevice() == second.bySideOfDevice();
    return isOfSide(where, first)
        && (!has(where, RuleCondition.SAME_SIDE) || oneSide)
        && (!has(where, RuleCondition.ON_HOST)
            || (!first.bySideOfDevice() && !second.bySideOfDevice()))
        && (!has(where, RuleCondition.ON_STREAM) || (first.onStream() && second.onStream()))
        && (!has(where, RuleCondition.SAME_QUEUE)
            || (oneSide && earlier.pe() == later.pe() && queues.same(first, second)));
  }

  private static boolean isOfSide(int where, Origin earlier) {
    return ((where & OF_HOST) == 0 || !earlier.bySideOfDevice())
        && ((where & OF_DEVICE) == 0 || earlier.bySideOfDevice());
  }

  /** Whether the conditions hold between an operation and a call. */
  boolean holds(Operation earlier, boolean issuedBefore, Caller caller) {
    Origin origin = earlier.origin();
    return (!has(where, RuleCondition.ISSUED_BEFORE) || issuedBefore)
        && (!has(where, RuleCondition.SAME_TARGET) || caller.isFor(earlier))
        && (!has(where, RuleCondition.SAME_AGENT) || origin.agent() == caller.agent())
        && (!has(where, RuleCondition.SAME_PE) || origin.pe() == caller.pe())
        && (!has(where, RuleCondition.SAME_CONTEXT) || origin.context() == caller.context())
        && isOfSide(where, origin)
        && (!has(where, RuleCondition.SAME_SIDE) || origin.bySideOfDevice() == caller.onDevice())
        && (!has(where, RuleCondition.ON_HOST) || (!origin.bySideOfDevice() && !caller.onDevice()))
        && (!has(where, RuleCondition.TO_THIS_PE) || earlier.pe() == caller.pe());
  }
}
