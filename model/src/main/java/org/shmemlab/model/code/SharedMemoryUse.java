package org.shmemlab.model.code;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;
import java.util.List;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.program.Variable;

/**
 * Finds the static shared memory of each kernel: the variables whose addresses are constants of
 * code that the kernel may reach. A kernel that calls through a pointer may use all of them.
 */
public final class SharedMemoryUse {
  private static final int UNKNOWN = -1;

  private final Code[] codes;
  private final int[] sizes; // by the index of the object
  private final int[] known; // by kernel

  SharedMemoryUse(Program program, Code[] codes) {
    this.codes = codes;
    List<Integer> shared =
        program.variables().stream()
            .filter(variable -> variable.storage() == Variable.Storage.SHARED)
            .map(Variable::bytes)
            .toList();
    this.sizes = new int[shared.size() + 1]; // indices begin with 1
    for (int i = 0; i < shared.size(); i++) {
      sizes[i + 1] = shared.get(i);
    }
    this.known = new int[codes.length];
    Arrays.fill(known, UNKNOWN);
  }

  /** Bytes that a block of a kernel has without its dynamic part. */
  public int bytes(int kernel) {
    int bytes = known[kernel];
    if (bytes == UNKNOWN) {
      bytes = variables(kernel).stream().map(index -> sizes[index]).sum();
      known[kernel] = bytes; // every thread computes the same value
    }
    return bytes;
  }

  private BitSet variables(int kernel) {
    BitSet used = new BitSet();
    BitSet seen = new BitSet();
    Deque<Integer> open = new ArrayDeque<>();
    open.add(kernel);
    seen.set(kernel);
    while (!open.isEmpty()) {
      for (Instruction instruction : codes[open.remove()].body) {
        switch (instruction) {
          case Instruction.Const constant -> note(used, constant.bits());
          case Instruction.Call call -> {
            if (!seen.get(call.function())) {
              seen.set(call.function());
              open.add(call.function());
            }
          }
          case Instruction.CallIndirect _ -> used.set(1, sizes.length);
          default -> {}
        }
      }
    }
    return used;
  }

  private void note(BitSet used, long bits) {
    int index = Address.index(bits);
    if (Address.space(bits) == Space.SHARED && index < sizes.length) {
      used.set(index);
    }
  }
}
