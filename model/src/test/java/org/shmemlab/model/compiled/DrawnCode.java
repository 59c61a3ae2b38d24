package org.shmemlab.model.compiled;

import static org.shmemlab.model.program.Instruction.NO_REGISTER;

import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.UnaryOp;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.model.sketch.Sketch;

/**
 * Draws a function of blocks that compute, load, store and go anywhere, with values at the edges of
 * types, variables without a value and accesses that leave their object: executed by a host thread,
 * and by a kernel of two blocks of three threads.
 */
final class DrawnCode {
  private static final List<ScalarType> ARITHMETIC =
      List.of(
          ScalarType.I32,
          ScalarType.U32,
          ScalarType.I64,
          ScalarType.U64,
          ScalarType.F32,
          ScalarType.F64);

  private static final Set<MathFunction> OF_INTEGERS =
      EnumSet.of(
          MathFunction.ABS,
          MathFunction.MIN,
          MathFunction.MAX,
          MathFunction.POPCOUNT,
          MathFunction.LEADING_ZEROS,
          MathFunction.FIND_FIRST_SET,
          MathFunction.REVERSE_BITS,
          MathFunction.MUL_HIGH);

  private static final int VALUES = 8;
  private static final int POINTERS = 5;
  private static final int BYTES = 24;

  private final Choices choices;
  private final Sketch sketch = new Sketch();
  private final long symmetric = sketch.variable("symmetric", Storage.SYMMETRIC, BYTES);
  private final long host = sketch.variable("host", Storage.HOST, BYTES);
  private final long managed = sketch.variable("managed", Storage.MANAGED, BYTES);
  private final long shared = sketch.variable("shared", Storage.SHARED, BYTES);
  private final List<Integer> values = new ArrayList<>();
  private final List<Integer> pointers = new ArrayList<>();

  private DrawnCode(Choices choices) {
    this.choices = choices;
  }

  /** A machine about to start it. */
  static Machine machine(Choices choices) {
    return new DrawnCode(choices).machine();
  }

  private Machine machine() {
    boolean onDevice = choices.yes();
    int kernel = onDevice ? sketch.kernel(code -> write(code, true)) : NO_REGISTER;
    HeapSide side = onDevice ? HeapSide.DEVICE : HeapSide.HOST;
    return sketch.machine(
        1,
        side,
        new Immediate(),
        code -> {
          if (onDevice) {
            Sketch.launch(code, kernel, 2, 3, 0);
          } else {
            write(code, false);
          }
        });
  }

  private void write(CodeBuilder code, boolean onDevice) {
    values.clear();
    pointers.clear();
    pointers.add(code.constant(symmetric));
    pointers.add(code.constant(onDevice ? managed : host));
    pointers.add(code.constant(onDevice ? shared : managed));
    while (pointers.size() < POINTERS) {
      pointers.add(code.slotAddress(code.slot("slot" + pointers.size(), BYTES)));
    }
    for (int i = 0; i < VALUES; i++) {
      values.add(choices.yes(1, 10) ? code.register() : code.constant(edge()));
    }
    List<CodeBuilder.Label> blocks = new ArrayList<>();
    int count = choices.between(2, 6);
    for (int i = 0; i <= count; i++) {
      blocks.add(code.label());
    }
    for (CodeBuilder.Label block : blocks.subList(0, count)) {
      code.place(block);
      for (int i = choices.between(1, 12); i > 0; i--) {
        instruction(code, onDevice);
      }
      leave(code, blocks);
    }
    code.place(blocks.get(count));
  }

  private void leave(CodeBuilder code, List<CodeBuilder.Label> blocks) {
    switch (choices.next(4)) {
      case 0 -> {}
      case 1 -> code.jump(choices.pick(blocks));
      default -> {
        int condition = code.register();
        code.emit(binary(comparison(), condition));
        code.branch(condition, choices.pick(blocks), choices.pick(blocks));
      }
    }
  }

  private void instruction(CodeBuilder code, boolean onDevice) {
    switch (choices.next(12)) {
      case 0 -> code.emit(new Instruction.Const(value(), edge()));
      case 1 -> code.emit(new Instruction.Move(value(), value()));
      case 2, 3, 4 -> code.emit(binary(choices.pick(BinaryOp.values()), value()));
      case 5 ->
          code.emit(
              new Instruction.Unary(
                  choices.pick(UnaryOp.values()), choices.pick(ARITHMETIC), value(), value()));
      case 6 ->
          code.emit(
              new Instruction.Convert(
                  choices.pick(ScalarType.values()),
                  choices.pick(ScalarType.values()),
                  value(),
                  value()));
      case 7 -> code.emit(compute());
      case 8 -> code.emit(special(onDevice));
      case 9 -> {
        int address = code.register();
        code.emit(
            new Instruction.Binary(
                BinaryOp.ADD,
                ScalarType.I64,
                address,
                choices.pick(pointers),
                code.constant(choices.between(0, 8))));
        access(code, address);
      }
      default -> access(code, choices.pick(pointers));
    }
  }

  private void access(CodeBuilder code, int address) {
    ScalarType type = choices.pick(ScalarType.values());
    int offset = choices.yes(1, 200) ? choices.between(-1, 30) : choices.between(0, 8);
    boolean isVolatile = choices.yes(1, 4);
    code.emit(
        choices.yes()
            ? new Instruction.Load(type, value(), address, offset, isVolatile)
            : new Instruction.Store(type, address, offset, value(), isVolatile));
  }

  private Instruction special(boolean onDevice) {
    return onDevice
        ? new Instruction.Special(
            choices.pick(
                SpecialRegister.THREAD_IDX_X,
                SpecialRegister.BLOCK_IDX_X,
                SpecialRegister.GRID_DIM_X,
                SpecialRegister.LANE,
                SpecialRegister.CLOCK),
            value())
        : new Instruction.Special(SpecialRegister.CLOCK, value());
  }

  private Instruction compute() {
    MathFunction function = choices.pick(MathFunction.values());
    ScalarType type =
        OF_INTEGERS.contains(function) && function.ordinal() >= MathFunction.POPCOUNT.ordinal()
            ? choices.pick(ARITHMETIC.subList(0, 4))
            : choices.pick(ScalarType.F32, ScalarType.F64);
    return new Instruction.Compute(
        function,
        type,
        value(),
        value(),
        function.arity() > 1 ? value() : NO_REGISTER,
        function.arity() > 2 ? value() : NO_REGISTER);
  }

  private BinaryOp comparison() {
    return choices.pick(
        BinaryOp.LT, BinaryOp.EQ, BinaryOp.NE, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE);
  }

  private Instruction binary(BinaryOp op, int dst) {
    boolean ofBits =
        switch (op) {
          case AND, OR, XOR, SHL, SHR -> true;
          default -> false;
        };
    ScalarType type = choices.pick(ofBits ? ARITHMETIC.subList(0, 4) : ARITHMETIC);
    return new Instruction.Binary(op, type, dst, value(), value());
  }

  private int value() {
    return choices.pick(values);
  }

  private long edge() {
    return switch (choices.next(8)) {
      case 0 -> choices.between(0, 3);
      case 1 -> -choices.between(0, 3);
      case 2 -> Integer.MIN_VALUE;
      case 3 -> Long.MIN_VALUE;
      case 4 -> Float.floatToRawIntBits(choices.pick(1.5f, -0.0f, Float.NaN, 3e9f)) & 0xFFFF_FFFFL;
      case 5 -> Double.doubleToRawLongBits(choices.pick(1.5, -0.0, Double.NaN, 1e19));
      case 6 -> choices.bits(32);
      default -> choices.bits(64);
    };
  }
}
