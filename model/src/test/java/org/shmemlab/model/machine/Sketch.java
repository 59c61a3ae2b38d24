package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Scope;
import org.shmemlab.model.program.Service;
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
    int function = program.declare("main");
    CodeBuilder code = new CodeBuilder("main", false, List.of(), line);
    main.accept(code);
    program.define(function, code.build());
    return new Machine(
        program.build(function, HeapSide.HOST), Job.ofPes(pes), rules, new Printing());
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

  /** What was printed: "PE:value", in order. */
  public List<String> output() {
    return output;
  }

  public static void init(CodeBuilder code) {
    meet(code, MeetingKind.INIT);
  }

  public static void meet(CodeBuilder code, MeetingKind kind, int... arguments) {
    code.emit(
        new Instruction.Arrive(
            kind, Family.OPENSHMEM, null, null, Scope.THREAD, ImmutableIntArray.copyOf(arguments)));
    code.emit(new Instruction.Depart(NONE));
  }

  public static void barrier(CodeBuilder code) {
    code.emit(new Instruction.Quiet(NONE));
    meet(code, MeetingKind.BARRIER, code.constant(Team.WORLD));
  }

  /** Prints a register as a signed number. */
  public static void print(CodeBuilder code, int register) {
    code.emit(new Instruction.Invoke(Service.PRINTF, NONE, ImmutableIntArray.of(register)));
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

  /** What a program did wrong, or what is not known of it. */
  public static ProgramFailure failure(String text, boolean unknown) {
    return new ProgramFailure(new SourceLine("sketch.c", 1), 0, "host", text, unknown);
  }

  /** Prints numbers, and knows nothing else. */
  static final class Printing implements Services {
    private record Nothing() implements ServiceState {
      @Override
      public ServiceState copy() {
        return this;
      }
    }

    @Override
    public ServiceState start(Job job, int pe) {
      return new Nothing();
    }

    @Override
    public void touches(Service service, Footprint footprint) {}

    @Override
    public long invoke(Service service, ServiceCall call) {
      call.jobState().print(call.pe(), Output.STDOUT, Long.toString(call.argument(0)));
      return 0;
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
