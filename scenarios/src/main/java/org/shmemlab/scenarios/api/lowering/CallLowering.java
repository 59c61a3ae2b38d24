package org.shmemlab.scenarios.api.lowering;

/** Turns the calls of one family of operations into instructions. */
@FunctionalInterface
public interface CallLowering {
  /**
   * Emits a call.
   *
   * @return the register of its result in the form of the result's type, or {@link
   *     org.shmemlab.model.program.Instruction#NO_REGISTER} where the result is void
   */
  int lower(CallSite site);
}
