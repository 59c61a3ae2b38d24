package org.shmemlab.scenarios.frontend.ptxmodule;

import com.google.common.collect.ImmutableList;
import java.util.StringJoiner;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Call;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Function;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Signature;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Variable;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Callee;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Memory;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Register;

/** Writes calls, whose arguments and results are parameters in memory (PTX ISA, "call"). */
final class PtxCalls {
  private final PtxSymbols symbols;
  private final PtxOperandText operands;
  private final PtxCode code;

  PtxCalls(PtxSymbols symbols, PtxOperandText operands) {
    this.symbols = symbols;
    this.operands = operands;
    this.code = operands.code();
  }

  void lower(Call call) {
    PtxToken callee = call.callee();
    Register register = operands.register(callee);
    Signature type = register == null ? function(callee).type() : prototype(call);
    String target =
        register == null
            ? "@" + LlvmTypes.quoted(callee.text())
            : code.value("inttoptr i64 " + operands.read(register) + " to ptr");
    count(call, callee, call.arguments(), type.parameters(), "arguments");
    count(call, callee, call.results(), type.results(), "results");
    StringJoiner arguments = new StringJoiner(", ", "(", ")");
    for (int i = 0; i < call.arguments().size(); i++) {
      arguments.add(argument(call, i, type.parameters().get(i)));
    }
    String text = "call " + LlvmTypes.type(type) + " " + target + arguments;
    if (type.results().isEmpty()) {
      code.add(text);
      return;
    }
    String value = code.value(text);
    Variable result = type.results().get(0);
    Memory memory = memory(call, call.results().get(0), result, "the result of");
    boolean isOne = !result.isArray() && !memory.isArray();
    PtxType held = isOne ? memory.type() : result.type();
    String converted = isOne ? operands.convert(value, result.type(), held, false) : value;
    String resultType = isOne ? held.llvm() : LlvmTypes.result(type);
    code.add("store " + resultType + " " + converted + ", ptr " + memory.place());
  }

  private Function function(PtxToken callee) {
    Function function = symbols.function(callee.text());
    if (function == null) {
      throw callee.error("the function '" + callee.text() + "' is not declared");
    }
    if (function.kernel()) {
      throw callee.error("'" + callee.text() + "' is a kernel, which code of devices cannot call");
    }
    return function;
  }

  private Signature prototype(Call call) {
    PtxToken name = call.prototype();
    if (name == null) {
      throw call.callee().error("a call by an address needs a prototype");
    }
    if (operands.names().find(name.text()) instanceof Callee(Signature type)) {
      return type;
    }
    Function function = symbols.function(name.text());
    if (function == null) {
      throw name.error("there is no prototype " + name.shown());
    }
    return function.type();
  }

  private static void count(
      Call call,
      PtxToken callee,
      ImmutableList<PtxToken> given,
      ImmutableList<Variable> wanted,
      String what) {
    if (given.size() != wanted.size()) {
      throw call.place()
          .error(
              "'%s' has %d %s, this call %d"
                  .formatted(callee.text(), wanted.size(), what, given.size()));
    }
  }

  private Memory memory(Call call, PtxToken name, Variable wanted, String what) {
    if (!(operands.names().find(name.text()) instanceof Memory memory)) {
      throw name.error("'" + name.text() + "' is no parameter that is declared here");
    }
    if (memory.bytes() != wanted.bytes()) {
      throw name.error(
          "%s '%s' has %d bytes, '%s' has %d"
              .formatted(what, call.callee().text(), wanted.bytes(), name.text(), memory.bytes()));
    }
    return memory;
  }

  private String argument(Call call, int index, Variable wanted) {
    PtxToken name = call.arguments().get(index);
    Memory memory = memory(call, name, wanted, "parameter " + (index + 1) + " of");
    if (wanted.isArray()) {
      return LlvmTypes.parameter(wanted) + " " + memory.place();
    }
    PtxType held = memory.isArray() ? wanted.type().integer() : memory.type();
    String value = code.value("load " + held.llvm() + ", ptr " + memory.place());
    return wanted.type().llvm() + " " + operands.convert(value, held, wanted.type(), false);
  }
}
