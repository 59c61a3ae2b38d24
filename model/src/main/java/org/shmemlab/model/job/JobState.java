package org.shmemlab.model.job;

import static org.shmemlab.model.memory.StructuralHash.mix;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.code.Code;
import org.shmemlab.model.code.ProgramCode;
import org.shmemlab.model.code.ReachableCalls;
import org.shmemlab.model.memory.FailureReason;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject.Owner;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.memory.StructuralHash;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.AgentNames;
import org.shmemlab.model.step.HappensBeforeListener;
import org.shmemlab.model.step.MeetingPlace;
import org.shmemlab.model.step.Wakeups;

/**
 * Holds the state of a running job: its PEs and their memory, its agents, its operations in flight.
 * It is data that can be forked and compared ({@link Fingerprint}); its changes are made by the
 * classes that are given one.
 *
 * <p>PEs and agents are shared by forks until one is asked for to be written to. Listeners, and the
 * source of clocks, belong to no state: a fork begins without.
 */
public final class JobState {
  private final Program program;
  private final Code[] codes;
  private final Job job;
  private final OrderingRules rules;
  private final Variables variables;
  private final ReachableCalls reachableCalls;

  private Owner owner = new Owner();
  private final PeState[] pes;
  private @Nullable Agent[] agents;
  private int agentTop;
  private int[] freeAgents = new int[0];
  private int freeAgentCount;
  private @Nullable AgentOrder agentOrder; // shared by forks; null where it has to be made again
  List<Team> teams; // shared by forks: replaced, never changed
  private final InFlight inFlight;
  private final Map<MeetingPlace, Meeting> gatherings;
  private final Map<MeetingPlace, Integer> phases; // the past is no part of a state
  public int warpMeetings; // how many of those are in a warp
  private List<Warning> warnings; // like the teams
  private @Nullable Output output;
  private long changes;
  private final long[] deviceProgress; // by PE
  private @Nullable Integer jobExit;
  private boolean failed; // some agent
  private int pollBudget = Integer.MAX_VALUE;

  private Wakeups wakeups = Wakeups.NONE;
  private HappensBeforeListener happensBeforeListener = HappensBeforeListener.NONE;
  private Clocks clocks = Clocks.OF_INSTRUCTIONS;

  /** The state of a job that has nothing yet: neither PEs nor agents nor teams. */
  public JobState(Program program, Job job, OrderingRules rules) {
    this.program = program;
    ProgramCode code = ProgramCode.of(program);
    this.codes = code.codes();
    this.job = job;
    this.rules = rules;
    this.variables = new Variables(program);
    this.reachableCalls = code.reachableCalls();
    this.pes = new PeState[job.pes()];
    this.agents = new Agent[job.pes()];
    this.deviceProgress = new long[job.pes()];
    this.teams = List.of();
    this.inFlight = new InFlight();
    this.gatherings = new HashMap<>();
    this.phases = new HashMap<>();
    this.warnings = List.of();
  }

  private JobState(JobState other) {
    this.program = other.program;
    this.codes = other.codes;
    this.job = other.job;
    this.rules = other.rules;
    this.variables = other.variables;
    this.reachableCalls = other.reachableCalls;
    this.pes = other.pes.clone();
    this.agents = other.agents.clone();
    this.agentTop = other.agentTop;
    this.freeAgents = other.freeAgents.clone();
    this.freeAgentCount = other.freeAgentCount;
    this.agentOrder = other.agentOrder;
    this.teams = other.teams;
    this.inFlight = other.inFlight.copy();
    this.gatherings = new HashMap<>();
    other.gatherings.forEach((place, meeting) -> gatherings.put(place, meeting.copy()));
    this.phases = new HashMap<>(other.phases);
    this.warnings = other.warnings;
    this.output = other.output;
    this.changes = other.changes;
    this.deviceProgress = other.deviceProgress.clone();
    this.jobExit = other.jobExit;
    this.failed = other.failed;
    this.pollBudget = other.pollBudget;
    this.warpMeetings = other.warpMeetings;
  }

  /** An independent copy without listeners. Neither observes the other's later steps. */
  public JobState fork() {
    JobState fork = new JobState(this);
    owner = new Owner(); // from here on both copy shared parts before writing them
    return fork;
  }

  // ---------------------------------------------------------------- constants

  public Program program() {
    return program;
  }

  public Job job() {
    return job;
  }

  public OrderingRules rules() {
    return rules;
  }

  public Variables variables() {
    return variables;
  }

  /** The calls that the program's code may reach. */
  public ReachableCalls reachableCalls() {
    return reachableCalls;
  }

  public Code code(int function) {
    return codes[function];
  }

  /** The function at a FUNCTION address. */
  public int functionAt(long address) {
    if (Address.space(address) != Space.FUNCTION || Address.index(address) >= codes.length) {
      throw new Fault("%s is not the address of a function", FailureReason.Varying.hex(address));
    }
    return Address.index(address);
  }

  /** The function that a FUNCTION address names. */
  public AgentCode function(long address) {
    return codes[functionAt(address)].source;
  }

  // ---------------------------------------------------------------- PEs and agents

  public Owner owner() {
    return owner;
  }

  public PeState peState(int pe) {
    return pes[pe];
  }

  public void install(PeState state) {
    pes[state.pe] = state;
  }

  public PeState writablePe(int pe) {
    PeState state = pes[pe];
    if (state.owner != owner) {
      state = state.copyFor(owner);
      pes[pe] = state;
    }
    state.hashed = false;
    return state;
  }

  /** Numbers of all agents that have not ended, ascending. */
  public ImmutableIntArray liveAgents() {
    ImmutableIntArray.Builder live = ImmutableIntArray.builder(agentTop);
    for (int i = 0; i < agentTop; i++) {
      if (agents[i] != null) {
        live.add(i);
      }
    }
    return live.build();
  }

  /** One past the highest agent number in use. */
  public int agentLimit() {
    return agentTop;
  }

  /** The agent of a number, or null when it has ended. */
  public @Nullable Agent agent(int number) {
    return number < agentTop ? agents[number] : null;
  }

  /** The order of the agents that have not ended. */
  AgentOrder agentOrder() {
    if (agentOrder == null) {
      agentOrder = new AgentOrder(agents, agentTop);
    }
    return agentOrder;
  }

  /** The same order, but of the agents of a grid by these names of their blocks. */
  AgentOrder agentOrder(AgentNames names) {
    return AgentOrder.byNames(agents, agentTop, names);
  }

  public Agent writableAgent(int number) {
    Agent state = agents[number];
    if (state == null) {
      throw new IllegalArgumentException("agent " + number + " has ended");
    }
    if (state.owner != owner) {
      state = state.copyFor(owner);
      agents[number] = state;
    }
    state.hashed = false;
    return state;
  }

  public Agent newAgent(int pe, Agent.Kind kind, int grid, int block, int thread, long name) {
    int number;
    if (freeAgentCount > 0) {
      number = freeAgents[--freeAgentCount];
    } else {
      number = agentTop++;
      if (number == agents.length) {
        agents = Arrays.copyOf(agents, Math.max(4, 2 * number));
      }
    }
    if ((kind != Agent.Kind.HOST || thread > 0) && !pes[pe].severalAgents) {
      writablePe(pe).severalAgents = true;
    }
    Agent agent = new Agent(number, pe, kind, grid, block, thread, name, owner);
    agents[number] = agent;
    agentOrder = null;
    wakeups.agent(number);
    return agent;
  }

  /** Takes an ended agent out. */
  public void end(Agent agent) {
    agent.done = true;
    inFlight.forget(agent.id);
    happensBeforeListener.ended(agent.id);
    agents[agent.id] = null;
    agentOrder = null;
    if (freeAgentCount == freeAgents.length) {
      freeAgents = Arrays.copyOf(freeAgents, Math.max(8, 2 * freeAgentCount));
    }
    freeAgents[freeAgentCount++] = agent.id;
    changed();
  }

  /**
   * An agent that keeps a clock for others to synchronize with.
   *
   * @param of its owner: a stream, or an event as -1 - its handle
   * @param index which one of these
   * @return its number
   */
  public int keeper(int pe, int of, int index) {
    return keeper(pe, of, index, -1).id;
  }

  /** The same for another owner, named by three numbers. */
  public Agent keeper(int pe, int of, int index, int part) {
    long name = mix(mix(Agent.Kind.KEEPER.ordinal(), pe), of, mix(index, part));
    return newAgent(pe, Agent.Kind.KEEPER, of, index, part, name);
  }

  /** The clock of a keeper is not needed any more. */
  public void forgetKeeper(int keeper) {
    Agent agent = agent(keeper);
    if (agent != null) {
      end(agent);
    }
  }

  /** The run-time system's state of a PE, ready to be changed. */
  public ServiceState servicesOf(int pe) {
    return writablePe(pe).ownSetup().services;
  }

  /** How many threads the block of a device thread has; 1 of any other agent. */
  public int blockThreads(Agent agent) {
    Grid grid = peState(agent.pe).grids.get(agent.grid);
    return grid == null ? 1 : grid.shape.threadsPerBlock();
  }

  /** How the kernel of a device thread was launched. */
  public Launch launch(Agent thread) {
    Grid grid = peState(thread.pe).grids.get(thread.grid);
    if (grid == null) {
      throw new IllegalStateException("a thread runs in a grid that is not running");
    }
    return grid.shape.launch();
  }

  /** The shared memory of an agent's block, to be looked at, whether the agent runs or not. */
  public ObjectTable sharedOf(Agent agent) {
    Grid grid =
        agent.running || agent.kind != Agent.Kind.DEVICE_THREAD
            ? null
            : pes[agent.pe].grids.get(agent.grid);
    Block block = grid == null ? null : grid.resident.get(agent.block);
    return block == null ? blockOf(agent).shared : block.shared;
  }

  public Block blockOf(Agent agent) {
    if (!agent.running || agent.kind != Agent.Kind.DEVICE_THREAD) {
      throw new Fault("shared memory is accessed outside a kernel");
    }
    Block block = agent.blockNow;
    if (block == null) {
      block = writableBlock(agent);
      agent.blockNow = block;
    }
    return block;
  }

  private Block writableBlock(Agent agent) {
    Grid grid = writablePe(agent.pe).ownDevice().grids.get(agent.grid);
    Block block = grid == null ? null : grid.resident.get(agent.block);
    if (block == null) {
      throw new IllegalStateException("a thread runs in a block that is not resident");
    }
    return block;
  }

  // ---------------------------------------------------------------- activity

  public InFlight inFlight() {
    return inFlight;
  }

  public Map<MeetingPlace, Meeting> gatherings() {
    return gatherings;
  }

  /** How often barriers for a number of agents were complete, of those that may be used again. */
  public Map<MeetingPlace, Integer> phases() {
    return phases;
  }

  /** Counts the changes of anything that another agent could see. */
  public long changes() {
    return changes;
  }

  public void changed() {
    changes++;
  }

  /** The status of a global exit, or null. */
  public @Nullable Integer jobExit() {
    return jobExit;
  }

  /** The exit status of a PE, or null while its host thread runs. */
  public @Nullable Integer exitStatus(int pe) {
    return jobExit != null ? jobExit : pes[pe].exitStatus;
  }

  /** Ends every PE of the job. */
  public void exitJob(int status) {
    jobExit = status;
    changed();
  }

  /**
   * Sets an agent aside that failed: it takes no step any more. It may have been slow to do so; the
   * steps of the others meanwhile are defined, but the program's outcome is not.
   */
  public void setAside(int agent) {
    if (agents[agent] != null) { // it may have ended with that
      writableAgent(agent).failed = true;
    }
    failed = true;
    changed();
  }

  /** Whether some agent failed. */
  public boolean hasFailed() {
    return failed;
  }

  /** How many failed tests an agent may have before it waits for one that does not fail. */
  public int pollBudget() {
    return pollBudget;
  }

  /** Bounds the failed tests. */
  public void bound(int failedPolls) {
    pollBudget = failedPolls;
  }

  /** 0 before initialisation, 2 after it, 0 after finalisation: as nvshmemx_init_status. */
  public boolean initialised(int pe) {
    return pes[pe].library == PeState.Library.INITIALISED;
  }

  /** 0 before MPI_Init, 1 after it, 2 after MPI_Finalize. */
  public int mpiStatus(int pe) {
    return pes[pe].mpi.ordinal();
  }

  /** Bytes of the symmetric heap that are allocated on a PE. */
  public long heapBytes(int pe) {
    return pes[pe].heapBytes;
  }

  /** Counts the events on a PE that streams, and hosts that wait for them, may have waited for. */
  public long deviceProgress(int pe) {
    return deviceProgress[pe];
  }

  /** Reports to the schedule that the host thread and streams of a PE may be enabled. */
  public void wakeDevice(int pe) {
    deviceProgress[pe]++;
    wakeups.device(pe);
  }

  /** Reports to the schedule that a stream's agent may be enabled. */
  public void wakeStream(int pe, int agent) {
    deviceProgress[pe]++;
    wakeups.agent(agent);
  }

  // ---------------------------------------------------------------- listeners

  /** Sets the listener for wakeups of waiting agents. Not part of the state: a fork has none. */
  public void listen(Wakeups listener) {
    wakeups = listener;
  }

  /**
   * Sets the listener for edges of happens-before. A fork has the one that the listener provides,
   * mostly none.
   */
  public void listen(HappensBeforeListener listener) {
    happensBeforeListener = listener;
  }

  /**
   * Sets the source of the values of clocks from now on. Not part of the state: a fork counts
   * instructions.
   */
  public void keepTimeBy(Clocks other) {
    clocks = other;
  }

  public Wakeups wakeups() {
    return wakeups;
  }

  /** The listener for edges of happens-before. */
  public HappensBeforeListener happensBeforeListener() {
    return happensBeforeListener;
  }

  /** The source of the values of clocks. */
  public Clocks clocks() {
    return clocks;
  }

  // ---------------------------------------------------------------- reports

  /** Prints text of a PE; {@code channel} is {@link Output#STDOUT} or {@link Output#STDERR}. */
  public void print(int pe, int channel, String text) {
    output = new Output(output, pe, channel, text);
    PeState state = writablePe(pe);
    state.printed = StructuralHash.with(state.printed, channel, StructuralHash.mix(text));
    changed();
  }

  /** The output since the last call, oldest first. */
  public List<Output> takeOutput() {
    List<Output> pieces = new ArrayList<>();
    for (Output piece = output; piece != null; piece = piece.previous()) {
      pieces.add(piece);
    }
    output = null;
    Collections.reverse(pieces);
    return pieces;
  }

  /** Whether something was printed since output was last taken. */
  public boolean hasOutput() {
    return output != null;
  }

  public List<Warning> warnings() {
    return warnings;
  }

  /**
   * Reports a misuse that real machines tolerate, in a job that goes on after it.
   *
   * @throws Fault in any other job
   */
  public void tolerate(Agent agent, Fault misuse) {
    if (!job.tolerant()) {
      throw misuse;
    }
    FailureReason reason = misuse.reason();
    warn(new Warning(line(agent), agent.pe, reason.text(), reason.names()));
  }

  /** Notes something questionable, once per line and text. */
  public void warn(SourceLine line, int pe, String text) {
    warn(new Warning(line, pe, text));
  }

  private void warn(Warning warning) {
    for (Warning known : warnings) {
      if (known.line().equals(warning.line()) && known.names().equals(warning.names())) {
        return;
      }
    }
    warnings = ImmutableList.<Warning>builder().addAll(warnings).add(warning).build();
  }

  /**
   * The source line of the instruction an agent would execute next, or of the call of the library
   * that has not returned yet; where that has none, of the call that led there.
   */
  public SourceLine line(Agent agent) {
    if (agent.function < 0) {
      return taskLine(agent);
    }
    SourceLine line = codes[agent.function].line(agent.awaiting < 0 ? agent.pc : agent.pc - 1);
    for (int depth = agent.depth - 1; depth >= 0 && line.line() == 0; depth--) {
      int frame = depth * Agent.FRAME;
      line = codes[agent.frames[frame]].line(agent.frames[frame + 1] - 1);
    }
    return line;
  }

  /** Names an agent for messages. */
  public String describe(Agent agent) {
    return describe(agent.kind, agent.pe, agent.grid, agent.block, agent.thread);
  }

  private String describe(Agent.Kind kind, int pe, int number, int block, int thread) {
    return switch (kind) {
      case HOST -> thread == 0 ? "host" : "host thread " + thread;
      case KEEPER -> "a hand-over";
      case STREAM -> thread == 0 ? "default stream" : "stream " + thread;
      case DEVICE_THREAD -> {
        Grid grid = pes[pe].grids.get(number);
        yield "thread "
            + thread
            + " of block "
            + block
            + (grid == null ? "" : " of kernel " + codes[grid.shape.kernel()].source.name());
      }
    };
  }

  /** The failure of an agent at its present instruction. */
  public ProgramFailure failure(Agent agent, Fault fault) {
    return new ProgramFailure(line(agent), agent.pe, describe(agent), fault.reason());
  }

  /** The failure of an agent where it arrived to meet others; it may have gone on, and ended. */
  public ProgramFailure failure(Meeting.Arrival arrival, Fault fault) {
    String agent =
        describe(arrival.kind(), arrival.pe(), arrival.grid(), arrival.block(), arrival.thread());
    return new ProgramFailure(arrival.line(), arrival.pe(), agent, fault.reason());
  }

  /** The line that queued the current task of a stream; line 0 where it has none. */
  private SourceLine taskLine(Agent agent) {
    if (agent.kind == Agent.Kind.STREAM) {
      Stream stream = peState(agent.pe).stream(agent.thread);
      if (stream.current != null && stream.current.work() instanceof Work.Launch launch) {
        return launch.shape().line();
      }
    }
    return new SourceLine(program.name(), 0);
  }
}
