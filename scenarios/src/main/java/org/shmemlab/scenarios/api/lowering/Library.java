package org.shmemlab.scenarios.api.lowering;

import com.google.common.primitives.ImmutableIntArray;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.Element;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.scenarios.api.catalogue.ApiFunction;

/** Emits the parts that calls of NVSHMEM and OpenSHMEM share. */
public final class Library {
  /** {@code NVSHMEM_TEAM_INVALID} and {@code SHMEM_TEAM_INVALID} of the shipped headers. */
  public static final int TEAM_INVALID = -1;

  /** The result of a call that reports a failure for which the library has no number. */
  public static final int FAILURE = -1;

  /** {@code NVSHMEMX_ERROR_INVALID_VALUE}. */
  public static final int INVALID_VALUE = 1;

  private Library() {}

  /** Whose call it is. {@code start_pes} and its like are OpenSHMEM's. */
  public static Family family(ApiFunction function) {
    boolean ofGpus =
        function.name().startsWith("nvshmem") || function.name().startsWith("__shmemlab_nccl");
    return ofGpus ? Family.NVSHMEM : Family.OPENSHMEM;
  }

  /** The threads that make the call together. */
  public static CallScope scope(ApiFunction function) {
    return switch (function.attribute("scope")) {
      case "warp" -> CallScope.WARP;
      case "block" -> CallScope.BLOCK;
      default -> CallScope.THREAD;
    };
  }

  /** The result of a call that reports success: a status of 0, or none if it is void. */
  public static int success(CallSite site) {
    return site.function().result().isVoid() ? Instruction.NO_REGISTER : site.code().constant(0);
  }

  /** The PEs of the call meet; a register with the result. */
  public static int meet(CallSite site, MeetingKind kind, int... arguments) {
    return meet(site, kind, null, null, arguments);
  }

  /** The PEs of the call meet over data; a register with the result. */
  public static int meet(
      CallSite site,
      MeetingKind kind,
      @Nullable Element element,
      @Nullable ReduceOp operator,
      int... arguments) {
    ApiFunction function = site.function();
    return new Emission(site.code())
        .meet(
            new Instruction.Arrive(
                kind,
                family(function),
                element,
                operator,
                scope(function),
                ImmutableIntArray.copyOf(arguments)));
  }

  /** Completes the caller's operations, on all contexts but the user's own. */
  public static void quiet(CallSite site) {
    site.code().emit(new Instruction.Quiet(Instruction.NO_REGISTER));
  }
}
