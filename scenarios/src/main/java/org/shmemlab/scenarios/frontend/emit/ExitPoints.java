package org.shmemlab.scenarios.frontend.emit;

import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.scenarios.runtime.cuda.CudaLaunches;
import org.shmemlab.scenarios.runtime.libc.CProcess;

/** Emits the points in the middle of a function at which a thread or the whole program ends. */
public final class ExitPoints {
  private final FunctionCode f;

  public ExitPoints(FunctionCode f) {
    this.f = f;
  }

  /** Says once that a construct is not known, and lets the program fail where it is reached. */
  public void unknown(NotSupported gap) {
    f.diagnostics().warning(f.code().line(), gap.warning());
    fails(CProcess.NOT_SUPPORTED, gap.reached());
  }

  /** The same of a construct by its text. */
  public void unknown(String construct) {
    unknown(new NotSupported(construct));
  }

  /** Lets the program fail here. */
  public void fails(String message) {
    fails(CProcess.FAIL, message);
  }

  private void fails(ExternalCall external, String message) {
    long text = f.program().literal(message, f.code().line());
    ends(external, f.code().constant(text));
  }

  /** Ends the thread of the grid. */
  public void exit() {
    ends(CudaLaunches.GRID_THREAD_EXIT);
  }

  private void ends(ExternalCall external, int... arguments) {
    f.ask(external, arguments);
    f.code().emit(new Instruction.Return(Instruction.NO_REGISTER)); // where no way leads on
  }
}
