package org.shmemlab.scenarios.litmus.statements;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Resolves the variables that a block can name. */
final class VariableScope {
  /** Where a variable lives. */
  sealed interface Symbol {}

  record InRegister(Type type, int register, boolean constant) implements Symbol {}

  record InSlot(Type type, int slot, boolean constant, boolean isVolatile) implements Symbol {}

  /** A symmetric word. */
  record AtAddress(Type type, long address) implements Symbol {}

  private final @Nullable VariableScope outer;
  private final Map<String, Symbol> symbols = new HashMap<>();

  VariableScope(@Nullable VariableScope outer) {
    this.outer = outer;
  }

  void declare(int line, String name, Symbol symbol) {
    if (symbols.putIfAbsent(name, symbol) != null) {
      throw new StatementError(line, "redeclaration of '" + name + "'");
    }
  }

  @Nullable Symbol find(String name) {
    Symbol found = symbols.get(name);
    return found == null && outer != null ? outer.find(name) : found;
  }
}
