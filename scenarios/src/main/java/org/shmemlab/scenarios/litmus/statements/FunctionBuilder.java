package org.shmemlab.scenarios.litmus.statements;

import java.util.List;
import java.util.function.Supplier;
import org.shmemlab.model.program.CodeBuilder;

/** Builds the code of one function, and resolves its words at the current place. */
final class FunctionBuilder {
  private final CompilationUnit unit;
  private final boolean onDevice;
  private CodeBuilder code;
  private VariableScope scope;

  /**
   * A function without statements.
   *
   * @param onDevice whether a device thread runs it, else the host
   */
  FunctionBuilder(CompilationUnit unit, CodeBuilder code, boolean onDevice) {
    this.unit = unit;
    this.code = code;
    this.onDevice = onDevice;
    this.scope = new VariableScope(unit.words());
  }

  CompilationUnit unit() {
    return unit;
  }

  boolean onDevice() {
    return onDevice;
  }

  CodeBuilder code() {
    return code;
  }

  VariableScope scope() {
    return scope;
  }

  Conversions conversions() {
    return new Conversions(code);
  }

  /** The value of an expression; the code for it is thrown away. */
  <T> T dry(Supplier<T> evaluation) {
    CodeBuilder real = code;
    code = new CodeBuilder("", false, List.of(), real.line());
    try {
      return evaluation.get();
    } finally {
      code = real;
    }
  }

  /** Something with names of its own. */
  void inBlock(Runnable body) {
    VariableScope outer = scope;
    scope = new VariableScope(outer);
    body.run();
    scope = outer;
  }
}
