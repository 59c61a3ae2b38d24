package org.shmemlab.model.communication;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Sketch.NONE;

import java.util.List;
import java.util.function.Consumer;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.machine.Insides;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.sketch.Sketch;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;

/** Fences and quiets wait for what was issued before them, and for nothing else. */
class CompletionTest {
  static final int PES = 3;

  private final Sketch sketch = new Sketch();
  private final long words = sketch.symmetric("words", 8);

  /** PE 0 has made some calls; no event of them has happened yet. */
  private Machine after(Consumer<CodeBuilder> calls) {
    Machine machine =
        sketch.machine(
            PES,
            new Specification(Profile.NVSHMEM),
            code -> {
              Sketch.init(code);
              CodeBuilder.Label others = code.label();
              CodeBuilder.Label first = code.label();
              code.branch(Sketch.myPe(code), others, first);
              code.place(first);
              calls.accept(code);
              code.place(others);
            });
    for (int pe = 0; pe < PES; pe++) {
      machine.run(pe, 100);
    }
    machine.run(0, 100);
    return machine;
  }

  private void put(CodeBuilder code, int word, int pe) {
    code.emit(
        new Instruction.PutValue(
            ScalarType.I64,
            code.constant(words + 8L * word),
            code.constant(1),
            code.constant(pe),
            NONE));
  }

  private static Completion completion(Machine machine) {
    return Insides.layers(machine).communication.completion();
  }

  @Property(tries = 100)
  void aQuietReturnsOnceAllThatItsCallerIssuedIsThere(
      @ForAll @Size(min = 1, max = 4) List<@IntRange(max = PES - 1) Integer> targets,
      @ForAll long seed) {
    Choices choices = new SeededChoices(seed);
    Machine machine =
        after(code -> {
          for (int i = 0; i < targets.size(); i++) {
            put(code, i, targets.get(i));
          }
          code.emit(new Instruction.Quiet(NONE));
          code.emit(new Instruction.Quiet(NONE));
        });
    Agent caller = Insides.state(machine).writableAgent(0);
    assertThat(machine.waiting(0)).isNotNull();
    while (!machine.enabledEvents().isEmpty()) {
      boolean there = true;
      for (int i = 0; i < targets.size(); i++) {
        there &= machine.word(targets.get(i), ScalarType.I64, words + 8L * i) == 1;
      }
      boolean passes =
          completion(machine).mayPass(OrderingCall.QUIET, Completion.caller(caller, 0));
      assertThat(passes && !there).isFalse();
      machine.happen(choices.pick(machine.enabledEvents()));
    }
    assertThat(completion(machine).mayPass(OrderingCall.QUIET, Completion.caller(caller, 0)))
        .isTrue();
    assertThat(completion(machine).mayPass(caller, machine.next(0))).isTrue();
    assertThat(completion(machine).visibleEverywhere(caller, OrderingCall.WAIT)).isTrue();
  }

  @Test
  void aFenceReturnsAtOnceAndKeepsPutsToOnePeInOrder() {
    Machine unordered =
        after(code -> {
          put(code, 0, 1);
          put(code, 1, 1);
          code.emit(new Instruction.Quiet(NONE));
        });
    assertThat(visible(unordered)).hasSize(2);
    Machine fenced =
        after(code -> {
          put(code, 0, 1);
          code.emit(new Instruction.Fence(NONE));
          put(code, 1, 1);
          put(code, 2, 2);
          code.emit(new Instruction.Quiet(NONE));
        });
    assertThat(fenced.inFlight().pending()).hasSize(3);
    List<Event> possible = visible(fenced);
    assertThat(possible).extracting(Event::operation).hasSize(2).contains(number(fenced, 0));
    assertThat(possible).extracting(Event::operation).doesNotContain(number(fenced, 1));
    fenced.happen(possible.get(0));
    assertThat(visible(fenced)).extracting(Event::operation).contains(number(fenced, 1));
  }

  private static int number(Machine machine, int position) {
    return machine.inFlight().pending().get(position).number();
  }

  private static List<Event> visible(Machine machine) {
    return machine.enabledEvents().stream()
        .filter(event -> event.kind() == Event.Kind.VISIBLE)
        .toList();
  }
}
