package org.shmemlab.model.machine;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.MemoryObject.Owner;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;

/**
 * The state of a running job: its PEs and their memory, its agents, its operations in flight.
 *
 * <p>It takes two kinds of steps: an agent runs ({@link #run}), or an event of an operation in
 * flight happens ({@link #happen}). Which steps are possible, the agents' guards and the ordering
 * rules say; which one is taken, the caller chooses. {@link #fork} gives an independent machine in
 * the same state; the cost is the number of PEs and agents, not their memory.
 */
public final class Machine {
  /** Team handles that exist from the start, with the values of the shipped headers. */
  public static final int TEAM_WORLD = 0;

  public static final int TEAM_SHARED = 1;
  public static final int TEAM_NODE = 2;
  public static final int MPI_WORLD = 3;
  public static final int MPI_SELF = 4;
  static final int FIRST_USER_TEAM = 16;

  private final Program program;
  private final Code[] codes;
  private final Job job;
  private final OrderingRules rules;
  private final Services services;
  private final Variables variables;
  private final JobMemory memory;
  private final PlainLoads plainLoads;
  private final Communication communication;
  private final Meetings meetings;
  private final Device device;
  private final HostThreads hostThreads;
  private final Contexts contexts;
  private final HostLocks locks;
  private final Ahead ahead;

  private Owner owner = new Owner();
  private final PeState[] pes;
  private @Nullable Agent[] agents;
  private int agentTop;
  private int[] freeAgents = new int[0];
  private int freeAgentCount;
  private List<Team> teams; // shared by forks: replaced, never changed
  private final InFlight inFlight;
  private final Map<MeetingPlace, Meeting> gatherings;
  private List<Warning> warnings; // like the teams
  private @Nullable Output output;
  private long changes;
  private final long[] deviceProgress; // by PE
  private Wakeups wakeups = Wakeups.NONE;
  private Causality causality = Causality.NONE;
  private Clocks clocks = Clocks.OF_INSTRUCTIONS;
  private @Nullable Integer jobExit;
  private boolean failed; // some agent
  private int mostFailedTests = Integer.MAX_VALUE;

  /** A machine about to start {@code program} on every PE of {@code job}. */
  public Machine(Program program, Job job, OrderingRules rules, Services services) {
    this.program = program;
    this.codes = new Code[program.functions().size()];
    for (int i = 0; i < codes.length; i++) {
      codes[i] = new Code(program.functions().get(i));
    }
    this.job = job;
    this.rules = rules;
    this.services = services;
    this.variables = new Variables(program);
    this.memory = new JobMemory(this);
    this.plainLoads = new PlainLoads(this);
    this.communication = new Communication(this);
    this.meetings = new Meetings(this, 0);
    this.device = new Device(this);
    this.hostThreads = new HostThreads(this);
    this.contexts = new Contexts(this);
    this.locks = new HostLocks(this);
    this.ahead = new Ahead(codes);
    this.pes = new PeState[job.pes()];
    this.agents = new Agent[job.pes()];
    this.deviceProgress = new long[job.pes()];
    this.teams = List.of();
    this.inFlight = new InFlight();
    this.gatherings = new HashMap<>();
    this.warnings = List.of();
    new Startup(this).start();
  }

  private Machine(Machine other) {
    this.program = other.program;
    this.codes = other.codes;
    this.job = other.job;
    this.rules = other.rules;
    this.services = other.services;
    this.variables = other.variables;
    this.memory = new JobMemory(this);
    this.plainLoads = new PlainLoads(this);
    this.communication = new Communication(this);
    this.meetings = new Meetings(this, other.meetings.warpMeetings());
    this.device = new Device(this);
    this.hostThreads = new HostThreads(this);
    this.contexts = new Contexts(this);
    this.locks = new HostLocks(this);
    this.ahead = other.ahead;
    this.pes = other.pes.clone();
    this.agents = other.agents.clone();
    this.agentTop = other.agentTop;
    this.freeAgents = other.freeAgents.clone();
    this.freeAgentCount = other.freeAgentCount;
    this.teams = other.teams;
    this.inFlight = other.inFlight.copy();
    this.gatherings = new HashMap<>();
    other.gatherings.forEach((place, meeting) -> gatherings.put(place, meeting.copy()));
    this.warnings = other.warnings;
    this.output = other.output;
    this.changes = other.changes;
    this.deviceProgress = other.deviceProgress.clone();
    this.jobExit = other.jobExit;
    this.failed = other.failed;
    this.mostFailedTests = other.mostFailedTests;
  }

  // ---------------------------------------------------------------- for schedules and explorers

  /** An independent machine in the same state. Neither sees what the other does next. */
  public Machine fork() {
    Machine fork = new Machine(this);
    owner = new Owner(); // from here on both copy what they share before writing it
    fork.causality = causality.forFork(fork);
    return fork;
  }

  /**
   * An independent machine in the same state whose agents, between steps, wait for a look that does
   * not fail once so many have: tests, and volatile loads, signal_fetches and atomics that show the
   * same again.
   */
  public Machine bounded(int failedTests) {
    Machine fork = fork();
    fork.mostFailedTests = failedTests;
    return fork;
  }

  /** How many looks of an agent may fail before it waits for one that does not. */
  public int mostFailedTests() {
    return mostFailedTests;
  }

  /** Whether the program has loops, and looks that a bound counts. */
  public boolean mayFailTests() {
    return FailedTests.possible(codes);
  }

  /** Whether the program asks somewhere how far its device has got, without waiting for it. */
  boolean asksDevice() {
    return ahead.asksDevice();
  }

  /** Whether the program ends the job somewhere. */
  boolean mayExitJob() {
    return ahead.exitsJob();
  }

  /** Who is told when waiting agents may go on. Not part of the state: a fork has none. */
  public void listen(Wakeups listener) {
    wakeups = listener;
  }

  /** Who is told what orders what. A fork has whom the listener sends along, mostly nobody. */
  public void listen(Causality listener) {
    causality = listener;
  }

  /** How the kernel of a device thread was launched. */
  public Launch launchOf(Agent thread) {
    return device.launch(thread);
  }

  /** Whether nothing reads what the next instruction of an agent leaves in a register. */
  public boolean ignoresResult(int agent) {
    Agent state = agents[agent];
    Code code = code(state.function);
    return code.isUnread(state.pc + 1, code.body[state.pc].dst());
  }

  /** How many threads the block of a device thread has; 1 of any other agent. */
  public int blockThreads(Agent agent) {
    Grid grid = peState(agent.pe).grids.get(agent.grid);
    return grid == null ? 1 : grid.shape.threadsPerBlock();
  }

  /** What clocks show from now on. Not part of the state: a fork counts instructions. */
  public void keepTimeBy(Clocks other) {
    clocks = other;
  }

  /** What clocks show. */
  public Clocks clocks() {
    return clocks;
  }

  /** Who is told what orders what. */
  public Causality causality() {
    return causality;
  }

  /**
   * Whether the program has calls that hand a value from agent to agent and order no memory: those
   * exchanges of a warp and CUDA's atomics. Whoever got the value comes later in every schedule.
   */
  public boolean handsOverWithoutOrder() {
    return ahead.handsOverWithoutOrder();
  }

  /** How a run of an agent ended. */
  public enum Stop {
    /** The given number of instructions was executed. */
    FUEL,
    /** The next step has a guard that does not hold; see {@link #waiting}. */
    BLOCKED,
    /** The next step is a call, or reaches into a peer's memory; see {@link #next}. */
    CALL,
    /** The agent has ended. */
    DONE
  }

  /**
   * Lets an agent run for at most so many instructions.
   *
   * @throws ProgramFailure when the program does something wrong
   */
  public Stop run(int agent, long fuel) {
    return run(agent, fuel, false);
  }

  /**
   * The same, but the agent stops before a call of the library or the run-time system and before it
   * reaches into a peer's memory.
   *
   * @throws ProgramFailure when the program does something wrong
   */
  public Stop runOwn(int agent, long fuel) {
    return run(agent, fuel, true);
  }

  private Stop run(int agent, long fuel, boolean ownOnly) {
    Agent state = writableAgent(agent);
    Stop stop = Interpreter.run(this, state, fuel, ownOnly);
    if (stop == Stop.BLOCKED) {
      state.deviceSeen = deviceProgress[state.pe];
    }
    return stop;
  }

  /** The events that may happen now, in order of issue. */
  public List<Event> enabledEvents() {
    List<Event> events = new ArrayList<>();
    for (Pending pending : inFlight.pending()) {
      for (Event event : nextEvents(pending)) {
        if (mayHappen(pending, event)) {
          events.add(event);
        }
      }
    }
    return events;
  }

  /** The events that the structure of an operation in flight allows next. */
  public List<Event> nextEvents(Pending pending) {
    return pending.next();
  }

  /** Whether an event may happen now. */
  public boolean mayHappen(Event event) {
    Pending pending = inFlight.find(event.operation());
    return pending != null && nextEvents(pending).contains(event) && mayHappen(pending, event);
  }

  /** Whether the rules allow an event, which the operation's own structure does, to happen now. */
  boolean mayHappen(Pending pending, Event event) {
    return rules.mayHappen(pending, event, inFlight);
  }

  /**
   * Makes an event of an operation in flight happen.
   *
   * @throws ProgramFailure when memory has changed so that it cannot
   */
  public void happen(Event event) {
    communication.happen(inFlight.get(event.operation()), event);
    wakeups.operation();
  }

  /**
   * Sets an agent aside that did something wrong: it takes no step any more. It may have been slow
   * to do so; what the others do meanwhile has a meaning, but what the program ends in has none.
   */
  void setAside(int agent) {
    if (agents[agent] != null) { // it may have ended with what it did
      writableAgent(agent).failed = true;
    }
    failed = true;
    changed();
  }

  /** Whether some agent did something wrong. */
  public boolean hasFailed() {
    return failed;
  }

  /** The operations in flight that may signal the word an agent's signal_fetch looks at. */
  public List<Pending> glimpses(int agent) {
    Agent state = agents[agent];
    return state == null || !rules.capabilities().signalFetchRunsAhead()
        ? List.of()
        : communication.glimpses(state);
  }

  /** Makes an agent's signal_fetch show the signal of an operation in flight. */
  public void glimpse(int agent, int operation) {
    communication.glimpse(writableAgent(agent), inFlight.get(operation));
    changed();
  }

  /** An agent's wait or test of several words takes this step. */
  public void look(Step.OfLook step) {
    communication.look(writableAgent(step.agent()), step.answer());
    changed();
  }

  /**
   * From here on a plain load finds what the cache of its SM holds, wherever it may: as GPUs mostly
   * do. A fork begins with loads that find memory.
   */
  public void loadFromCaches() {
    plainLoads.hit();
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

  /** The instruction that an agent with code stands before. */
  public Instruction next(int agent) {
    Agent state = agents[agent];
    if (state == null || state.function < 0) {
      throw new IllegalArgumentException("agent " + agent + " has no code to run");
    }
    return codes[state.function].body[state.pc];
  }

  /** The value of a register of the function that an agent is in. */
  public long register(int agent, int register) {
    Agent state = agents[agent];
    if (state == null) {
      throw new IllegalArgumentException("agent " + agent + " has ended");
    }
    return state.registers[state.base + register];
  }

  /** Whether an agent has code to run. */
  public boolean stands(int agent) {
    Agent state = agents[agent];
    return state != null && state.function >= 0;
  }

  /** Whether an agent has arrived at a meeting that is not complete. */
  public boolean meets(int agent) {
    Agent state = agents[agent];
    return state != null && state.at != null;
  }

  /** Whether a collective that the agent is about to enter is one that it may enter as it is. */
  public boolean mayArrive(Agent agent, Instruction.Arrive call) {
    return meetings.mayArrive(agent, call);
  }

  /** What an agent waits for, as its last run found it. */
  public @Nullable Wait waiting(int agent) {
    Agent state = agents[agent];
    return state == null ? null : state.wait;
  }

  /** Counts the changes of anything that another agent could see. */
  public long changes() {
    return changes;
  }

  public InFlight inFlight() {
    return inFlight;
  }

  /** What was printed since the last call, oldest first. */
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

  /** The exit status of a PE, or null while its host thread runs. */
  public @Nullable Integer exitStatus(int pe) {
    return jobExit != null ? jobExit : pes[pe].exitStatus;
  }

  /** The status of a global exit, or null. */
  public @Nullable Integer jobExit() {
    return jobExit;
  }

  // ---------------------------------------------------------------- for the run-time system

  public Program program() {
    return program;
  }

  public Job job() {
    return job;
  }

  public JobMemory memory() {
    return memory;
  }

  /** The device side of every PE: streams, launches. */
  public Device device() {
    return device;
  }

  /** The threads that hosts make inside their PEs. */
  public HostThreads hostThreads() {
    return hostThreads;
  }

  /** The OpenSHMEM contexts of the PEs. */
  public Contexts contexts() {
    return contexts;
  }

  /** Mutexes and conditions of host threads. */
  public HostLocks locks() {
    return locks;
  }

  /** The run-time system's state of a PE, ready to be changed. */
  public Services.State servicesOf(int pe) {
    return writablePe(pe).ownSetup().services;
  }

  /** 0 before initialisation, 2 after it, 0 after finalisation: as nvshmemx_init_status. */
  public boolean initialised(int pe) {
    return pes[pe].library == PeState.Library.INITIALISED;
  }

  /**
   * Makes sure that a PE's library is initialised.
   *
   * @param what was done, for the message: "communication"
   * @throws Fault if it is not yet, or no longer
   */
  public void requireInitialised(int pe, String what) {
    switch (pes[pe].library) {
      case INITIALISED -> {}
      case FINALISED -> throw new Fault(what + " after the library was finalised");
      default ->
          throw new Fault(what + " before the library is initialised; call the init routine first");
    }
  }

  /**
   * Makes an object in a PE's own memory, all zeros.
   *
   * @throws Fault when there are too many objects or the size is over 2 GiB
   */
  public long allocate(int pe, String name, Residence residence, long bytes) {
    return add(pe, new MemoryObject(name, residence, checked(bytes), owner));
  }

  /**
   * The same, but it holds no value until one is written.
   *
   * @throws Fault when there are too many objects or the size is over 2 GiB
   */
  public long allocateUnset(int pe, String name, Residence residence, long bytes) {
    return add(pe, MemoryObject.unset(name, residence, checked(bytes), owner));
  }

  private long add(int pe, MemoryObject object) {
    changed();
    return writablePe(pe).objects.add(object);
  }

  private static int checked(long bytes) {
    if (bytes < 0 || bytes > Integer.MAX_VALUE) {
      throw new Fault("an object of " + bytes + " bytes: at most 2147483647 are supported");
    }
    return (int) bytes;
  }

  /**
   * Makes a read-only object with these bytes in a PE's own memory.
   *
   * @throws Fault when there are too many objects
   */
  public long place(int pe, String name, Bytes bytes) {
    MemoryObject object = new MemoryObject(name, Residence.READ_ONLY, bytes.length(), owner);
    object.write(0, bytes, 0, bytes.length());
    return add(pe, object);
  }

  /**
   * Ends the life of an object in a PE's own memory.
   *
   * @throws Fault if the address is not the start of a live object of this kind of memory
   */
  public void release(int pe, long address, Residence expected) {
    if (Address.space(address) != Space.PRIVATE) {
      throw new Fault("the address to free was not allocated there");
    }
    PeState state = writablePe(pe);
    MemoryObject object = state.objects.get(address);
    if (object.residence() != expected) {
      throw new Fault(
          "'" + object.name() + "' is " + object.residence().text() + ", not " + expected.text());
    }
    state.objects.remove(address);
    changed();
  }

  /** Prints text of a PE; {@code channel} is {@link Output#STDOUT} or {@link Output#STDERR}. */
  public void print(int pe, int channel, String text) {
    output = new Output(output, pe, channel, text);
    PeState state = writablePe(pe);
    state.printed = 31 * state.printed + channel + 7L * text.hashCode();
    changed();
  }

  /** Notes something questionable, once per line and text. */
  public void warn(SourceLine line, int pe, String text) {
    for (Warning known : warnings) {
      if (known.line().equals(line) && known.text().equals(text)) {
        return;
      }
    }
    warnings =
        ImmutableList.<Warning>builder().addAll(warnings).add(new Warning(line, pe, text)).build();
  }

  /** Ends a PE's host threads. Work on its device goes on. */
  public void exit(int pe, int status) {
    PeState state = writablePe(pe);
    state.exitStatus = status;
    hostThreads.endAll(pe);
  }

  /** Ends every PE of the job. */
  public void exitJob(int status) {
    jobExit = status;
    changed();
  }

  /** 0 before MPI_Init, 1 after it, 2 after MPI_Finalize. */
  public int mpiStatus(int pe) {
    return pes[pe].mpi.ordinal();
  }

  /**
   * The team of a handle.
   *
   * @throws Fault if this PE has no such team, or it is a communicator and MPI is not initialised
   */
  public Team team(int pe, long handle) {
    if ((handle == MPI_WORLD || handle == MPI_SELF) && mpiStatus(pe) != 1) {
      throw new Fault(
          mpiStatus(pe) == 0 ? "MPI is used before MPI_Init" : "MPI is used after MPI_Finalize");
    }
    Team team = findTeam(pe, handle);
    if (team == null) {
      throw new Fault("team handle " + handle + " names no team of PE " + pe);
    }
    return team;
  }

  /** The team of a handle, or null if this PE has no such team. */
  public @Nullable Team findTeam(int pe, long handle) {
    if (handle == TEAM_WORLD || handle == MPI_WORLD) {
      return teams.get((int) handle == TEAM_WORLD ? 0 : 1);
    }
    JobLayout layout = job.layout();
    if (handle == TEAM_SHARED) {
      return teams.get(2 + layout.domain(pe)); // in the order in which Startup makes them
    }
    if (handle == TEAM_NODE) {
      return teams.get(2 + layout.domains() + layout.node(pe));
    }
    if (handle == MPI_SELF) {
      return new Team(-1 - pe, "MPI_COMM_SELF", ImmutableIntArray.of(pe));
    }
    List<@Nullable Integer> own = pes[pe].teams;
    long index = handle - FIRST_USER_TEAM;
    Integer id = index >= 0 && index < own.size() ? own.get((int) index) : null;
    return id == null ? null : teams.get(id);
  }

  /** The handle of the team with these members, made on first use. */
  public int teamOf(int pe, ImmutableIntArray members, String name) {
    for (Team team : teams) {
      if (team.name().equals(name) && team.members().equals(members)) {
        int known = pes[pe].teams.indexOf(team.id());
        return known >= 0 ? FIRST_USER_TEAM + known : join(pe, team);
      }
    }
    return join(pe, newTeam(name, members));
  }

  /**
   * The mapping of a symmetric object of another PE into this PE's address space.
   *
   * @return an address; for the own PE the address itself
   * @throws Fault if the address is not symmetric
   */
  public long map(int pe, long address, int target) {
    if (target == pe) {
      return address;
    }
    long start = address & ~0xFFFF_FFFFL;
    PeState state = writablePe(pe).ownSetup();
    PeState.Mapping wanted = new PeState.Mapping(target, start);
    int index = state.mappings.indexOf(wanted);
    if (index < 0) {
      index = state.mappings.size();
      state.mappings.add(wanted);
    }
    return Address.of(Space.PEER, 0, index + 1) | (address & 0xFFFF_FFFFL);
  }

  /** Notes a buffer of a PE's own memory as fit for the local side of transfers. */
  public void register(int pe, long address, int bytes) {
    writablePe(pe).ownSetup().registered.put(address, bytes);
    changed();
  }

  /** Takes that back; false if nothing is registered at this address. */
  public boolean unregister(int pe, long address) {
    changed();
    return writablePe(pe).ownSetup().registered.remove(address) != null;
  }

  /** Takes back every registration of a PE. */
  public void unregisterAll(int pe) {
    writablePe(pe).ownSetup().registered.clear();
    changed();
  }

  /** The PE in whose memory an address of a PE lies. */
  public int holder(int pe, long address) {
    return Address.space(address) == Space.PEER ? mapping(pe, address).pe() : pe;
  }

  /** Bytes of the symmetric heap that are allocated on a PE. */
  public long heapBytes(int pe) {
    return pes[pe].heapBytes;
  }

  /** Tells the schedule that the host thread and streams of a PE may go on. */
  public void wakeDevice(int pe) {
    deviceProgress[pe]++;
    wakeups.device(pe);
  }

  /** Tells the schedule that a stream's agent may go on. */
  void wakeStream(int pe, int agent) {
    deviceProgress[pe]++;
    wakeups.agent(agent);
  }

  /** Counts what streams and hosts that wait for them may have waited for on a PE. */
  long deviceProgress(int pe) {
    return deviceProgress[pe];
  }

  // ---------------------------------------------------------------- inside the machine

  Owner owner() {
    return owner;
  }

  OrderingRules rules() {
    return rules;
  }

  Services services() {
    return services;
  }

  Variables variables() {
    return variables;
  }

  PlainLoads plainLoads() {
    return plainLoads;
  }

  Communication communication() {
    return communication;
  }

  Meetings meetings() {
    return meetings;
  }

  /** Two agents that wait for each other in collectives that do not match, if there are such. */
  public Optional<ProgramFailure> disagreement() {
    return meetings.disagreement();
  }

  Map<MeetingPlace, Meeting> gatherings() {
    return gatherings;
  }

  Wakeups wakeups() {
    return wakeups;
  }

  /** CUDA or the host has ordered what one agent does next after what another did before. */
  public void order(int before, int after) {
    inFlight.order(before, after);
    plainLoads.order(before, after);
    causality.ordered(before, after);
  }

  Ahead ahead() {
    return ahead;
  }

  void changed() {
    changes++;
  }

  Code code(int function) {
    return codes[function];
  }

  /** The function at a FUNCTION address. */
  int functionAt(long address) {
    if (Address.space(address) != Space.FUNCTION || Address.index(address) >= codes.length) {
      throw new Fault("0x" + Long.toHexString(address) + " is not the address of a function");
    }
    return Address.index(address);
  }

  /** The function that a FUNCTION address names. */
  public AgentCode function(long address) {
    return codes[functionAt(address)].source;
  }

  PeState peState(int pe) {
    return pes[pe];
  }

  void install(PeState state) {
    pes[state.pe] = state;
  }

  PeState writablePe(int pe) {
    PeState state = pes[pe];
    if (state.owner != owner) {
      state = state.copyFor(owner);
      pes[pe] = state;
    }
    state.hashed = false;
    return state;
  }

  Agent writableAgent(int number) {
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

  /**
   * An agent that keeps what others hand over.
   *
   * @param of what it belongs to: a stream, or an event as -1 - its handle
   * @param index which one of these
   * @return its number
   */
  public int keeper(int pe, int of, int index) {
    return newAgent(pe, Agent.Kind.KEEPER, of, index, -1).id;
  }

  /** Nobody comes after what a keeper knows any more. */
  public void forgetKeeper(int keeper) {
    Agent agent = agent(keeper);
    if (agent != null) {
      end(agent);
    }
  }

  Agent newAgent(int pe, Agent.Kind kind, int grid, int block, int thread) {
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
    Agent agent = new Agent(number, pe, kind, grid, block, thread, owner);
    agents[number] = agent;
    wakeups.agent(number);
    return agent;
  }

  /** Takes an ended agent out. */
  void end(Agent agent) {
    agent.done = true;
    inFlight.forget(agent.id);
    causality.ended(agent.id);
    agents[agent.id] = null;
    if (freeAgentCount == freeAgents.length) {
      freeAgents = Arrays.copyOf(freeAgents, Math.max(8, 2 * freeAgentCount));
    }
    freeAgents[freeAgentCount++] = agent.id;
    changed();
  }

  /** Whether a handle names a team that the program did not make. */
  static boolean isPredefinedTeam(long handle) {
    return handle >= 0 && handle < FIRST_USER_TEAM;
  }

  Team newTeam(String name, ImmutableIntArray members) {
    Team team = new Team(teams.size(), name, members);
    teams = ImmutableList.<Team>builder().addAll(teams).add(team).build();
    return team;
  }

  /** Number of members of the team of an id; the teams of one PE have negative ids. */
  int teamSize(int id) {
    return id < 0 ? 1 : teams.get(id).size();
  }

  /** World numbers of the PEs that meet at a place of PEs. */
  ImmutableIntArray membersOf(MeetingPlace place) {
    if (place instanceof MeetingPlace.InTeam in) {
      return in.team() < 0 ? ImmutableIntArray.of(-1 - in.team()) : teams.get(in.team()).members();
    }
    return teams.get(0).members();
  }

  /** Gives a PE a handle for a team. */
  int join(int pe, Team team) {
    List<@Nullable Integer> own = writablePe(pe).ownSetup().teams;
    own.add(team.id());
    return FIRST_USER_TEAM + own.size() - 1;
  }

  /** Takes a PE's handle of a team back. */
  void leave(int pe, long handle) {
    writablePe(pe).ownSetup().teams.set((int) handle - FIRST_USER_TEAM, null);
  }

  PeState.Mapping mapping(int pe, long address) {
    List<PeState.Mapping> mappings = pes[pe].mappings;
    int index = Address.index(address) - 1;
    if (index < 0 || index >= mappings.size()) {
      throw new Fault("address 0x" + Long.toHexString(address) + " is outside every object");
    }
    PeState.Mapping mapping = mappings.get(index);
    return new PeState.Mapping(mapping.pe(), mapping.address() | (address & 0xFFFF_FFFFL));
  }

  /** The shared memory of an agent's block, to be looked at, whether the agent runs or not. */
  ObjectTable sharedOf(Agent agent) {
    Grid grid =
        agent.running || agent.kind != Agent.Kind.DEVICE_THREAD
            ? null
            : pes[agent.pe].grids.get(agent.grid);
    Block block = grid == null ? null : grid.resident.get(agent.block);
    return block == null ? blockOf(agent).shared : block.shared;
  }

  Block blockOf(Agent agent) {
    if (!agent.running || agent.kind != Agent.Kind.DEVICE_THREAD) {
      throw new Fault("shared memory is accessed outside a kernel");
    }
    Block block = agent.blockNow;
    if (block == null) {
      block = device.writableBlock(agent);
      agent.blockNow = block;
    }
    return block;
  }

  /** The failure of an agent at its present instruction. */
  ProgramFailure failure(Agent agent, Fault fault) {
    return new ProgramFailure(
        line(agent), agent.pe, describe(agent), fault.text(), fault.isUnknown());
  }

  /** The failure of an agent where it arrived to meet others. */
  ProgramFailure failure(Meeting.Arrival arrival, String text) {
    return new ProgramFailure(
        arrival.line(), arrival.pe(), describe(writableAgent(arrival.agent())), text);
  }

  /**
   * The source line of the instruction an agent would execute next; where that has none, of the
   * call that led there.
   */
  public SourceLine line(Agent agent) {
    if (agent.function < 0) {
      return device.taskLine(agent);
    }
    SourceLine line = codes[agent.function].line(agent.pc);
    for (int depth = agent.depth - 1; depth >= 0 && line.line() == 0; depth--) {
      int frame = depth * Agent.FRAME;
      line = codes[agent.frames[frame]].line(agent.frames[frame + 1] - 1);
    }
    return line;
  }

  /** What ends calls of an agent by an exception. */
  public Unwinding unwinding(Agent agent) {
    return new Unwinding(this, agent);
  }

  /** Names an agent for messages. */
  public String describe(Agent agent) {
    return switch (agent.kind) {
      case HOST -> agent.thread == 0 ? "host" : "host thread " + agent.thread;
      case KEEPER -> "a hand-over";
      case STREAM -> agent.thread == 0 ? "default stream" : "stream " + agent.thread;
      case DEVICE_THREAD -> {
        Grid grid = pes[agent.pe].grids.get(agent.grid);
        yield "thread "
            + agent.thread
            + " of block "
            + agent.block
            + (grid == null ? "" : " of kernel " + codes[grid.shape.kernel()].source.name());
      }
    };
  }
}
