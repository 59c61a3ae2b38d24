package org.shmemlab.scenarios.api.lowering;

import com.google.common.primitives.ImmutableIntArray;
import java.util.function.IntConsumer;
import java.util.function.IntSupplier;
import java.util.function.IntUnaryOperator;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Element;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SpecialRegister;

/** The instructions that most calls are made of, one method each; results are new registers. */
public record Emission(CodeBuilder code) {

  public int constant(long bits) {
    return code.constant(bits);
  }

  /** Asks a service and gives its answer. */
  public int ask(ExternalCall external, int... arguments) {
    int dst = code.register();
    code.emit(new Instruction.Invoke(external, dst, ImmutableIntArray.copyOf(arguments)));
    return dst;
  }

  /** Invokes a service without a use for its result. */
  public void invoke(ExternalCall external, int... arguments) {
    code.emit(
        new Instruction.Invoke(
            external, Instruction.NO_REGISTER, ImmutableIntArray.copyOf(arguments)));
  }

  public int binary(BinaryOp op, ScalarType type, int a, int b) {
    int dst = code.register();
    code.emit(new Instruction.Binary(op, type, dst, a, b));
    return dst;
  }

  /** A value that the agent has by itself, such as its number. */
  public int special(SpecialRegister register) {
    int dst = code.register();
    code.emit(new Instruction.Special(register, dst));
    return dst;
  }

  public int load(ScalarType type, int address, int offset) {
    int dst = code.register();
    code.emit(new Instruction.Load(type, dst, address, offset, false));
    return dst;
  }

  public void store(ScalarType type, int address, int offset, int value) {
    code.emit(new Instruction.Store(type, address, offset, value, false));
  }

  /** Stores a result where the program gave an address for it, and nothing for a null pointer. */
  public void storeUnlessNull(ScalarType type, int address, int value) {
    when(address, () -> store(type, address, 0, value));
  }

  /** Does something only where the condition is not zero. */
  public void when(int condition, Runnable then) {
    CodeBuilder.Label holds = code.label();
    CodeBuilder.Label done = code.label();
    code.branch(condition, holds, done);
    code.place(holds);
    then.run();
    code.place(done);
  }

  /** One of two values: the first where the condition is not zero. */
  public int choose(int condition, IntSupplier first, IntSupplier second) {
    int dst = code.register();
    CodeBuilder.Label holds = code.label();
    CodeBuilder.Label fails = code.label();
    CodeBuilder.Label done = code.label();
    code.branch(condition, holds, fails);
    code.place(holds);
    code.emit(new Instruction.Move(dst, first.getAsInt()));
    code.jump(done);
    code.place(fails);
    code.emit(new Instruction.Move(dst, second.getAsInt()));
    code.place(done);
    return dst;
  }

  /** Does something with a value again and again, as long as the condition on it is not zero. */
  public void during(IntSupplier value, IntUnaryOperator condition, IntConsumer body) {
    CodeBuilder.Label again = code.label();
    CodeBuilder.Label holds = code.label();
    CodeBuilder.Label done = code.label();
    code.place(again);
    int now = value.getAsInt();
    code.branch(condition.applyAsInt(now), holds, done);
    code.place(holds);
    body.accept(now);
    code.jump(again);
    code.place(done);
  }

  /** Does something with each number from 0 on, as many as there are. */
  public void each(int count, IntConsumer body) {
    int index = code.register();
    code.emit(new Instruction.Const(index, 0));
    during(
        () -> index,
        now -> binary(BinaryOp.LT, ScalarType.I64, now, count),
        now -> {
          body.accept(now);
          int next = binary(BinaryOp.ADD, ScalarType.I64, now, constant(1));
          code.emit(new Instruction.Move(index, next));
        });
  }

  /** Meets the other PEs and gives the result of the meeting. */
  public int meet(
      MeetingKind kind,
      Family family,
      @Nullable Element element,
      @Nullable ReduceOp operator,
      int... arguments) {
    return meet(
        new Instruction.Arrive(
            kind,
            family,
            element,
            operator,
            CallScope.THREAD,
            ImmutableIntArray.copyOf(arguments)));
  }

  /** Arrives at a meeting and gives its result. */
  public int meet(Instruction.Arrive arrive) {
    code.emit(arrive);
    int dst = code.register();
    code.emit(new Instruction.Depart(dst));
    return dst;
  }
}
