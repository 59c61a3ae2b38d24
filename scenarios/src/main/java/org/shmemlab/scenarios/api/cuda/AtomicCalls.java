package org.shmemlab.scenarios.api.cuda;

import com.google.common.base.Ascii;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.scenarios.api.catalogue.ApiType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;

/**
 * Lowers family {@code atomic}: CUDA's read-modify-write functions on memory that loads and stores
 * reach.
 *
 * <p>Source: CUDA C++ Programming Guide, section "Atomic Functions".
 */
public final class AtomicCalls implements CallLowering {
  @Override
  public int lower(CallSite site) {
    ApiType element = site.function().result();
    if (!element.isScalar() || element.register().bytes() < 4) {
      throw site.error(site.function().name() + " does not work on " + element);
    }
    AtomicOp op = AtomicOp.valueOf(Ascii.toUpperCase(site.function().action()));
    ScalarType type = element.register();
    boolean swap = op == AtomicOp.COMPARE_SWAP;
    int dst = site.code().register();
    site.code()
        .emit(
            new Instruction.Atomic(
                op,
                type,
                reach(site),
                dst,
                site.argument(0),
                site.argument(swap ? 2 : 1),
                swap ? site.argument(1) : Instruction.NO_REGISTER));
    return dst;
  }

  /** How far a call's order reaches: its GPU, unless its name says otherwise. */
  static ThreadScope reach(CallSite site) {
    String scope = site.function().attribute("scope");
    return scope.isEmpty() ? ThreadScope.DEVICE : ThreadScope.valueOf(Ascii.toUpperCase(scope));
  }
}
