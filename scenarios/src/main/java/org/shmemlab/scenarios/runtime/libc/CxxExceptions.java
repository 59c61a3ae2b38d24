package org.shmemlab.scenarios.runtime.libc;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.interpreter.ServiceCall;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.CallTraits;
import org.shmemlab.scenarios.runtime.call.CHeader;
import org.shmemlab.scenarios.runtime.call.DeclaredCall;

/** Implements the unwinder that the Itanium C++ ABI leaves to a run-time system. */
public final class CxxExceptions {
  /**
   * Address of the table of the types caught here: follows a call at once; returns the exception
   * that ended the call, or 0 if it returned.
   */
  public static final RuntimeCall LANDING =
      RuntimeCall.of("__landing", CallTraits.of(CallTrait.LANDS_EXCEPTION), _ -> 0);

  /** Exception, not 0: ends the calls up to the next LANDING. */
  public static final RuntimeCall UNWIND = RuntimeCall.of("__unwind", CxxExceptions::unwind);

  /** The calls of the family that code of ours makes. */
  public static final ImmutableList<RuntimeCall> CALLS = ImmutableList.of(LANDING);

  private CxxExceptions() {}

  /** The calls of the family that programs make by these names. */
  public static final ImmutableList<DeclaredCall> DECLARED =
      ImmutableList.of(
          // returns the table of the LANDING so many calls up; 0 where no LANDING follows that
          // call, -1 where there is no such call
          CHeader.OWN.host(
              "long __unwind_catches(int calls)",
              call -> call.unwinding().catches(call.intArgument(0))),
          CHeader.OWN.host("void __unwind(void *exception)", UNWIND));

  private static long unwind(ServiceCall call) {
    call.unwinding().unwind(call.argument(0));
    return 0;
  }
}
