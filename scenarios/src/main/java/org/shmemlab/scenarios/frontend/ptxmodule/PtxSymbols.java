package org.shmemlab.scenarios.frontend.ptxmodule;

import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Alias;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Function;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Linkage;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Variable;

/** Finds the functions and variables of a module by their names. */
final class PtxSymbols {
  private final Map<String, Function> functions = new LinkedHashMap<>();
  private final Map<String, Variable> variables = new LinkedHashMap<>();

  /**
   * @throws PtxError for a name that is defined twice
   */
  PtxSymbols(PtxModule module) {
    module.functions().forEach(this::add);
    module.variables().forEach(this::add);
    for (Alias alias : module.aliases()) {
      Function function = functions.get(alias.function().text());
      if (function == null || function.body() == null) {
        throw alias.function().error("'" + alias.function().text() + "' is not defined");
      }
      add(new Function(Linkage.EXTERN, false, alias.name(), function.type(), null));
    }
  }

  private void add(Function function) {
    Function before = functions.get(function.name());
    if (before == null || before.body() == null) {
      functions.put(function.name(), function);
    } else if (function.body() != null) {
      throw twice(function.place(), before.place());
    }
  }

  private void add(Variable variable) {
    Variable before = variables.get(variable.name());
    if (before == null || before.linkage() == Linkage.EXTERN) {
      variables.put(variable.name(), variable);
    } else if (variable.linkage() != Linkage.EXTERN) {
      throw twice(variable.place(), before.place());
    }
  }

  private static PtxError twice(PtxToken second, PtxToken first) {
    return second.error("'" + second.text() + "' is defined in line " + first.line() + ", too");
  }

  /** All functions; of one that is declared and defined, the definition. */
  Collection<Function> functions() {
    return functions.values();
  }

  /** All variables outside of functions. */
  Collection<Variable> variables() {
    return variables.values();
  }

  /** A function by its name, or null. */
  @Nullable Function function(String name) {
    return functions.get(name);
  }

  /** The address of a variable or function as an integer; null where nothing has that name. */
  @Nullable String address(String name) {
    Variable variable = variables.get(name);
    if (variable != null) {
      return LlvmTypes.address(name, variable.space());
    }
    return functions.containsKey(name)
        ? "ptrtoint (ptr @" + LlvmTypes.quoted(name) + " to i64)"
        : null;
  }
}
