package org.shmemlab.scenarios.api.cuda;

import com.google.common.base.Ascii;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;

/** Lowers family {@code math}: functions that are one instruction, named after it. */
public final class MathCalls implements CallLowering {
  @Override
  public int lower(CallSite site) {
    ScalarType type = site.argumentType(0).register();
    return switch (site.function().action()) {
      case "divide" -> binary(site, BinaryOp.DIV, type);
      case "bits" -> bits(site);
      default -> compute(site, type);
    };
  }

  private static int compute(CallSite site, ScalarType type) {
    MathFunction function = MathFunction.valueOf(Ascii.toUpperCase(site.function().action()));
    int dst = site.code().register();
    int[] operands = {Instruction.NO_REGISTER, Instruction.NO_REGISTER, Instruction.NO_REGISTER};
    for (int i = 0; i < function.arity(); i++) {
      operands[i] = site.argument(i);
    }
    site.code()
        .emit(new Instruction.Compute(function, type, dst, operands[0], operands[1], operands[2]));
    return dst;
  }

  private static int binary(CallSite site, BinaryOp op, ScalarType type) {
    int dst = site.code().register();
    site.code().emit(new Instruction.Binary(op, type, dst, site.argument(0), site.argument(1)));
    return dst;
  }

  /** The same bits as another type of the same size. */
  private static int bits(CallSite site) {
    ScalarType to = site.function().result().register();
    ScalarType raw = site.argumentType(0).register();
    if (to.bytes() == 8 || to.floating() || raw == to) {
      if (to == ScalarType.F32 && raw == ScalarType.I32) {
        return convert(site, ScalarType.I32, ScalarType.U32);
      }
      return site.argument(0);
    }
    return convert(site, ScalarType.U32, to);
  }

  private static int convert(CallSite site, ScalarType from, ScalarType to) {
    int dst = site.code().register();
    site.code().emit(new Instruction.Convert(from, to, dst, site.argument(0)));
    return dst;
  }
}
