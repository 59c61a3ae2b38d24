package org.shmemlab.scenarios.frontend.ir;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/** Lowers the jumps from one block of a function to another. */
final class Jumps {
  private final FunctionValues f;
  private final Llvm llvm;
  private final Map<Long, CodeBuilder.Label> labels = new HashMap<>();

  /**
   * @param blocks those that control can reach
   */
  Jumps(FunctionValues f, List<Long> blocks) {
    this.f = f;
    this.llvm = f.llvm();
    for (long block : blocks) {
      labels.put(block, f.code().label());
    }
  }

  /** Says that a block begins here. */
  void place(long block) {
    f.code().place(label(block));
  }

  private CodeBuilder.Label label(long block) {
    CodeBuilder.Label label = labels.get(block);
    if (label == null) {
      throw new NotSupported("a jump that depends on a value");
    }
    return label;
  }

  /** A jump, or one of two. */
  void branch(long block, long i) {
    if (llvm.successors.of(i) == 1) {
      go(block, llvm.successor.of(i, 0));
      return;
    }
    int condition = f.register(f.operand(i, 0));
    long yes = llvm.successor.of(i, 0);
    long no = llvm.successor.of(i, 1);
    if (!hasPhi(yes) && !hasPhi(no)) {
      f.code().branch(condition, label(yes), label(no));
      return;
    }
    CodeBuilder.Label toYes = hasPhi(yes) ? f.code().label() : label(yes);
    CodeBuilder.Label toNo = hasPhi(no) ? f.code().label() : label(no);
    f.code().branch(condition, toYes, toNo);
    if (hasPhi(yes)) {
      f.code().place(toYes);
      go(block, yes);
    }
    if (hasPhi(no)) {
      f.code().place(toNo);
      go(block, no);
    }
  }

  /** One of many, by a number. */
  void choice(long block, long i) {
    long value = f.operand(i, 0);
    int tested = f.register(value);
    for (int k = 2; k < llvm.operands.of(i); k += 2) {
      int wanted = f.register(f.operand(i, k));
      int same = f.binary(BinaryOp.EQ, ScalarType.I64, tested, wanted);
      CodeBuilder.Label hit = f.code().label();
      CodeBuilder.Label next = f.code().label();
      f.code().branch(same, hit, next);
      f.code().place(hit);
      go(block, llvm.valueAsBlock.of(f.operand(i, k + 1)));
      f.code().place(next);
    }
    go(block, llvm.switchDefault.of(i));
  }

  private boolean hasPhi(long block) {
    return llvm.opcode.of(llvm.firstInstruction.of(block)) == Opcode.PHI;
  }

  /**
   * Jumps to a block: the values that its phi instructions take from this block are moved all at
   * once.
   */
  void go(long from, long to) {
    List<Instruction.Move> moves = new ArrayList<>();
    for (long i = llvm.firstInstruction.of(to);
        i != 0 && llvm.opcode.of(i) == Opcode.PHI;
        i = llvm.nextInstruction.of(i)) {
      int[] phi = f.registers(i);
      int[] value = f.registers(incoming(i, from));
      for (int k = 0; k < phi.length; k++) {
        if (phi[k] != value[k]) {
          moves.add(new Instruction.Move(phi[k], value[k]));
        }
      }
    }
    moveAll(moves);
    f.code().jump(label(to));
  }

  private long incoming(long phi, long from) {
    for (int k = 0; k < llvm.incoming.of(phi); k++) {
      if (llvm.incomingBlock.of(phi, k) == from) {
        return llvm.incomingValue.of(phi, k);
      }
    }
    throw new IllegalStateException("a phi without a value for one of its edges");
  }

  /** Moves as if all sources were read before any target is written. */
  private void moveAll(List<Instruction.Move> moves) {
    List<Instruction.Move> open = new ArrayList<>(moves);
    while (!open.isEmpty()) {
      List<Instruction.Move> free = open.stream().filter(move -> isFree(move, open)).toList();
      free.forEach(f.code()::emit);
      open.removeAll(free);
      if (free.isEmpty()) { // a circle: put one source aside
        int first = open.getFirst().src();
        int aside = f.code().register();
        f.code().emit(new Instruction.Move(aside, first));
        open.replaceAll(
            move -> move.src() == first ? new Instruction.Move(move.dst(), aside) : move);
      }
    }
  }

  /** Whether no other move reads the destination of a move. */
  private static boolean isFree(Instruction.Move move, List<Instruction.Move> open) {
    return open.stream().noneMatch(other -> other.dst() != move.dst() && other.src() == move.dst());
  }
}
