package org.shmemlab.model.spec;

import com.google.common.collect.ImmutableSet;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.Set;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;

/**
 * The order that two accesses of a program of NCCL's device interface lack, by the calls that it
 * has (NCCL 2.30 user guide, "Device API – GIN" and "Device API – LSA").
 */
final class NcclConflictWords {
  private final ConflictWords words;

  NcclConflictWords(ConflictWords words) {
    this.words = words;
  }

  /** Where a program puts values: a put takes one at its call, and takes others later. */
  static ImmutableSet<SourceLine> values(Program program) {
    Set<SourceLine> values = new LinkedHashSet<>();
    Set<SourceLine> others = new HashSet<>();
    for (AgentCode code : program.functions()) {
      for (int i = 0; i < code.body().size(); i++) {
        if (code.body().get(i) instanceof Instruction.Transfer put
            && put.direction() == Instruction.Direction.PUT) {
          (put.blocking() ? values : others).add(code.lines().get(i));
        }
      }
    }
    values.removeAll(others);
    return ImmutableSet.copyOf(values);
  }

  /** An access by the name of its call. */
  static String noun(Access access, ImmutableSet<SourceLine> values) {
    return switch (access.use()) {
      case PUT -> values.contains(access.line()) ? "putValue" : "put";
      case DESTINATION -> "get (writing its destination)";
      case SIGNAL -> access.operator() == null ? "signal" : signal(access.operator());
      case SIGNAL_WAIT -> "waitSignal or waitCounter";
      case SIGNAL_FETCH -> "readSignal or readCounter";
      default -> ConflictWords.noun(access.use());
    };
  }

  private static String signal(SignalOperator operator) {
    return switch (operator) {
      case SET, ADD -> "weak signal";
      case STRONG_ADD -> "strong signal";
      case COUNT -> "counter's update";
    };
  }

  /** The order that the two accesses lack. */
  String missingOrder(Conflict conflict) {
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
                  + " with the "
                  + words.noun(first)
                  + ", or a strong one on its context after it: no other weak signal, flush or"
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

  private String observed(Access first, Access second, String call, String level) {
    return "PE "
        + first.pe()
        + " has to "
        + call
        + words.noun(first)
        + ", and "
        + awaited(first, second, "has to wait for it (waitSignal)")
        + ", or both have to sync a barrier of GIN"
        + level
        + " in between";
  }

  // A signal says something of a put to the PE that gets both; another PE needs a signal of that
  // one.
  private String awaited(Access first, Access second, String waits) {
    boolean elsewhere = first.operation() >= 0 && first.place().pe() != second.pe();
    return elsewhere
        ? "PE " + first.place().pe() + " " + waits + " and then signal PE " + second.pe()
        : "PE " + second.pe() + " " + waits + " before the " + words.noun(second);
  }
}
