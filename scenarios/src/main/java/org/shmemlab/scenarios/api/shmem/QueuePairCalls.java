package org.shmemlab.scenarios.api.shmem;

import java.util.function.IntConsumer;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.Library;
import org.shmemlab.scenarios.runtime.libc.CHeap;
import org.shmemlab.scenarios.runtime.library.ShmemSetup;

/**
 * Lowers family {@code qp}: queue pairs that a program of NVSHMEM makes for itself. Each is a
 * context; its handle is the number of the context and 1, so that the handle of the default ones is
 * that of the default context. The handle that stands for any queue pair is a context of its own,
 * which only calls for all queue pairs complete: the documents do not say which queue pair the
 * library takes for it.
 *
 * <p>Source: NVSHMEM API, "Queue Pair (QP) Specific APIs".
 */
public final class QueuePairCalls implements CallLowering {
  // of the shipped nvshmemx.h
  private static final int ANY = Integer.MAX_VALUE; // NVSHMEMX_QP_ANY, NVSHMEMX_QP_ALL
  private static final int ALL_PES = 1 << 15; // NVSHMEMX_PE_ALL

  private static final int HANDLE_BYTES = 4;

  @Override
  public int lower(CallSite site) {
    return switch (site.function().action()) {
      case "create" -> create(site);
      case "fence" -> order(site, Instruction.Fence::new);
      case "quiet" -> order(site, Instruction.Quiet::new);
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  /** The context of a handle that an operation names. */
  static int context(Emission emit, int handle) {
    return emit.choose(
        is(emit, handle, ANY), () -> contextOfAny(emit), () -> contextOfOne(emit, handle));
  }

  private static int contextOfOne(Emission emit, int handle) {
    return emit.binary(BinaryOp.SUB, ScalarType.I32, handle, emit.constant(1));
  }

  /** The first that was made; the default one where there is no other. */
  private static int contextOfAny(Emission emit) {
    int last = emit.ask(ShmemSetup.CONTEXT_LAST);
    return emit.binary(BinaryOp.NE, ScalarType.I32, last, emit.constant(0));
  }

  /** Arguments: number, address of the address of the new array. */
  private static int create(CallSite site) {
    Emission emit = new Emission(site.code());
    int number = site.argument(0);
    return emit.choose(
        emit.binary(BinaryOp.GT, ScalarType.I32, number, emit.constant(0)),
        () -> {
          Library.meet(site, MeetingKind.SYNC, emit.constant(0));
          int handles =
              emit.ask(
                  CHeap.MALLOC,
                  emit.binary(BinaryOp.MUL, ScalarType.U64, number, emit.constant(HANDLE_BYTES)));
          emit.each(
              number,
              index -> {
                int context = emit.ask(ShmemSetup.QUEUE_PAIR);
                int handle = emit.binary(BinaryOp.ADD, ScalarType.I32, context, emit.constant(1));
                emit.store(ScalarType.I32, place(emit, handles, index), 0, handle);
              });
          emit.store(ScalarType.U64, site.argument(1), 0, handles);
          return emit.constant(0);
        },
        () -> emit.constant(Library.INVALID_VALUE));
  }

  /** A fence or quiet of a context, for a PE. */
  private interface Ordering {
    Instruction of(int context, int pe);
  }

  /** Arguments: PE, address of handles, their number. */
  private static int order(CallSite site, Ordering ordering) {
    Emission emit = new Emission(site.code());
    int pe = site.argument(0);
    emit.choose(
        is(emit, pe, ALL_PES),
        () -> {
          each(
              site,
              emit,
              context -> site.code().emit(ordering.of(context, Instruction.NO_REGISTER)));
          return pe;
        },
        () -> {
          each(site, emit, context -> site.code().emit(ordering.of(context, pe)));
          return pe;
        });
    return Instruction.NO_REGISTER;
  }

  /** Does something with the context of each handle, or with all contexts. */
  private static void each(CallSite site, Emission emit, IntConsumer body) {
    emit.each(
        site.argument(2),
        index -> {
          int handle = emit.load(ScalarType.I32, place(emit, site.argument(1), index), 0);
          int all = is(emit, handle, ANY);
          emit.when(
              all,
              () -> {
                int last = emit.ask(ShmemSetup.CONTEXT_LAST);
                int contexts = emit.binary(BinaryOp.ADD, ScalarType.I32, last, emit.constant(1));
                emit.each(contexts, body);
              });
          emit.when(
              emit.binary(BinaryOp.EQ, ScalarType.I32, all, emit.constant(0)),
              () -> body.accept(contextOfOne(emit, handle)));
        });
  }

  private static int place(Emission emit, int handles, int index) {
    int offset = emit.binary(BinaryOp.MUL, ScalarType.U64, index, emit.constant(HANDLE_BYTES));
    return emit.binary(BinaryOp.ADD, ScalarType.U64, handles, offset);
  }

  private static int is(Emission emit, int value, int constant) {
    return emit.binary(BinaryOp.EQ, ScalarType.I32, value, emit.constant(constant));
  }
}
