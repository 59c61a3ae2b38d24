package org.shmemlab.model.explore.stateless;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Sketch.NONE;

import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.sketch.Sketch;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/** A wait is explored before an update only where it could end before it. */
class ReplacedWordsTest {
  private static final int FLAGS = 12;

  private final Sketch sketch = new Sketch();

  @Test
  void flagsThatAreSetOnceHaveOneExecution() {
    long[] flags =
        IntStream.range(0, FLAGS).mapToLong(flag -> sketch.symmetric("f" + flag, 1)).toArray();
    Exploration found =
        explore(
            1,
            zero -> {
              for (long flag : flags) {
                set(zero, flag, 1);
              }
            },
            one -> {
              for (long flag : flags) {
                Sketch.waitFor(one, flag, 1);
              }
            });
    assertThat(found.complete()).isTrue();
    assertThat(found.findings()).isEmpty();
  }

  @Test
  void aWaitThatHoldsBeforeAnUpdateMayEndBeforeIt() {
    long flag = sketch.symmetric("f", 1);
    Exploration found =
        explore(100, zero -> set(zero, flag, 1), one -> Sketch.waitFor(one, flag, 0));
    assertThat(found.complete()).isTrue();
    assertThat(found.findings()).hasSize(1).first().isInstanceOf(Finding.Deadlock.class);
    assertThat(found.outcomes()).isNotEmpty();
  }

  @Test
  void aValueThatIsReplacedMayBeMissed() {
    long flag = sketch.symmetric("f", 1);
    Exploration found =
        explore(
            100,
            zero -> {
              set(zero, flag, 1);
              zero.emit(new Instruction.Fence(NONE));
              set(zero, flag, 2);
            },
            one -> Sketch.waitFor(one, flag, 1));
    assertThat(found.complete()).isTrue();
    assertThat(found.findings()).hasSize(1).first().isInstanceOf(Finding.Deadlock.class);
    assertThat(found.outcomes()).isNotEmpty();
  }

  private Exploration explore(long budget, Consumer<CodeBuilder> zero, Consumer<CodeBuilder> one) {
    Specification rules = new Specification(Profile.NVSHMEM);
    Conflicts conflicts = new Conflicts(rules);
    Machine machine =
        sketch.machine(
            2,
            rules,
            code -> {
              Sketch.init(code);
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
            });
    return new StatelessSearch<>(
            new SearchSpace(machine, Optional.of(conflicts), _ -> ""),
            new SourceSets(conflicts),
            new SearchOptions(budget, 0, () -> false))
        .run();
  }

  private static void set(CodeBuilder code, long address, long value) {
    code.emit(
        new Instruction.Amo(
            AtomicOp.SET,
            ScalarType.I64,
            NONE,
            code.constant(address),
            code.constant(value),
            NONE,
            code.constant(1),
            NONE));
  }
}
