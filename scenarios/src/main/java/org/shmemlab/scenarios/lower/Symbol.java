package org.shmemlab.scenarios.lower;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.scenarios.types.CType;

/** What an ordinary name stands for. */
sealed interface Symbol permits FunctionSet, Symbol.Named {

  /** A name that is no function. */
  sealed interface Named extends Symbol {}

  /** A typedef or template type parameter. */
  record TypeName(CType type) implements Named {}

  /** An enumerator, a template value parameter, a constant variable's value. */
  record ConstantName(CType type, long bits) implements Named {}

  /** A local variable in a register. */
  record InRegister(CType type, int register) implements Named {}

  /** A local variable in a slot of the frame. */
  record InSlot(CType type, int slot) implements Named {}

  /** An object whose address is in a register: an aggregate parameter, a reference. */
  record AtAddress(CType type, int register) implements Named {}

  /**
   * A variable with an address of its own from the start.
   *
   * @param constant its value if it is a constant scalar, else null
   */
  record Static(CType type, long address, Storage storage, @Nullable Long constant)
      implements Named {}

  /** {@code threadIdx} and its like. */
  record Identity(CType type, SpecialRegister x) implements Named {}

  /** A name whose declaration was wrong: every use of it is a consequence. */
  record Broken() implements Named {}
}
