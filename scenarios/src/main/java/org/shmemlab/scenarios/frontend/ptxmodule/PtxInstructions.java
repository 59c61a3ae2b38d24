package org.shmemlab.scenarios.frontend.ptxmodule;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Instruction;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Memory;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Register;

/**
 * Writes instructions that neither branch nor call: loads and stores of parameters as LLVM's own,
 * all others as inline PTX with their registers as operands.
 */
final class PtxInstructions {
  /** Instructions whose first operand is read. */
  private static final ImmutableSet<String> WITHOUT_RESULT =
      ImmutableSet.of(
          "bar", "barrier", "nanosleep", "setmaxnreg", "pmevent", "wgmma", "tcgen05", "cp");

  private final PtxOperandText operands;
  private final PtxCode code;

  PtxInstructions(PtxOperandText operands) {
    this.operands = operands;
    this.code = operands.code();
  }

  /** The name of an instruction without modifiers. */
  String name(Instruction instruction) {
    String opcode = instruction.opcode().text();
    int dot = opcode.indexOf('.');
    return dot < 0 ? opcode : opcode.substring(0, dot);
  }

  /** An operand that is one word. */
  PtxToken word(Instruction instruction, int index) {
    ImmutableList<PtxToken> tokens = operand(instruction, index);
    if (tokens.size() != 1 || !tokens.get(0).isWord()) {
      throw tokens.get(0).error("expected a name, found " + tokens.get(0).shown());
    }
    return tokens.get(0);
  }

  private static ImmutableList<PtxToken> operand(Instruction instruction, int index) {
    if (index >= instruction.operands().size() || instruction.operands().get(index).isEmpty()) {
      throw instruction
          .opcode()
          .error("'" + instruction.opcode().text() + "' lacks operand " + (index + 1));
    }
    return instruction.operands().get(index);
  }

  /** The value of a predicate. */
  String predicate(PtxToken name) {
    return value(name, PtxType.of(name, "pred"));
  }

  /** The value of a register of a type. */
  String value(PtxToken name, PtxType type) {
    Register register = operands.register(name);
    if (register == null) {
      throw name.error("there is no register " + name.shown());
    }
    if (register.type().bits() != type.bits()) {
      throw name.error(
          "the register %s has %d bits, not %d"
              .formatted(name.shown(), register.type().bits(), type.bits()));
    }
    return operands.read(register);
  }

  void lower(Instruction instruction) {
    Parameter parameter = parameter(instruction);
    if (parameter == null) {
      inline(instruction);
    } else if (name(instruction).equals("ld")) {
      load(instruction, parameter);
    } else {
      store(instruction, parameter);
    }
  }

  // ---------------------------------------------------------------- parameters

  /** A parameter that is loaded or stored, and the distance from its start. */
  private record Parameter(PtxToken name, Memory memory, long offset) {}

  private @Nullable Parameter parameter(Instruction instruction) {
    String opcode = instruction.opcode().text();
    boolean load = opcode.startsWith("ld.param");
    if (!load && !opcode.startsWith("st.param")) {
      return null;
    }
    ImmutableList<PtxToken> address = operand(instruction, load ? 1 : 0);
    if (address.size() < 3 || !(operands.names().find(address.get(1).text()) instanceof Memory m)) {
      return null;
    }
    long offset = 0;
    if (address.size() == 5 && address.get(2).is("+")) {
      offset = PtxNumbers.integer(address.get(3));
    } else if (address.size() != 3) {
      return null;
    }
    return new Parameter(address.get(1), m, offset);
  }

  private static PtxType type(Instruction instruction) {
    String opcode = instruction.opcode().text();
    return PtxType.of(instruction.opcode(), opcode.substring(opcode.lastIndexOf('.') + 1));
  }

  private static boolean isSigned(Instruction instruction) {
    String opcode = instruction.opcode().text();
    return opcode.startsWith("s", opcode.lastIndexOf('.') + 1);
  }

  /** The elements of a vector, or the one operand that is none; without marks. */
  private static List<ImmutableList<PtxToken>> elements(ImmutableList<PtxToken> operand) {
    if (!operand.get(0).is("{")) {
      return List.of(operand);
    }
    List<ImmutableList<PtxToken>> elements = new ArrayList<>();
    ImmutableList.Builder<PtxToken> element = ImmutableList.builder();
    for (PtxToken token : operand.subList(1, operand.size())) {
      if (token.is(",") || token.is("}")) {
        elements.add(element.build());
        element = ImmutableList.builder();
      } else {
        element.add(token);
      }
    }
    return elements;
  }

  private void checkExtent(Parameter parameter, long offset, PtxType type) {
    if (offset < 0 || offset + type.bytes() > parameter.memory.bytes()) {
      throw parameter.name.error(
          "%d bytes at byte %d of '%s', which has %d"
              .formatted(type.bytes(), offset, parameter.name.text(), parameter.memory.bytes()));
    }
  }

  private static boolean isWhole(Memory memory, long offset, PtxType type) {
    return !memory.isArray() && offset == 0 && memory.type().bits() == type.bits();
  }

  private void load(Instruction instruction, Parameter parameter) {
    PtxType type = type(instruction);
    long offset = parameter.offset;
    Memory memory = parameter.memory;
    for (ImmutableList<PtxToken> element : elements(operand(instruction, 0))) {
      checkExtent(parameter, offset, type);
      PtxType held = isWhole(memory, offset, type) ? memory.type() : type.integer();
      String value = code.value("load " + held.llvm() + ", ptr " + operands.place(memory, offset));
      PtxToken target = element.get(0);
      Register register = operands.register(target);
      if (register != null) {
        operands.write(
            register, operands.convert(value, held, register.type(), isSigned(instruction)));
      } else if (!target.is("_")) {
        throw target.error("there is no register " + target.shown());
      }
      offset += type.bytes();
    }
  }

  private void store(Instruction instruction, Parameter parameter) {
    PtxType type = type(instruction);
    long offset = parameter.offset;
    Memory memory = parameter.memory;
    for (ImmutableList<PtxToken> element : elements(operand(instruction, 1))) {
      checkExtent(parameter, offset, type);
      PtxType held = isWhole(memory, offset, type) ? memory.type() : type.integer();
      String value = source(element, type, held);
      code.add("store " + held.llvm() + " " + value + ", ptr " + operands.place(memory, offset));
      offset += type.bytes();
    }
  }

  private String source(ImmutableList<PtxToken> tokens, PtxType type, PtxType held) {
    PtxToken last = tokens.get(tokens.size() - 1);
    if (last.kind() == PtxToken.Kind.NUMBER) {
      long bits = PtxNumbers.bits(last, type, tokens.get(0).is("-"));
      return operands.convert(String.valueOf(bits), type.integer(), held, false);
    }
    Register register = operands.register(last);
    if (register != null) {
      return operands.convert(operands.read(register), register.type(), held, false);
    }
    if (PtxOperandText.isSpecial(last.text())) {
      throw last.error("the special register " + last.shown() + " as an argument");
    }
    return operands.convert(operands.address(last), PtxType.ADDRESS, held, false);
  }

  // ---------------------------------------------------------------- inline PTX

  private boolean hasResult(Instruction instruction) {
    if (instruction.operands().isEmpty() || instruction.operands().get(0).isEmpty()) {
      return false;
    }
    return !instruction.operands().get(0).get(0).is("[")
        && (!WITHOUT_RESULT.contains(name(instruction))
            || Splitter.on('.').splitToList(instruction.opcode().text()).contains("red"));
  }

  private void inline(Instruction instruction) {
    boolean hasResult = hasResult(instruction);
    List<Register> results = new ArrayList<>();
    if (hasResult) {
      for (PtxToken token : instruction.operands().get(0)) {
        Register register = operands.register(token);
        if (register != null) {
          results.add(register);
        } else if (token.isWord() && !token.is("_")) {
          throw token.error("there is no register " + token.shown());
        }
      }
    }
    Inputs inputs = new Inputs(results.size());
    StringBuilder text = new StringBuilder(instruction.opcode().text());
    int written = 0;
    for (int i = 0; i < instruction.operands().size(); i++) {
      text.append(i == 0 ? " " : ", ");
      for (PtxToken token : instruction.operands().get(i)) {
        boolean isResult = i == 0 && hasResult && operands.register(token) != null;
        text.append(isResult ? "$" + written++ : inputs.add(token));
      }
    }
    text.append(';');
    StringJoiner types = new StringJoiner(", ", "{", "}");
    results.forEach(result -> types.add(result.type().llvm()));
    String type =
        switch (results.size()) {
          case 0 -> "void";
          case 1 -> results.get(0).type().llvm();
          default -> types.toString();
        };
    String call =
        "call %s asm sideeffect \"%s\", \"%s\"(%s)"
            .formatted(type, text, inputs.constraints, inputs.values);
    if (results.isEmpty()) {
      code.add(call);
      return;
    }
    String value = code.value(call);
    for (int i = 0; i < results.size(); i++) {
      operands.write(
          results.get(i),
          results.size() == 1
              ? value
              : code.value("extractvalue " + type + " " + value + ", " + i));
    }
  }

  /** The operands of a statement that are read. */
  private final class Inputs {
    private final StringJoiner constraints = new StringJoiner(",");
    private final StringJoiner values = new StringJoiner(", ");
    private int next;

    Inputs(int results) {
      for (int i = 0; i < results; i++) {
        constraints.add("=r");
      }
      next = results;
    }

    /** The text of a token: where it is a name, that of the operand with its value. */
    String add(PtxToken token) {
      if (!token.isWord() || token.text().startsWith(".")) {
        return token.text();
      }
      Register register = operands.register(token);
      if (register == null && PtxOperandText.isSpecial(token.text())) {
        return token.text();
      }
      constraints.add("r");
      values.add(
          register != null
              ? register.type().llvm() + " " + operands.read(register)
              : "i64 " + operands.address(token));
      return "$" + next++;
    }
  }
}
