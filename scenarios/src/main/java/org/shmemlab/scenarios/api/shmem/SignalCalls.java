package org.shmemlab.scenarios.api.shmem;

import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;

/**
 * Lowers family {@code signal}: updates of a 64-bit signal word, reads of the caller's own, waits
 * for it.
 *
 * <p>Sources: NVSHMEM API, "Signaling operations"; OpenSHMEM 1.6, section 9.8.
 */
public final class SignalCalls implements CallLowering {
  // NVSHMEM_SIGNAL_SET and NVSHMEM_SIGNAL_ADD of our headers
  private static final int SET = 9;
  private static final int ADD = 10;

  @Override
  public int lower(CallSite site) {
    CodeBuilder code = site.code();
    CallOperands operands = CallOperands.of(site);
    return switch (site.function().action()) {
      case "op" -> update(operands, operands.at(2), operands.at(3));
      case "set" -> update(operands, code.constant(SET), operands.at(2));
      case "add" -> update(operands, code.constant(ADD), operands.at(2));
      case "strong" ->
          update(operands, code.constant(SignalOperator.STRONG_ADD_NUMBER), operands.at(2));
      case "count" -> update(operands, code.constant(SignalOperator.COUNT_NUMBER), operands.at(2));
      case "fetch" -> {
        int dst = code.register();
        code.emit(new Instruction.SignalFetch(dst, operands.at(0)));
        yield dst;
      }
      case "wait_until" -> {
        int seen = code.register();
        code.emit(
            new Instruction.WaitUntil(
                ScalarType.U64,
                Quantifier.ONE,
                true,
                true,
                seen,
                operands.at(0),
                Instruction.NO_REGISTER,
                Instruction.NO_REGISTER,
                Instruction.NO_REGISTER,
                operands.at(1),
                operands.at(2),
                false));
        yield site.function().result().isVoid() ? Instruction.NO_REGISTER : seen;
      }
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  private static int update(CallOperands operands, int operator, int pe) {
    operands
        .site()
        .code()
        .emit(
            new Instruction.SignalUpdate(
                operands.at(0), operands.at(1), operator, pe, operands.context()));
    return Instruction.NO_REGISTER;
  }
}
