package org.shmemlab.scenarios.api;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;

/**
 * Family {@code order}: fence and quiet.
 *
 * <p>Sources: NVSHMEM API, "Memory ordering"; OpenSHMEM 1.6, section 9.12: on {@code
 * SHMEM_CTX_INVALID} they do nothing.
 */
final class OrderCalls implements CallLowering {
  @Override
  public int lower(CallSite site) {
    Emission emit = new Emission(site.code());
    int context = Operands.of(site).context();
    Instruction instruction =
        switch (site.function().action()) {
          case "fence" -> new Instruction.Fence(context);
          case "quiet" -> new Instruction.Quiet(context);
          default -> throw site.error("not supported yet: " + site.function().name());
        };
    if (context == Instruction.NO_REGISTER) {
      emit.code().emit(instruction);
    } else {
      int valid = emit.binary(BinaryOp.GE, ScalarType.I32, context, emit.constant(0));
      emit.when(valid, () -> emit.code().emit(instruction));
    }
    return Instruction.NO_REGISTER;
  }
}
