package org.shmemlab.model.compiled;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.schedule.Lockstep;

/** Compiled code and the interpreter take the same steps. */
class CompiledCodeTest {
  private static final int STEPS = 300;

  @Property(tries = 300, seed = "48", shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
  void drawnCodeDoesTheSameInterpretedAndCompiled(@ForAll long seed) {
    same(DrawnCode.machine(new SeededChoices(seed)), seed);
  }

  @Property(tries = 60, seed = "48", shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
  void everyOperatorComputesTheSameInterpretedAndCompiled(@ForAll long seed) {
    same(DrawnCode.everyOperator(new SeededChoices(seed)), seed);
  }

  private static void same(Machine start, long seed) {
    assertThat(new Lockstep(start::fork, seed).difference(STEPS)).as("seed " + seed).isEmpty();
  }
}
