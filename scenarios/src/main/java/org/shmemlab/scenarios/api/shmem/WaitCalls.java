package org.shmemlab.scenarios.api.shmem;

import com.google.common.base.Ascii;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.catalogue.NumberType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;

/**
 * Families {@code wait} and {@code test}: until one, all, any or some of this PE's own words
 * compare as asked. The two differ only in whether a look that fails is repeated.
 *
 * <p>The {@code _any} forms give {@code SIZE_MAX} where no word is asked for or none holds, which
 * is the machine's -1 as a {@code size_t}; a null status array leaves no word out.
 *
 * <p>Sources: NVSHMEM API, "Point-to-point synchronization"; OpenSHMEM 1.6, section 9.11.
 */
public final class WaitCalls implements CallLowering {
  @Override
  public int lower(CallSite site) {
    CodeBuilder code = site.code();
    String action = site.function().action();
    if (action.equals("not_equal")) { // shmem_wait of OpenSHMEM 1.3
      return emit(site, Words.ONE, code.constant(Comparison.NE.ordinal()), site.argument(1));
    }
    Quantifier quantifier = Quantifier.valueOf(Ascii.toUpperCase(action));
    int operator = site.argumentCount() - 2;
    Words words =
        switch (quantifier) {
          case ONE -> Words.ONE;
          case ALL, ANY ->
              new Words(quantifier, site.argument(1), Instruction.NO_REGISTER, site.argument(2));
          case SOME -> new Words(quantifier, site.argument(1), site.argument(2), site.argument(3));
        };
    return emit(site, words, site.argument(operator), site.argument(operator + 1));
  }

  /** Registers of how many words, where their indices go, and which are left out. */
  private record Words(Quantifier quantifier, int count, int indices, int status) {
    static final Words ONE =
        new Words(
            Quantifier.ONE,
            Instruction.NO_REGISTER,
            Instruction.NO_REGISTER,
            Instruction.NO_REGISTER);
  }

  private static int emit(CallSite site, Words words, int operator, int value) {
    int dst = site.function().result().isVoid() ? Instruction.NO_REGISTER : site.code().register();
    site.code()
        .emit(
            new Instruction.WaitUntil(
                type(site),
                words.quantifier(),
                site.function().family().equals("wait"),
                false,
                dst,
                site.argument(0),
                words.count(),
                words.indices(),
                words.status(),
                operator,
                value,
                site.function().has("vector")));
    return dst;
  }

  private static ScalarType type(CallSite site) {
    CallOperands operands = CallOperands.of(site);
    NumberType element = operands.element();
    if (element.floating() || element.scalar().bytes() < 2) {
      throw operands.wrongElement();
    }
    return element.scalar();
  }
}
