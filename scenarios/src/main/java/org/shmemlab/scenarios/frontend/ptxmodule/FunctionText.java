package org.shmemlab.scenarios.frontend.ptxmodule;

import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Block;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Call;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Function;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Guard;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Instruction;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Label;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Location;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Prototype;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Registers;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Statement;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Targets;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Variable;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Callee;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Elsewhere;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Memory;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Several;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Target;

/**
 * Writes a function in LLVM's notation: its registers and parameters are variables, which LLVM puts
 * into registers of its own, its branches and calls are LLVM's, and all other instructions inline
 * PTX.
 */
final class FunctionText {
  private final VariableText variables;
  private final PtxLines lines;
  private final Function function;
  private final PtxCode code;
  private final PtxNames names;
  private final PtxInstructions instructions;
  private final PtxCalls calls;
  private final boolean hasLocations;

  FunctionText(PtxSymbols symbols, VariableText variables, PtxLines lines, Function function) {
    this.variables = variables;
    this.lines = lines;
    this.function = function;
    this.code = new PtxCode();
    this.names = new PtxNames();
    PtxOperandText operands = new PtxOperandText(symbols, names, code);
    this.instructions = new PtxInstructions(operands);
    this.calls = new PtxCalls(symbols, operands);
    this.hasLocations = function.body() != null && first(function.body()) != null;
  }

  private static @Nullable Location first(Block block) {
    for (Statement statement : block.statements()) {
      Location found =
          switch (statement) {
            case Location location when location.spot().line() > 0 -> location;
            case Block inner -> first(inner);
            default -> null;
          };
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  void write(StringBuilder out) {
    Block body = function.body();
    if (body == null) {
      throw new IllegalStateException("a declaration has no body");
    }
    Location first = first(body);
    int scope = lines.begin(function, first == null ? null : first.ofFunction());
    code.at(first == null ? lines.own(function.place()) : lines.at(first, function.place()));
    names.enter();
    parameters();
    block(body);
    if (code.isOpen()) {
      leave();
    }
    names.leave();
    String linkage =
        switch (function.linkage()) {
          case INTERNAL -> "internal ";
          case WEAK -> "weak ";
          default -> "";
        };
    out.append("define ")
        .append(linkage)
        .append(function.kernel() ? "ptx_kernel " : "")
        .append(LlvmTypes.result(function.type()))
        .append(" @")
        .append(LlvmTypes.quoted(function.name()))
        .append(LlvmTypes.parameters(function.type(), true))
        .append(" !dbg !")
        .append(scope)
        .append(" {\n");
    code.appendTo(out);
    out.append("}\n");
  }

  private void parameters() {
    int index = 0;
    for (Variable parameter : function.type().parameters()) {
      String given = "%a" + index++;
      if (parameter.isArray()) {
        names.define(parameter.place(), memory(parameter, given));
      } else {
        Memory own = local(parameter);
        names.define(parameter.place(), own);
        code.first("store " + parameter.type().llvm() + " " + given + ", ptr " + own.place());
      }
    }
    for (Variable result : function.type().results()) {
      names.define(result.place(), local(result));
    }
  }

  private static Memory memory(Variable variable, String place) {
    return new Memory(
        place, variable.type(), variable.isArray(), variable.bytes(), variable.alignment());
  }

  /** A new variable of the thread. */
  private Memory local(Variable variable) {
    String place = names.fresh(variable.name());
    if (variable.isArray()) {
      code.variable(place, "[" + variable.bytes() + " x i8], align " + variable.alignment());
    } else {
      code.variable(place, variable.type().llvm());
    }
    return memory(variable, place);
  }

  // ---------------------------------------------------------------- statements

  private void block(Block block) {
    names.enter();
    for (Statement statement : block.statements()) {
      switch (statement) {
        case Label label -> label(label.name());
        case Targets targets -> names.define(targets.name(), new Several(targets));
        case Prototype prototype -> names.define(prototype.name(), new Callee(prototype.type()));
        default -> {}
      }
    }
    for (Statement statement : block.statements()) {
      statement(statement);
    }
    names.leave();
  }

  private void label(PtxToken name) {
    names.define(name, new Target(names.fresh(name.text()).substring(1)));
  }

  private void statement(Statement statement) {
    switch (statement) {
      case Block inner -> block(inner);
      case Label label -> code.begin(target(label.name()));
      case Registers registers ->
          registers
              .families()
              .forEach((name, count) -> names.registers(name, registers.type(), count));
      case Variable variable -> variable(variable);
      case Location location -> {
        if (location.spot().line() > 0) { // a compiler's own code has the line 0
          code.at(lines.at(location, function.place()));
        }
      }
      case Instruction instruction -> {
        at(instruction.opcode());
        guarded(instruction);
      }
      case Call call -> {
        at(call.place());
        String after = guard(call.guard());
        calls.lower(call);
        end(after);
      }
      case Targets _, Prototype _ -> {}
    }
  }

  private void variable(Variable variable) {
    boolean ofThread = variable.space().equals("local") || variable.space().equals("param");
    names.define(
        variable.place(), ofThread ? local(variable) : new Elsewhere(variables.own(variable)));
  }

  private void at(PtxToken place) {
    if (!hasLocations) {
      code.at(lines.own(place));
    }
  }

  // ---------------------------------------------------------------- control

  private String target(PtxToken name) {
    if (names.find(name.text()) instanceof Target(String block)) {
      return block;
    }
    throw name.error("there is no label " + name.shown());
  }

  /** Begins what depends on a predicate; returns the block after it, or an empty text. */
  private String guard(@Nullable Guard guard) {
    if (guard == null) {
      return "";
    }
    String then = names.fresh("then").substring(1);
    String after = names.fresh("after").substring(1);
    branch(guard, then, after);
    code.begin(then);
    return after;
  }

  private void branch(Guard guard, String then, String after) {
    String holds = instructions.predicate(guard.register());
    code.end(
        "br i1 %s, label %%%s, label %%%s"
            .formatted(holds, guard.negated() ? after : then, guard.negated() ? then : after));
  }

  private void end(String after) {
    if (!after.isEmpty()) {
      code.begin(after);
    }
  }

  private void guarded(Instruction instruction) {
    Guard guard = instruction.guard();
    String name = instructions.name(instruction);
    if (guard != null && name.equals("bra")) {
      String after = names.fresh("after").substring(1);
      branch(guard, target(instructions.word(instruction, 0)), after);
      code.begin(after);
      return;
    }
    String after = guard(guard);
    switch (name) {
      case "bra" -> code.end("br label %" + target(instructions.word(instruction, 0)));
      case "brx" -> choice(instruction);
      case "ret" -> leave();
      case "exit", "trap" -> {
        instructions.lower(instruction);
        code.end("unreachable");
      }
      default -> instructions.lower(instruction);
    }
    end(after);
  }

  /** {@code brx.idx index, targets}. */
  private void choice(Instruction instruction) {
    PtxToken list = instructions.word(instruction, 1);
    if (!(names.find(list.text()) instanceof Several(Targets targets))) {
      throw list.error("there are no branch targets " + list.shown());
    }
    String index = instructions.value(instructions.word(instruction, 0), PtxType.of(list, "b32"));
    StringBuilder cases = new StringBuilder();
    for (int i = 0; i < targets.labels().size(); i++) {
      cases.append(" i32 %d, label %%%s".formatted(i, target(targets.labels().get(i))));
    }
    code.end(
        "switch i32 %s, label %%%s [%s ]".formatted(index, target(targets.labels().get(0)), cases));
  }

  private void leave() {
    if (function.type().results().isEmpty()) {
      code.end("ret void");
      return;
    }
    Variable result = function.type().results().get(0);
    if (!(names.find(result.name()) instanceof Memory memory)) {
      throw result.place().error("the result has the name of something else");
    }
    String type = LlvmTypes.result(function.type());
    String value = code.value("load " + type + ", ptr " + memory.place());
    code.end("ret " + type + " " + value);
  }
}
