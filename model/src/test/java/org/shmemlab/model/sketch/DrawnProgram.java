package org.shmemlab.model.sketch;

import static org.shmemlab.model.sketch.Sketch.NONE;

import java.util.stream.Collectors;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Direction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/** A program of two PEs that do a few things each, drawn at random; it prints what it reads. */
public final class DrawnProgram {
  private final Sketch sketch = new Sketch();
  private final long words = sketch.symmetric("words", 3);
  private final long source = sketch.symmetric("source", 1);
  private final Choices choices;
  private final int calls;
  private final boolean loops;

  /**
   * Limits the program to draw.
   *
   * @param calls most of each PE
   * @param loops whether it may poll in loops
   */
  public DrawnProgram(Choices choices, int calls, boolean loops) {
    this.choices = choices;
    this.calls = calls;
    this.loops = loops;
  }

  /** A machine about to start it. */
  public Machine machine(Profile profile) {
    return sketch.machine(2, new Specification(profile), this::write);
  }

  /** The output of a machine, regardless of the order of PEs. */
  public static String printed(Machine machine) {
    return machine.takeOutput().stream()
        .map(piece -> piece.pe() + ":" + piece.text())
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private void write(CodeBuilder code) {
    Sketch.init(code);
    code.emit(
        new Instruction.Store(ScalarType.I64, code.constant(source), 0, code.constant(9), false));
    CodeBuilder.Label zero = code.label();
    CodeBuilder.Label one = code.label();
    CodeBuilder.Label end = code.label();
    code.branch(Sketch.myPe(code), one, zero);
    code.place(zero);
    body(code, 1);
    code.jump(end);
    code.place(one);
    body(code, 0);
    code.place(end);
    if (choices.yes()) {
      Sketch.barrier(code);
      Sketch.print(code, Sketch.load(code, words));
    }
  }

  private void body(CodeBuilder code, int other) {
    for (int i = choices.between(1, calls); i > 0; i--) {
      call(code, code.constant(choices.pick(other, other, other, 1 - other)));
    }
  }

  private void call(CodeBuilder code, int pe) {
    long word = words + 8L * choices.next(3);
    int address = code.constant(word);
    int value = code.constant(choices.between(1, 2));
    int read = code.register();
    switch (choices.next(loops ? 16 : 14)) {
      case 0 -> amo(code, AtomicOp.SET, NONE, address, value, pe);
      case 1 -> amo(code, AtomicOp.ADD, NONE, address, value, pe);
      case 2 -> {
        amo(code, AtomicOp.FETCH, read, address, NONE, pe);
        Sketch.print(code, read);
      }
      case 3 -> {
        amo(code, AtomicOp.ADD, read, address, value, pe);
        Sketch.print(code, read);
      }
      case 4 -> code.emit(new Instruction.PutValue(ScalarType.I64, address, value, pe, NONE));
      case 5 -> {
        code.emit(new Instruction.GetValue(ScalarType.I64, read, address, pe, NONE));
        Sketch.print(code, read);
      }
      case 6 -> transfer(code, Direction.PUT, address, pe);
      case 7 -> transfer(code, Direction.GET, address, pe);
      case 8 -> code.emit(new Instruction.Fence(NONE));
      case 9 -> code.emit(new Instruction.Quiet(NONE));
      case 10 -> code.emit(new Instruction.Store(ScalarType.I64, address, 0, value, false));
      case 11 -> Sketch.print(code, Sketch.load(code, word));
      case 12 -> Sketch.waitFor(code, word, 1);
      case 13 -> {
        code.emit(
            new Instruction.SignalUpdate(
                address, value, code.constant(choices.pick(SIGNAL_SET, SIGNAL_ADD)), pe, NONE));
        code.emit(new Instruction.SignalFetch(read, address));
        Sketch.print(code, read);
      }
      case 14 -> poll(code, address, pe);
      default -> pollTwice(code, address, pe);
    }
  }

  // while (fetch(word) == 0);
  private static void poll(CodeBuilder code, int address, int pe) {
    CodeBuilder.Label again = code.label();
    CodeBuilder.Label end = code.label();
    int read = code.register();
    code.place(again);
    amo(code, AtomicOp.FETCH, read, address, NONE, pe);
    code.branch(read, end, again);
    code.place(end);
  }

  // for (int left = 2; left > 0 && fetch(word) == 0; left--);
  private static void pollTwice(CodeBuilder code, int address, int pe) {
    CodeBuilder.Label again = code.label();
    CodeBuilder.Label failed = code.label();
    CodeBuilder.Label end = code.label();
    int left = code.register();
    int read = code.register();
    code.emit(new Instruction.Const(left, 2));
    code.place(again);
    amo(code, AtomicOp.FETCH, read, address, NONE, pe);
    code.branch(read, end, failed);
    code.place(failed);
    code.emit(new Instruction.Binary(BinaryOp.SUB, ScalarType.I64, left, left, code.constant(1)));
    code.branch(left, again, end);
    code.place(end);
    Sketch.print(code, left);
  }

  // The numbers of the shipped headers.
  private static final long SIGNAL_SET = 9;
  private static final long SIGNAL_ADD = 10;

  private void transfer(CodeBuilder code, Direction direction, int remote, int pe) {
    Sketch.transfer(code, direction, choices.yes(), remote, code.constant(source), pe, null);
  }

  private static void amo(
      CodeBuilder code, AtomicOp op, int dst, int address, int operand, int pe) {
    code.emit(new Instruction.Amo(op, ScalarType.I64, dst, address, operand, NONE, pe, NONE));
  }
}
