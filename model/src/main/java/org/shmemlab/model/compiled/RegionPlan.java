package org.shmemlab.model.compiled;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.Deque;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SpecialRegister;

/**
 * Finds the instructions of one region: those that an entry leads to by computation, plain loads
 * and plain stores alone, in blocks that are executed as a whole.
 */
final class RegionPlan {
  // The JVM compiles no method of more than 8,000 bytes; these are generous estimates.
  private static final int MOST_BYTES = 7_000;
  private static final int REGISTER_BYTES = 16;
  private static final int COMPUTATION_BYTES = 14;
  private static final int ACCESS_BYTES = 42;

  /** Fewer instructions at a time are executed faster by the interpreter. */
  static final int LEAST_WORTH = 8;

  private final Instruction[] body;
  private final int entry;
  private final BitSet members = new BitSet();
  private final BitSet leaders = new BitSet();
  private final BitSet used = new BitSet();
  private final BitSet written = new BitSet();

  /** The region of an entry, as far as it fits into a method. */
  RegionPlan(Instruction[] body, int entry) {
    this.body = body;
    this.entry = entry;
    gather();
  }

  /** Where the region begins. */
  int entry() {
    return entry;
  }

  /** The instruction at an index. */
  Instruction at(int pc) {
    return body[pc];
  }

  /** The instructions of the region. Not to be changed. */
  BitSet members() {
    return members;
  }

  /** Those that begin a block, and others that the region leads to. Not to be changed. */
  BitSet leaders() {
    return leaders;
  }

  /** Registers that are read or written. Not to be changed. */
  BitSet used() {
    return used;
  }

  /** Registers that are written. Not to be changed. */
  BitSet written() {
    return written;
  }

  private void gather() {
    int bytes = 0;
    Deque<Integer> open = new ArrayDeque<>();
    open.add(entry);
    leaders.set(entry);
    while (!open.isEmpty()) {
      int pc = open.remove();
      if (members.get(pc) || !isOwn(body[pc])) {
        continue;
      }
      bytes += bytes(body[pc]);
      if (bytes + REGISTER_BYTES * used.cardinality() > MOST_BYTES) {
        return;
      }
      members.set(pc);
      body[pc].operands().forEach(used::set);
      if (body[pc].dst() >= 0) {
        used.set(body[pc].dst());
        written.set(body[pc].dst());
      }
      body[pc]
          .successors(pc)
          .forEach(next -> {
            if (isJump(body[pc])) {
              leaders.set(next);
            }
            open.add(next);
          });
    }
  }

  /** Whether the region can execute enough at a time to be worth its start. */
  boolean isWorthwhile() {
    return members.cardinality() >= LEAST_WORTH;
  }

  /** Where the block that begins at an instruction ends: one past its last instruction. */
  int end(int leader) {
    int pc = leader;
    while (!isJump(body[pc]) && members.get(pc + 1) && !leaders.get(pc + 1)) {
      pc++;
    }
    return pc + 1;
  }

  /** Whether an instruction asks for a coordinate of a device thread. */
  boolean asksForCoordinates() {
    return members.stream().anyMatch(pc -> body[pc] instanceof Instruction.Special);
  }

  private static boolean isJump(Instruction instruction) {
    return instruction instanceof Instruction.Jump || instruction instanceof Instruction.Branch;
  }

  private static boolean isOwn(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Special special -> isCoordinate(special.register());
      case Instruction.Binary binary -> OperatorWriter.isArithmetic(binary);
      case Instruction.Computation _,
          Instruction.Jump _,
          Instruction.Branch _,
          Instruction.Load _,
          Instruction.Store _ ->
          true;
      default -> false;
    };
  }

  private static boolean isCoordinate(SpecialRegister register) {
    return switch (register) {
      case MY_PE, N_PES, CLOCK, GLOBAL_TIMER -> false;
      default -> true;
    };
  }

  private static int bytes(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load _, Instruction.Store _ -> ACCESS_BYTES;
      case Instruction.Binary binary when binary.type().floating() -> 2 * COMPUTATION_BYTES;
      case Instruction.Binary _, Instruction.Const _, Instruction.Move _ -> COMPUTATION_BYTES;
      default -> 2 * COMPUTATION_BYTES;
    };
  }
}
