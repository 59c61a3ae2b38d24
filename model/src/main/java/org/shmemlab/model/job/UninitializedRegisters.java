package org.shmemlab.model.job;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.Uninitialized;

/**
 * Tracks the registers of an agent that hold bits without a value. An agent has this only while
 * there are some.
 */
public final class UninitializedRegisters {
  private @Nullable Uninitialized[] registers;
  private int count;

  UninitializedRegisters() {
    this.registers = new Uninitialized[8];
  }

  private UninitializedRegisters(UninitializedRegisters other) {
    this.registers = other.registers.clone();
    this.count = other.count;
  }

  UninitializedRegisters copy() {
    return new UninitializedRegisters(this);
  }

  boolean isEmpty() {
    return count == 0;
  }

  /** The bits of a register, counted from the agent's first; null where all hold a value. */
  @Nullable Uninitialized of(int register) {
    return register < registers.length ? registers[register] : null;
  }

  void put(int register, @Nullable Uninitialized unset) {
    if (register >= registers.length) {
      if (unset == null) {
        return;
      }
      registers = Arrays.copyOf(registers, Math.max(register + 1, 2 * registers.length));
    }
    count += (unset == null ? 0 : 1) - (registers[register] == null ? 0 : 1);
    registers[register] = unset;
  }

  /** A function is entered: its parameters are the arguments, its other registers are not used. */
  public void enter(int callerBase, ImmutableIntArray arguments, int base, int top) {
    leave(base, top);
    for (int i = 0; i < arguments.length(); i++) {
      put(base + i, of(callerBase + arguments.get(i)));
    }
  }

  /** Forgets the registers of a function that has returned. */
  public void leave(int base, int top) {
    for (int register = base; register < Math.min(top, registers.length); register++) {
      put(register, null);
    }
  }
}
