package org.shmemlab.scenarios.runtime;

import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.ScalarType;

/** C's conversions of text to numbers (ISO C 17, 7.22.1). */
final class CNumbers {
  private static final int DECIMAL = 10;

  long strtol(ServiceCall call) {
    int base = call.intArgument(2);
    return NumberText.isBase(base)
        ? finish(call, NumberText.signed(CText.read(call, call.argument(0)), base))
        : 0; // EINVAL: glibc leaves the end pointer alone
  }

  long strtoul(ServiceCall call) {
    int base = call.intArgument(2);
    return NumberText.isBase(base)
        ? finish(call, NumberText.unsigned(CText.read(call, call.argument(0)), base))
        : 0;
  }

  long strtod(ServiceCall call) {
    return finish(call, NumberText.floating(CText.read(call, call.argument(0))));
  }

  long atoi(ServiceCall call) {
    return (int) atol(call);
  }

  long atol(ServiceCall call) {
    return NumberText.signed(CText.read(call, call.argument(0)), DECIMAL).bits();
  }

  long atof(ServiceCall call) {
    return NumberText.floating(CText.read(call, call.argument(0))).bits();
  }

  private static long finish(ServiceCall call, NumberText number) {
    long end = call.argument(1);
    if (end != Address.NULL) {
      call.store(ScalarType.U64, end, call.argument(0) + number.end());
    }
    return number.bits();
  }
}
