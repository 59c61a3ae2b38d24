package org.shmemlab.scenarios.frontend.ptxmodule;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import org.jspecify.annotations.Nullable;

/**
 * A module of PTX as data.
 *
 * @param files the paths of sources, by the numbers that {@code .loc} has
 */
record PtxModule(
    ImmutableMap<Integer, String> files,
    ImmutableList<Variable> variables,
    ImmutableList<Function> functions,
    ImmutableList<Alias> aliases) {

  /** How other modules see a name (PTX ISA, "Linking Directives"). */
  enum Linkage {
    /** Defined for this module alone. */
    INTERNAL,
    VISIBLE,
    WEAK,
    COMMON,
    /** Declared: defined elsewhere. */
    EXTERN
  }

  /**
   * A variable, or a parameter.
   *
   * @param space its state space: global, const, shared, local or param
   * @param elements of an array; -1 for none, 0 where the length is open
   * @param align in bytes, 0 where the type decides
   * @param initial its first values
   * @param managed whether the host reaches it, too
   * @param place of its name
   */
  record Variable(
      Linkage linkage,
      String space,
      PtxType type,
      int elements,
      int align,
      ImmutableList<Initial> initial,
      boolean managed,
      PtxToken place)
      implements Statement {
    String name() {
      return place.text();
    }

    boolean isArray() {
      return elements >= 0;
    }

    long bytes() {
      return (long) type.bytes() * Math.max(1, elements);
    }

    int alignment() {
      return align > 0 ? align : type.bytes();
    }
  }

  /** A first value. */
  sealed interface Initial {}

  /** A number. */
  record Bits(long bits) implements Initial {}

  /**
   * An address.
   *
   * @param generic whether it is that of the generic state space
   */
  record AddressOf(PtxToken name, long offset, boolean generic) implements Initial {}

  /**
   * A function or kernel.
   *
   * @param body null where it is declared only
   */
  record Function(
      Linkage linkage, boolean kernel, PtxToken place, Signature type, @Nullable Block body) {
    String name() {
      return place.text();
    }
  }

  /**
   * The type of a function.
   *
   * @param results at most one
   */
  record Signature(ImmutableList<Variable> results, ImmutableList<Variable> parameters) {}

  /** Another name of a function. */
  record Alias(PtxToken name, PtxToken function) {}

  // ---------------------------------------------------------------- bodies

  /** A part of a function's body. */
  sealed interface Statement
      permits Variable, Block, Label, Registers, Location, Instruction, Call, Targets, Prototype {}

  /** Statements with names of their own. */
  record Block(ImmutableList<Statement> statements) implements Statement {}

  /** A place that branches go to. */
  record Label(PtxToken name) implements Statement {}

  /**
   * Registers of one type.
   *
   * @param families how many there are of each name that stands before a number; 0 for one register
   *     of just that name
   */
  record Registers(PtxType type, ImmutableMap<String, Integer> families) implements Statement {}

  /**
   * The line of the source that what follows comes from.
   *
   * @param inlinedAt the place of the call that was replaced by it, where it was
   */
  record Location(Spot spot, @Nullable Spot inlinedAt) implements Statement {
    /** The place in the source of the function itself. */
    Spot ofFunction() {
      return inlinedAt == null ? spot : inlinedAt;
    }
  }

  /** A place in a source. */
  record Spot(int file, int line, int column) {}

  /**
   * A predicate that an instruction depends on.
   *
   * @param negated whether it must not hold
   */
  record Guard(PtxToken register, boolean negated) {}

  /**
   * An instruction.
   *
   * @param opcode its name with all modifiers
   * @param operands the tokens of each
   */
  record Instruction(
      @Nullable Guard guard, PtxToken opcode, ImmutableList<ImmutableList<PtxToken>> operands)
      implements Statement {}

  /**
   * A call.
   *
   * @param callee a function, or the register with its address
   * @param prototype the name of its type, where the callee is a register
   */
  record Call(
      @Nullable Guard guard,
      PtxToken place,
      ImmutableList<PtxToken> results,
      PtxToken callee,
      ImmutableList<PtxToken> arguments,
      @Nullable PtxToken prototype)
      implements Statement {}

  /** The targets of an indirect branch, or the functions that a call may reach. */
  record Targets(PtxToken name, ImmutableList<PtxToken> labels) implements Statement {}

  /** The type of functions that are called by their address. */
  record Prototype(PtxToken name, Signature type) implements Statement {}
}
