package org.shmemlab.model.interpreter;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.ImmutableIntArray;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.sketch.Sketch;

/**
 * Tests that an access of a service outside its footprint is an internal error, which never goes
 * unseen.
 */
class ServiceCallTest {
  @Test
  void aServiceTouchesNothingThatItDoesNotDeclare() {
    refused(call -> call.load(ScalarType.I32, call.argument(0) + 8), "reads 4 bytes");
    refused(call -> call.read(call.argument(0), 9), "reads 9 bytes");
    refused(call -> call.text(call.argument(0) + 8, -1), "reads 1 bytes");
    refused(call -> call.store(call.argument(0), new byte[] {1}), "writes 1 bytes");
    refused(call -> call.fill(call.argument(0), 2, (byte) 1), "writes 2 bytes");
    run(call -> call.read(call.argument(0), 8));
  }

  private static void refused(Consumer<ServiceCall> service, String what) {
    assertThatThrownBy(() -> run(service))
        .isInstanceOf(IllegalStateException.class)
        .hasMessageContaining(what)
        .hasMessageContaining("does not declare");
  }

  // Reads the first eight bytes of its argument, as it says.
  private static void run(Consumer<ServiceCall> service) {
    SourceLine line = new SourceLine("sketch.c", 1);
    Program.Builder program = Program.builder("sketch");
    long word =
        program.add(
            new Variable("x", Variable.Storage.SYMMETRIC, 16, ImmutableIntArray.of(), line));
    int main = program.declare("main");
    CodeBuilder code = new CodeBuilder("main", false, List.of(), line);
    code.emit(
        new Instruction.Invoke(
            serving(service), Sketch.NONE, ImmutableIntArray.of(code.constant(word))));
    program.define(main, code.build());
    Machine machine =
        new Machine(
            program.build(main, HeapSide.HOST),
            Job.ofPes(1),
            new Immediate(),
            new Sketch.Printing());
    machine.run(0, 10);
  }

  private static RuntimeCall serving(Consumer<ServiceCall> service) {
    return RuntimeCall.of(
        "service",
        footprint -> footprint.reads(footprint.argument(0), 8),
        call -> {
          service.accept(call);
          return 0;
        });
  }
}
