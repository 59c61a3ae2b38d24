package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.code.Code;
import org.shmemlab.model.compiled.ExecutionMode;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.interpreter.Interpreter;
import org.shmemlab.model.interpreter.Services;
import org.shmemlab.model.interpreter.StopReason;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Clocks;
import org.shmemlab.model.job.Fingerprint;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Launch;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.job.Warning;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.InFlight;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.HappensBeforeListener;
import org.shmemlab.model.step.Step;
import org.shmemlab.model.step.Wakeups;

/**
 * Runs a job: its state and the steps that change it.
 *
 * <p>It takes two kinds of steps: an agent runs ({@link #run}), or an event of an operation in
 * flight happens ({@link #happen}). Which steps are possible, the agents' guards and the ordering
 * rules say; which one is taken, the caller chooses. {@link #fork} gives an independent machine in
 * the same state; the cost is the number of PEs and agents, not their memory.
 */
public final class Machine {
  private final JobState jobState;
  private @Nullable ExecutionLayers layers; // made when they are needed
  private final Services services;
  private @Nullable Interpreter interpreter;
  private ExecutionMode mode = ExecutionMode.COMPILED_WHERE_HOT;
  private long executed; // not of the state: an agent that ends takes its own count with it

  /** A machine about to start {@code program} on every PE of {@code job}. */
  public Machine(Program program, Job job, OrderingRules rules, Services services) {
    this(new JobState(program, job, rules), services);
    new Startup(jobState, layers().memory, services).start();
  }

  private Machine(JobState jobState, Services services) {
    this.jobState = jobState;
    this.services = services;
  }

  // ---------------------------------------------------------------- for schedules and explorers

  /**
   * A machine of this very state that takes less memory until it is used. This one is not used any
   * more.
   */
  public Machine resting() {
    Machine resting = new Machine(jobState, services);
    resting.mode = mode;
    return resting;
  }

  /** An independent machine in the same state. Neither observes the other's later steps. */
  public Machine fork() {
    Machine fork = new Machine(jobState.fork(), services);
    fork.mode = mode;
    if (jobState.happensBeforeListener() instanceof InheritedHappensBefore inherited) {
      fork.listen(inherited.forFork(fork));
    }
    return fork;
  }

  /**
   * An independent machine in the same state whose agents, after so many failed tests between
   * steps, wait for one that does not fail: tests, and volatile loads, signal_fetches and atomics
   * that return the same value again.
   */
  public Machine bounded(int pollBudget) {
    Machine fork = fork();
    fork.jobState.bound(pollBudget);
    return fork;
  }

  /** From here on the code of this mode is compiled. */
  public void execute(ExecutionMode which) {
    mode = which;
    interpreter = null;
  }

  /** How many failed tests an agent may have before it waits for one that does not fail. */
  public int pollBudget() {
    return jobState.pollBudget();
  }

  /** The rules of order that it obeys. */
  public OrderingRules rules() {
    return jobState.rules();
  }

  /** Whether the program has loops, and tests that a bound counts. */
  public boolean mayPoll() {
    return jobState.reachableCalls().mayPoll();
  }

  /**
   * Whether the program has calls that hand a value from agent to agent and order no memory: those
   * exchanges of a warp and CUDA's atomics, or has bulk copies. The receiver of the value follows
   * in every schedule.
   */
  public boolean handsOverWithoutOrder() {
    return jobState.reachableCalls().handsOverWithoutOrder();
  }

  /** Whether threads ask for bulk copies. */
  public boolean copiesInBulk() {
    return jobState.reachableCalls().copiesInBulk();
  }

  /** Sets the listener for wakeups of waiting agents. Not part of the state: a fork has none. */
  public void listen(Wakeups listener) {
    jobState.listen(listener);
  }

  /**
   * Sets the listener for edges of happens-before. A fork has the one that the listener provides,
   * mostly none.
   */
  public void listen(HappensBeforeListener listener) {
    jobState.listen(listener);
  }

  /**
   * Sets the source of the values of clocks from now on. Not part of the state: a fork counts
   * instructions.
   */
  public void keepTimeBy(Clocks other) {
    jobState.keepTimeBy(other);
  }

  /** The listener for edges of happens-before. */
  public HappensBeforeListener happensBeforeListener() {
    return jobState.happensBeforeListener();
  }

  /**
   * Lets an agent run for at most so many instructions.
   *
   * @throws ProgramFailure when the program fails
   */
  public StopReason run(int agent, long fuel) {
    return run(agent, fuel, false);
  }

  /**
   * The same, but the agent stops before a call of the library or the run-time system and before it
   * reaches into a peer's memory.
   *
   * @throws ProgramFailure when the program fails
   */
  public StopReason runOwn(int agent, long fuel) {
    return run(agent, fuel, true);
  }

  private StopReason run(int agent, long fuel, boolean ownOnly) {
    Agent state = jobState.writableAgent(agent);
    long before = state.executed;
    StopReason stop = interpreter().run(state, fuel, ownOnly);
    executed += state.executed - before;
    if (stop == StopReason.BLOCKED) {
      state.deviceSeen = jobState.deviceProgress(state.pe);
    }
    return stop;
  }

  /** Instructions that agents have executed since this machine was made or forked. */
  public long executed() {
    return executed;
  }

  /** The events that may happen now, in order of issue. */
  public List<Event> enabledEvents() {
    List<Event> events = new ArrayList<>();
    for (Pending pending : jobState.inFlight().pending()) {
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
    Pending pending = jobState.inFlight().find(event.operation());
    return pending != null && nextEvents(pending).contains(event) && mayHappen(pending, event);
  }

  /** Whether the rules allow an event, which the operation's own structure does, to happen now. */
  boolean mayHappen(Pending pending, Event event) {
    return jobState.rules().mayHappen(pending, event, jobState.inFlight());
  }

  /**
   * Makes an event of an operation in flight happen.
   *
   * @throws ProgramFailure when memory has changed so that it cannot
   */
  public void happen(Event event) {
    layers().communication.operations().happen(jobState.inFlight().get(event.operation()), event);
    jobState.wakeups().operation();
  }

  /** The operations in flight that may signal the word that an agent's signal_fetch reads. */
  public List<Pending> glimpses(int agent) {
    Agent state = jobState.agent(agent);
    return state == null || !jobState.rules().capabilities().signalFetchRunsAhead()
        ? List.of()
        : layers().communication.signalFetches().glimpses(state);
  }

  /** Makes an agent's signal_fetch show the signal of an operation in flight. */
  public void glimpse(int agent, int operation) {
    layers()
        .communication
        .signalFetches()
        .glimpse(jobState.writableAgent(agent), jobState.inFlight().get(operation));
    jobState.changed();
  }

  /** An agent's wait or test of several words takes this step. */
  public void look(Step.OfLook step) {
    layers().communication.waits().look(jobState.writableAgent(step.agent()), step.answer());
    jobState.changed();
  }

  /**
   * From here on a plain load is answered by the cache of its SM, wherever it may: as GPUs mostly
   * do. A fork begins with loads that find memory.
   */
  public void loadFromCaches() {
    layers().plainLoads.hit();
  }

  // ---------------------------------------------------------------- observation

  public Job job() {
    return jobState.job();
  }

  /** The program of every PE. */
  public Program program() {
    return jobState.program();
  }

  /** Numbers of all agents that have not ended, ascending. */
  public ImmutableIntArray liveAgents() {
    return jobState.liveAgents();
  }

  /** One past the highest agent number in use. */
  public int agentLimit() {
    return jobState.agentLimit();
  }

  /** The agent of a number, or null when it has ended. */
  public @Nullable Agent agent(int number) {
    return jobState.agent(number);
  }

  /** How many threads the block of a device thread has; 1 of any other agent. */
  public int blockThreads(Agent agent) {
    return jobState.blockThreads(agent);
  }

  /** How the kernel of a device thread was launched. */
  public Launch launchOf(Agent thread) {
    return jobState.launch(thread);
  }

  /** Whether the result register of an agent's next instruction is never read. */
  public boolean ignoresResult(int agent) {
    Agent state = liveAgent(agent);
    Code code = jobState.code(state.function);
    return code.isUnread(state.pc + 1, code.body[state.pc].dst());
  }

  /** The instruction that an agent with code stands before. */
  public Instruction next(int agent) {
    Agent state = jobState.agent(agent);
    if (state == null || state.function < 0) {
      throw new IllegalArgumentException("agent " + agent + " has no code to run");
    }
    return jobState.code(state.function).body[state.pc];
  }

  /** The value of a register of the function that an agent is in. */
  public long register(int agent, int register) {
    Agent state = liveAgent(agent);
    return state.registers[state.base + register];
  }

  private Agent liveAgent(int number) {
    Agent agent = jobState.agent(number);
    if (agent == null) {
      throw new IllegalArgumentException("agent " + number + " has ended");
    }
    return agent;
  }

  /** Whether an agent has code to run. */
  public boolean stands(int agent) {
    Agent state = jobState.agent(agent);
    return state != null && state.function >= 0;
  }

  /** Whether an agent has arrived at a meeting that is not complete. */
  public boolean meets(int agent) {
    Agent state = jobState.agent(agent);
    return state != null && state.at != null;
  }

  /** The condition on which an agent waits, as its last run found it. */
  public @Nullable Wait waiting(int agent) {
    Agent state = jobState.agent(agent);
    return state == null ? null : state.wait;
  }

  /** Whether a collective that the agent is about to enter is one that it may enter as it is. */
  public boolean mayArrive(Agent agent, Instruction.Arrive call) {
    return layers().meetings.mayArrive(agent, call);
  }

  /** Two agents that wait for each other in collectives that do not match, if there are such. */
  public Optional<ProgramFailure> disagreement() {
    return layers().meetings.disagreement();
  }

  /**
   * Two agents whose collectives do not match although all have arrived; some may have gone on, and
   * even ended.
   */
  public Optional<ProgramFailure> mismatch() {
    return layers().meetings.mismatch();
  }

  /**
   * The team of a handle.
   *
   * @throws Fault if this PE has no such team, or it is a communicator and MPI is not initialised
   */
  public Team team(int pe, long handle) {
    return Teams.team(jobState, pe, handle);
  }

  /** Counts the changes of anything that another agent could see. */
  public long changes() {
    return jobState.changes();
  }

  public InFlight inFlight() {
    return jobState.inFlight();
  }

  /**
   * The value of a word of a PE's own memory, regardless of access rights.
   *
   * @param address private to the PE, or symmetric
   * @throws Fault if no object of the PE is there
   */
  public long word(int pe, ScalarType type, long address) {
    return layers().memory.look(pe, type, address);
  }

  /**
   * The value of a word of an object, symmetric or of a PE's own memory. Empty where there is no
   * such object, and where not all of the word has a value.
   *
   * @param offset in bytes
   */
  public OptionalLong word(Access.Place place, ScalarType type, long offset) {
    return layers().memory.held(place, type, offset);
  }

  /** The output since the last call, oldest first. */
  public List<Output> takeOutput() {
    return jobState.takeOutput();
  }

  /** Whether something was printed since output was last taken. */
  public boolean hasOutput() {
    return jobState.hasOutput();
  }

  public List<Warning> warnings() {
    return jobState.warnings();
  }

  /** Where the symmetric allocation that fails was asked for; empty where none has failed yet. */
  public Optional<SourceLine> failedAllocation() {
    return Optional.ofNullable(jobState.peState(0).failedAllocation);
  }

  /** The exit status of a PE, or null while its host thread runs. */
  public @Nullable Integer exitStatus(int pe) {
    return jobState.exitStatus(pe);
  }

  /** The status of a global exit, or null. */
  public @Nullable Integer jobExit() {
    return jobState.jobExit();
  }

  /** Whether some agent failed. */
  public boolean hasFailed() {
    return jobState.hasFailed();
  }

  /**
   * The source line of the instruction an agent would execute next; where that has none, of the
   * call that led there.
   */
  public SourceLine line(Agent agent) {
    return jobState.line(agent);
  }

  /** Names an agent for messages. */
  public String describe(Agent agent) {
    return jobState.describe(agent);
  }

  /**
   * The hash of this state, which distinguishes it from others as long as the machine takes no
   * step.
   */
  public Fingerprint fingerprint() {
    return new Fingerprint(jobState);
  }

  /**
   * The same, but equal for states that differ only in which is which of the blocks that nothing
   * distinguishes any more: from these, the same can happen.
   */
  public Fingerprint fingerprintUpToBlocks() {
    return Fingerprint.upToBlocks(jobState);
  }

  /** The state, for observers from outside. */
  JobState jobState() {
    return jobState;
  }

  ExecutionLayers layers() {
    if (layers == null) {
      layers = new ExecutionLayers(jobState);
    }
    return layers;
  }

  Interpreter interpreter() {
    if (interpreter == null) {
      interpreter = new Interpreter(layers(), mode);
    }
    return interpreter;
  }
}
