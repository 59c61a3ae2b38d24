package org.shmemlab.model.collectives;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiPredicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.Frames;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.access.PlainLoads;
import org.shmemlab.model.access.SynchronizesWith;
import org.shmemlab.model.code.Code;
import org.shmemlab.model.communication.Completion;
import org.shmemlab.model.communication.Contexts;
import org.shmemlab.model.communication.LibraryUse;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.Block;
import org.shmemlab.model.job.Grid;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Launch;
import org.shmemlab.model.job.Meeting;
import org.shmemlab.model.job.Meeting.Arrival;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.job.Wait;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.Uninitialized;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.MeetingKind.Place;
import org.shmemlab.model.step.MeetingPlace;

/**
 * Lets agents meet: at barriers of a block, warp exchanges, collectives of a team.
 *
 * <p>An agent arrives, and departs once all have arrived. The effect of a complete meeting is that
 * of {@link ThreadGroupExchanges} and {@link Collectives}.
 */
public final class Meetings {
  private final JobState jobState;
  private final PlainLoads plainLoads;
  private final SynchronizesWith synchronizesWith;
  private final Completion completion;
  private final Collectives collectives;
  private final NonSynchronizingCollectives nonSynchronizing;

  public Meetings(
      JobState jobState,
      JobMemory memory,
      PlainLoads plainLoads,
      SynchronizesWith synchronizesWith,
      Completion completion) {
    this.jobState = jobState;
    this.plainLoads = plainLoads;
    this.synchronizesWith = synchronizesWith;
    this.completion = completion;
    DataCollectives data = new DataCollectives(jobState, memory);
    this.collectives = new Collectives(jobState, memory, plainLoads, data);
    this.nonSynchronizing = new NonSynchronizingCollectives(jobState, data, this::disagreement);
  }

  /**
   * The agent arrives; false while something of its own has to happen before. The last arrival
   * completes the meeting for all.
   */
  public boolean arrive(Agent agent, Instruction.Arrive call) {
    if (call.kind() == MeetingKind.SYNC) {
      if (!completion.mayPass(OrderingCall.SYNC, Completion.caller(agent, Contexts.DEFAULT))) {
        agent.wait = new Wait.ForStores();
        return false;
      }
      jobState.happensBeforeListener().passed(OrderingCall.SYNC, Completion.caller(agent, 0));
    }
    long[] arguments = Frames.values(agent, call.arguments());
    MeetingPlace place = place(agent, call, arguments);
    if (call.kind().place() == Place.TEAM || call.kind().place() == Place.WORLD) {
      collectives.check(agent, call, arguments);
    }
    // The barrier that begins a release makes delivered data visible, before memory is gone.
    if (call.kind() == MeetingKind.FREE
        && isLast(place)
        && !completion.visibleEverywhere(agent, OrderingCall.WAIT)) {
      agent.wait = new Wait.ForVisibility(OrderingCall.WAIT, true);
      return false;
    }
    Meeting meeting = jobState.gatherings().computeIfAbsent(place, _ -> new Meeting());
    Arrival arrival = Arrival.of(agent, call, arguments, jobState.line(agent));
    if (meeting.arrivals().isEmpty() && place instanceof MeetingPlace.InWarp) {
      jobState.warpMeetings++;
    }
    meeting.add(arrival);
    if (call.kind().waits()) {
      jobState.happensBeforeListener().arrived(agent.id);
      agent.at = place;
    } else {
      jobState.happensBeforeListener().left(agent.id, place);
    }
    jobState.changed();
    if (place instanceof MeetingPlace.InTeam in) {
      Teams.came(jobState, agent.pe, in.team());
    }
    boolean all = isWhole(place, meeting);
    // Where an agent may go on before the others arrive, the order of arrival must not count: calls
    // that do not match are reported at the end.
    boolean reportedAtEnd = all && !meeting.awaitsAll();
    if (all && !reportedAtEnd) {
      requireAgreement(meeting); // while the agent still counts as being in its call
    }
    if (place instanceof MeetingPlace.InTeam in && !call.kind().awaitsAll()) {
      nonSynchronizing.arrived(in, meeting, arrival);
    }
    if (all && !(reportedAtEnd && disagreement(meeting).isPresent())) {
      complete(place, meeting);
    }
    return true;
  }

  /** Whether the agent's call of a collective is one that the rules of the library let pass. */
  public boolean mayArrive(Agent agent, Instruction.Arrive call) {
    try {
      collectives.check(agent, call, Frames.values(agent, call.arguments()));
      return true;
    } catch (Fault | ProgramFailure refused) {
      return false; // the step itself reports it, with its line
    }
  }

  /**
   * Where the agent meets others, will with its next step, or did in a call that it is still in;
   * null where it does not.
   */
  public @Nullable MeetingPlace place(Agent agent) {
    if (agent.at != null) {
      return agent.at;
    }
    Code code = jobState.code(agent.function);
    Instruction.Arrive call = code.meeting(agent.pc);
    if (call == null) {
      return null;
    }
    boolean departs = code.body[agent.pc] instanceof Instruction.Depart;
    try {
      MeetingPlace place = place(agent, call, Frames.values(agent, call.arguments()));
      return departs && place instanceof MeetingPlace.InTeam next ? next.before() : place;
    } catch (Fault fault) {
      return null; // the step itself reports it, with its line
    }
  }

  /**
   * How many agents, and no fewer, a barrier for a number of them waits for when this one comes,
   * which is about to.
   */
  public int awaited(Agent agent, MeetingPlace place, Instruction.Arrive call) {
    Meeting meeting = jobState.gatherings().get(place);
    int arrived = meeting == null ? 0 : meeting.arrivals().size();
    long[] arguments = Frames.values(agent, call.arguments());
    int least =
        place instanceof MeetingPlace.PartOfBlock
            ? NamedBarriers.least(block(agent.pe, agent.grid, agent.block), arguments[1])
            : expected(place);
    return least - arrived - 1;
  }

  /** Which call of its team's collectives an agent is in or about to make, as a number. */
  public long call(Agent agent) {
    return place(agent) instanceof MeetingPlace.InTeam in
        ? (long) in.team() << Integer.SIZE | in.number()
        : 0;
  }

  /** The agent departs; false while others are missing. */
  public boolean depart(Agent agent, Instruction.Depart depart) {
    Code code = jobState.code(agent.function);
    Instruction.Arrive call = Objects.requireNonNull(code.meeting(agent.pc));
    if (agent.at != null) {
      agent.wait = new Wait.ForMeeting(call.kind(), agent.at);
      return false;
    }
    if (observes(call.kind())
        && !completion.mayPass(OrderingCall.WAIT, Completion.caller(agent, Contexts.DEFAULT))) {
      agent.wait = new Wait.ForVisibility(OrderingCall.WAIT);
      return false;
    }
    passes(agent, call.kind());
    collectives.land(agent, call);
    if (depart.dst() >= 0) {
      agent.registers[agent.base + depart.dst()] = agent.meetingResult;
      agent.unset(agent.base + depart.dst(), agent.meetingUnset);
    }
    return true;
  }

  // A sync polls as a wait for a signal does; a grid barrier has fences (cooperative_groups.h).
  private void passes(Agent agent, MeetingKind kind) {
    if (kind == MeetingKind.SYNC) {
      plainLoads.passed(agent, OrderingCall.SIGNAL_WAIT);
    } else if (kind == MeetingKind.GRID_SYNC) {
      plainLoads.passed(agent, OrderingCall.THREAD_FENCE);
    } else if (observes(kind)) {
      plainLoads.passed(agent, OrderingCall.WAIT);
    }
  }

  // Of the collectives, sync alone promises nothing about data.
  private static boolean observes(MeetingKind kind) {
    return kind.isCollective() && kind != MeetingKind.SYNC;
  }

  /**
   * A device thread has ended: the threads of its block or warp that waited for it need it no more.
   */
  public void threadEnded(int pe, int grid, int block) {
    MeetingPlace whole = new MeetingPlace.InBlock(pe, grid, block);
    Meeting barrier = jobState.gatherings().get(whole);
    if (barrier != null) {
      completeIfAll(whole, barrier);
    }
    if (jobState.warpMeetings == 0) {
      return;
    }
    List<MeetingPlace> affected = new ArrayList<>();
    for (MeetingPlace place : jobState.gatherings().keySet()) {
      if (place instanceof MeetingPlace.InWarp in
          && in.pe() == pe
          && in.grid() == grid
          && in.block() == block) {
        affected.add(place);
      }
    }
    affected.sort(Comparator.comparing(MeetingPlace::toString)); // the map has no order of its own
    for (MeetingPlace place : affected) {
      Meeting meeting = jobState.gatherings().get(place);
      if (meeting != null) {
        completeIfAll(place, meeting);
      }
    }
  }

  /**
   * A block has ended: no agent is left that could meet those that arrived at a barrier of a part
   * of it and went on, as by {@code bar.arrive}.
   */
  public void blockEnded(int pe, int grid, int block) {
    List<MeetingPlace> left =
        jobState.gatherings().keySet().stream()
            .filter(place -> isPartOf(place, pe, grid, block))
            .toList();
    for (MeetingPlace place : left) {
      jobState.gatherings().remove(place);
      jobState.happensBeforeListener().closed(place);
    }
    jobState.phases().keySet().removeIf(place -> isPartOf(place, pe, grid, block));
  }

  private static boolean isPartOf(MeetingPlace place, int pe, int grid, int block) {
    return place instanceof MeetingPlace.PartOfBlock part
        && part.pe() == pe
        && part.grid() == grid
        && part.block() == block;
  }

  /** An agent stops for good before the others have arrived. */
  public void withdraw(Agent agent) {
    Meeting meeting = agent.at == null ? null : jobState.gatherings().get(agent.at);
    if (meeting != null) {
      meeting.remove(agent.id);
      if (meeting.arrivals().isEmpty()) {
        jobState.gatherings().remove(agent.at);
      }
    }
    agent.at = null;
  }

  /** How many agents a meeting needs. */
  public int expected(MeetingPlace place) {
    return switch (place) {
      case MeetingPlace.InBlock in -> block(in.pe(), in.grid(), in.block()).live;
      case MeetingPlace.PartOfBlock part ->
          NamedBarriers.expected(
              jobState.gatherings().get(part), block(part.pe(), part.grid(), part.block()));
      case MeetingPlace.InWarp in ->
          Long.bitCount(in.mask() & block(in.pe(), in.grid(), in.block()).liveLanes(in.warp()));
      case MeetingPlace.InGrid in -> {
        Grid grid = grid(in.pe(), in.grid());
        yield grid.shape.blocks() * grid.shape.threadsPerBlock();
      }
      case MeetingPlace.InTeam in -> Teams.teamSize(jobState, in.team());
      case MeetingPlace.World _ -> jobState.job().pes();
      case MeetingPlace.Handover _, MeetingPlace.Message _ -> 1; // no agent waits there
      case MeetingPlace.OfThreads of -> of.count();
    };
  }

  private boolean isLast(MeetingPlace place) {
    Meeting meeting = jobState.gatherings().get(place);
    return (meeting == null ? 0 : meeting.arrivals().size()) + 1 == expected(place);
  }

  private boolean isWhole(MeetingPlace place, Meeting meeting) {
    return meeting.arrivals().size() >= expected(place);
  }

  private void requireAgreement(Meeting meeting) {
    disagreement(meeting)
        .ifPresent(failure -> {
          if (!collectives.tolerates(meeting.arrivals())) {
            throw failure;
          }
          jobState.warn(failure.line(), failure.pe(), failure.text());
        });
  }

  private void completeIfAll(MeetingPlace place, Meeting meeting) {
    if (isWhole(place, meeting)) {
      requireAgreement(meeting);
      complete(place, meeting);
    }
  }

  private void complete(MeetingPlace place, Meeting meeting) {
    if (place instanceof MeetingPlace.InBlock in) {
      requireWhole(in, meeting.arrivals().get(0));
      AlignedBarriers.check(jobState, meeting.arrivals());
    }
    MeetingKind kind = meeting.arrivals().get(0).call().kind();
    jobState.gatherings().remove(place);
    if (place.isCounted()) {
      jobState.phases().merge(place, 1, Integer::sum);
    }
    if (place instanceof MeetingPlace.InTeam in && !kind.awaitsAll()) {
      nonSynchronizing.close(in, meeting);
      return;
    }
    if (place instanceof MeetingPlace.InWarp) {
      jobState.warpMeetings--;
    }
    long[] results =
        switch (place) {
          case MeetingPlace.InBlock _,
              MeetingPlace.PartOfBlock _,
              MeetingPlace.InWarp _,
              MeetingPlace.InGrid _ ->
              ThreadGroupExchanges.results(meeting.arrivals());
          case MeetingPlace.OfThreads _ -> ofThreads(meeting.arrivals().size());
          case MeetingPlace.InTeam _,
              MeetingPlace.World _,
              MeetingPlace.Handover _,
              MeetingPlace.Message _ ->
              collectives.results(meeting.arrivals());
        };
    List<Arrival> arrivals = meeting.arrivals();
    if (synchronizesWith.isFollowed()) {
      order(place, kind, arrivals);
    }
    for (int i = 0; i < arrivals.size(); i++) {
      if (!arrivals.get(i).waits()) {
        continue; // it went on, and may have ended
      }
      Agent agent = jobState.writableAgent(arrivals.get(i).agent());
      agent.at = null;
      agent.meetingResult = results[i];
      agent.meetingUnset = kind == MeetingKind.WARP_SHUFFLE ? unset(arrivals, i) : null;
      jobState.wakeups().agent(agent.id);
    }
    jobState.changed();
  }

  private void order(MeetingPlace place, MeetingKind kind, List<Arrival> arrivals) {
    BitSet agents = new BitSet();
    arrivals.stream().filter(Arrival::waits).forEach(arrival -> agents.set(arrival.agent()));
    if (kind.ordersMemory()) {
      jobState.inFlight().met(agents, jobState.rules().threads().at("barrier"));
      jobState.happensBeforeListener().met(agents);
      jobState.happensBeforeListener().found(agents, place);
      jobState.happensBeforeListener().closed(place);
    } else {
      jobState.happensBeforeListener().exchanged(agents);
    }
    if (kind.ordersMemory() && !kind.isCollective()) {
      // Between PEs a meeting orders only the agents that meet; inside a PE, all that
      // happens-before their arrivals, too.
      synchronizesWith.order(agents);
    }
  }

  /** The bits without a value of what a lane gets from a shuffle. */
  private @Nullable Uninitialized unset(List<Arrival> arrivals, int index) {
    Arrival from = ThreadGroupExchanges.shuffled(arrivals, index);
    Agent source = Objects.requireNonNull(jobState.agent(from.agent()));
    return source.unset(source.base + from.call().arguments().get(1));
  }

  /**
   * A barrier of a block is for all its threads (CUDA C++ Programming Guide, "Synchronization
   * Functions": in conditional code only if the condition is the same for the whole block). The
   * calls at which they meet may differ: they count arrivals (PTX ISA, "bar.sync").
   */
  private void requireWhole(MeetingPlace.InBlock place, Arrival waiting) {
    Block block = block(place.pe(), place.grid(), place.block());
    for (int thread = 0; thread < block.threads.length; thread++) {
      Agent agent = jobState.agent(waiting.agent());
      if (block.threads[thread] < 0 && agent != null) {
        throw jobState.failure(
            waiting,
            new Fault(
                "%s that thread %s of the block does not reach: it has ended; every thread of the"
                    + " block has to call it",
                waiting.call().kind().text(), thread));
      }
    }
  }

  // One thread, the last to arrive, gets PTHREAD_BARRIER_SERIAL_THREAD of our header.
  private static long[] ofThreads(int arrivals) {
    long[] results = new long[arrivals];
    results[arrivals - 1] = -1;
    return results;
  }

  private MeetingPlace place(Agent agent, Instruction.Arrive call, long[] arguments) {
    switch (call.kind().place()) {
      case BLOCK, PART_OF_BLOCK, WARP, GRID -> {
        if (agent.kind != Agent.Kind.DEVICE_THREAD) {
          throw new Fault("a synchronisation of device threads is called outside a kernel");
        }
        if (call.kind() == MeetingKind.GRID_SYNC && jobState.launch(agent) == Launch.PLAIN) {
          throw new Fault(
              "a grid barrier in a kernel that <<<>>> launched: its blocks need not run at the same"
                  + " time; launch it by cudaLaunchCooperativeKernel");
        }
      }
      case THREADS -> {
        if (agent.kind != Agent.Kind.HOST) {
          throw new Fault("a barrier of host threads is called outside host code");
        }
        if (arguments[1] <= 0) {
          throw new Fault("a barrier of host threads is used that is not initialised");
        }
      }
      case TEAM, WORLD -> {
        if (call.kind() != MeetingKind.INIT) {
          LibraryUse.requireMayCall(jobState, agent);
        }
      }
    }
    return switch (call.kind().place()) {
      case BLOCK -> new MeetingPlace.InBlock(agent.pe, agent.grid, agent.block);
      case PART_OF_BLOCK ->
          NamedBarriers.place(agent, block(agent.pe, agent.grid, agent.block), arguments);
      case WARP -> {
        int lane = agent.thread % 32;
        long mask = arguments[0] & 0xFFFF_FFFFL;
        if ((mask >>> lane & 1) == 0) {
          throw new Fault("the mask of a warp operation leaves out the calling lane %s", lane);
        }
        yield new MeetingPlace.InWarp(agent.pe, agent.grid, agent.block, agent.thread / 32, mask);
      }
      case GRID -> new MeetingPlace.InGrid(agent.pe, agent.grid);
      case WORLD -> new MeetingPlace.World();
      case THREADS -> new MeetingPlace.OfThreads(agent.pe, arguments[0], (int) arguments[1]);
      case TEAM -> Teams.nextMeeting(jobState, agent.pe, arguments[0]);
    };
  }

  /**
   * Two agents that wait for each other in calls that do not match: it is reported when all have
   * arrived or no step is enabled, so that all orders of arrival show the same two.
   */
  public Optional<ProgramFailure> disagreement() {
    return disagreement((place, meeting) -> true);
  }

  /** The same of calls at which all have arrived: the order of steps does not change the report. */
  public Optional<ProgramFailure> mismatch() {
    return disagreement(this::isWhole);
  }

  private Optional<ProgramFailure> disagreement(BiPredicate<MeetingPlace, Meeting> which) {
    return jobState.gatherings().entrySet().stream()
        .filter(entry -> which.test(entry.getKey(), entry.getValue()))
        .flatMap(entry -> disagreement(entry.getValue()).stream())
        .min(Comparator.comparing(ProgramFailure::line).thenComparing(ProgramFailure::text));
  }

  private Optional<ProgramFailure> disagreement(Meeting meeting) {
    List<Arrival> arrivals = meeting.arrivals();
    Arrival first = arrivals.get(0);
    for (int i = 1; i < arrivals.size(); i++) {
      Arrival next = arrivals.get(i);
      if (next.pe() < first.pe() || (next.pe() == first.pe() && next.agent() < first.agent())) {
        first = next;
      }
    }
    if (allAgree(first, arrivals)) {
      return Optional.empty(); // as mostly: nothing has to be sorted
    }
    Arrival least = first;
    return arrivals.stream()
        .sorted(Comparator.comparingInt(Arrival::pe).thenComparingInt(Arrival::agent))
        .flatMap(arrival -> disagreement(least, arrival).stream())
        .findFirst();
  }

  private boolean allAgree(Arrival first, List<Arrival> arrivals) {
    for (int i = 0; i < arrivals.size(); i++) { // too often for an iterator each time
      if (disagreement(first, arrivals.get(i)).isPresent()) {
        return false;
      }
    }
    return true;
  }

  private Optional<ProgramFailure> disagreement(Arrival first, Arrival next) {
    MeetingKind kind = first.call().kind();
    if (!kind.meets(next.call().kind())
        || first.call().family() != next.call().family()
        || first.call().operator() != next.call().operator()
        || (kind.computes() && !Objects.equals(first.call().element(), next.call().element()))) {
      return Optional.of(
          jobState.failure(
              next,
              new Fault(
                  "collectives do not match: %s here, while PE %s is in %s at %s",
                  name(next), first.pe(), name(first), first.line())));
    }
    for (int k = 0; k < kind.equalArguments().length() && kind.place() == next.place(); k++) {
      int index = kind.equalArguments().get(k);
      if (first.argument(index) != next.argument(index)) {
        return Optional.of(
            jobState.failure(
                next,
                new Fault(
                    "%s with argument %s = %s, while PE %s passes %s at %s",
                    name(next),
                    index + 1,
                    next.argument(index),
                    first.pe(),
                    first.argument(index),
                    first.line())));
      }
    }
    return Optional.empty();
  }

  private static String name(Arrival arrival) {
    return arrival.call().kind().text();
  }

  Block block(int pe, int grid, int block) {
    Block resident = grid(pe, grid).resident.get(block);
    if (resident == null) {
      throw new IllegalStateException("a meeting in a block that is not resident");
    }
    return resident;
  }

  private Grid grid(int pe, int grid) {
    @Nullable Grid running = jobState.peState(pe).grids.get(grid);
    if (running == null) {
      throw new IllegalStateException("a meeting in a grid that is not running");
    }
    return running;
  }
}
