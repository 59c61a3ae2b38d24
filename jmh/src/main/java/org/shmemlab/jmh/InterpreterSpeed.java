package org.shmemlab.jmh;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shmemlab.model.compiled.ExecutionMode;
import org.shmemlab.model.interpreter.StopReason;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.scenarios.runtime.RuntimeSystem;

/**
 * Measures how many instructions one agent executes per second: an endless loop of integer
 * arithmetic, and the same with a load and a store of a variable in memory. Goal: 50 million per
 * second and core.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class InterpreterSpeed {
  private static final int INSTRUCTIONS = 1_000_000;
  private static final SourceLine LINE = new SourceLine("loop.c", 1);

  @Param({"INTERPRETED", "COMPILED_WHERE_HOT"})
  public ExecutionMode mode = ExecutionMode.INTERPRETED;

  private Machine arithmetic;
  private Machine memory;

  @Setup(Level.Iteration)
  public void start() {
    arithmetic = machine(false);
    memory = machine(true);
    arithmetic.execute(mode);
    memory.execute(mode);
  }

  @Benchmark
  @OperationsPerInvocation(INSTRUCTIONS)
  public StopReason integerLoop() {
    return arithmetic.run(0, INSTRUCTIONS);
  }

  @Benchmark
  @OperationsPerInvocation(INSTRUCTIONS)
  public StopReason loopOverMemory() {
    return memory.run(0, INSTRUCTIONS);
  }

  /** {@code for (;;) if (i < n) { sum = sum * 31 + (i ^ sum >> 7); i++; }}. */
  private static Machine machine(boolean inMemory) {
    Program.Builder program = Program.builder("loop.c");
    int main = program.declare("main");
    CodeBuilder code = new CodeBuilder("main", false, List.of(), LINE);
    int i = code.constant(0);
    int sum = code.constant(1);
    int one = code.constant(1);
    int seven = code.constant(7);
    int factor = code.constant(31);
    int limit = code.constant(Integer.MAX_VALUE);
    int condition = code.register();
    int shifted = code.register();
    int slot = code.slotAddress(code.slot("sum", 4));
    code.emit(new Instruction.Store(ScalarType.I32, slot, 0, sum, false));
    CodeBuilder.Label again = code.label();
    CodeBuilder.Label body = code.label();
    code.place(again);
    binary(code, BinaryOp.LT, condition, i, limit);
    code.branch(condition, body, again);
    code.place(body);
    if (inMemory) {
      code.emit(new Instruction.Load(ScalarType.I32, sum, slot, 0, false));
    }
    binary(code, BinaryOp.SHR, shifted, sum, seven);
    binary(code, BinaryOp.XOR, shifted, shifted, i);
    binary(code, BinaryOp.MUL, sum, sum, factor);
    binary(code, BinaryOp.ADD, sum, sum, shifted);
    if (inMemory) {
      code.emit(new Instruction.Store(ScalarType.I32, slot, 0, sum, false));
    }
    binary(code, BinaryOp.ADD, i, i, one);
    code.jump(again);
    program.define(main, code.build());
    return new Machine(
        program.build(main, HeapSide.HOST), Job.ofPes(1), new Immediate(), new RuntimeSystem());
  }

  private static void binary(CodeBuilder code, BinaryOp op, int dst, int a, int b) {
    code.emit(new Instruction.Binary(op, ScalarType.I32, dst, a, b));
  }
}
