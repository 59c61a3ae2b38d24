package org.shmemlab.model.explore.states;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Sketch.NONE;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.WitnessStep;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Direction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.sketch.Sketch;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.step.Access.Use;

class ExplorerTest {
  private final Sketch sketch = new Sketch();
  private final long x = sketch.symmetric("x", 1);
  private final long y = sketch.symmetric("y", 1);
  private final long f = sketch.symmetric("f", 1);

  @Test
  void aFlagMayOvertakeABlockingPutWithoutFence() {
    Exploration found = messagePassing(Profile.NVSHMEM, true, code -> {});
    assertThat(found.complete()).isTrue();
    assertThat(found.findings()).hasSize(1);
    Finding.DataRace conflict = (Finding.DataRace) found.findings().get(0);
    assertThat(conflict.conflict().first().use()).isEqualTo(Use.PUT);
    assertThat(conflict.conflict().second().use()).isEqualTo(Use.LOAD);
    // The last step before the two can overlap is the end of the wait.
    WitnessStep last = conflict.witness().steps().getLast();
    assertThat(last.network()).isFalse();
    assertThat(last.pe()).isEqualTo(1);
  }

  @Test
  void aFenceKeepsTheFlagAfterABlockingPut() {
    Exploration found =
        messagePassing(Profile.NVSHMEM, true, code -> code.emit(new Instruction.Fence(NONE)));
    assertThat(found.findings()).isEmpty();
    assertThat(found.outcomes()).containsOnlyKeys("1:1");
  }

  @Test
  void theProfilesDisagreeOnAFenceAfterANonBlockingPut() {
    Consumer<CodeBuilder> fence = code -> code.emit(new Instruction.Fence(NONE));
    assertThat(messagePassing(Profile.NVSHMEM, false, fence).undefined()).isTrue();
    assertThat(messagePassing(Profile.ORDERING_PAGE, false, fence).undefined()).isFalse();
    assertThat(messagePassing(Profile.OPENSHMEM, false, fence).undefined()).isFalse();
  }

  @Test
  void aQuietCompletesANonBlockingPut() {
    Exploration found =
        messagePassing(Profile.NVSHMEM, false, code -> code.emit(new Instruction.Quiet(NONE)));
    assertThat(found.findings()).isEmpty();
  }

  @Test
  void storeBufferingByAtomicsShowsBothZerosUnlessQuietSeparatesThem() {
    assertThat(storeBuffering(code -> {}).outcomes()).containsKey("0:0 1:0");
    Exploration quiet = storeBuffering(code -> code.emit(new Instruction.Quiet(NONE)));
    assertThat(quiet.findings()).isEmpty();
    assertThat(quiet.outcomes()).doesNotContainKey("0:0 1:0").containsKey("0:1 1:1");
  }

  @Test
  void aWaitForAValueThatCanBePassedIsADeadlockInSomeOrder() {
    Exploration found =
        explore(
            Profile.NVSHMEM,
            code -> {
              Sketch.init(code);
              onPe(
                  code,
                  zero -> {
                    set(zero, f, 1, 1);
                    zero.emit(new Instruction.Fence(NONE));
                    set(zero, f, 2, 1);
                  },
                  one -> Sketch.waitFor(one, f, 1));
            });
    assertThat(found.findings()).hasSize(1).first().isInstanceOf(Finding.Deadlock.class);
    assertThat(found.outcomes()).isNotEmpty();
  }

  @Test
  void aBudgetIsSaidToBeTheBound() {
    Exploration found = storeBuffering(3, code -> {});
    assertThat(found.bound()).isEqualTo(new Exploration.Bound.Budget(3, "states"));
  }

  private Exploration messagePassing(
      Profile profile, boolean blocking, Consumer<CodeBuilder> order) {
    return explore(
        profile,
        code -> {
          Sketch.init(code);
          onPe(
              code,
              zero -> {
                zero.emit(
                    new Instruction.Store(
                        ScalarType.I64, zero.constant(y), 0, zero.constant(1), false));
                zero.emit(
                    new Instruction.Transfer(
                        Direction.PUT,
                        8,
                        blocking,
                        CallScope.THREAD,
                        zero.constant(x),
                        zero.constant(y),
                        zero.constant(1),
                        NONE,
                        NONE,
                        zero.constant(1),
                        null,
                        NONE));
                order.accept(zero);
                set(zero, f, 1, 1);
              },
              one -> {
                Sketch.waitFor(one, f, 1);
                Sketch.print(one, Sketch.load(one, x));
              });
        });
  }

  private Exploration storeBuffering(Consumer<CodeBuilder> order) {
    return storeBuffering(1_000_000, order);
  }

  private Exploration storeBuffering(long budget, Consumer<CodeBuilder> order) {
    return explore(
        budget,
        Profile.NVSHMEM,
        code -> {
          Sketch.init(code);
          onPe(
              code,
              zero -> {
                set(zero, x, 1, 1);
                order.accept(zero);
                Sketch.print(zero, fetch(zero, y, 0));
              },
              one -> {
                set(one, y, 1, 0);
                order.accept(one);
                Sketch.print(one, fetch(one, x, 1));
              });
        });
  }

  private Exploration explore(Profile profile, Consumer<CodeBuilder> main) {
    return explore(1_000_000, profile, main);
  }

  private Exploration explore(long budget, Profile profile, Consumer<CodeBuilder> main) {
    Specification rules = new Specification(profile);
    Machine machine = sketch.machine(2, rules, main);
    return new Explorer(
            new SearchSpace(machine, Optional.of(new Conflicts(rules)), ExplorerTest::printed),
            new SearchOptions(budget, 0, () -> false))
        .run();
  }

  private static String printed(Machine machine) {
    return machine.takeOutput().stream()
        .map(piece -> piece.pe() + ":" + piece.text())
        .sorted()
        .collect(Collectors.joining(" "));
  }

  private static void onPe(
      CodeBuilder code, Consumer<CodeBuilder> zero, Consumer<CodeBuilder> one) {
    CodeBuilder.Label first = code.label();
    CodeBuilder.Label second = code.label();
    CodeBuilder.Label end = code.label();
    code.branch(Sketch.myPe(code), second, first);
    code.place(first);
    zero.accept(code);
    code.jump(end);
    code.place(second);
    one.accept(code);
    code.place(end);
  }

  private static void set(CodeBuilder code, long address, long value, int pe) {
    code.emit(
        new Instruction.Amo(
            AtomicOp.SET,
            ScalarType.I64,
            NONE,
            code.constant(address),
            code.constant(value),
            NONE,
            code.constant(pe),
            NONE));
  }

  private static int fetch(CodeBuilder code, long address, int pe) {
    int value = code.register();
    code.emit(
        new Instruction.Amo(
            AtomicOp.FETCH,
            ScalarType.I64,
            value,
            code.constant(address),
            NONE,
            NONE,
            code.constant(pe),
            NONE));
    return value;
  }
}
