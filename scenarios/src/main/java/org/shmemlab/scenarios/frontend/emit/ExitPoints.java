package org.shmemlab.scenarios.frontend.emit;

import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Service;
import org.shmemlab.scenarios.source.Diagnostic;

/** Where a thread or the whole program ends in the middle of a function. */
public final class ExitPoints {
  private final FunctionCode f;

  public ExitPoints(FunctionCode f) {
    this.f = f;
  }

  /** Says once that a construct is not known, and lets the program fail where it is reached. */
  public void unknown(String construct) {
    String text = construct.replaceFirst("^" + Diagnostic.GAP, "");
    f.diagnostics().warning(f.code().line(), Diagnostic.GAP + text);
    fails(Service.NOT_SUPPORTED, text);
  }

  /** Lets the program fail here. */
  public void fails(String message) {
    fails(Service.FAIL, message);
  }

  private void fails(Service service, String message) {
    long text = f.program().literal(message, f.code().line());
    ends(service, f.code().constant(text));
  }

  /** Ends the thread of the grid. */
  public void exit() {
    ends(Service.GRID_THREAD_EXIT);
  }

  private void ends(Service service, int... arguments) {
    f.ask(service, arguments);
    f.code().emit(new Instruction.Return(Instruction.NO_REGISTER)); // where no way leads on
  }
}
