package org.shmemlab.model.spec;

import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;

/**
 * The order that two accesses of a program of NCCL's device interface lack, by the calls that it
 * has (NCCL 2.30 user guide, "Device API – GIN" and "Device API – LSA").
 */
final class NcclConflictWords {
  private NcclConflictWords() {}

  /** The order that the two accesses lack. */
  static String missingOrder(Conflict conflict) {
    Access first = conflict.first();
    Access second = conflict.second();
    if (first.use() == Use.SOURCE || second.use() == Use.SOURCE) {
      return "the source of a put may change only when the put has read it: after ncclGin::flush of"
          + " its context, or waitCounter for the put's own ncclGin_CounterInc, by PE "
          + (first.use() == Use.SOURCE ? first : second).pe();
    }
    if (first.use() == Use.DESTINATION || second.use() == Use.DESTINATION) {
      return "the destination of a get may be accessed only after ncclGin::flush of its context, or a"
          + " barrier of it with ncclGinFenceLevel::Get, by PE "
          + (first.use() == Use.DESTINATION ? first : second).pe();
    }
    if (ConflictWords.isDirect(first) || ConflictWords.isDirect(second)) {
      return ConflictWords.direct(first, second)
          + " through an LSA pointer: either it has to call __threadfence_system() and then send a"
          + " signal that the other side waits for (waitSignal), or both have to sync an LSA barrier"
          + " in between whose memory order releases and acquires";
    }
    return switch (first.use()) {
      case SIGNAL -> awaited(first, second, "has to wait for that signal (waitSignal)");
      case PUT, PUT_VALUE ->
          observed(
              first,
              second,
              "send a signal to PE "
                  + first.place().pe()
                  + " with the put, or a strong one on its context after it: no other weak signal, flush or"
                  + " counter says anything of the target of the ",
              " with ncclGinFenceLevel::Put");
      case GET ->
          observed(
              first,
              second,
              "call ncclGin::flush and then send a signal, after the ",
              " with ncclGinFenceLevel::Get");
      default -> observed(first, second, "send a signal after the ", "");
    };
  }

  private static String observed(Access first, Access second, String call, String level) {
    return "PE "
        + first.pe()
        + " has to "
        + call
        + ConflictWords.noun(first.use())
        + ", and "
        + awaited(first, second, "has to wait for it (waitSignal)")
        + ", or both have to sync a barrier of GIN"
        + level
        + " in between";
  }

  // A signal says something of a put to the PE that gets both; another PE needs a signal of that
  // one.
  private static String awaited(Access first, Access second, String waits) {
    boolean elsewhere = first.operation() >= 0 && first.place().pe() != second.pe();
    return elsewhere
        ? "PE " + first.place().pe() + " " + waits + " and then signal PE " + second.pe()
        : "PE " + second.pe() + " " + waits + " before the " + ConflictWords.noun(second.use());
  }
}
