package org.shmemlab.model.explore.execution;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.step.Step;

class PctPolicyTest {
  private static final int STEPS = 100;

  @Property
  void theSteppingAgentChangesAtMostOnceLessThanTheDepth(
      @ForAll long seed, @ForAll @IntRange(min = 1, max = 5) int depth) {
    PctPolicy priorities = new PctPolicy(new SeededChoices(seed), depth, STEPS);
    int changes = 0;
    int last = -1;
    for (int step = 0; step < STEPS; step++) {
      int picked = priorities.pick(agents(4));
      changes += step > 0 && picked != last ? 1 : 0;
      last = picked;
    }
    assertThat(changes).isLessThan(depth);
  }

  @Test
  void everyActorComesFirstUnderSomeSeed() {
    List<Integer> first = new ArrayList<>();
    for (int seed = 0; seed < 100; seed++) {
      first.add(new PctPolicy(new SeededChoices(seed), 1, STEPS).pick(agents(4)));
    }
    assertThat(first).contains(0, 1, 2, 3);
  }

  @Test
  void aSpinningAgentLetsTheOthersStepInTheEnd() {
    PctPolicy priorities = new PctPolicy(new SeededChoices(1), 1, STEPS);
    int first = priorities.pick(agents(2));
    assertThat(IntStream.range(0, 5_000).map(_ -> priorities.pick(agents(2))).distinct().toArray())
        .contains(1 - first);
  }

  private static List<Step> agents(int count) {
    return IntStream.range(0, count).<Step>mapToObj(Step.OfAgent::new).toList();
  }
}
