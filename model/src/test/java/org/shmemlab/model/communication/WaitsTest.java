package org.shmemlab.model.communication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Faults.refused;
import static org.shmemlab.model.sketch.Sketch.NONE;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.machine.Insides;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.sketch.Sketch;
import org.shmemlab.model.step.Step;

/** How waits and tests of several words may end. */
class WaitsTest {
  static final int MOST = 4;

  private final Sketch sketch = new Sketch();
  private final long words = sketch.symmetric("words", MOST);
  private final long status = sketch.variable("status", Variable.Storage.HOST, 4 * MOST);
  private final long indices = sketch.variable("indices", Variable.Storage.HOST, 8 * MOST);

  /** An agent that stands before a wait or test. */
  private final class Before {
    final Machine machine;
    final Agent agent;
    final Instruction.WaitUntil call;
    final Waits waits;
    final JobMemory memory;

    Before(Quantifier quantifier, boolean blocking, Comparison comparison, int count, long value) {
      machine =
          sketch.machine(
              1,
              new Immediate(),
              code -> emit(code, quantifier, blocking, comparison.ordinal(), count, value));
      machine.runOwn(0, 100);
      agent = Insides.state(machine).writableAgent(0);
      call = (Instruction.WaitUntil) machine.next(0);
      waits = Insides.layers(machine).communication.waits();
      memory = Insides.layers(machine).memory;
    }

    void set(int word, long value) {
      memory.store(agent, ScalarType.I64, words + 8L * word, value);
    }

    void leaveOut(int word) {
      memory.store(agent, ScalarType.I32, status + 4L * word, 1);
    }
  }

  private void emit(
      CodeBuilder code,
      Quantifier quantifier,
      boolean blocking,
      int comparison,
      int count,
      long value) {
    int result = code.register();
    code.emit(
        new Instruction.WaitUntil(
            ScalarType.I64,
            quantifier,
            blocking,
            false,
            result,
            code.constant(words),
            code.constant(count),
            code.constant(indices),
            code.constant(status),
            code.constant(comparison),
            code.constant(value),
            false));
  }

  private static boolean holds(Comparison comparison, long seen, long wanted) {
    return switch (comparison) {
      case EQ -> seen == wanted;
      case NE -> seen != wanted;
      case GT -> seen > wanted;
      case LE -> seen <= wanted;
      case LT -> seen < wanted;
      case GE -> seen >= wanted;
    };
  }

  @Property(tries = 400)
  void oneLookAtEveryWordGivesTheAnswersOfTheSpecification(
      @ForAll("several") Quantifier quantifier,
      @ForAll boolean blocking,
      @ForAll Comparison comparison,
      @ForAll @Size(max = MOST) List<@IntRange(min = -1, max = 1) Integer> values,
      @ForAll @Size(MOST) List<Boolean> leftOut) {
    Before before = new Before(quantifier, blocking, comparison, values.size(), 0);
    List<Integer> asked = new ArrayList<>();
    List<Integer> held = new ArrayList<>();
    for (int word = 0; word < values.size(); word++) {
      before.set(word, values.get(word));
      if (leftOut.get(word)) {
        before.leaveOut(word);
      } else {
        asked.add(word);
        if (holds(comparison, values.get(word), 0)) {
          held.add(word);
        }
      }
    }
    List<Waits.Answer> answers = before.waits.answers(before.agent, before.call);
    boolean over = quantifier == Quantifier.ALL ? held.equals(asked) : !held.isEmpty();
    if (asked.isEmpty()) {
      assertThat(answers).hasSize(1).allMatch(Waits.Answer::holds);
    } else if (!over) {
      assertThat(answers).hasSize(blocking ? 0 : 1).noneMatch(Waits.Answer::holds);
    } else if (quantifier == Quantifier.ALL) {
      assertThat(answers).hasSize(1).allMatch(Waits.Answer::holds);
    } else {
      assertThat(answers).allMatch(Waits.Answer::holds);
      assertThat(answers).extracting(Waits.Answer::word).containsExactlyElementsOf(held);
      if (quantifier == Quantifier.SOME) {
        assertThat(answers).extracting(Waits.Answer::words).containsOnly(set(held));
      }
    }
    assertThat(before.waits.holds(before.agent, before.call)).isEqualTo(over || asked.isEmpty());
  }

  @Provide
  Arbitrary<Quantifier> several() {
    return Arbitraries.of(Quantifier.ALL, Quantifier.ANY, Quantifier.SOME);
  }

  private static BitSet set(List<Integer> words) {
    BitSet set = new BitSet();
    words.forEach(set::set);
    return set;
  }

  /** Memory model, section 9: a call evaluates its words one after another. */
  @Test
  void aWordThatHeldAtAnEarlierLookCountsForAll() {
    Before before = new Before(Quantifier.ALL, true, Comparison.EQ, 2, 1);
    before.set(0, 1);
    assertThat(before.waits.unread(before.agent, before.call)).isEqualTo(set(List.of(0)));
    before.waits.look(before.agent, Step.OfLook.ON);
    assertThat(before.waits.unread(before.agent, before.call).isEmpty()).isTrue();
    before.set(0, 0);
    assertThat(before.waits.holds(before.agent, before.call)).isFalse();
    before.set(1, 1);
    assertThat(before.waits.holds(before.agent, before.call)).isTrue();
    before.waits.look(before.agent, 0);
    assertThat(before.agent.registers[before.agent.base + before.call.dst()]).isOne();
  }

  @Test
  void indicesOfSomeBeginWithAnyWordAndGoRound() {
    Before before = new Before(Quantifier.SOME, true, Comparison.NE, 3, 0);
    before.set(0, 5);
    before.set(2, 5);
    assertThat(before.waits.answers(before.agent, before.call))
        .extracting(Waits.Answer::word)
        .containsExactly(0, 2);
    before.waits.look(before.agent, 1);
    assertThat(before.agent.registers[before.agent.base + before.call.dst()]).isEqualTo(2);
    assertThat(before.memory.load(before.agent, ScalarType.U64, indices)).isEqualTo(2);
    assertThat(before.memory.load(before.agent, ScalarType.U64, indices + 8)).isZero();
  }

  @Test
  void oneThatWouldEndWithoutWhatAnAdditionAdded() {
    Before before = new Before(Quantifier.ONE, true, Comparison.GE, NONE, 3);
    before.set(0, 5);
    assertThat(before.waits.mayGoOnWithout(before.agent, 2)).isTrue();
    assertThat(before.waits.mayGoOnWithout(before.agent, 3)).isFalse();
  }

  @Test
  void anOperatorIsOneOfSix() {
    assertThat(Waits.comparison(5)).isEqualTo(Comparison.GE);
    refused(() -> Waits.comparison(6), "comparison operator 6 is none of CMP_EQ to CMP_GE");
    refused(() -> Waits.comparison(-1), "comparison operator -1");
  }
}
