package org.shmemlab.model.repair;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Sketch.NONE;

import com.google.common.collect.ImmutableList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.SourceLine;

/**
 * A loop with a choice in it: 0 precedes it; 1 asks; 2 chooses 3 or 5; 6 goes back; 7 and 8 follow
 * it.
 */
class ControlFlowTest {
  private static final ControlFlow FLOW =
      new ControlFlow(
          code(
              new Instruction.Fence(NONE),
              new Instruction.Branch(0, 2, 7),
              new Instruction.Branch(1, 3, 5),
              new Instruction.Fence(NONE),
              new Instruction.Jump(6),
              new Instruction.Fence(NONE),
              new Instruction.Jump(1),
              new Instruction.Const(2, 0),
              new Instruction.Return(NONE)));

  @Test
  void aLoopLeadsBack() {
    assertThat(FLOW.reaches(5, 3)).isTrue();
    assertThat(FLOW.reaches(3, 3)).isTrue();
    assertThat(FLOW.reaches(7, 3)).isFalse();
    assertThat(FLOW.reaches(0, 0)).isFalse();
  }

  @Test
  void whatIsPassedOnEveryWay() {
    assertThat(FLOW.alwaysAfter(3, 6)).isTrue();
    assertThat(FLOW.alwaysAfter(3, 7)).isTrue();
    assertThat(FLOW.alwaysAfter(3, 5)).isFalse();
    assertThat(FLOW.alwaysAfter(0, 2)).isFalse();
    assertThat(FLOW.alwaysBefore(1, 7)).isTrue();
    assertThat(FLOW.alwaysBefore(2, 5)).isTrue();
    assertThat(FLOW.alwaysBefore(3, 5)).isFalse();
    assertThat(FLOW.alwaysBefore(0, 8)).isTrue();
  }

  @Test
  void howManyLoopsAnInstructionIsIn() {
    assertThat(List.of(0, 1, 3, 6, 7).stream().map(FLOW::depth)).containsExactly(0, 1, 1, 1, 0);
  }

  @Test
  void whatOnlyComputesMovesNothing() {
    assertThat(FLOW.settled(8)).isEqualTo(7);
    assertThat(FLOW.settled(4)).isEqualTo(4);
  }

  private static AgentCode code(Instruction... body) {
    return new AgentCode(
        "f",
        false,
        ImmutableList.of(),
        3,
        ImmutableList.of(),
        ImmutableList.copyOf(body),
        ImmutableList.copyOf(Collections.nCopies(body.length, new SourceLine("flow.c", 1))));
  }
}
