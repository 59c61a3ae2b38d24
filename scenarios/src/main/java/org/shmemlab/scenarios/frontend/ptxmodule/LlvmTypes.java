package org.shmemlab.scenarios.frontend.ptxmodule;

import java.util.StringJoiner;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Signature;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Variable;

/** Writes names, addresses and the types of functions in LLVM's notation. */
final class LlvmTypes {
  private LlvmTypes() {}

  /** A name as LLVM has it. */
  static String quoted(String name) {
    return "\"" + name + "\"";
  }

  static int space(String name) {
    return switch (name) {
      case "shared" -> 3;
      case "const" -> 4;
      default -> 1;
    };
  }

  static String address(String name, String space) {
    return "ptrtoint (ptr addrspace(" + space(space) + ") @" + quoted(name) + " to i64)";
  }

  /** The type of functions, as a call of one by its address needs it. */
  static String type(Signature signature) {
    StringJoiner parameters = new StringJoiner(", ", " (", ")");
    signature.parameters().forEach(p -> parameters.add(p.isArray() ? "ptr" : p.type().llvm()));
    return result(signature) + parameters;
  }

  /** The type of a function's result. */
  static String result(Signature signature) {
    if (signature.results().isEmpty()) {
      return "void";
    }
    Variable one = signature.results().get(0);
    return one.isArray() ? words(one) : one.type().llvm();
  }

  /** A structure as numbers as large as its alignment lets them be. */
  static String words(Variable structure) {
    int word = Math.min(8, structure.alignment());
    while (structure.bytes() % word != 0) {
      word /= 2;
    }
    return "[" + structure.bytes() / word + " x i" + 8 * word + "]";
  }

  /**
   * The parameters of a function in parentheses.
   *
   * @param named whether each has a name, {@code %a0} and so on
   */
  static String parameters(Signature signature, boolean named) {
    StringJoiner all = new StringJoiner(", ", "(", ")");
    for (int i = 0; i < signature.parameters().size(); i++) {
      all.add(parameter(signature.parameters().get(i)) + (named ? " %a" + i : ""));
    }
    return all.toString();
  }

  /** The type of a parameter; of a structure, that of its address. */
  static String parameter(Variable parameter) {
    return parameter.isArray()
        ? "ptr byval([" + parameter.bytes() + " x i8]) align " + parameter.alignment()
        : parameter.type().llvm();
  }
}
