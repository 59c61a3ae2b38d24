package org.shmemlab.scenarios.api.shmem;

import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Arrive;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.Library;

/**
 * Lowers the {@code _warp} and {@code _block} forms of every family: all threads of the group call
 * with the same arguments, and together they carry out the plain form once. They meet, one of them
 * does it, they meet again.
 *
 * <p>Source: NVSHMEM API, "Thread group communication": every thread of the warp or block must
 * call. None of these calls has a result other than a status, so the one thread hands nothing to
 * the others.
 */
public final class ThreadGroupCalls implements CallLowering {
  private static final long FULL_WARP = 0xFFFF_FFFFL;

  private final CallLowering plain;

  public ThreadGroupCalls(CallLowering plain) {
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
        meet(emit, MeetingKind.WARP_SYNC, emit.constant(FULL_WARP));
      }
      case BLOCK -> {
        int leads = leadsBlock(emit);
        emit.when(leads, () -> plain.lower(site));
        meet(emit, MeetingKind.BLOCK_BARRIER);
      }
    }
    return Library.success(site);
  }

  /** The warp meets and elects its lowest live lane. */
  private static int leadsWarp(Emission emit) {
    CodeBuilder code = emit.code();
    int lanes = meet(emit, MeetingKind.WARP_SYNC, emit.constant(FULL_WARP));
    int first = code.register();
    code.emit(
        new Instruction.Compute(
            MathFunction.FIND_FIRST_SET,
            ScalarType.U32,
            first,
            lanes,
            Instruction.NO_REGISTER,
            Instruction.NO_REGISTER));
    int lane = emit.special(SpecialRegister.LANE);
    int number = emit.binary(BinaryOp.ADD, ScalarType.I32, lane, emit.constant(1));
    return emit.binary(BinaryOp.EQ, ScalarType.I32, first, number);
  }

  /** The block meets, with all its threads, so the first one leads. */
  private static int leadsBlock(Emission emit) {
    meet(emit, MeetingKind.BLOCK_BARRIER);
    int rank = emit.special(SpecialRegister.THREAD_RANK);
    return emit.binary(BinaryOp.EQ, ScalarType.I32, rank, emit.constant(0));
  }

  /** All threads of the block meet. */
  static void meetBlock(Emission emit) {
    meet(emit, MeetingKind.BLOCK_BARRIER);
  }

  private static int meet(Emission emit, MeetingKind kind, int... arguments) {
    CallScope scope = kind.place() == MeetingKind.Place.WARP ? CallScope.WARP : CallScope.BLOCK;
    return emit.meet(
        new Arrive(kind, Family.CUDA, null, null, scope, ImmutableIntArray.copyOf(arguments)));
  }
}
