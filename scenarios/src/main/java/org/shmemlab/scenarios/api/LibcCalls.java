package org.shmemlab.scenarios.api;

import com.google.common.base.Ascii;
import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Service;

/** Family {@code libc}: each call is the service of the same name. */
final class LibcCalls implements CallLowering {
  private static final int STDOUT = 1;

  @Override
  public int lower(CallSite site) {
    String action = site.function().action();
    return switch (action) {
      case "ignored" -> ignored(site);
      case "putchar" -> {
        ImmutableIntArray arguments =
            ImmutableIntArray.of(site.argument(0), site.code().constant(STDOUT));
        yield invoke(site, Service.FPUTC, arguments);
      }
      case "time" -> time(site);
      default -> invoke(site, Service.valueOf(Ascii.toUpperCase(action)), all(site));
    };
  }

  private static ImmutableIntArray all(CallSite site) {
    ImmutableIntArray.Builder arguments = ImmutableIntArray.builder();
    for (int i = 0; i < site.argumentCount(); i++) {
      arguments.add(site.argument(i));
    }
    return arguments.build();
  }

  private static int invoke(CallSite site, Service service, ImmutableIntArray arguments) {
    int dst = site.function().result().isVoid() ? Instruction.NO_REGISTER : site.code().register();
    site.code().emit(new Instruction.Invoke(service, dst, arguments));
    return dst;
  }

  /** A call without an effect here: buffering, sleeping. */
  private static int ignored(CallSite site) {
    return site.function().result().isVoid() ? Instruction.NO_REGISTER : site.code().constant(0);
  }

  /** {@code time(p)} stores its result where p is not null. */
  private static int time(CallSite site) {
    var code = site.code();
    int now = invoke(site, Service.TIME, ImmutableIntArray.of());
    var store = code.label();
    var end = code.label();
    code.branch(site.argument(0), store, end);
    code.place(store);
    code.emit(new Instruction.Store(ScalarType.I64, site.argument(0), 0, now, false));
    code.place(end);
    return now;
  }
}
