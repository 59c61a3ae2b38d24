package org.shmemlab.model.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Sketch.NONE;

import com.google.common.collect.ImmutableList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.interpreter.StopReason;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Capabilities;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.IssueTraits;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Direction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.SeededRandom;
import org.shmemlab.model.sketch.Sketch;

class MachineTest {
  private final Sketch sketch = new Sketch();

  @Test
  void aValuePutBeforeABarrierIsReadAfterIt() {
    long x = sketch.symmetric("x", 1);
    RunResult result =
        sketch.run(
            4,
            code -> {
              Sketch.init(code);
              putToNext(code, x, 4);
              Sketch.barrier(code);
              Sketch.print(code, Sketch.load(code, x));
            });
    assertThat(result).isEqualTo(finished(4));
    assertThat(sketch.output()).containsExactlyInAnyOrder("0:3", "1:0", "2:1", "3:2");
  }

  @Test
  void aWaitGoesOnWhenItsWordChanges() {
    long flag = sketch.symmetric("flag", 1);
    RunResult result =
        sketch.run(
            2,
            code -> {
              Sketch.init(code);
              CodeBuilder.Label zero = code.label();
              CodeBuilder.Label one = code.label();
              CodeBuilder.Label end = code.label();
              code.branch(Sketch.myPe(code), one, zero);
              code.place(zero);
              Sketch.waitFor(code, flag, 7);
              Sketch.print(code, Sketch.load(code, flag));
              code.jump(end);
              code.place(one);
              code.emit(
                  new Instruction.PutValue(
                      ScalarType.I64,
                      code.constant(flag),
                      code.constant(7),
                      code.constant(0),
                      NONE));
              code.place(end);
            });
    assertThat(result).isEqualTo(finished(2));
    assertThat(sketch.output()).containsExactly("0:7");
  }

  @Test
  void aWaitThatNoAgentEndsIsADeadlockWithTheValueLastSeen() {
    long flag = sketch.symmetric("flag", 1);
    RunResult result =
        sketch.run(
            2,
            code -> {
              Sketch.init(code);
              Sketch.waitFor(code, flag, 1);
            });
    assertThat(result).isInstanceOf(RunResult.Deadlock.class);
    RunResult.Deadlock deadlock = (RunResult.Deadlock) result;
    assertThat(deadlock.agents()).hasSize(2);
    assertThat(deadlock.agents().get(0).what()).isEqualTo("waits until flag == 1; last saw 0");
  }

  @Test
  void aBarrierThatAPeNeverReachesNamesThatPe() {
    RunResult result =
        sketch.run(
            3,
            code -> {
              Sketch.init(code);
              CodeBuilder.Label meet = code.label();
              CodeBuilder.Label end = code.label();
              code.branch(Sketch.myPe(code), meet, end);
              code.place(meet);
              Sketch.barrier(code);
              code.place(end);
            });
    assertThat(((RunResult.Deadlock) result).agents().get(0).what())
        .isEqualTo("waits in barrier: 2 of 3 have arrived; missing PE 0 (has exited)");
  }

  @Test
  void anEndlessLoopThatChangesNothingIsFound() {
    long flag = sketch.symmetric("flag", 1);
    RunResult result =
        sketch.run(
            2,
            code -> {
              Sketch.init(code);
              CodeBuilder.Label again = code.label();
              CodeBuilder.Label end = code.label();
              code.place(again);
              code.branch(Sketch.load(code, flag), end, again);
              code.place(end);
            });
    assertThat(((RunResult.Deadlock) result).agents().get(1).what())
        .isEqualTo("runs on without end: nothing read there can change any more");
  }

  @Test
  void collectivesThatDoNotMatchAreAnError() {
    RunResult result =
        sketch.run(
            2,
            code -> {
              Sketch.init(code);
              CodeBuilder.Label one = code.label();
              CodeBuilder.Label zero = code.label();
              CodeBuilder.Label end = code.label();
              code.branch(Sketch.myPe(code), one, zero);
              code.place(one);
              Sketch.barrier(code);
              code.jump(end);
              code.place(zero);
              Sketch.meet(code, MeetingKind.SYNC, code.constant(Team.WORLD));
              code.place(end);
            });
    assertThat(failure(result)).contains("collectives do not match").contains("while PE");
  }

  @Test
  void allocationsOfDifferentSizesAreAnError() {
    RunResult result =
        sketch.run(
            2,
            code -> {
              Sketch.init(code);
              int size = code.register();
              code.emit(
                  new Instruction.Binary(
                      BinaryOp.ADD, ScalarType.I64, size, Sketch.myPe(code), code.constant(8)));
              Sketch.meet(code, MeetingKind.MALLOC, size, code.constant(8), code.constant(0));
            });
    assertThat(failure(result))
        .matches("symmetric allocation with argument 1 = [89], while PE [01] passes [89] at .*");
  }

  @Test
  void anAddressOutsideTheHeapIsNotSymmetric() {
    long own = sketch.variable("own", Variable.Storage.HOST, 8);
    RunResult result =
        sketch.run(
            2,
            code -> {
              Sketch.init(code);
              putToNext(code, own, 2);
            });
    assertThat(failure(result)).startsWith("'own' is not symmetric: it is host memory");
  }

  @Test
  void aPeOutOfRangeIsNamed() {
    long x = sketch.symmetric("x", 1);
    RunResult result =
        sketch.run(
            2,
            code -> {
              Sketch.init(code);
              code.emit(
                  new Instruction.PutValue(
                      ScalarType.I64, code.constant(x), code.constant(1), code.constant(9), NONE));
            });
    assertThat(failure(result)).isEqualTo("PE 9 is out of range: there are PEs 0 to 1");
  }

  @Test
  void anAccessBeyondTheEndOfAnObjectIsNamed() {
    long x = sketch.symmetric("x", 2);
    RunResult result =
        sketch.run(
            1,
            code -> {
              Sketch.init(code);
              Sketch.print(code, Sketch.load(code, x + 16));
            });
    assertThat(failure(result)).contains("8 bytes at offset 16 of 'x'").contains("has 16 bytes");
  }

  @Test
  void aForkSeesNothingOfWhatTheOtherDoesNext() {
    long x = sketch.symmetric("x", 1);
    Machine machine =
        sketch.machine(
            1,
            new Immediate(),
            code -> {
              Sketch.init(code);
              CodeBuilder.Label again = code.label();
              code.place(again);
              int value = Sketch.load(code, x);
              int next = code.register();
              code.emit(
                  new Instruction.Binary(
                      BinaryOp.ADD, ScalarType.I64, next, value, code.constant(1)));
              code.emit(new Instruction.Store(ScalarType.I64, code.constant(x), 0, next, false));
              code.jump(again);
            });
    machine.run(0, 100);
    Machine fork = machine.fork();
    long before = word(machine, x);
    machine.run(0, 600);
    assertThat(word(fork, x)).isEqualTo(before);
    fork.run(0, 600);
    assertThat(word(fork, x)).isEqualTo(word(machine, x)).isGreaterThan(before);
  }

  @Test
  void underRulesThatDelayEverythingAPutIsSeenOnlyAfterQuiet() {
    long x = sketch.symmetric("x", 1);
    long y = sketch.symmetric("y", 1);
    Machine machine =
        sketch.machine(
            2,
            new Delayed(),
            code -> {
              Sketch.init(code);
              code.emit(
                  new Instruction.Store(
                      ScalarType.I64, code.constant(y), 0, code.constant(5), false));
              int peer = next(code, 2);
              code.emit(
                  new Instruction.Transfer(
                      Direction.PUT,
                      8,
                      false,
                      CallScope.THREAD,
                      code.constant(x),
                      code.constant(y),
                      code.constant(1),
                      NONE,
                      NONE,
                      peer,
                      null,
                      NONE));
              code.emit(new Instruction.Quiet(NONE));
              Sketch.barrier(code);
              Sketch.print(code, Sketch.load(code, x));
            });
    assertThat(machine.run(0, 1000)).isEqualTo(StopReason.BLOCKED);
    assertThat(machine.run(1, 1000)).isEqualTo(StopReason.BLOCKED);
    assertThat(machine.run(0, 1000)).isEqualTo(StopReason.BLOCKED);
    assertThat(machine.enabledEvents()).hasSize(2);
    assertThat(word(machine, x)).isZero();
    RunResult result = sketch.run(machine, new SeededRandom(3));
    assertThat(result).isEqualTo(finished(2));
    assertThat(sketch.output()).containsExactlyInAnyOrder("0:5", "1:5");
  }

  /** Every event waits until it is chosen; only quiet waits. */
  private record Delayed() implements OrderingRules {
    @Override
    public String name() {
      return "delayed";
    }

    @Override
    public Capabilities capabilities() {
      return Capabilities.PLAIN;
    }

    @Override
    public boolean mayHappen(Pending operation, Event event, InFlight inFlight) {
      return true;
    }

    @Override
    public boolean mayReturn(Pending operation, InFlight inFlight) {
      return true;
    }

    @Override
    public IssueTraits issueTraits(Operation operation) {
      return IssueTraits.USUAL.wordByWord(true);
    }

    @Override
    public boolean mayPass(OrderingCall call, Caller caller, InFlight inFlight) {
      return call != OrderingCall.QUIET
          || inFlight.pending().stream()
              .noneMatch(pending -> pending.operation().origin().agent() == caller.agent());
    }
  }

  private static long word(Machine machine, long address) {
    return machine.word(0, ScalarType.I64, address);
  }

  private static void putToNext(CodeBuilder code, long address, int pes) {
    code.emit(
        new Instruction.PutValue(
            ScalarType.I64, code.constant(address), Sketch.myPe(code), next(code, pes), NONE));
  }

  private static int next(CodeBuilder code, int pes) {
    int sum = code.register();
    int peer = code.register();
    code.emit(
        new Instruction.Binary(
            BinaryOp.ADD, ScalarType.I32, sum, Sketch.myPe(code), code.constant(1)));
    code.emit(new Instruction.Binary(BinaryOp.REM, ScalarType.I32, peer, sum, code.constant(pes)));
    return peer;
  }

  private static RunResult finished(int pes) {
    return new RunResult.Finished(ImmutableList.copyOf(java.util.Collections.nCopies(pes, 0)));
  }

  private static String failure(RunResult result) {
    assertThat(result).isInstanceOf(RunResult.Failed.class);
    return ((RunResult.Failed) result).failure().text();
  }

  @Test
  void theSameSeedGivesTheSameOutput() {
    long x = sketch.symmetric("x", 1);
    List<String> first = outputWithSeed(x, 11);
    assertThat(outputWithSeed(x, 11)).isEqualTo(first);
  }

  private List<String> outputWithSeed(long x, long seed) {
    Sketch fresh = new Sketch();
    long own = fresh.symmetric("x", 1);
    assertThat(own).isEqualTo(x);
    Machine machine =
        fresh.machine(
            8,
            new Immediate(),
            code -> {
              Sketch.init(code);
              Sketch.print(code, Sketch.myPe(code));
              Sketch.print(code, Sketch.load(code, own));
            });
    fresh.run(machine, new SeededRandom(seed));
    return List.copyOf(fresh.output());
  }
}
