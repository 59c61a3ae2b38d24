package org.shmemlab.scenarios.api;

import com.google.common.primitives.ImmutableIntArray;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ReduceOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Scope;
import org.shmemlab.model.program.Service;

/** The instructions that most calls are made of, one method each; results are new registers. */
record Emission(CodeBuilder code) {

  /** Asks a service and gives its answer. */
  int ask(Service service, int... arguments) {
    int dst = code.register();
    code.emit(new Instruction.Invoke(service, dst, ImmutableIntArray.copyOf(arguments)));
    return dst;
  }

  /** Asks a service whose answer nobody needs. */
  void tell(Service service, int... arguments) {
    code.emit(
        new Instruction.Invoke(
            service, Instruction.NO_REGISTER, ImmutableIntArray.copyOf(arguments)));
  }

  int binary(BinaryOp op, ScalarType type, int a, int b) {
    int dst = code.register();
    code.emit(new Instruction.Binary(op, type, dst, a, b));
    return dst;
  }

  int load(ScalarType type, int address, int offset) {
    int dst = code.register();
    code.emit(new Instruction.Load(type, dst, address, offset, false));
    return dst;
  }

  void store(ScalarType type, int address, int offset, int value) {
    code.emit(new Instruction.Store(type, address, offset, value, false));
  }

  /** Stores a result where the program gave an address for it, and nothing for a null pointer. */
  void storeUnlessNull(ScalarType type, int address, int value) {
    CodeBuilder.Label wanted = code.label();
    CodeBuilder.Label done = code.label();
    code.branch(address, wanted, done);
    code.place(wanted);
    store(type, address, 0, value);
    code.place(done);
  }

  /** Meets the other PEs and gives the result of the meeting. */
  int meet(
      MeetingKind kind,
      Family family,
      @Nullable ScalarType type,
      @Nullable ReduceOp operator,
      int... arguments) {
    code.emit(
        new Instruction.Arrive(
            kind, family, type, operator, Scope.THREAD, ImmutableIntArray.copyOf(arguments)));
    int dst = code.register();
    code.emit(new Instruction.Depart(dst));
    return dst;
  }
}
