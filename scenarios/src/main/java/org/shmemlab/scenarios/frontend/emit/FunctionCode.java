package org.shmemlab.scenarios.frontend.emit;

import com.google.common.primitives.ImmutableIntArray;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.scenarios.source.Diagnostics;

/** Collects the code of one function, and emits the instructions that all code shares. */
public class FunctionCode {
  private final CodeBuilder code;
  private final Program.Builder program;
  private final Diagnostics diagnostics;
  private final boolean onDevice;

  /**
   * @param program the program that the function is a part of
   * @param diagnostics receive its errors and unknown constructs
   * @param onDevice whether threads of a grid execute it
   */
  protected FunctionCode(
      CodeBuilder code, Program.Builder program, Diagnostics diagnostics, boolean onDevice) {
    this.code = code;
    this.program = program;
    this.diagnostics = diagnostics;
    this.onDevice = onDevice;
  }

  public final CodeBuilder code() {
    return code;
  }

  public final Program.Builder program() {
    return program;
  }

  public final Diagnostics diagnostics() {
    return diagnostics;
  }

  public final boolean onDevice() {
    return onDevice;
  }

  /** The register of an operator's result. */
  public final int binary(BinaryOp op, ScalarType type, int a, int b) {
    int dst = code.register();
    code.emit(new Instruction.Binary(op, type, dst, a, b));
    return dst;
  }

  /** The register of a number in another type. */
  public final int convert(ScalarType from, ScalarType to, int value) {
    int dst = code.register();
    code.emit(new Instruction.Convert(from, to, dst, value));
    return dst;
  }

  public final void move(int dst, int src) {
    if (dst != src) {
      code.emit(new Instruction.Move(dst, src));
    }
  }

  /** The register of one value or the other, as a condition says. */
  public final int choose(int condition, int first, int second) {
    int dst = code.register();
    CodeBuilder.Label holds = code.label();
    CodeBuilder.Label fails = code.label();
    CodeBuilder.Label done = code.label();
    code.branch(condition, holds, fails);
    code.place(holds);
    code.emit(new Instruction.Move(dst, first));
    code.jump(done);
    code.place(fails);
    code.emit(new Instruction.Move(dst, second));
    code.place(done);
    return dst;
  }

  /**
   * The address of a new variable of this call.
   *
   * @throws NotSupported for one of 2 GiB or more
   */
  public final int slot(String name, long bytes) {
    if (bytes > Integer.MAX_VALUE) {
      throw new NotSupported("a variable of " + bytes + " bytes");
    }
    return code.slotAddress(code.slot(name, Math.max(1, (int) bytes)));
  }

  /** The register that holds an address. */
  public final int address(Pointer pointer) {
    return pointer.offset() == 0
        ? pointer.base()
        : binary(BinaryOp.ADD, ScalarType.U64, pointer.base(), code.constant(pointer.offset()));
  }

  /** Asks the runtime for something that gives nothing. */
  public final void ask(ExternalCall external, int... arguments) {
    code.emit(
        new Instruction.Invoke(
            external, Instruction.NO_REGISTER, ImmutableIntArray.copyOf(arguments)));
  }

  public final void fence(ThreadScope reach) {
    code.emit(new Instruction.ThreadFence(reach));
  }

  /** A fence of the table of thread order. */
  public final void fence(ThreadScope reach, String event) {
    code.emit(new Instruction.ThreadFence(reach, event));
  }

  /** An atomic, with the fences before and after it that its order demands. */
  public final void atomic(Instruction.Atomic atomic) {
    if (atomic.order().releases()) {
      fence(atomic.reach(), "write.release");
    }
    code.emit(atomic);
    if (atomic.order().acquires()) {
      fence(atomic.reach(), "read.acquire");
    }
  }
}
