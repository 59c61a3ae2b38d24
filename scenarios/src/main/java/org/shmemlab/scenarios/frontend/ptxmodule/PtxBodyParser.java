package org.shmemlab.scenarios.frontend.ptxmodule;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Block;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Call;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Guard;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Instruction;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Label;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Linkage;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Location;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Prototype;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Registers;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Signature;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Spot;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Statement;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Targets;

/** Parses the body of a function (PTX ISA, "Statements"). */
final class PtxBodyParser {
  /** More registers of one family than any function has. */
  private static final int MOST_REGISTERS = 1 << 24;

  private final PtxTokens tokens;
  private final PtxToken function;
  private final PtxVariables variables;

  /**
   * @param function the name of the function, for messages
   */
  PtxBodyParser(PtxTokens tokens, PtxToken function) {
    this.tokens = tokens;
    this.function = function;
    this.variables = new PtxVariables(tokens);
  }

  /** A block, from its brace to the one that ends it. */
  Block block() {
    tokens.expect("{");
    ImmutableList.Builder<Statement> statements = ImmutableList.builder();
    while (!tokens.takes("}")) {
      statement(statements);
    }
    return new Block(statements.build());
  }

  private void statement(ImmutableList.Builder<Statement> out) {
    PtxToken first = tokens.peek();
    switch (first.text()) {
      case ";" -> tokens.take();
      case "{" -> out.add(block());
      case ".reg" -> out.add(registers());
      case ".local", ".param", ".shared", ".global", ".const" ->
          out.addAll(variables.statement(Linkage.INTERNAL));
      case ".loc" -> out.add(location());
      case ".pragma" -> {
        tokens.take();
        tokens.take();
        tokens.expect(";");
      }
      case "@" -> {
        tokens.take();
        boolean negated = tokens.takes("!");
        instruction(new Guard(tokens.name(), negated), out);
      }
      default -> {
        if (first.kind() == PtxToken.Kind.END) {
          throw first.error(
              "the file ends within the function '"
                  + function.text()
                  + "' of line "
                  + function.line());
        }
        if (first.text().startsWith(".")) {
          throw first.error("the directive " + first.shown() + " in a function");
        }
        labelOrInstruction(out);
      }
    }
  }

  private Registers registers() {
    tokens.take();
    PtxToken type = tokens.take();
    if (type.is(".v2") || type.is(".v4")) {
      throw type.error("vectors of registers");
    }
    Map<String, Integer> families = new LinkedHashMap<>();
    do {
      PtxToken name = tokens.name();
      int count = 0;
      if (tokens.takes("<")) {
        PtxToken place = tokens.peek();
        count = tokens.count();
        if (count > MOST_REGISTERS) {
          throw place.error(count + " registers");
        }
        tokens.expect(">");
      }
      families.put(name.text(), count);
    } while (tokens.takes(","));
    tokens.expect(";");
    return new Registers(PtxType.of(type), ImmutableMap.copyOf(families));
  }

  private Location location() {
    tokens.take();
    Spot spot = spot();
    Spot inlinedAt = null;
    while (tokens.takes(",")) {
      PtxToken word = tokens.name();
      if (word.is("inlined_at")) {
        inlinedAt = spot();
      } else if (word.is("function_name")) {
        tokens.name();
        if (tokens.takes("+")) {
          tokens.number();
        }
      } else {
        throw word.error("expected function_name or inlined_at, found " + word.shown());
      }
    }
    return new Location(spot, inlinedAt);
  }

  private Spot spot() {
    return new Spot(tokens.count(), tokens.count(), tokens.count());
  }

  private void labelOrInstruction(ImmutableList.Builder<Statement> out) {
    PtxToken first = tokens.peek();
    if (!first.isWord()) {
      throw first.error("expected an instruction, found " + first.shown());
    }
    tokens.take();
    if (!tokens.takes(":")) {
      instruction(null, first, out);
      return;
    }
    switch (tokens.peek().text()) {
      case ".branchtargets", ".calltargets" -> {
        tokens.take();
        out.add(new Targets(first, names()));
      }
      case ".callprototype" -> {
        tokens.take();
        out.add(new Prototype(first, prototype()));
      }
      default -> out.add(new Label(first));
    }
  }

  private ImmutableList<PtxToken> names() {
    ImmutableList.Builder<PtxToken> names = ImmutableList.builder();
    do {
      names.add(tokens.name());
    } while (tokens.takes(","));
    tokens.expect(";");
    return names.build();
  }

  private Signature prototype() {
    ImmutableList<PtxModule.Variable> results =
        tokens.peek().is("(") ? variables.parameters() : ImmutableList.of();
    tokens.name();
    ImmutableList<PtxModule.Variable> parameters =
        tokens.peek().is("(") ? variables.parameters() : ImmutableList.of();
    while (!tokens.takes(";")) { // .noreturn and the like
      if (tokens.take().kind() == PtxToken.Kind.END) {
        throw tokens.peek().error("the file ends within a prototype");
      }
    }
    return new Signature(results, parameters);
  }

  // ---------------------------------------------------------------- instructions

  private void instruction(Guard guard, ImmutableList.Builder<Statement> out) {
    PtxToken opcode = tokens.take();
    if (!opcode.isWord() || opcode.text().startsWith(".")) {
      throw opcode.error("expected an instruction, found " + opcode.shown());
    }
    instruction(guard, opcode, out);
  }

  private void instruction(
      @Nullable Guard guard, PtxToken opcode, ImmutableList.Builder<Statement> out) {
    if (opcode.text().equals("call") || opcode.text().startsWith("call.")) {
      out.add(call(guard, opcode));
      return;
    }
    ImmutableList.Builder<ImmutableList<PtxToken>> operands = ImmutableList.builder();
    List<PtxToken> operand = new ArrayList<>();
    int open = 0;
    while (open > 0 || !tokens.peek().is(";")) {
      PtxToken next = tokens.take();
      boolean endsEarly =
          next.kind() == PtxToken.Kind.END
              || next.is(";")
              || (next.isWord() && next.text().startsWith("."))
              || (next.is("}") && open == 0);
      if (endsEarly) {
        throw next.error(
            "expected ';' after '"
                + opcode.text()
                + "' of line "
                + opcode.line()
                + ", found "
                + next.shown());
      }
      open += next.is("{") || next.is("[") || next.is("(") ? 1 : 0;
      open -= next.is("}") || next.is("]") || next.is(")") ? 1 : 0;
      if (open == 0 && next.is(",")) {
        operands.add(ImmutableList.copyOf(operand));
        operand.clear();
      } else {
        operand.add(next);
      }
    }
    tokens.take();
    if (!operand.isEmpty()) {
      operands.add(ImmutableList.copyOf(operand));
    }
    out.add(new Instruction(guard, opcode, operands.build()));
  }

  private Call call(@Nullable Guard guard, PtxToken place) {
    ImmutableList<PtxToken> results = ImmutableList.of();
    if (tokens.peek().is("(")) {
      results = list();
      tokens.expect(",");
    }
    PtxToken callee = tokens.name();
    ImmutableList<PtxToken> arguments = ImmutableList.of();
    PtxToken prototype = null;
    if (tokens.takes(",")) {
      if (tokens.peek().is("(")) {
        arguments = list();
        if (tokens.takes(",")) {
          prototype = tokens.name();
        }
      } else {
        prototype = tokens.name();
      }
    }
    tokens.expect(";");
    return new Call(guard, place, results, callee, arguments, prototype);
  }

  private ImmutableList<PtxToken> list() {
    tokens.expect("(");
    ImmutableList.Builder<PtxToken> names = ImmutableList.builder();
    while (!tokens.takes(")")) {
      PtxToken next = tokens.take();
      if (!next.isWord() && next.kind() != PtxToken.Kind.NUMBER) {
        throw next.error("expected the name of a parameter, found " + next.shown());
      }
      names.add(next);
      if (!tokens.takes(",")) {
        tokens.expect(")");
        break;
      }
    }
    return names.build();
  }
}
