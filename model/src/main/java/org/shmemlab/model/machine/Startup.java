package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.shmemlab.model.access.Allocation;
import org.shmemlab.model.access.Frames;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.interpreter.Services;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.ScalarType;

/** Puts a machine into the state in which every PE is about to enter {@code main}. */
final class Startup {
  private final JobState jobState;
  private final JobMemory memory;
  private final Services services;

  Startup(JobState jobState, JobMemory memory, Services services) {
    this.jobState = jobState;
    this.memory = memory;
    this.services = services;
  }

  void start() {
    Job job = jobState.job();
    JobLayout layout = job.layout();
    ImmutableIntArray world = ImmutableIntArray.copyOf(IntStream.range(0, job.pes()));
    Teams.newTeam(jobState, "the world team", world);
    Teams.newTeam(jobState, "MPI_COMM_WORLD", world);
    for (int domain = 0; domain < layout.domains(); domain++) {
      Teams.newTeam(jobState, "the shared team", layout.domainMembers(domain));
    }
    for (int node = 0; node < layout.nodes(); node++) {
      Teams.newTeam(jobState, "the node team", layout.nodeMembers(node));
    }
    AgentCode main = jobState.program().functions().get(jobState.program().main());
    for (int pe = 0; pe < job.pes(); pe++) {
      PeState state =
          new PeState(pe, jobState.owner(), jobState.variables(), services.start(job, pe));
      jobState.install(state);
      startHost(state, main);
    }
  }

  private void startHost(PeState state, AgentCode main) {
    Agent host =
        jobState.newAgent(
            state.pe, Agent.Kind.HOST, -1, -1, 0, Agent.nameOfFirst(Agent.Kind.HOST, state.pe));
    state.hostAgent = host.id;
    long[] arguments =
        switch (main.parameters().size()) {
          case 0 -> new long[0];
          case 1 -> new long[] {1 + jobState.job().arguments().size()};
          default -> new long[] {1 + jobState.job().arguments().size(), argumentVector(host)};
        };
    Frames.enter(jobState, host, jobState.program().main(), arguments);
  }

  private long argumentVector(Agent host) {
    List<String> words = new ArrayList<>();
    words.add(jobState.program().name());
    words.addAll(jobState.job().arguments());
    long vector =
        Allocation.allocate(jobState, host.pe, "argv", Residence.HOST, 8L * (words.size() + 1));
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i);
      long text =
          Allocation.allocate(
              jobState, host.pe, "argv[" + i + "]", Residence.HOST, word.length() + 1L);
      memory.writeString(host, text, word);
      memory.store(host, ScalarType.U64, vector + 8L * i, text);
    }
    return vector;
  }
}
