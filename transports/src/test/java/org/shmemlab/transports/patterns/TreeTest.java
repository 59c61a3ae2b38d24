package org.shmemlab.transports.patterns;

import static org.assertj.core.api.Assertions.assertThat;

import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;

/** The tree down which small broadcasts go. */
class TreeTest {
  /** Each PE but the root receives once, from a PE that has the data. */
  @Property
  void reachesEveryPeOnceFromOneThatHasIt(@ForAll @IntRange(min = 2, max = 200) int pes) {
    int[] level = new int[pes]; // at which a PE has it, from 1
    level[Phase.ROOT] = 1;
    for (int i = 0; (2 << i) <= pes; i++) {
      Phase phase = Phase.downTree(pes, i, 8);
      for (int pe = 0; pe < pes; pe++) {
        for (int message = 0; message < phase.sends().applyAsInt(pe); message++) {
          int target = phase.target().applyAsInt(pe, message);
          assertThat(level[pe]).isBetween(1, i + 1);
          assertThat(level[target]).isZero();
          assertThat(phase.expects().applyAsInt(target)).isEqualTo(1);
          level[target] = i + 2;
        }
      }
    }
    assertThat(level).doesNotContain(0);
  }
}
