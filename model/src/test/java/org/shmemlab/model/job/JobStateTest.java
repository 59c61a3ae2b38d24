package org.shmemlab.model.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.shmemlab.model.sketch.Faults.refused;

import org.junit.jupiter.api.Test;
import org.shmemlab.model.machine.Insides;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.sketch.Sketch;

/** Tests the output and warnings of a job, and its functions. */
class JobStateTest {
  private static final SourceLine LINE = new SourceLine("sketch.c", 1);

  private final Machine machine = Sketch.idle(JobLayout.ofNodes(5, 2));
  private final JobState state = Insides.state(machine);

  @Test
  void outputIsTakenOnceAndInOrder() {
    assertThat(machine.hasOutput()).isFalse();
    state.print(1, Output.STDOUT, "a");
    state.print(0, Output.STDERR, "b");
    Machine fork = machine.fork();
    assertThat(machine.hasOutput()).isTrue();
    assertThat(machine.takeOutput()).extracting(Output::text).containsExactly("a", "b");
    assertThat(machine.hasOutput()).isFalse();
    assertThat(machine.takeOutput()).isEmpty();
    assertThat(fork.takeOutput()).extracting(Output::pe).containsExactly(1, 0);
  }

  /** Earlier output belongs to the state: two states with different output are not the same. */
  @Test
  void theOutputDistinguishesStates() {
    Machine other = machine.fork();
    Machine third = machine.fork();
    state.print(0, Output.STDOUT, "a");
    Insides.state(other).print(0, Output.STDERR, "a");
    Insides.state(third).print(1, Output.STDOUT, "a");
    assertThat(machine.fingerprint().value())
        .isNotEqualTo(other.fingerprint().value())
        .isNotEqualTo(third.fingerprint().value());
  }

  @Test
  void aWarningIsNotedOncePerLineAndText() {
    state.warn(LINE, 0, "odd");
    state.warn(LINE, 1, "odd");
    state.warn(LINE, 1, "other");
    state.warn(new SourceLine("sketch.c", 2), 1, "odd");
    assertThat(machine.warnings())
        .containsExactly(
            new Warning(LINE, 0, "odd"),
            new Warning(LINE, 1, "other"),
            new Warning(new SourceLine("sketch.c", 2), 1, "odd"));
  }

  @Test
  void onlyAddressesOfFunctionsAreCalled() {
    assertThat(state.functionAt(Address.of(Space.FUNCTION, 0, 0))).isZero();
    refused(
        () -> state.functionAt(Address.of(Space.FUNCTION, 0, 1)),
        "is not the address of a function");
    refused(() -> state.functionAt(0), "is not the address of a function");
  }
}
