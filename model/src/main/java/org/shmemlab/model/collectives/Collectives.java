package org.shmemlab.model.collectives;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.Frames;
import org.shmemlab.model.access.JobMemory;
import org.shmemlab.model.access.PlainLoads;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.JobLimits;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Launch;
import org.shmemlab.model.job.Meeting;
import org.shmemlab.model.job.Meeting.Arrival;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.step.MeetingPlace;

/**
 * Carries out the collectives that move no data: initialisation, symmetric allocation, teams.
 * Moving data is {@link DataCollectives}' part.
 */
final class Collectives {
  private final JobState jobState;
  private final JobMemory memory;
  private final PlainLoads plainLoads;
  private final DataCollectives data;

  Collectives(JobState jobState, JobMemory memory, PlainLoads plainLoads, DataCollectives data) {
    this.jobState = jobState;
    this.memory = memory;
    this.plainLoads = plainLoads;
    this.data = data;
  }

  // Reported at the later source line, in both orders of arrival.
  ProgramFailure twice(Arrival one, Arrival other) {
    boolean inOrder = one.line().compareTo(other.line()) <= 0;
    Arrival first = inOrder ? one : other;
    Arrival next = inOrder ? other : one;
    return jobState.failure(
        next,
        new Fault(
            "PE %s enters %s while it is in %s of the same team at %s; one agent of a PE calls a"
                + " collective, or all threads call its _warp or _block form",
            next.pe(), next.call().kind().text(), first.call().kind().text(), first.line()));
  }

  /** Checks one agent's call before it counts as arrived. */
  void check(Agent agent, Instruction.Arrive call, long[] arguments) {
    MeetingKind kind = call.kind();
    PeState pe = jobState.peState(agent.pe);
    PeState.Library state = call.family() == Family.MPI ? pe.mpi : pe.library;
    String library = call.family() == Family.MPI ? "MPI" : "the library";
    boolean initialised = state == PeState.Library.INITIALISED;
    boolean needsStart = call.family() != Family.CUDA && call.family() != Family.NCCL;
    if (needsStart && kind != MeetingKind.INIT && !initialised) {
      throw new Fault(
          "%s%s",
          kind.text(),
          state == PeState.Library.FINALISED
              ? " after " + library + " was finalised"
              : " before " + library + " is initialised; call the init routine first");
    }
    requireAllowed(agent, call, arguments);
    requireCollectiveLaunch(agent, kind);
    if (kind == MeetingKind.INIT && initialised && call.family() == Family.MPI) {
      throw new Fault("%s is initialised already", library);
    }
    if (kind == MeetingKind.TEAM_DESTROY && Team.isPredefined(arguments[0])) {
      throw new Fault("a team that exists from the start cannot be destroyed");
    }
    requireAlone(agent, call, arguments);
    if (kind == MeetingKind.FREE && arguments[0] != 0) {
      memory.requireSymmetric(agent, arguments[0], 0);
      if (Address.offset(arguments[0]) != 0) {
        throw new Fault("the address to free is not the start of a symmetric object");
      }
      requireAllocated(arguments[0]);
    }
    if (kind.place() == MeetingKind.Place.TEAM) {
      data.check(agent, call, Teams.team(jobState, agent.pe, arguments[0]), arguments);
      if (WorkArrays.has(call)) {
        WorkArrays.of(agent, call).check(memory, agent);
      }
    }
  }

  /**
   * Kernels that synchronise PEs or call collectives "must be launched using this API" (NVSHMEM
   * API, "nvshmemx_collective_launch"): else nothing makes all of them run at the same time.
   */
  private void requireCollectiveLaunch(Agent agent, MeetingKind kind) {
    if (agent.onDevice() && jobState.launch(agent) != Launch.COLLECTIVE) {
      jobState.tolerate(
          agent,
          new Fault(
              "%s in a kernel that was not launched collectively: PEs wait for each other, and "
                  + "nothing makes their kernels run at the same time; launch it by "
                  + "nvshmemx_collective_launch",
              kind.text()));
    }
  }

  private void requireAlone(Agent agent, Instruction.Arrive call, long[] arguments) {
    Meeting open = jobState.gatherings().get(lastPlace(agent, call.kind(), arguments));
    if (open != null && open.has(agent.pe)) {
      Arrival arrival = open.arrival(agent.pe);
      if (!open.isGone(arrival)) {
        throw twice(arrival, Arrival.of(agent, call, arguments, jobState.line(agent)));
      }
    }
  }

  // Where PEs share a GPU and run one after another, one that waits for another in a kernel may
  // wait for ever.
  private void requireAllowed(Agent agent, Instruction.Arrive call, long[] arguments) {
    MeetingKind kind = call.kind();
    boolean ofAll =
        (kind == MeetingKind.BARRIER || kind == MeetingKind.SYNC)
            && Teams.team(jobState, agent.pe, arguments[0]).id() == Team.WORLD
            && !agent.onDevice();
    if (call.family() == Family.NVSHMEM && kind.place() == MeetingKind.Place.TEAM && !ofAll) {
      jobState
          .job()
          .allowance()
          .refusal(kind.text() + (agent.onDevice() ? " on the device" : ""))
          .ifPresent(reason -> {
            throw new Fault("%s", reason);
          });
    }
  }

  /** Carries out a collective after all have arrived; one result per arrival. */
  long[] results(List<Arrival> arrivals) {
    Arrival first = arrivals.get(0);
    MeetingKind kind = first.call().kind();
    long[] results = new long[arrivals.size()];
    switch (kind) {
      case INIT -> start(arrivals);
      case FINALIZE -> end(arrivals);
      case MALLOC -> Arrays.fill(results, allocate(arrivals));
      case FREE, SYNC, BARRIER, TEAM_DESTROY -> {}
      case TEAM_SPLIT_STRIDED, TEAM_SPLIT_2D, TEAM_SPLIT_COLOR -> split(arrivals, results);
      default -> {
        List<Arrival> members = new ArrayList<>(arrivals);
        Team team = Teams.ofCall(jobState, first.pe(), first.argument(0));
        members.sort(Comparator.comparingInt(arrival -> team.indexOf(arrival.pe())));
        data.move(kind, members);
      }
    }
    return results;
  }

  /**
   * Writes the results of a collective for an agent, or gives its memory or its team back, as its
   * call returns.
   */
  void land(Agent agent, Instruction.Arrive call) {
    data.land(agent);
    if (call.kind() == MeetingKind.FREE) {
      long address = Frames.values(agent, call.arguments())[0];
      if (address != Address.NULL) {
        free(agent.pe, address, jobState.line(agent));
      }
    }
    if (call.kind() == MeetingKind.TEAM_DESTROY) {
      Teams.leave(jobState, agent.pe, Frames.values(agent, call.arguments())[0]);
    }
  }

  // Where an agent of this PE is that has not come back from its call.
  private MeetingPlace lastPlace(Agent agent, MeetingKind kind, long[] arguments) {
    return kind.place() == MeetingKind.Place.WORLD
        ? new MeetingPlace.World()
        : Teams.nextMeeting(jobState, agent.pe, arguments[0]).before();
  }

  // Each start is ended by a finalisation of its own, and the last of those ends the library
  // (OpenSHMEM 1.6, shmem_init; NVSHMEM counts as well).
  private void start(List<Arrival> arrivals) {
    arrivals.forEach(arrival -> jobState.writablePe(arrival.pe()).starts += counted(arrival));
    library(arrivals, PeState.Library.INITIALISED);
  }

  private void end(List<Arrival> arrivals) {
    arrivals.forEach(arrival -> jobState.writablePe(arrival.pe()).starts -= counted(arrival));
    Arrival first = arrivals.get(0);
    boolean ofMpi = first.call().family() == Family.MPI;
    if (!ofMpi && jobState.peState(first.pe()).starts > 0) {
      return;
    }
    if (!ofMpi) {
      warnAboutLeaks(arrivals);
    }
    library(arrivals, PeState.Library.FINALISED);
  }

  private static int counted(Arrival arrival) {
    return arrival.call().family() == Family.MPI ? 0 : 1;
  }

  private void library(List<Arrival> arrivals, PeState.Library state) {
    for (Arrival arrival : arrivals) {
      PeState pe = jobState.writablePe(arrival.pe());
      if (arrival.call().family() == Family.MPI) {
        pe.mpi = state;
      } else {
        pe.library = state;
      }
    }
  }

  /** Whether this is the allocation that fails; counts it. */
  private boolean fails(List<Arrival> arrivals) {
    Optional<JobLimits.FailingAllocation> failing = jobState.job().allowance().failing();
    boolean fails = false;
    for (Arrival arrival : arrivals) {
      PeState pe = jobState.writablePe(arrival.pe());
      int number = ++pe.allocations;
      fails = failing.filter(one -> one.number() == number).isPresent();
      pe.failedAllocation = fails ? arrival.line() : pe.failedAllocation;
    }
    return fails;
  }

  private long allocate(List<Arrival> arrivals) {
    Arrival first = arrivals.get(0);
    long bytes = first.argument(0);
    if (bytes == 0) {
      return Address.NULL;
    }
    if (fails(arrivals)) {
      return Address.NULL;
    }
    PeState any = jobState.peState(first.pe());
    boolean device = jobState.program().symmetricHeap() == HeapSide.DEVICE;
    JobLimits allowance = jobState.job().allowance();
    if (bytes < 0 || !allowance.fits(any.heapBytes + bytes, jobState.job().gpu())) {
      jobState.warn(
          first.line(),
          first.pe(),
          "a symmetric object of "
              + Long.toUnsignedString(bytes)
              + " bytes beside "
              + any.heapBytes
              + " bytes of others does not fit, and the call gives NULL; "
              + allowance.heapAdvice());
      return Address.NULL; // as the API says: null when the heap is exhausted
    }
    if (bytes > Address.MAX_BYTES) {
      throw new Fault(
          "a symmetric object of %s bytes: at most %s are supported", bytes, Address.MAX_BYTES);
    }
    boolean zeroed = first.argument(2) != 0;
    Optional<String> known = jobState.program().objectName(first.line());
    String name = known.orElseGet(() -> "symmetric object of " + first.line());
    Residence residence = device ? Residence.DEVICE_HEAP : Residence.HOST_HEAP;
    long address = 0;
    for (Arrival arrival : arrivals) {
      PeState pe = jobState.writablePe(arrival.pe());
      pe.heapBytes += bytes;
      MemoryObject object =
          zeroed
              ? new MemoryObject(name, residence, bytes, jobState.owner())
              : MemoryObject.unset(name, residence, bytes, jobState.owner());
      address = pe.symmetric.add(known.isPresent() ? object.madeAt(first.line()) : object);
    }
    return address;
  }

  private void free(int pe, long address, SourceLine at) {
    PeState state = jobState.writablePe(pe);
    state.heapBytes -= state.symmetric.get(address).size();
    state.symmetric.remove(address, at);
    plainLoads.forget(pe, address);
  }

  private void requireAllocated(long address) {
    if (Address.index(address) <= jobState.variables().lastSymmetric()) {
      throw new Fault("a symmetric variable of the program cannot be freed");
    }
  }

  private void warnAboutLeaks(List<Arrival> arrivals) {
    Arrival first = arrivals.get(0);
    var table = jobState.peState(first.pe()).symmetric;
    for (int index = jobState.variables().lastSymmetric() + 1; index < table.top(); index++) {
      MemoryObject object = table.at(index);
      if (object != null) {
        jobState.warn(
            first.line(),
            first.pe(),
            object.name() + " (" + object.size() + " bytes) is not freed before finalisation");
      }
    }
  }

  // ---------------------------------------------------------------- teams

  private void split(List<Arrival> arrivals, long[] results) {
    Arrival first = arrivals.get(0);
    Team parent = Teams.ofCall(jobState, first.pe(), first.argument(0));
    Map<Long, List<Arrival>> groups = new TreeMap<>();
    if (arrivals.stream().anyMatch(arrival -> isOutside(parent, arrival))) {
      Arrays.fill(results, MeetingKind.NO_SUCH_TEAM);
      return;
    }
    for (Arrival arrival : arrivals) {
      Long group = group(parent, arrival);
      if (group != null) {
        groups.computeIfAbsent(group, _ -> new ArrayList<>()).add(arrival);
      }
    }
    Arrays.fill(results, -1);
    Map<Integer, Integer> position = new HashMap<>();
    for (int i = 0; i < arrivals.size(); i++) {
      position.put(arrivals.get(i).pe(), i);
    }
    for (List<Arrival> group : groups.values()) {
      group.sort(
          Comparator.comparingLong(Collectives::key)
              .thenComparingInt(arrival -> parent.indexOf(arrival.pe())));
      ImmutableIntArray members = ImmutableIntArray.copyOf(group.stream().mapToInt(Arrival::pe));
      Team team = Teams.newTeam(jobState, "a team made at " + group.get(0).line(), members);
      for (Arrival arrival : group) {
        results[position.getOrDefault(arrival.pe(), 0)] = Teams.join(jobState, arrival.pe(), team);
      }
    }
  }

  private static boolean isOutside(Team parent, Arrival arrival) {
    return arrival.call().kind() == MeetingKind.TEAM_SPLIT_STRIDED
        && StridedSplit.of(arrival).isOutside(parent);
  }

  /**
   * Whether calls that do not agree are strided splits into disjoint teams, in a job that goes on
   * after a misuse that real machines tolerate.
   */
  boolean tolerates(List<Arrival> arrivals) {
    Arrival first = arrivals.get(0);
    return jobState.job().tolerant()
        && arrivals.stream().allMatch(a -> a.call().kind() == MeetingKind.TEAM_SPLIT_STRIDED)
        && StridedSplit.areDisjoint(
            Teams.ofCall(jobState, first.pe(), first.argument(0)), arrivals);
  }

  // Which of the new teams a member of the parent joins, or null.
  private static @Nullable Long group(Team parent, Arrival arrival) {
    int me = parent.indexOf(arrival.pe());
    return switch (arrival.call().kind()) {
      case TEAM_SPLIT_STRIDED -> {
        StridedSplit split = StridedSplit.of(arrival);
        yield split.has(me) ? split.start() : null;
      }
      case TEAM_SPLIT_2D -> {
        long range = arrival.argument(1);
        if (range < 1) {
          throw new Fault("a 2-D split with x range %s", range);
        }
        yield arrival.argument(2) == 0 ? me / range : me % range;
      }
      default -> arrival.argument(1) < 0 ? null : arrival.argument(1);
    };
  }

  private static long key(Arrival arrival) {
    if (arrival.call().kind() == MeetingKind.TEAM_SPLIT_COLOR) {
      return arrival.argument(2);
    }
    boolean backwards =
        arrival.call().kind() == MeetingKind.TEAM_SPLIT_STRIDED && arrival.argument(2) < 0;
    return backwards ? -arrival.pe() : 0;
  }
}
