package org.shmemlab.model.job;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.machine.Insides;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.sketch.Sketch;

/** Tests that no two agents of a job have one name, whatever their creators and numbers. */
class NamesOfAgentsTest {
  private static final int PES = 6;
  private static final int MOST = 8;

  @Test
  void noTwoAgentsHaveOne() {
    Sketch sketch = new Sketch();
    long function = Address.ofFunction(sketch.thread(code -> code.constant(0)));
    Machine machine = sketch.machine(PES, new Immediate(), code -> code.constant(0));
    JobState state = Insides.state(machine);
    List<Integer> hosts = new ArrayList<>();
    state.liveAgents().asList().forEach(hosts::add);
    for (int host : hosts) {
      for (int child = 0; child < MOST; child++) {
        Agent maker = state.writableAgent(host);
        Insides.layers(machine).hostThreads.create(maker, function, 0);
        Insides.layers(machine).device.createStream(maker, child % 2 == 0);
      }
    }
    List<Long> names = new ArrayList<>();
    for (int number : state.liveAgents().asList()) {
      Agent agent = state.agent(number);
      if (agent != null) {
        names.add(agent.name());
      }
    }
    assertThat(names).hasSize(PES * (2 + 2 * MOST)).doesNotHaveDuplicates();
  }
}
