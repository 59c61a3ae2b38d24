package org.shmemlab.model.explore.states;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Sketch.NONE;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.sketch.Sketch;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/** How many machines are kept changes what an exploration costs, and nothing that it finds. */
class FrontierTest {
  private final Sketch sketch = new Sketch();
  private final long x = sketch.symmetric("x", 1);
  private final long y = sketch.symmetric("y", 1);

  @Test
  void statesThatWereNotKeptAreBuiltAgain() {
    Exploration all = explore(Integer.MAX_VALUE, false);
    assertThat(all.complete()).isTrue();
    assertThat(all.states()).isGreaterThan(100);
    for (int kept : new int[] {0, 1, 2, 7, 50}) {
      assertThat(explore(kept, false)).as("%d machines kept", kept).isEqualTo(all);
    }
  }

  @Test
  void conflictsAndTheirWitnessesAreTheSame() {
    Exploration all = explore(Integer.MAX_VALUE, true);
    assertThat(all.undefined()).isTrue();
    assertThat(explore(0, true).findings().toString()).isEqualTo(all.findings().toString());
    assertThat(explore(5, true).findings().toString()).isEqualTo(all.findings().toString());
  }

  private Exploration explore(int kept, boolean racing) {
    Specification rules = new Specification(Profile.NVSHMEM);
    Machine machine =
        sketch.machine(
            2,
            rules,
            code -> {
              Sketch.init(code);
              int me = Sketch.myPe(code);
              int other = code.register();
              int one = code.constant(1);
              code.emit(new Instruction.Binary(BinaryOp.SUB, ScalarType.I32, other, one, me));
              amo(code, AtomicOp.ADD, NONE, x, one, other);
              amo(code, AtomicOp.SET, NONE, y, me, other);
              int first = code.register();
              int second = code.register();
              amo(code, AtomicOp.FETCH, first, x, NONE, me);
              amo(code, AtomicOp.FETCH, second, y, NONE, other);
              if (racing) {
                Sketch.print(code, Sketch.load(code, x));
              }
              Sketch.print(code, first);
              Sketch.print(code, second);
            });
    return new Explorer(
            new SearchSpace(
                machine, Optional.of(new Conflicts(rules)), end -> end.takeOutput().toString()),
            new SearchOptions(100_000, 0, () -> false),
            Long.MAX_VALUE,
            kept)
        .run();
  }

  private static void amo(
      CodeBuilder code, AtomicOp op, int dst, long address, int operand, int pe) {
    code.emit(
        new Instruction.Amo(
            op, ScalarType.I64, dst, code.constant(address), operand, NONE, pe, NONE));
  }
}
