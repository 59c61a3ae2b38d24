package org.shmemlab.scenarios.frontend.ir;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.scenarios.frontend.emit.ExitPoints;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.llvm.Llvm;
import org.shmemlab.scenarios.frontend.llvm.Opcode;

/** Lowers the blocks of a function in order, each instruction by the class for its kind. */
final class FunctionBody {
  private final FunctionValues f;
  private final Llvm llvm;
  private final Results results;
  private final List<Long> blocks;
  private final Jumps jumps;
  private final Computations computations;
  private final Memory memory;
  private final Atomics atomics;
  private final Aggregates aggregates;
  private final CallInstructions calls;
  private final Exceptions exceptions;
  private final ExitPoints ends;

  /** How a function gives its result. */
  interface Results {
    /** Emits the return of a value; 0 stands for none. */
    void emit(long value);
  }

  FunctionBody(FunctionValues f, long function, Results results) {
    this.f = f;
    this.llvm = f.llvm();
    this.results = results;
    this.blocks = reachable(llvm.firstBlock.of(function));
    this.jumps = new Jumps(f, blocks);
    this.computations = new Computations(f);
    this.memory = new Memory(f);
    this.atomics = new Atomics(f);
    this.aggregates = new Aggregates(f);
    this.calls = new CallInstructions(f);
    this.exceptions = new Exceptions(f);
    this.ends = new ExitPoints(f);
  }

  /** The blocks that control can reach, in the order of the function. */
  private List<Long> reachable(long entry) {
    Set<Long> seen = new HashSet<>();
    Deque<Long> open = new ArrayDeque<>(List.of(entry));
    seen.add(entry);
    while (!open.isEmpty()) {
      long last = llvm.terminator.of(open.remove());
      int count = llvm.successors.of(last);
      for (int i = 0; i < count; i++) {
        long next = llvm.successor.of(last, i);
        if (seen.add(next)) {
          open.add(next);
        }
      }
    }
    List<Long> ordered = new ArrayList<>();
    for (long block = entry; block != 0; block = llvm.nextBlock.of(block)) {
      if (seen.contains(block)) {
        ordered.add(block);
      }
    }
    return ordered;
  }

  void lower() {
    for (long block : blocks) {
      jumps.place(block);
      for (long i = llvm.firstInstruction.of(block); i != 0; i = llvm.nextInstruction.of(i)) {
        f.side().lines().at(i, f.code());
        try {
          one(block, i);
        } catch (NotSupported gap) {
          if (!gap.isReported()) {
            unknown(i, gap);
          }
        }
      }
    }
  }

  private void one(long block, long i) {
    int opcode = llvm.opcode.of(i);
    switch (opcode) {
      case Opcode.RET -> results.emit(llvm.operands.of(i) == 0 ? 0 : f.operand(i, 0));
      case Opcode.BR -> jumps.branch(block, i);
      case Opcode.SWITCH -> jumps.choice(block, i);
      case Opcode.UNREACHABLE -> ends.fails("code that cannot be reached was reached");
      case Opcode.PHI -> f.registers(i);
      case Opcode.CALL -> call(i);
      case Opcode.INVOKE -> invoke(block, i);
      case Opcode.LANDING_PAD -> exceptions.select(i);
      case Opcode.RESUME -> exceptions.resume(f.registers(f.operand(i, 0))[0]);
      case Opcode.ALLOCA -> memory.alloca(i);
      case Opcode.LOAD -> memory.load(i);
      case Opcode.STORE -> memory.store(i);
      case Opcode.GEP -> memory.element(i);
      case Opcode.ADDRESS_SPACE_CAST -> memory.sameAddress(i);
      case Opcode.FENCE -> atomics.fence(i);
      case Opcode.COMPARE_EXCHANGE -> atomics.compareExchange(i);
      case Opcode.ATOMIC_RMW -> atomics.update(i);
      case Opcode.EXTRACT_ELEMENT -> aggregates.extractElement(i);
      case Opcode.INSERT_ELEMENT -> aggregates.insertElement(i);
      case Opcode.SHUFFLE -> aggregates.shuffle(i);
      case Opcode.EXTRACT_VALUE -> aggregates.extractValue(i);
      case Opcode.INSERT_VALUE -> aggregates.insertValue(i);
      default -> computations.lower(opcode, i);
    }
  }

  /** Reports once that an instruction is not known; its result is zero. */
  private void unknown(long instruction, NotSupported gap) {
    ends.unknown(gap);
    for (int register : f.registers(instruction)) {
      f.code().emit(new Instruction.Const(register, 0));
    }
  }

  // ---------------------------------------------------------------- calls

  private void call(long i) {
    if (f.isUnset(i)) {
      f.registers(i); // nothing writes to it
    } else {
      calls.call(i, () -> {});
    }
  }

  private void invoke(long block, long i) {
    if (f.isUnset(i)) {
      f.registers(i); // came with a function that was put in here
    } else {
      long pad = llvm.successor.of(i, 1);
      int caught = exceptions.caught(pad);
      calls.call(i, () -> land(block, pad, caught));
    }
    jumps.go(block, llvm.normalDestination.of(i));
  }

  /** The code after a call: the jump to its landing pad, if an exception ended it. */
  private void land(long block, long pad, int caught) {
    int exception = exceptions.landing(caught);
    CodeBuilder.Label thrown = f.code().label();
    CodeBuilder.Label returned = f.code().label();
    f.code().branch(exception, thrown, returned);
    f.code().place(thrown);
    f.move(f.registers(exceptions.pad(pad))[0], exception);
    jumps.go(block, pad);
    f.code().place(returned);
  }
}
