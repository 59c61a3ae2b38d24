package org.shmemlab.scenarios.api.shmem;

import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.api.lowering.CallLowering;
import org.shmemlab.scenarios.api.lowering.CallSite;
import org.shmemlab.scenarios.api.lowering.Emission;

/**
 * Lowers family {@code tma}: the shared memory that a block lends to the library, so that its puts
 * over NVLink may be bulk copies. The calls order nothing: which puts are bulk copies is up to the
 * transport.
 *
 * <p>Sources: NVSHMEM 3.7 API, "Using TMA with NVSHMEM"; the amounts, nvshmemx_defines.h of 3.8.
 * The documents of 3.7 have one thread of a block call, that header all of them; either is
 * accepted.
 */
public final class SharedMemoryCalls implements CallLowering {
  private static final int RECOMMENDED_BYTES = 64 << 10;
  private static final int MINIMUM_BYTES = 32 << 10;
  private static final int MINIMUM = 1; // NVSHMEMX_SMEM_MINIMUM

  @Override
  public int lower(CallSite site) {
    return switch (site.function().action()) {
      case "ask" -> bytes(new Emission(site.code()), site.argument(0));
      case "give", "release" -> Instruction.NO_REGISTER;
      default -> throw site.error("not supported yet: " + site.function().name());
    };
  }

  /** The space for barriers alone, of which no text gives the size, counts as the minimum. */
  private static int bytes(Emission emit, int amount) {
    int least = emit.binary(BinaryOp.GE, ScalarType.U32, amount, emit.constant(MINIMUM));
    return emit.choose(
        least, () -> emit.constant(MINIMUM_BYTES), () -> emit.constant(RECOMMENDED_BYTES));
  }
}
