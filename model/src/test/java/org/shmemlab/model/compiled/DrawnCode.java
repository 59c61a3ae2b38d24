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
import org.shmemlab.model.program.FloatFormat;
import org.shmemlab.model.program.FloatOperation;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MathFunction;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.Rounding;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.program.UnaryOp;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.model.sketch.Sketch;
import org.shmemlab.model.sketch.SketchCalls;

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

  /** One that applies every operator to every type, on drawn values. */
  static Machine everyOperator(Choices choices) {
    DrawnCode drawn = new DrawnCode(choices);
    return drawn.sketch.machine(1, HeapSide.HOST, new Immediate(), drawn::everyOperator);
  }

  private void everyOperator(CodeBuilder code) {
    int a = code.constant(edge());
    int b = code.constant(edge());
    int c = code.constant(edge());
    int divisor = code.constant(choices.pick(1L, 2L, 3L, -1L, -7L, 1L << 31, Long.MAX_VALUE));
    for (ScalarType type : ARITHMETIC) {
      CodeBuilder.Label head = beginsLoop(code);
      for (BinaryOp op : BinaryOp.values()) {
        if (!isOfBits(op) || !type.floating()) {
          int second = op == BinaryOp.DIV || op == BinaryOp.REM ? divisor : b;
          code.emit(new Instruction.Binary(op, type, code.register(), a, second));
        }
      }
      for (UnaryOp op : UnaryOp.values()) {
        code.emit(new Instruction.Unary(op, type, code.register(), c));
      }
      for (MathFunction function : MathFunction.values()) {
        if (type.floating() ? !isOfIntegers(function) : OF_INTEGERS.contains(function)) {
          code.emit(new Instruction.Compute(function, type, code.register(), a, b, c));
        }
      }
      endsLoop(code, head);
    }
    for (ScalarType from : ScalarType.values()) {
      CodeBuilder.Label head = beginsLoop(code);
      for (ScalarType to : ScalarType.values()) {
        code.emit(new Instruction.Convert(from, to, code.register(), a));
      }
      endsLoop(code, head);
    }
    for (FloatFormat from : FloatFormat.values()) {
      CodeBuilder.Label head = beginsLoop(code);
      for (FloatFormat to : FloatFormat.values()) {
        for (Rounding rounding : Rounding.values()) {
          code.emit(new Instruction.Round(from, to, rounding, choices.yes(), code.register(), a));
        }
      }
      for (FloatOperation operation : FloatOperation.values()) {
        for (Rounding rounding : Rounding.values()) {
          code.emit(new Instruction.Rounded(operation, from, rounding, code.register(), a, a, a));
        }
      }
      endsLoop(code, head);
    }
  }

  // A region begins at the head of a loop, also of one that is left at once.
  private static CodeBuilder.Label beginsLoop(CodeBuilder code) {
    CodeBuilder.Label head = code.label();
    code.place(head);
    return head;
  }

  private static void endsLoop(CodeBuilder code, CodeBuilder.Label head) {
    CodeBuilder.Label end = code.label();
    code.branch(code.constant(0), head, end);
    code.place(end);
  }

  private static boolean isOfBits(BinaryOp op) {
    return switch (op) {
      case AND, OR, XOR, SHL, SHR -> true;
      default -> false;
    };
  }

  private static boolean isOfIntegers(MathFunction function) {
    return function.ordinal() >= MathFunction.POPCOUNT.ordinal();
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
            Sketch.invoke(code, SketchCalls.DEVICE_SYNCHRONIZE);
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
      values.add(choices.yes(1, 30) ? code.register() : code.constant(edge()));
    }
    List<CodeBuilder.Label> blocks = new ArrayList<>();
    int count = choices.between(2, 6);
    for (int i = 0; i <= count; i++) {
      blocks.add(code.label());
    }
    for (CodeBuilder.Label block : blocks.subList(0, count)) {
      code.place(block);
      if (choices.yes(1, 5)) {
        code.emit(ofOthers());
      }
      for (int i = choices.between(1, 12); i > 0; i--) {
        instruction(code, onDevice);
      }
      leave(code, blocks);
    }
    code.place(blocks.get(count));
  }

  private void leave(CodeBuilder code, List<CodeBuilder.Label> blocks) {
    switch (choices.next(8)) {
      case 0 -> {}
      case 1 -> code.jump(choices.pick(blocks));
      case 2 -> code.emit(new Instruction.Return(NO_REGISTER));
      default -> {
        int condition = code.register();
        code.emit(binary(comparison(), condition));
        code.branch(condition, choices.pick(blocks), choices.pick(blocks));
      }
    }
  }

  private void instruction(CodeBuilder code, boolean onDevice) {
    switch (choices.next(14)) {
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
      case 7 -> code.emit(choices.yes(1, 3) ? round() : compute());
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
      case 10 -> code.emit(ofOthers());
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

  /** An instruction that is of no region. */
  private Instruction ofOthers() {
    return switch (choices.next(3)) {
      case 0 -> new Instruction.ThreadFence(ThreadScope.BLOCK);
      case 1 -> new Instruction.Clear(choices.pick(pointers), BYTES);
      default -> new Instruction.Copy(choices.pick(pointers), choices.pick(pointers), BYTES);
    };
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
        isOfIntegers(function)
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

  private Instruction round() {
    return new Instruction.Round(
        choices.pick(FloatFormat.values()),
        choices.pick(FloatFormat.values()),
        choices.pick(Rounding.values()),
        choices.yes(),
        value(),
        value());
  }

  private BinaryOp comparison() {
    return choices.pick(
        BinaryOp.LT, BinaryOp.EQ, BinaryOp.NE, BinaryOp.LE, BinaryOp.GT, BinaryOp.GE);
  }

  private Instruction binary(BinaryOp op, int dst) {
    ScalarType type = choices.pick(isOfBits(op) ? ARITHMETIC.subList(0, 4) : ARITHMETIC);
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
