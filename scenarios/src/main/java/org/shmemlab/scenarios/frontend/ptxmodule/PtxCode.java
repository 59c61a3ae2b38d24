package org.shmemlab.scenarios.frontend.ptxmodule;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxNames.Register;

/**
 * Collects the lines of one function in LLVM's notation.
 *
 * <p>A register of PTX is a variable of LLVM; within a block its last value is known by its name. A
 * register that is never read in another block than the one that writes it needs no variable.
 */
final class PtxCode {
  private final StringBuilder variables = new StringBuilder();
  private final StringBuilder first = new StringBuilder();
  private final List<Part> body = new ArrayList<>();
  private final Map<Register, String> known = new HashMap<>();
  private final Set<Register> loaded = new LinkedHashSet<>();
  private boolean open = true;
  private int values;
  private int unreached;
  private String line = "";

  /** Lines of the body. */
  private sealed interface Part {}

  private record Text(String line) implements Part {}

  private record Write(Register register, String value) implements Part {}

  /** Gives what follows a place: the number of a node of the debug information. */
  void at(int location) {
    line = ", !dbg !" + location + "\n";
  }

  /** Adds a variable of the function. */
  void variable(String name, String type) {
    variables.append(name).append(" = alloca ").append(type).append('\n');
  }

  /** Adds an instruction at the start of the function. */
  void first(String instruction) {
    first.append(instruction).append('\n');
  }

  /** Whether control can reach the next instruction. */
  boolean isOpen() {
    return open;
  }

  /** Begins a block, to which control falls through. */
  void begin(String block) {
    if (open) {
      end("br label %" + block);
    }
    body.add(new Text(block + ":\n"));
    known.clear();
    open = true;
  }

  /** Adds an instruction. */
  void add(String instruction) {
    if (!open) {
      begin("unreached" + unreached++);
    }
    body.add(new Text(instruction + line));
  }

  /** Adds an instruction that has a result; returns its name. */
  String value(String instruction) {
    String name = "%t" + values++;
    add(name + " = " + instruction);
    return name;
  }

  /** Adds the last instruction of a block. */
  void end(String instruction) {
    add(instruction);
    open = false;
  }

  /** The value of a register. */
  String read(Register register) {
    String value = known.get(register);
    if (value == null) {
      loaded.add(register);
      value = value("load " + register.type().llvm() + ", ptr " + register.place());
      known.put(register, value);
    }
    return value;
  }

  void write(Register register, String value) {
    known.put(register, value);
    body.add(new Write(register, value));
  }

  void appendTo(StringBuilder out) {
    loaded.forEach(register -> variable(register.place(), register.type().llvm()));
    out.append(variables).append(first).append("br label %body\nbody:\n");
    for (Part part : body) {
      switch (part) {
        case Text(String text) -> out.append(text);
        case Write(Register register, String value) -> {
          if (loaded.contains(register)) {
            out.append("store ")
                .append(register.type().llvm())
                .append(' ')
                .append(value)
                .append(", ptr ")
                .append(register.place())
                .append('\n');
          }
        }
      }
    }
  }
}
