package org.shmemlab.scenarios.frontend.ptxmodule;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Signature;
import org.shmemlab.scenarios.frontend.ptxmodule.PtxModule.Targets;

/** Finds what a name stands for in the block that uses it, or in those around it. */
final class PtxNames {
  private final Deque<Scope> scopes = new ArrayDeque<>();
  private int made;

  /** A name of a function's body. */
  sealed interface Meaning {}

  /**
   * A register.
   *
   * @param place the variable of LLVM that holds its value
   */
  record Register(String place, PtxType type) implements Meaning {}

  /**
   * A parameter or variable in memory of the thread.
   *
   * @param place its address in LLVM
   * @param type of a variable of one value
   */
  record Memory(String place, PtxType type, boolean isArray, long bytes, int align)
      implements Meaning {}

  /**
   * A variable outside of the thread's own memory.
   *
   * @param address as an integer
   */
  record Elsewhere(String address) implements Meaning {}

  /**
   * A label.
   *
   * @param block the block of LLVM that begins there
   */
  record Target(String block) implements Meaning {}

  /** Labels of an indirect branch. */
  record Several(Targets targets) implements Meaning {}

  /** The type of functions that are called by their address. */
  record Callee(Signature type) implements Meaning {}

  private record Family(PtxType type, int count) {}

  private static final class Scope {
    private final Map<String, Meaning> names = new HashMap<>();
    private final Map<String, Family> families = new HashMap<>();
  }

  void enter() {
    scopes.push(new Scope());
  }

  void leave() {
    scopes.pop();
  }

  void define(PtxToken name, Meaning meaning) {
    define(name.text(), meaning);
  }

  /** Gives a name its meaning in the innermost block. */
  void define(String name, Meaning meaning) {
    scopes.element().names.put(name, meaning);
  }

  /** Declares registers: one, or as many as a family has. */
  void registers(String name, PtxType type, int count) {
    scopes.element().families.put(name, new Family(type, count));
  }

  /** A name of LLVM that no other has. */
  String fresh(String name) {
    return "%" + LlvmTypes.quoted(name + "." + made++);
  }

  /** The meaning of a name, or null. */
  @Nullable Meaning find(String name) {
    int digits = name.length();
    while (digits > 0 && Character.isDigit(name.charAt(digits - 1))) {
      digits--;
    }
    for (Scope scope : scopes) {
      Meaning known = scope.names.get(name);
      if (known != null) {
        return known;
      }
      Family alone = scope.families.get(name);
      if (alone != null && alone.count == 0) {
        return register(scope, name, alone.type);
      }
      if (digits < name.length() && name.length() - digits < 9) {
        Family family = scope.families.get(name.substring(0, digits));
        if (family != null && Integer.parseInt(name.substring(digits)) < family.count) {
          return register(scope, name, family.type);
        }
      }
    }
    return null;
  }

  private Register register(Scope scope, String name, PtxType type) {
    Register register = new Register(fresh(name), type);
    scope.names.put(name, register);
    return register;
  }
}
