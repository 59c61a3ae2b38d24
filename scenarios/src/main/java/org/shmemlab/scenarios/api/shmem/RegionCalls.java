package org.shmemlab.scenarios.api.shmem;

import java.util.function.IntSupplier;
import org.shmemlab.model.job.RmaRegion;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;
import org.shmemlab.scenarios.api.lowering.Library;

/**
 * Lowers family {@code region}: the host of a PE, or all threads of a block together, begin and end
 * a region. A call for a block synchronises it, first and last.
 *
 * <p>Source: NVSHMEM 3.8, region.cpp, nvshmemi_region_device.cuh: arguments that are refused, a
 * second region inside of one, an end without a region or of another handle.
 */
public final class RegionCalls implements CallLowering {
  @Override
  public int lower(CallSite site) {
    Emission emit = new Emission(site.code());
    return switch (site.function().action()) {
      case "start" -> together(site, emit, () -> start(site, emit));
      case "stop" -> together(site, emit, () -> stop(site, emit));
      case "is_active" -> isActive(site, emit);
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  /** Each thread of a block does it for itself, so that it knows its region. */
  private static int together(CallSite site, Emission emit, IntSupplier call) {
    if (Library.scope(site.function()) != CallScope.BLOCK) {
      return call.getAsInt();
    }
    ThreadGroupCalls.meetBlock(emit);
    int status = call.getAsInt();
    ThreadGroupCalls.meetBlock(emit);
    return status;
  }

  /** Arguments: address of the handle, address of the attributes or null. */
  private static int start(CallSite site, Emission emit) {
    int attributes = site.argument(1);
    int hints =
        emit.choose(
            attributes, () -> emit.load(ScalarType.U32, attributes, 0), () -> emit.constant(0));
    return ifValid(
        emit,
        site.argument(0),
        hints,
        () -> {
          int handle = emit.code().register();
          emit.code().emit(new Instruction.RegionStart(handle, hints));
          return emit.choose(
              handle,
              () -> {
                emit.store(ScalarType.U64, site.argument(0), 0, handle);
                return emit.constant(0);
              },
              () -> emit.constant(Library.INVALID_VALUE));
        });
  }

  /** Argument: the handle. */
  private static int stop(CallSite site, Emission emit) {
    int ended = emit.code().register();
    emit.code().emit(new Instruction.RegionStop(ended, site.argument(0)));
    return emit.choose(ended, () -> emit.constant(0), () -> emit.constant(Library.INVALID_VALUE));
  }

  /** Arguments: hints, address of the answer. */
  private static int isActive(CallSite site, Emission emit) {
    int asked = site.argument(0);
    return ifValid(
        emit,
        site.argument(1),
        asked,
        () -> {
          int hints = emit.code().register();
          emit.code().emit(new Instruction.RegionHints(hints));
          int inside =
              emit.binary(BinaryOp.NE, ScalarType.I32, hints, emit.constant(RmaRegion.OUTSIDE));
          int some = emit.binary(BinaryOp.AND, ScalarType.U32, hints, asked);
          int all = emit.binary(BinaryOp.EQ, ScalarType.U32, some, asked);
          int active = emit.binary(BinaryOp.AND, ScalarType.I32, inside, all);
          emit.store(ScalarType.I32, site.argument(1), 0, active);
          return emit.constant(0);
        });
  }

  /** Refuses a null address and unknown hints. */
  private static int ifValid(Emission emit, int address, int hints, IntSupplier call) {
    int isThere = emit.binary(BinaryOp.NE, ScalarType.U64, address, emit.constant(0));
    int known = emit.binary(BinaryOp.LE, ScalarType.U32, hints, emit.constant(RmaRegion.BATCH));
    return emit.choose(
        emit.binary(BinaryOp.AND, ScalarType.I32, isThere, known),
        call,
        () -> emit.constant(Library.INVALID_VALUE));
  }
}
