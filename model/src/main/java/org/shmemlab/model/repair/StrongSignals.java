package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.OptionalLong;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.repair.Change.Spot;

/**
 * Makes weak signals of NCCL strong: one of a put becomes a put and a strong signal (NCCL 2.30 user
 * guide, "Device API – GIN", "Signals and Counters").
 */
final class StrongSignals {
  private StrongSignals() {}

  /** Whether a statement sends a weak signal: one whose operator is that of no other. */
  static boolean isWeak(Program program, Site site) {
    if (!CallForm.STRONG.fits(site.kind())) {
      return false;
    }
    if (!(site.kind() instanceof Instruction.SignalUpdate update)) {
      return true;
    }
    AgentCode code = program.functions().get(site.function());
    int at = site.anchors().getFirst();
    OptionalLong number =
        Rematerialization.of(code, new ControlFlow(code), at, List.of(update.operator()))
            .constant(update.operator());
    return number.isEmpty() || SignalOperator.of(number.getAsLong()) == SignalOperator.ADD;
  }

  /** Changes the signal of a call, which is the first instruction of the statement. */
  static void apply(Patch patch, AgentCode code, Spot call) {
    int at = call.first();
    switch (code.body().get(at)) {
      case Instruction.SignalUpdate i -> {
        patch.before(at, strong(i.remote(), i.value(), i.pe(), i.context()));
        patch.replace(at, new Instruction.Jump(at + 1));
      }
      case Instruction.Transfer put when put.signal() != null -> {
        patch.replace(at, withoutSignal(put));
        patch.after(
            at + 1, strong(put.signal().address(), put.signal().value(), put.pe(), put.context()));
      }
      default -> throw new IllegalArgumentException("no signal: " + code.body().get(at));
    }
  }

  /** The strong signal as programs write it: a barrier sends one to each rank. */
  static String spelling(Sites sites, Site call) {
    boolean barrier =
        sites.all().stream()
            .anyMatch(site ->
                site.line().equals(call.line()) && site.kind() instanceof Instruction.WaitUntil);
    return barrier ? "ncclGinFenceLevel::Put" : "a strong signal";
  }

  private static Snippet strong(int word, int value, int pe, int context) {
    return new Snippet(
        2,
        1,
        (_, register) ->
            ImmutableList.of(
                new Instruction.Const(register, SignalOperator.STRONG_ADD_NUMBER),
                new Instruction.SignalUpdate(word, value, register, pe, context)));
  }

  private static Instruction withoutSignal(Instruction.Transfer put) {
    return new Instruction.Transfer(
        put.direction(),
        put.wordBytes(),
        put.blocking(),
        put.scope(),
        put.remote(),
        put.local(),
        put.count(),
        put.remoteStride(),
        put.localStride(),
        put.pe(),
        null,
        put.context());
  }
}
