package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.ScalarType;

/** Puts a machine into the state in which every PE is about to enter {@code main}. */
final class Startup {
  private final Machine machine;

  Startup(Machine machine) {
    this.machine = machine;
  }

  void start() {
    Job job = machine.job();
    JobLayout layout = job.layout();
    ImmutableIntArray everybody = ImmutableIntArray.copyOf(IntStream.range(0, job.pes()));
    machine.newTeam("the world team", everybody);
    machine.newTeam("MPI_COMM_WORLD", everybody);
    for (int domain = 0; domain < layout.domains(); domain++) {
      machine.newTeam("the shared team", layout.domainMembers(domain));
    }
    for (int node = 0; node < layout.nodes(); node++) {
      machine.newTeam("the node team", layout.nodeMembers(node));
    }
    AgentCode main = machine.program().functions().get(machine.program().main());
    for (int pe = 0; pe < job.pes(); pe++) {
      PeState state =
          new PeState(pe, machine.owner(), machine.variables(), machine.services().start(job, pe));
      machine.install(state);
      startHost(state, main);
    }
  }

  private void startHost(PeState state, AgentCode main) {
    Agent host = machine.newAgent(state.pe, Agent.Kind.HOST, -1, -1, 0);
    state.hostAgent = host.id;
    long[] arguments =
        switch (main.parameters().size()) {
          case 0 -> new long[0];
          case 1 -> new long[] {1 + machine.job().arguments().size()};
          default -> new long[] {1 + machine.job().arguments().size(), argumentVector(host)};
        };
    Interpreter.enter(machine, host, machine.program().main(), arguments);
  }

  private long argumentVector(Agent host) {
    List<String> words = new ArrayList<>();
    words.add(machine.program().name());
    words.addAll(machine.job().arguments());
    long vector = machine.allocate(host.pe, "argv", Residence.HOST, 8L * (words.size() + 1));
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      long text = machine.allocate(host.pe, "argv[" + i + "]", Residence.HOST, word.length() + 1L);
      machine.memory().writeString(host, text, word);
      machine.memory().store(host, ScalarType.U64, vector + 8L * i, text);
    }
    return vector;
  }
}
