package org.shmemlab.scenarios.api.shmem;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Direction;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.Instruction.SignalPart;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.Library;

/**
 * Lowers family {@code counted}: puts that add the number of delivered bytes to a counter of the
 * target, and the calls for that counter.
 *
 * <p>The counter adds up delivered bytes in parts whose size the documents leave open. A put is
 * therefore up to {@value #PARTS} puts with a signal, in no order, each of which adds its bytes: a
 * wait for fewer bytes than were sent does not say which ones have arrived. A part has 16 bytes, or
 * more where that would make too many.
 *
 * <p>Sources: NVSHMEM 3.8 API, "Using Counted Writes with NVSHMEM"; nvshmemx_defines.h and
 * counted_device.cuh of 3.8: arguments that it refuses, a wait that compares by difference and ends
 * with an acquire, a load and a reset that are plain volatile accesses.
 */
public final class CountedCalls implements CallLowering {
  private static final int PARTS = 8;
  private static final int UNIT = 16; // bytes, and the alignment of both sides
  private static final int COUNTER_ALIGNMENT = 256;
  private static final int ADD = 10; // NVSHMEM_SIGNAL_ADD of our headers

  private final CallLowering put = new ThreadGroupCalls(CountedCalls::put);

  @Override
  public int lower(CallSite site) {
    CodeBuilder code = site.code();
    return switch (site.function().action()) {
      case "put" -> checkedPut(site);
      case "wait_until" -> {
        code.emit(
            new Instruction.WaitUntil(
                ScalarType.U64,
                Quantifier.ONE,
                true,
                false,
                Instruction.NO_REGISTER,
                site.argument(0),
                Instruction.NO_REGISTER,
                Instruction.NO_REGISTER,
                Instruction.NO_REGISTER,
                code.constant(Comparison.GE.ordinal()),
                site.argument(1),
                false));
        yield Instruction.NO_REGISTER;
      }
      case "load" -> {
        int dst = code.register();
        code.emit(new Instruction.SignalFetch(dst, site.argument(0)));
        yield dst;
      }
      case "reset" -> {
        reset(site, new Emission(code));
        yield Instruction.NO_REGISTER;
      }
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  /** The host cannot store there: its reset is a put to the own PE, and complete on return. */
  private static void reset(CallSite site, Emission emit) {
    int zero = emit.constant(0);
    if (site.onDevice()) {
      site.code().emit(new Instruction.Store(ScalarType.U64, site.argument(0), 0, zero, true));
    } else {
      int own = emit.special(SpecialRegister.MY_PE);
      site.code()
          .emit(
              new Instruction.PutValue(
                  ScalarType.U64, site.argument(0), zero, own, Instruction.NO_REGISTER));
      Library.quiet(site);
    }
  }

  /** Every thread of the block has the same arguments, and so the same status. */
  private int checkedPut(CallSite site) {
    Emission emit = new Emission(site.code());
    int sides = emit.binary(BinaryOp.OR, ScalarType.U64, site.argument(0), site.argument(1));
    int all = emit.binary(BinaryOp.OR, ScalarType.U64, sides, site.argument(2));
    int offset = rest(emit, all, UNIT);
    int counter = rest(emit, site.argument(3), COUNTER_ALIGNMENT);
    int invalid = emit.binary(BinaryOp.OR, ScalarType.U64, offset, counter);
    return emit.choose(
        invalid,
        () -> emit.constant(Library.INVALID_VALUE),
        () -> {
          put.lower(site);
          return emit.constant(0);
        });
  }

  private static int rest(Emission emit, int value, int unit) {
    return emit.binary(BinaryOp.AND, ScalarType.U64, value, emit.constant(unit - 1));
  }

  /** Arguments: destination, source, bytes, counter, PE. */
  private static int put(CallSite site) {
    Emission emit = new Emission(site.code());
    int bytes = site.argument(2);
    int part = partBytes(emit, bytes);
    int done = site.code().register();
    site.code().emit(new Instruction.Const(done, 0));
    emit.during(
        () -> done,
        now -> emit.binary(BinaryOp.LT, ScalarType.U64, now, bytes),
        now -> {
          int left = emit.binary(BinaryOp.SUB, ScalarType.U64, bytes, now);
          int fewer = emit.binary(BinaryOp.LT, ScalarType.U64, left, part);
          int length = emit.choose(fewer, () -> left, () -> part);
          site.code()
              .emit(
                  new Instruction.Transfer(
                      Direction.PUT,
                      1,
                      false,
                      Library.scope(site.function()),
                      emit.binary(BinaryOp.ADD, ScalarType.U64, site.argument(0), now),
                      emit.binary(BinaryOp.ADD, ScalarType.U64, site.argument(1), now),
                      length,
                      Instruction.NO_REGISTER,
                      Instruction.NO_REGISTER,
                      site.argument(4),
                      new SignalPart(site.argument(3), length, emit.constant(ADD)),
                      Instruction.NO_REGISTER));
          site.code().emit(new Instruction.Binary(BinaryOp.ADD, ScalarType.U64, done, done, part));
        });
    return Instruction.NO_REGISTER;
  }

  /** The bytes of each part but the last: a multiple of 16 that gives no more than 8 parts. */
  private static int partBytes(Emission emit, int bytes) {
    int most = emit.constant((long) PARTS * UNIT);
    int rounded =
        emit.binary(BinaryOp.ADD, ScalarType.U64, bytes, emit.constant((long) PARTS * UNIT - 1));
    int units = emit.binary(BinaryOp.DIV, ScalarType.U64, rounded, most);
    int part = emit.binary(BinaryOp.MUL, ScalarType.U64, units, emit.constant(UNIT));
    return emit.choose(part, () -> part, () -> emit.constant(UNIT));
  }
}
