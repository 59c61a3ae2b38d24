package org.shmemlab.model.repair;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.repair.Change.Notice;

/**
 * Lists barriers of all ranks that a program of NCCL's device interface lacks (NCCL 2.30 user
 * guide, "Device API – GIN", "ncclGinBarrierSession"): each rank sends a signal to each and waits
 * for one of each. It releases and acquires; the signals are strong on the context of a put, which
 * is the fence level Put.
 */
final class GinBarriers {
  private static final String CALL =
      "ncclGinBarrier(ncclCoopCta(), gin, ncclTeamTagWorld(), index)";

  private final Sites sites;
  private final InsertionPoints places;
  private final int pes;

  GinBarriers(Sites sites, InsertionPoints places, int pes) {
    this.sites = sites;
    this.places = places;
    this.pes = pes;
  }

  /** A barrier at each place that the agents of both accesses may pass. */
  List<Repair> of(List<Site> first, List<Site> second) {
    List<Repair> repairs = new ArrayList<>();
    for (InsertionPoint place : places.meeting(first, second, true)) {
      if (sites.isDevice(place.function())) {
        repairs.add(new Repair(ImmutableList.of(at(place, context(first, place)))));
      }
    }
    return repairs;
  }

  // The register of a put's context, where it holds it.
  private static int context(List<Site> first, InsertionPoint place) {
    for (Site site : first) {
      if (site.function() == place.function() && site.first() < place.index()) {
        return switch (site.kind()) {
          case Instruction.Transfer put -> put.context();
          case Instruction.PutValue put -> put.context();
          default -> Instruction.NO_REGISTER;
        };
      }
    }
    return Instruction.NO_REGISTER;
  }

  private Notice at(InsertionPoint place, int context) {
    Site site = place.site();
    return new Notice(
        new Notice.Word(site.spots(), site.spots(), place.after(), pes, pes),
        CALL,
        "by all ranks",
        (words, epoch) -> code(words, epoch, context),
        place.after(),
        site.line(),
        site.inside(),
        site.spots());
  }

  // The threads of a block meet, its first one is at the barrier, and they meet again.
  private Snippet code(long words, int epoch, int context) {
    int length = 12 + 8 * pes;
    return new Snippet(
        length,
        10,
        (base, register) -> {
          int thread = register + 2;
          ImmutableList.Builder<Instruction> code = ImmutableList.builder();
          code.addAll(RepairCall.blockMeets(register))
              .add(new Instruction.Special(SpecialRegister.THREAD_RANK, thread))
              .add(new Instruction.Branch(thread, base + length - 2, base + 4))
              .add(new Instruction.ThreadFence(ThreadScope.SYSTEM));
          signal(code, words, context, register + 3);
          wait(code, words, epoch, register + 3);
          return code.addAll(RepairCall.blockMeets(register + 1)).build();
        });
  }

  private void signal(ImmutableList.Builder<Instruction> code, long words, int context, int one) {
    int own = one + 1; // the distance of this rank's word
    int word = one + 2;
    int operator = one + 3;
    int peer = one + 4;
    boolean strong = context != Instruction.NO_REGISTER;
    code.add(new Instruction.Special(SpecialRegister.MY_PE, own))
        .add(new Instruction.Const(word, Long.BYTES))
        .add(new Instruction.Binary(BinaryOp.MUL, ScalarType.U64, own, own, word))
        .add(new Instruction.Const(one, 1));
    for (int pe = 0; pe < pes; pe++) {
      code.add(new Instruction.Const(word, words))
          .add(new Instruction.Binary(BinaryOp.ADD, ScalarType.U64, word, word, own))
          .add(
              new Instruction.Const(
                  operator, strong ? SignalOperator.STRONG_ADD_NUMBER : SignalOperator.ADD_NUMBER))
          .add(new Instruction.Const(peer, pe))
          .add(new Instruction.SignalUpdate(word, one, operator, peer, context));
    }
  }

  private void wait(ImmutableList.Builder<Instruction> code, long words, int epoch, int one) {
    int word = one + 2;
    int comparison = one + 3;
    code.add(new Instruction.Binary(BinaryOp.ADD, ScalarType.U64, epoch, epoch, one));
    for (int pe = 0; pe < pes; pe++) {
      code.add(new Instruction.Const(word, words + (long) pe * Long.BYTES))
          .add(new Instruction.Const(comparison, Comparison.GE.ordinal()))
          .add(Notices.waitUntil(word, comparison, epoch, one + 5));
    }
  }
}
