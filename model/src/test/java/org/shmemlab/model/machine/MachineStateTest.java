package org.shmemlab.model.machine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.common.primitives.ImmutableIntArray;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.sketch.Sketch;

/** Tests the answers of a machine about agents and PEs that have ended. */
class MachineStateTest {
  private final Machine machine = Sketch.idle(JobLayout.ofNodes(5, 2));

  @Test
  void theEndOfTheJobIsThatOfEveryPe() {
    assertThat(machine.exitStatus(2)).isNull();
    assertThat(machine.jobExit()).isNull();
    Machine fork = machine.fork();
    machine.jobState().exitJob(3);
    assertThat(machine.exitStatus(2)).isEqualTo(3);
    assertThat(machine.jobExit()).isEqualTo(3);
    assertThat(fork.exitStatus(2)).isNull();
    assertThat(fork.fingerprint().value()).isNotEqualTo(machine.fingerprint().value());
    fork.layers().hostThreads.exitPe(2, 4);
    assertThat(fork.exitStatus(2)).isEqualTo(4);
    assertThat(fork.exitStatus(1)).isNull();
    assertThat(fork.liveAgents()).isEqualTo(ImmutableIntArray.of(0, 1, 3, 4));
    assertThat(fork.agent(2)).isNull();
    assertThat(fork.stands(2)).isFalse();
    assertThat(fork.stands(1)).isTrue();
    assertThat(fork.meets(1)).isFalse();
    assertThat(fork.waiting(2)).isNull();
    assertThatThrownBy(() -> fork.next(2)).hasMessage("agent 2 has no code to run");
    assertThatThrownBy(() -> fork.register(2, 0)).hasMessage("agent 2 has ended");
    assertThatThrownBy(() -> fork.jobState().writableAgent(2)).hasMessage("agent 2 has ended");
    assertThat(fork.agent(99)).isNull();
  }
}
