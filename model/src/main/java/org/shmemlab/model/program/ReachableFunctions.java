package org.shmemlab.model.program;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;

/** Finds the functions of a program that may be called, if it starts in one of them. */
final class ReachableFunctions {
  private static final int ADDRESS_BYTES = 8;

  private final Program program;
  private final BitSet reached = new BitSet();
  private final Deque<Integer> open = new ArrayDeque<>();

  private ReachableFunctions(Program program) {
    this.program = program;
  }

  /**
   * Their indices: those that are called, and those whose address is a constant of such a function
   * or stands in a variable.
   *
   * @param start index of the function in which the program starts
   */
  static BitSet from(Program program, int start) {
    ReachableFunctions functions = new ReachableFunctions(program);
    functions.reach(start);
    program.variables().forEach(variable -> functions.addresses(variable.image()));
    while (!functions.open.isEmpty()) {
      program.functions().get(functions.open.remove()).body().forEach(functions::follow);
    }
    return functions.reached;
  }

  private void follow(Instruction instruction) {
    switch (instruction) {
      case Instruction.Call call -> reach(call.function());
      case Instruction.Enqueue task -> reach(task.function());
      case Instruction.Const constant -> address(constant.bits());
      default -> {}
    }
  }

  private void addresses(ImmutableIntArray image) {
    for (int at = 0; at + ADDRESS_BYTES <= image.length(); at += ADDRESS_BYTES) {
      long word = 0;
      for (int i = ADDRESS_BYTES - 1; i >= 0; i--) {
        word = word << Byte.SIZE | image.get(at + i);
      }
      address(word);
    }
  }

  // A number that equals an address by chance reaches a function too many, which does no harm.
  private void address(long word) {
    if (Address.space(word) == Space.FUNCTION && Address.index(word) < program.functions().size()) {
      reach(Address.index(word));
    }
  }

  private void reach(int function) {
    if (!reached.get(function)) {
      reached.set(function);
      open.add(function);
    }
  }
}
