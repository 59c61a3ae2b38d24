package org.shmemlab.scenarios.frontend.ptxmodule;

import java.util.StringJoiner;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.AddressOf;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Bits;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Initial;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Linkage;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Variable;

/** Writes variables outside of the threads' own memory, and their first values. */
final class VariableText {
  private final PtxSymbols symbols;
  private final StringBuilder out = new StringBuilder();
  private int ofFunctions;

  VariableText(PtxSymbols symbols) {
    this.symbols = symbols;
  }

  /** All that was written. */
  String text() {
    return out.toString();
  }

  /** Writes a variable that a function declares; returns its address as an integer. */
  String own(Variable variable) {
    String name = variable.name() + "." + ++ofFunctions;
    add(variable, name);
    return LlvmTypes.address(name, variable.space());
  }

  void add(Variable variable, String name) {
    PtxType type = variable.type().integer();
    String whole =
        variable.isArray() ? "[" + variable.elements() + " x " + type.llvm() + "]" : type.llvm();
    String linkage =
        switch (variable.linkage()) {
          case EXTERN -> "external ";
          case VISIBLE -> "";
          case WEAK -> "weak ";
          case COMMON -> "common ";
          case INTERNAL -> "internal ";
        };
    boolean isText = variable.linkage() == Linkage.INTERNAL && name.startsWith("$str");
    out.append('@')
        .append(LlvmTypes.quoted(name))
        .append(" = ")
        .append(isText ? "private " : linkage)
        .append("addrspace(")
        .append(LlvmTypes.space(variable.space()))
        .append(isText ? ") constant " : ") global ")
        .append(whole);
    if (variable.linkage() != Linkage.EXTERN) {
      out.append(' ').append(values(variable, type));
    }
    if (variable.managed()) {
      out.append(", section \".managed\"");
    }
    out.append(", align ").append(variable.alignment()).append('\n');
  }

  private String values(Variable variable, PtxType type) {
    if (variable.initial().isEmpty()) {
      return variable.space().equals("shared") ? "undef" : "zeroinitializer";
    }
    if (!variable.isArray()) {
      return value(variable.initial().get(0), type);
    }
    StringJoiner all = new StringJoiner(", ", "[", "]");
    for (Initial one : variable.initial()) {
      all.add(type.llvm() + " " + value(one, type));
    }
    for (int i = variable.initial().size(); i < variable.elements(); i++) {
      all.add(type.llvm() + " 0");
    }
    return all.toString();
  }

  private String value(Initial initial, PtxType type) {
    return switch (initial) {
      case Bits number ->
          String.valueOf(
              type.bits() < 64
                  ? number.bits() << (64 - type.bits()) >> (64 - type.bits())
                  : number.bits());
      case AddressOf of -> {
        String address = symbols.address(of.name().text());
        if (address == null) {
          throw of.name().error("'" + of.name().text() + "' is not declared");
        }
        yield of.offset() == 0 ? address : "add (i64 " + address + ", i64 " + of.offset() + ")";
      }
    };
  }
}
