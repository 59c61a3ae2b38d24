package org.shmemlab.scenarios.runtime;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.job.Warning;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Parameter;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.SpecialRegister;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.program.Variable.Storage;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.scenarios.runtime.cuda.CudaLaunches;

/** A program that makes calls of the run-time system, and their results. */
public final class Asking {
  public static final int NONE = Instruction.NO_REGISTER;

  private final Program.Builder program = Program.builder("asking");
  private final HeapSide heap;
  private int lines;

  /** The code of {@code main}. */
  public final CodeBuilder main;

  public Asking() {
    this(HeapSide.DEVICE);
  }

  public Asking(HeapSide heap) {
    this.heap = heap;
    this.main = new CodeBuilder("main", false, List.of(), line(0));
  }

  /** The output of a run, and how it ended. */
  public record Ran(String out, String err, RunResult result, ImmutableList<Warning> warnings) {
    /** The program's fault. */
    public String fault() {
      return result instanceof RunResult.Failed failed ? failed.failure().text() : "none";
    }

    public List<String> warningTexts() {
      return warnings.stream().map(Warning::text).toList();
    }
  }

  // ---------------------------------------------------------------- parts of programs

  public int constant(long bits) {
    return main.constant(bits);
  }

  public int real(double value) {
    return main.constant(Double.doubleToRawLongBits(value));
  }

  public int text(String text) {
    return text(main, text);
  }

  public int text(CodeBuilder code, String text) {
    return code.constant(program.literal(text, line(0)));
  }

  /** The address of a new variable. */
  public int variable(String name, Storage storage, int bytes) {
    return main.constant(address(name, storage, bytes));
  }

  public long address(String name, Storage storage, int bytes) {
    return program.add(new Variable(name, storage, bytes, ImmutableIntArray.of(), line(0)));
  }

  /** Asks for a external, each time from the next source line. */
  public int ask(ExternalCall external, int... arguments) {
    main.at(line(++lines));
    return ask(main, external, arguments);
  }

  public static int ask(CodeBuilder code, ExternalCall external, int... arguments) {
    int dst = code.register();
    code.emit(new Instruction.Invoke(external, dst, ImmutableIntArray.copyOf(arguments)));
    return dst;
  }

  /** Makes a call by its symbol. */
  public int ask(String symbol, int... arguments) {
    return ask(call(symbol), arguments);
  }

  public static int ask(CodeBuilder code, String symbol, int... arguments) {
    return ask(code, call(symbol), arguments);
  }

  public void invoke(String symbol, int... arguments) {
    invoke(call(symbol), arguments);
  }

  public static void invoke(CodeBuilder code, String symbol, int... arguments) {
    invoke(code, call(symbol), arguments);
  }

  private static ExternalCall call(String symbol) {
    return Objects.requireNonNull(CallRegistry.declared(symbol), symbol).call();
  }

  /** Makes a call and ignores its result. */
  public void invoke(ExternalCall external, int... arguments) {
    main.at(line(++lines));
    invoke(main, external, arguments);
  }

  public static void invoke(CodeBuilder code, ExternalCall external, int... arguments) {
    code.emit(new Instruction.Invoke(external, NONE, ImmutableIntArray.copyOf(arguments)));
  }

  /** Prints values with a format. */
  public void show(String format, int... values) {
    invoke("printf", with(text(format), values));
  }

  public int load(ScalarType type, int address) {
    int dst = main.register();
    main.emit(new Instruction.Load(type, dst, address, 0, false));
    return dst;
  }

  public void store(ScalarType type, int address, int value) {
    main.emit(new Instruction.Store(type, address, 0, value, false));
  }

  /** A register with another one's value and some bytes more. */
  public int plus(int register, int bytes) {
    return binary(BinaryOp.ADD, register, constant(bytes));
  }

  public int minus(int a, int b) {
    return binary(BinaryOp.SUB, a, b);
  }

  private int binary(BinaryOp op, int a, int b) {
    int dst = main.register();
    main.emit(new Instruction.Binary(op, ScalarType.I64, dst, a, b));
    return dst;
  }

  public int myPe() {
    int dst = main.register();
    main.emit(new Instruction.Special(SpecialRegister.MY_PE, dst));
    return dst;
  }

  public void init() {
    meet(MeetingKind.INIT, Family.NVSHMEM);
  }

  public void meet(MeetingKind kind, Family family, int... arguments) {
    main.emit(
        new Instruction.Arrive(
            kind, family, null, null, CallScope.THREAD, ImmutableIntArray.copyOf(arguments)));
    main.emit(new Instruction.Depart(NONE));
  }

  /** The address of a kernel; its arguments are in the first registers. */
  public int kernel(String name, List<Parameter> parameters, Consumer<CodeBuilder> body) {
    return main.constant(Address.ofFunction(function(name, true, parameters, body)));
  }

  /**
   * Launches a kernel of one block on the default stream and without arguments; gives the error.
   */
  public int launch(int kernel, int threads) {
    return launch(kernel, threads, 0, 0);
  }

  public int launch(int kernel, int threads, int stream, int arguments) {
    int one = constant(1);
    return ask(
        CudaLaunches.LAUNCH,
        kernel,
        one,
        one,
        one,
        constant(threads),
        one,
        one,
        constant(0),
        stream == 0 ? constant(0) : stream,
        arguments == 0 ? constant(0) : arguments,
        constant(0));
  }

  /** Queues a service on a stream. */
  public void enqueue(int stream, ExternalCall external, int... arguments) {
    main.at(line(++lines));
    int[] parameters = new int[arguments.length];
    for (int i = 0; i < parameters.length; i++) {
      parameters[i] = i;
    }
    List<Parameter> types = Collections.nCopies(parameters.length, Parameter.of(ScalarType.U64));
    int task = function("task", false, types, code -> invoke(code, external, parameters));
    main.emit(new Instruction.Enqueue(stream, task, ImmutableIntArray.copyOf(arguments)));
  }

  private int function(
      String name, boolean kernel, List<Parameter> parameters, Consumer<CodeBuilder> body) {
    int function = program.declare(name);
    CodeBuilder code = new CodeBuilder(name, kernel, parameters, line(lines));
    body.accept(code);
    program.define(function, code.build());
    return function;
  }

  // ---------------------------------------------------------------- runs

  public Ran run() {
    return run(Job.ofPes(1));
  }

  public Ran run(Job job) {
    return run(job, new Immediate());
  }

  public Ran run(Job job, OrderingRules rules) {
    return run(machine(job, rules));
  }

  public Machine machine(Job job, OrderingRules rules) {
    int function = program.declare("main");
    program.define(function, main.build());
    return new Machine(program.build(function, heap), job, rules, new RuntimeSystem());
  }

  public static Ran run(Machine machine) {
    OutputRecorder printed = new OutputRecorder(1_000_000);
    RunResult result = new Runner(machine, new RoundRobin(), printed).run();
    return new Ran(
        printed.text(Output.STDOUT),
        printed.text(Output.STDERR),
        result,
        ImmutableList.copyOf(machine.warnings()));
  }

  private static SourceLine line(int number) {
    return new SourceLine("asking.cu", number);
  }

  private static int[] with(int first, int... rest) {
    int[] all = new int[rest.length + 1];
    all[0] = first;
    System.arraycopy(rest, 0, all, 1, rest.length);
    return all;
  }
}
