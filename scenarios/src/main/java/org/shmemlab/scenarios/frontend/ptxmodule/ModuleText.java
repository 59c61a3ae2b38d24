package org.shmemlab.scenarios.frontend.ptxmodule;

import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Alias;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Function;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Linkage;

/** Writes a module in LLVM's notation (LLVM Language Reference; NVPTX Usage Guide). */
final class ModuleText {
  private static final String TARGET =
      """
      target datalayout = "e-i64:64-i128:128-v16:16-v32:32-n16:32:64"
      target triple = "nvptx64-nvidia-cuda"
      """;

  private final PtxModule module;
  private final PtxLines lines;
  private final PtxSymbols symbols;

  ModuleText(PtxModule module, PtxLines lines) {
    this.module = module;
    this.lines = lines;
    this.symbols = new PtxSymbols(module);
  }

  String write() {
    VariableText variables = new VariableText(symbols);
    symbols.variables().forEach(variable -> variables.add(variable, variable.name()));
    StringBuilder out = new StringBuilder();
    module.aliases().forEach(alias -> alias(alias, out));
    for (Function function : symbols.functions()) {
      if (function.body() != null) {
        new FunctionText(symbols, variables, lines, function).write(out);
      } else if (!isAlias(function)) {
        declare(function, out);
      }
    }
    return TARGET + variables.text() + out + lines.text();
  }

  private boolean isAlias(Function function) {
    return module.aliases().stream().anyMatch(a -> a.name().text().equals(function.name()));
  }

  private void alias(Alias alias, StringBuilder out) {
    Function function = symbols.function(alias.name().text());
    if (function != null) {
      out.append('@')
          .append(LlvmTypes.quoted(alias.name().text()))
          .append(" = alias ")
          .append(LlvmTypes.type(function.type()))
          .append(", ptr @")
          .append(LlvmTypes.quoted(alias.function().text()))
          .append('\n');
    }
  }

  private static void declare(Function function, StringBuilder out) {
    out.append("declare ")
        .append(function.linkage() == Linkage.WEAK ? "extern_weak " : "")
        .append(LlvmTypes.result(function.type()))
        .append(" @")
        .append(LlvmTypes.quoted(function.name()))
        .append(LlvmTypes.parameters(function.type(), false))
        .append('\n');
  }
}
