package org.shmemlab.scenarios.api;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Objects;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.runtime.CallRegistry;

/**
 * Lowers family {@code external}: the calls that {@link CallRegistry} registers, by their symbols.
 */
final class ExternalCalls implements CallLowering {
  @Override
  public int lower(CallSite site) {
    ImmutableIntArray.Builder arguments = ImmutableIntArray.builder();
    for (int i = 0; i < site.argumentCount(); i++) {
      arguments.add(site.argument(i));
    }
    int dst = site.function().result().isVoid() ? Instruction.NO_REGISTER : site.code().register();
    site.code()
        .emit(
            new Instruction.Invoke(
                Objects.requireNonNull(CallRegistry.declared(site.function().action())).call(),
                dst,
                arguments.build()));
    return dst;
  }
}
