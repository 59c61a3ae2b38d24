package org.shmemlab.scenarios.lower;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.scenarios.api.Prototype;
import org.shmemlab.scenarios.types.CType;
import org.shmemlab.scenarios.types.VoidType;

/** What an expression denotes. */
sealed interface Value {
  /** The type of the expression, qualifiers of objects included. */
  CType type();

  /** A scalar known now, in the register form of its type. */
  record Constant(CType type, long bits) implements Value {}

  /** A scalar in a register that holds nothing else. */
  record Computed(CType type, int register) implements Value {}

  /** A variable that lives in a register. */
  record Variable(CType type, int register) implements Value {}

  /**
   * An object in memory at base + offset.
   *
   * @param base a register, or {@link Instruction#NO_REGISTER} where offset is the whole address
   * @param temporary whether it is the result of an expression and may not be assigned to
   */
  record Place(CType type, int base, long offset, boolean temporary) implements Value {
    static Place at(CType type, int base, long offset) {
      return new Place(type, base, offset, false);
    }

    static Place absolute(CType type, long address) {
      return new Place(type, Instruction.NO_REGISTER, address, false);
    }

    /** Part of this object. */
    Place part(CType partType, long partOffset) {
      return new Place(partType, base, offset + partOffset, temporary);
    }
  }

  /** A function of the program, or several of one name, with template arguments if given. */
  record Code(FunctionSet functions, ImmutableList<TemplateArgument> arguments) implements Value {
    @Override
    public CType type() {
      return VoidType.VOID;
    }
  }

  /** A library function, with template arguments if given: {@code std::min<size_t>}. */
  record Library(
      String name, ImmutableList<Prototype> prototypes, ImmutableList<TemplateArgument> arguments)
      implements Value {
    @Override
    public CType type() {
      return VoidType.VOID;
    }
  }

  /** {@code threadIdx} and its like: a structure whose members are special registers. */
  record Identity(CType type, SpecialRegister x) implements Value {}

  /** No value. */
  record Nothing() implements Value {
    @Override
    public CType type() {
      return VoidType.VOID;
    }
  }
}
