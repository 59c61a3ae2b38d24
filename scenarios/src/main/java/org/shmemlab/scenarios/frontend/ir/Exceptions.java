package org.shmemlab.scenarios.frontend.ir;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Variable;
import org.shmemlab.scenarios.frontend.emit.NotSupported;
import org.shmemlab.scenarios.frontend.llvm.Opcode;
import org.shmemlab.scenarios.frontend.llvm.ValueKind;
import org.shmemlab.scenarios.runtime.libc.CxxExceptions;

/**
 * Exceptions of C++ (LLVM, "Exception Handling in LLVM"; Itanium C++ ABI, "Exception Handling"). A
 * landing pad lists the types that it catches in a table of our own: the address of a type, or 0
 * for all, and the number that stands for the type in the code of the pad; -1 ends it. Types are
 * compared by our C++ runtime.
 */
final class Exceptions {
  private static final long END = -1;

  private final FunctionValues f;

  Exceptions(FunctionValues f) {
    this.f = f;
  }

  /** The landing pad of a block. */
  long pad(long block) {
    long i = f.llvm().firstInstruction.of(block);
    while (f.llvm().opcode.of(i) != Opcode.LANDING_PAD) {
      i = f.llvm().nextInstruction.of(i);
    }
    return i;
  }

  /** The register with the table of the types that are caught where a call may land. */
  int caught(long block) {
    return f.code().constant(table(pad(block)));
  }

  /** Emits the code after a call that may land; returns the register of the exception. */
  int landing(int caught) {
    int exception = f.code().register();
    f.code()
        .emit(
            new Instruction.Invoke(CxxExceptions.LANDING, exception, ImmutableIntArray.of(caught)));
    return exception;
  }

  /** A landing pad: which of the types that it catches the exception is of. */
  void select(long pad) {
    int[] registers = f.registers(pad);
    int table = f.code().constant(table(pad));
    int number = f.code().register();
    ImmutableIntArray arguments = ImmutableIntArray.of(registers[0], table);
    f.code().emit(new Instruction.Call(runtime("__shmemlab_select"), number, arguments));
    f.move(registers[1], number);
  }

  void resume(int exception) {
    f.ask(CxxExceptions.UNWIND, exception);
    f.code().emit(new Instruction.Return(Instruction.NO_REGISTER));
  }

  /** The number of a type that is caught. */
  long number(long type) {
    return f.whole().caughtType(f.number(type));
  }

  private int runtime(String name) {
    Long function = f.side().function(name);
    if (function == null) {
      throw new NotSupported("exceptions outside C++");
    }
    return f.symbols().index(function);
  }

  private long table(long pad) {
    List<Long> words = new ArrayList<>();
    for (int i = 0; i < f.llvm().clauses.of(pad); i++) {
      long type = f.llvm().clause.of(pad, i);
      if (f.llvm().valueKind.of(type) == ValueKind.CONSTANT_ARRAY) {
        throw new NotSupported("a list of the exceptions that a function may throw");
      }
      long address = f.number(type);
      words.add(address);
      words.add(f.whole().caughtType(address));
    }
    words.add(END);
    ImmutableIntArray.Builder image = ImmutableIntArray.builder();
    for (long word : words) {
      for (int b = 0; b < Long.BYTES; b++) {
        image.add((int) (word >>> (8 * b)) & 0xFF);
      }
    }
    return f.whole()
        .ownVariable(
            new Variable(
                "exceptions that are caught",
                Variable.Storage.CONSTANT,
                words.size() * Long.BYTES,
                image.build(),
                f.code().line()));
  }
}
