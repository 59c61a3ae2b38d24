package org.shmemlab.scenarios.random;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.EdgeCasesMode;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.ShrinkingMode;
import net.jqwik.api.Tag;
import net.jqwik.api.lifecycle.AddLifecycleHook;
import net.jqwik.api.lifecycle.LifecycleContext;
import net.jqwik.api.lifecycle.SkipExecutionHook;
import org.shmemlab.testing.Draws;

/**
 * Random programs print the same, byte for byte, when the real compiler makes them and when our
 * front-end and machine do. Skipped where there is no such compiler.
 */
@Tag("random")
@Tag("compiler")
class DifferentialTest {
  /** Starting a compiler takes longer than compiling one program. */
  private static final int PROGRAMS = Integer.getInteger("shmemlab.programs", Draws.of(50));

  @Property(tries = 20, seed = "20", shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
  @AddLifecycleHook(NeedsC.class)
  void aThousandProgramsInC(@ForAll long seed) {
    same(Dialect.C, seed);
  }

  @Property(tries = 6, seed = "6", shrinking = ShrinkingMode.OFF, edgeCases = EdgeCasesMode.NONE)
  @AddLifecycleHook(NeedsCpp.class)
  void threeHundredWithReferencesAndCastsOfCpp(@ForAll long seed) {
    same(Dialect.CPP, seed);
  }

  private static void same(Dialect dialect, long seed) {
    try (Gcc gcc = new Gcc(dialect)) {
      assertThat(new Comparison(gcc, dialect).difference(seed, PROGRAMS)).isEmpty();
    }
  }

  static final class NeedsC implements SkipExecutionHook {
    @Override
    public SkipResult shouldBeSkipped(LifecycleContext context) {
      return needs(Dialect.C);
    }
  }

  static final class NeedsCpp implements SkipExecutionHook {
    @Override
    public SkipResult shouldBeSkipped(LifecycleContext context) {
      return needs(Dialect.CPP);
    }
  }

  private static SkipExecutionHook.SkipResult needs(Dialect dialect) {
    return Gcc.exists(dialect)
        ? SkipExecutionHook.SkipResult.doNotSkip()
        : SkipExecutionHook.SkipResult.skip("there is no " + dialect.compiler());
  }
}
