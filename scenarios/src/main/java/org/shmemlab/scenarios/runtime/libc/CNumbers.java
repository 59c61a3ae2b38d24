package org.shmemlab.scenarios.runtime.libc;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.runtime.call.CHeader;
import org.shmemlab.scenarios.runtime.call.CText;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;
import org.shmemlab.scenarios.runtime.call.Touches;

/** Implements C's conversions of text to numbers (ISO C 17, 7.22.1). */
public final class CNumbers {
  private static final int DECIMAL = 10;

  /** The calls of the family that programs make by these names. */
  public static final ImmutableList<DeclaredCall> DECLARED =
      ImmutableList.of(
          CHeader.STDLIB.host(
              "long strtol(const char *text, char **end, int base)",
              CNumbers::textAndEnd,
              CNumbers::strtol),
          CHeader.STDLIB.host(
              "long long strtoll(const char *text, char **end, int base)",
              CNumbers::textAndEnd,
              CNumbers::strtol),
          CHeader.STDLIB.host(
              "unsigned long strtoul(const char *text, char **end, int base)",
              CNumbers::textAndEnd,
              CNumbers::strtoul),
          CHeader.STDLIB.host(
              "unsigned long long strtoull(const char *text, char **end, int base)",
              CNumbers::textAndEnd,
              CNumbers::strtoul),
          CHeader.STDLIB.host(
              "double strtod(const char *text, char **end)",
              CNumbers::textAndEnd,
              CNumbers::strtod),
          CHeader.STDLIB.host(
              "int atoi(const char *text)",
              CallTraits.of(CallTrait.LOOKS_ONLY),
              call -> Touches.text(call, 0),
              CNumbers::atoi),
          CHeader.STDLIB.host(
              "long atol(const char *text)",
              CallTraits.of(CallTrait.LOOKS_ONLY),
              call -> Touches.text(call, 0),
              CNumbers::atol),
          CHeader.STDLIB.host(
              "long long atoll(const char *text)",
              CallTraits.of(CallTrait.LOOKS_ONLY),
              call -> Touches.text(call, 0),
              CNumbers::atol),
          CHeader.STDLIB.host(
              "double atof(const char *text)",
              CallTraits.of(CallTrait.LOOKS_ONLY),
              call -> Touches.text(call, 0),
              CNumbers::atof));

  private CNumbers() {}

  private static long strtol(ServiceCall call) {
    int base = call.intArgument(2);
    return NumberText.isBase(base)
        ? finish(call, NumberText.signed(CText.read(call, call.argument(0)), base))
        : 0; // EINVAL: glibc leaves the end pointer alone
  }

  private static long strtoul(ServiceCall call) {
    int base = call.intArgument(2);
    return NumberText.isBase(base)
        ? finish(call, NumberText.unsigned(CText.read(call, call.argument(0)), base))
        : 0;
  }

  private static long strtod(ServiceCall call) {
    return finish(call, NumberText.floating(CText.read(call, call.argument(0))));
  }

  private static long atoi(ServiceCall call) {
    return (int) atol(call);
  }

  private static long atol(ServiceCall call) {
    return NumberText.signed(CText.read(call, call.argument(0)), DECIMAL).bits();
  }

  private static long atof(ServiceCall call) {
    return NumberText.floating(CText.read(call, call.argument(0))).bits();
  }

  private static void textAndEnd(Footprint call) {
    Touches.text(call, 0);
    Touches.writesIfThere(call, 1, ScalarType.U64.bytes());
  }

  private static long finish(ServiceCall call, NumberText number) {
    long end = call.argument(1);
    if (end != Address.NULL) {
      call.store(ScalarType.U64, end, call.argument(0) + number.end());
    }
    return number.bits();
  }
}
