package org.shmemlab.scenarios.api.shmem;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;

/**
 * Lowers family {@code order}: fence, quiet and flush.
 *
 * <p>Sources: NVSHMEM API, "Memory ordering"; OpenSHMEM 1.6, section 9.12: on {@code
 * SHMEM_CTX_INVALID} they do nothing.
 */
public final class OrderCalls implements CallLowering {
  @Override
  public int lower(CallSite site) {
    Emission emit = new Emission(site.code());
    CallOperands operands = CallOperands.of(site);
    int context = operands.context();
    if (site.function().action().equals("pe_quiet")) {
      Runnable all = () -> quiets(emit, context, operands.at(0), operands.at(1));
      if (context == Instruction.NO_REGISTER) {
        all.run();
      } else {
        emit.when(isContext(emit, context), all);
      }
      return Instruction.NO_REGISTER;
    }
    Instruction instruction =
        switch (site.function().action()) {
          case "fence" -> new Instruction.Fence(context);
          case "quiet" -> new Instruction.Quiet(context);
          case "flush" -> new Instruction.Flush(context);
          case "pe_flush" -> new Instruction.Flush(context, operands.at(0));
          default -> throw site.error("not supported yet: " + site.function().name());
        };
    if (context == Instruction.NO_REGISTER) {
      emit.code().emit(instruction);
    } else {
      emit.when(isContext(emit, context), () -> emit.code().emit(instruction));
    }
    return Instruction.NO_REGISTER;
  }

  private static int isContext(Emission emit, int context) {
    return emit.binary(BinaryOp.GE, ScalarType.I32, context, emit.constant(0));
  }

  /** A quiet for each PE of an array. */
  private static void quiets(Emission emit, int context, int pes, int number) {
    int bytes = emit.constant(Integer.BYTES);
    emit.each(
        number,
        index -> {
          int offset = emit.binary(BinaryOp.MUL, ScalarType.U64, index, bytes);
          int place = emit.binary(BinaryOp.ADD, ScalarType.U64, pes, offset);
          emit.code().emit(new Instruction.Quiet(context, emit.load(ScalarType.I32, place, 0)));
        });
  }
}
