package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.conformance.axiomatic.Path.Condition;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;

/** Tracks one path through an agent's code: its registers, and its actions so far. */
final class PathState {
  int pc;
  final @Nullable SymbolicValue[] registers;
  final @Nullable SymbolicValue[] slots;
  final List<Action> actions = new ArrayList<>();
  final ImmutableListMultimap.Builder<Integer, Integer> needs = ImmutableListMultimap.builder();
  final Map<Integer, Integer> late = new HashMap<>(); // register to the action that fills it
  final List<Integer> needed = new ArrayList<>();
  final List<Condition> conditions = new ArrayList<>();
  final int[] visits;
  int reads;
  boolean split; // its ways are open, and it is none of them

  PathState(AgentCode code) {
    registers = new SymbolicValue[code.registers()];
    slots = new SymbolicValue[code.slots().size()];
    visits = new int[code.body().size()];
  }

  PathState(PathState other) {
    pc = other.pc;
    registers = other.registers.clone();
    slots = other.slots.clone();
    actions.addAll(other.actions);
    needs.putAll(other.needs.build());
    late.putAll(other.late);
    needed.addAll(other.needed);
    conditions.addAll(other.conditions);
    visits = other.visits.clone();
    reads = other.reads;
  }

  void act(Action action) {
    needs.putAll(actions.size(), needed);
    needed.clear();
    actions.add(action);
  }

  Path path(boolean stuck) {
    return new Path(
        ImmutableList.copyOf(actions), needs.build(), ImmutableList.copyOf(conditions), stuck);
  }

  // ---------------------------------------------------------------- registers and variables

  void set(int register, SymbolicValue value) {
    if (register >= 0) {
      registers[register] = value;
    }
  }

  SymbolicValue get(int register) {
    SymbolicValue value = registers[register];
    if (value == null) {
      throw new BeyondAxioms("a register without a value");
    }
    return value;
  }

  SymbolicValue optional(int register) {
    return register == Instruction.NO_REGISTER ? new SymbolicValue.Const(0) : get(register);
  }

  long constant(int register) {
    if (get(register) instanceof SymbolicValue.Const(long bits)) {
      return bits;
    }
    throw new BeyondAxioms("a PE, address or length that was read");
  }

  long stride(int register) {
    return register == Instruction.NO_REGISTER ? 1 : constant(register);
  }

  int context(int register) {
    return register == Instruction.NO_REGISTER ? 0 : (int) constant(register);
  }

  long address(int register) {
    long address = constant(register);
    return switch (Address.space(address)) {
      case SYMMETRIC, PRIVATE -> address;
      case NONE, FUNCTION, CONSTANT, PEER, SHARED, LOCAL ->
          throw new BeyondAxioms(
              "an operand that is neither symmetric nor a variable of the program");
    };
  }

  SymbolicValue slot(long address) {
    checkSlot(address);
    SymbolicValue held = slots[Address.index(address) - 1];
    if (held == null) {
      throw new BeyondAxioms("a variable without a first value");
    }
    return held;
  }

  void checkSlot(long address) {
    if (Address.offset(address) != 0 || Address.index(address) > slots.length) {
      throw new BeyondAxioms("an array of an agent's own");
    }
  }
}
