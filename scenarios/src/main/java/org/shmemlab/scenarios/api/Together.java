package org.shmemlab.scenarios.api;

import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Arrive;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Scope;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.UnaryOp;

/**
 * The {@code _warp} and {@code _block} forms of every family: all threads of the group call with
 * the same arguments, and together they do once what the plain form does. They meet, one of them
 * does it, they meet again.
 *
 * <p>Source: NVSHMEM API, "Thread group communication": every thread of the warp or block must
 * call. None of these calls has a result other than a status, so nothing is handed from the one
 * thread to the others.
 */
final class Together implements CallLowering {
  private static final long FULL_WARP = 0xFFFF_FFFFL;

  private final CallLowering plain;

  Together(CallLowering plain) {
    this.plain = plain;
  }

  @Override
  public int lower(CallSite site) {
    CodeBuilder code = site.code();
    Emission emit = new Emission(code);
    switch (Library.scope(site.function())) {
      case THREAD -> {
        return plain.lower(site);
      }
      case WARP -> {
        int leads = leadsWarp(emit);
        emit.when(leads, () -> plain.lower(site));
        meet(emit, MeetingKind.WARP_SYNC, Scope.WARP, emit.constant(FULL_WARP));
      }
      case BLOCK -> {
        meet(emit, MeetingKind.BLOCK_BARRIER, Scope.BLOCK);
        int rank = emit.special(SpecialRegister.THREAD_RANK);
        int leads = code.register();
        code.emit(new Instruction.Unary(UnaryOp.NOT, ScalarType.I32, leads, rank));
        emit.when(leads, () -> plain.lower(site));
        meet(emit, MeetingKind.BLOCK_BARRIER, Scope.BLOCK);
      }
    }
    return Library.success(site);
  }

  /** The warp meets and elects its lowest live lane. */
  private static int leadsWarp(Emission emit) {
    int votes =
        meet(emit, MeetingKind.WARP_BALLOT, Scope.WARP, emit.constant(FULL_WARP), emit.constant(1));
    int first = emit.code().register();
    emit.code()
        .emit(
            new Instruction.Compute(
                MathFunction.FIND_FIRST_SET,
                ScalarType.U32,
                first,
                votes,
                Instruction.NO_REGISTER,
                Instruction.NO_REGISTER));
    int lane = emit.special(SpecialRegister.LANE);
    int next = emit.binary(BinaryOp.ADD, ScalarType.I32, lane, emit.constant(1));
    return emit.binary(BinaryOp.EQ, ScalarType.I32, first, next);
  }

  private static int meet(Emission emit, MeetingKind kind, Scope scope, int... arguments) {
    return emit.meet(
        new Arrive(kind, Family.CUDA, null, null, scope, ImmutableIntArray.copyOf(arguments)));
  }
}
