package org.shmemlab.model.sketch;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.interpreter.Services;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.job.JobLimits;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.job.ServiceState;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.memory.FailureKind;
import org.shmemlab.model.memory.FailureReason;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.schedule.Schedule;

/** Small programs written instruction by instruction, and running them. */
public final class Sketch {
  public static final int NONE = Instruction.NO_REGISTER;

  private final Program.Builder program = Program.builder("sketch");
  private final SourceLine line = new SourceLine("sketch.c", 1);
  private final List<String> output = new ArrayList<>();

  /** A symmetric variable of 64-bit words. */
  public long symmetric(String name, int words) {
    return variable(name, Variable.Storage.SYMMETRIC, 8 * words);
  }

  public long variable(String name, Variable.Storage storage, int bytes) {
    return program.add(new Variable(name, storage, bytes, ImmutableIntArray.of(), line));
  }

  /** A machine whose PEs run this main, on a heap that host code reaches. */
  public Machine machine(int pes, OrderingRules rules, Consumer<CodeBuilder> main) {
    return machine(pes, HeapSide.HOST, rules, main);
  }

  /** A machine whose PEs run this main. */
  public Machine machine(int pes, HeapSide heap, OrderingRules rules, Consumer<CodeBuilder> main) {
    return machine(Job.ofPes(pes), heap, rules, main);
  }

  /** A machine of a job whose PEs run this main. */
  public Machine machine(Job job, HeapSide heap, OrderingRules rules, Consumer<CodeBuilder> main) {
    int function = define("main", false, List.of(), main);
    return new Machine(program.build(function, heap), job, rules, new Printing());
  }

  /** A kernel without parameters; gives its number, for {@link #launch}. */
  public int kernel(Consumer<CodeBuilder> body) {
    return define("kernel", true, List.of(), body);
  }

  /** A function of one pointer that a host thread can run; gives its number. */
  public int thread(Consumer<CodeBuilder> body) {
    return define("thread", false, List.of(Parameter.of(ScalarType.U64)), body);
  }

  private int define(
      String name, boolean kernel, List<Parameter> parameters, Consumer<CodeBuilder> body) {
    int function = program.declare(name);
    CodeBuilder code = new CodeBuilder(name, kernel, parameters, line);
    body.accept(code);
    program.define(function, code.build());
    return function;
  }

  /** A machine whose PEs do nothing, where a layout places them. */
  public static Machine idle(JobLayout layout) {
    Job job = Job.ofPes(1).placed(layout, JobLimits.ALL);
    return new Sketch().machine(job, HeapSide.HOST, new Immediate(), _ -> {});
  }

  public RunResult run(int pes, Consumer<CodeBuilder> main) {
    return run(machine(pes, new Immediate(), main), new RoundRobin());
  }

  public RunResult run(Machine machine, Schedule schedule) {
    return new Runner(
            machine,
            schedule,
            new Runner.Observer() {
              @Override
              public void output(List<Output> pieces) {
                pieces.forEach(piece -> output.add(piece.pe() + ":" + piece.text()));
              }

              @Override
              public boolean goOn(long instructions) {
                return true;
              }
            })
        .run();
  }

  /** The output: "PE:value", in order. */
  public List<String> output() {
    return output;
  }

  /** A put or get of one word of 64 bits. */
  static void transfer(
      CodeBuilder code,
      Instruction.Direction direction,
      boolean blocking,
      int remote,
      int local,
      int pe,
      Instruction.@Nullable SignalPart signal) {
    code.emit(
        new Instruction.Transfer(
            direction,
            8,
            blocking,
            CallScope.THREAD,
            remote,
            local,
            code.constant(1),
            NONE,
            NONE,
            pe,
            signal,
            NONE));
  }

  public static void init(CodeBuilder code) {
    meet(code, MeetingKind.INIT);
  }

  public static void meet(CodeBuilder code, MeetingKind kind, int... arguments) {
    code.emit(
        new Instruction.Arrive(
            kind,
            Family.OPENSHMEM,
            null,
            null,
            CallScope.THREAD,
            ImmutableIntArray.copyOf(arguments)));
    code.emit(new Instruction.Depart(NONE));
  }

  public static void barrier(CodeBuilder code) {
    code.emit(new Instruction.Quiet(NONE));
    meet(code, MeetingKind.BARRIER, code.constant(Team.WORLD));
  }

  /** Prints a register as a signed number. */
  public static void print(CodeBuilder code, int register) {
    code.emit(new Instruction.Invoke(SketchCalls.PRINT, NONE, ImmutableIntArray.of(register)));
  }

  public static int myPe(CodeBuilder code) {
    int pe = code.register();
    code.emit(new Instruction.Special(org.shmemlab.model.program.SpecialRegister.MY_PE, pe));
    return pe;
  }

  public static int load(CodeBuilder code, long address) {
    int value = code.register();
    code.emit(new Instruction.Load(ScalarType.I64, value, code.constant(address), 0, false));
    return value;
  }

  /** The failure of a program, or a part of it that is not modelled. */
  public static ProgramFailure failure(String text, boolean unknown) {
    return new ProgramFailure(
        new SourceLine("sketch.c", 1),
        0,
        "host",
        new FailureReason(
            unknown ? FailureKind.UNKNOWN : FailureKind.MISUSE, text, ImmutableList.of()));
  }

  /** Calls a service with constants; gives the register of its result. */
  public static int invoke(CodeBuilder code, ExternalCall external, long... arguments) {
    int[] registers = new int[arguments.length];
    for (int i = 0; i < arguments.length; i++) {
      registers[i] = code.constant(arguments[i]);
    }
    int result = code.register();
    code.emit(new Instruction.Invoke(external, result, ImmutableIntArray.copyOf(registers)));
    return result;
  }

  /** Launches a kernel on a stream, so that blocks of all PEs may meet. */
  public static void launch(CodeBuilder code, int kernel, int blocks, int threads, long stream) {
    invoke(code, SketchCalls.LAUNCH, kernel, blocks, threads, stream);
  }

  /** Keeps nothing: {@link SketchCalls} have no state. */
  public static final class Printing implements Services {
    private record Nothing() implements ServiceState {
      @Override
      public ServiceState copy() {
        return this;
      }

      @Override
      public long fingerprint() {
        return 0;
      }
    }

    @Override
    public ServiceState start(Job job, int pe) {
      return new Nothing();
    }
  }

  /** Waits until a symmetric word of this PE has a value. */
  public static void waitFor(CodeBuilder code, long address, long value) {
    code.emit(
        new Instruction.WaitUntil(
            ScalarType.I64,
            Quantifier.ONE,
            true,
            false,
            NONE,
            code.constant(address),
            NONE,
            NONE,
            NONE,
            code.constant(0),
            code.constant(value),
            false));
  }
}
