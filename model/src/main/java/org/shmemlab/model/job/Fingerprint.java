package org.shmemlab.model.job;

import static org.shmemlab.model.memory.StructuralHash.mix;
import static org.shmemlab.model.memory.StructuralHash.with;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.code.Code;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.MultisetHash;
import org.shmemlab.model.memory.Uninitialized;
import org.shmemlab.model.operation.Carrier;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.LoadSource;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.step.AgentNames;
import org.shmemlab.model.step.MeetingPlace;
import org.shmemlab.model.step.MeetingPlace.InTeam;
import org.shmemlab.model.step.Step;

/**
 * Hashes a state by all that its successors depend on: memory, the program counter of each agent,
 * its live registers, operations in flight. Numbers that depend on the way a state was reached (of
 * agents, of operations) are replaced by positions in a canonical order; the same state reached on
 * two ways has one fingerprint.
 *
 * <p>64 bits: among n states, two differing ones share a fingerprint with probability below n² /
 * 2^65, 1e-5 for twenty million.
 *
 * <p>It is made of those of PEs, agents and operations, in their order. The hashes of parts are
 * kept with them until they are written.
 */
public final class Fingerprint {
  private final JobState jobState;
  private final AgentOrder agents;
  private final AgentNames names;
  private final Pending[] operations; // in canonical order
  private final int[] numbers; // theirs, in the order of issue
  private final int[] positions; // of these in canonical order
  private final int[] issuers; // positions of the agents that issued them

  // Operations that were issued before a barrier of a block are known by the same agents.
  private BitSet lastMembers = new BitSet();
  private long lastHash;

  /** Takes the fingerprint of a state as it is now; the state must not change meanwhile. */
  public Fingerprint(JobState jobState) {
    this(jobState, null);
  }

  /**
   * A fingerprint that is equal for states that differ only in which is which of their
   * interchangeable blocks.
   */
  public static Fingerprint upToBlocks(JobState jobState) {
    return new Fingerprint(jobState, InterchangeableBlocks.of(jobState));
  }

  private Fingerprint(JobState jobState, @Nullable InterchangeableBlocks blocks) {
    this.jobState = jobState;
    this.agents = blocks == null ? jobState.agentOrder() : jobState.agentOrder(blocks);
    this.names = new Names(agents, blocks);
    List<Pending> flight = jobState.inFlight().pending();
    this.operations = new Pending[flight.size()];
    this.numbers = new int[operations.length];
    this.positions = new int[operations.length];
    this.issuers = new int[operations.length];
    orderOperations(flight);
  }

  private record Names(AgentOrder agents, @Nullable InterchangeableBlocks blocks)
      implements AgentNames {
    @Override
    public long block(int pe, int grid, int block) {
      return blocks == null ? block : blocks.block(pe, grid, block);
    }

    @Override
    public int agent(int number) {
      return agents.position(number);
    }
  }

  /** The hash of the machine's state. */
  public long value() {
    long hash =
        mix(
            jobState.happensBeforeListener().fingerprint(names),
            PeFingerprint.exit(jobState.jobExit()));
    hash =
        with(hash, jobState.hasFailed() ? 1 : 0); // an agent that failed may have ended with that
    for (int pe = 0; pe < jobState.job().pes(); pe++) {
      PeState state = jobState.peState(pe);
      hash = with(hash, ofPe(state), PeFingerprint.blocks(state, names), caches(state));
    }
    for (int i = 0; i < agents.count(); i++) {
      hash = with(hash, of(agent(i)));
    }
    for (int i = 0; i < operations.length; i++) {
      hash = with(hash, of(operations[i], issuers[i]));
    }
    return with(hash, meetings());
  }

  // The arrivals at each meeting, with their operands, and the data that a PE has left for later
  // ones.
  private long meetings() {
    MultisetHash all = new MultisetHash();
    jobState
        .gatherings()
        .forEach((place, meeting) -> {
          long where = name(place);
          for (Meeting.Arrival arrival : meeting.arrivals()) {
            boolean gone = arrival.waits() && meeting.isGone(arrival);
            Bytes left = gone ? meeting.source(arrival.pe()) : null;
            long owner = arrival.waits() && !gone ? agents.position(arrival.agent()) : -1;
            long came = mix(where, owner, arrival.pe());
            all.add(mix(came, call(arrival), left == null ? 0 : left.hash()));
          }
        });
    return all.hash();
  }

  // The number of a team's collectives does not count, only how many of them are still open.
  private long name(MeetingPlace place) {
    if (!(place instanceof MeetingPlace.InTeam in)) {
      return place.fingerprint(names);
    }
    int open = 0;
    while (jobState.gatherings().containsKey(new InTeam(in.team(), in.number() - open - 1))) {
      open++;
    }
    return mix(in.team(), open);
  }

  private static long call(Meeting.Arrival arrival) {
    return mix(arrival.call().kind().ordinal(), mix(arrival.arguments().asList()));
  }

  /**
   * A name of a step that is possible now: equal in every state with this fingerprint, and no other
   * step's.
   */
  public long name(Step step) {
    return switch (step) {
      case Step.OfAgent of -> agents.position(of.agent());
      case Step.OfGlimpse of ->
          (1L + operationPosition(of.operation())) << 32 | agents.position(of.agent());
      case Step.OfLook of -> 1L << 62 | (2L + of.answer()) << 32 | agents.position(of.agent());
      case Step.OfCache of -> 1L << 61 | (long) of.answer() << 56 | name(of.step());
      case Step.OfNetwork of -> {
        Event event = of.event();
        yield 1L << 63
            | (long) operationPosition(event.operation()) << 40
            | (long) event.kind().ordinal() << 36
            | event.from();
      }
    };
  }

  private Agent agent(int position) {
    return Objects.requireNonNull(jobState.agent(agents.number(position)));
  }

  // By issuer, and then in order of issue.
  private void orderOperations(List<Pending> flight) {
    long[] order = new long[operations.length];
    for (int i = 0; i < order.length; i++) {
      order[i] = ((long) position(flight.get(i).operation().origin()) << 32) | i;
    }
    Arrays.sort(order);
    for (int i = 0; i < order.length; i++) {
      int issued = (int) order[i];
      operations[i] = flight.get(issued);
      issuers[i] = (int) (order[i] >> 32);
      numbers[issued] = operations[i].number();
      positions[issued] = i;
    }
  }

  // Of an agent that has ended, only its PE is left.
  private int position(Origin origin) {
    int position = agents.position(origin.agent());
    return position >= 0 ? position : -1 - origin.pe();
  }

  private int operationPosition(int number) {
    int issued = Arrays.binarySearch(numbers, number); // numbers are given out as they are issued
    return issued < 0 ? -1 : positions[issued];
  }

  // ---------------------------------------------------------------- PEs

  private long ofPe(PeState pe) {
    if (!pe.hashed) {
      pe.hash = PeFingerprint.of(pe, jobState.teams);
      pe.hashed = true;
    }
    return pe.hash;
  }

  // The answers that caches may still give, and their readers: their times do not count.
  private long caches(PeState pe) {
    boolean warm = jobState.rules().capabilities().loads() == LoadSource.WARM;
    if (!warm && pe.caches.isEmpty()) {
      return 0;
    }
    MultisetHash all = new MultisetHash();
    if (warm) {
      all.add(members(device(pe, agent -> agent.warm)));
    }
    for (Map.Entry<Long, Caches.Sector> entry : pe.caches.sectors().entrySet()) {
      long place = entry.getKey();
      Caches.Sector sector = entry.getValue();
      BitSet fresh = device(pe, agent -> sector.loaded() > agent.refreshed);
      if (!fresh.isEmpty()) {
        all.add(mix(place, members(fresh)));
      }
      for (Caches.Line line : sector.old()) {
        BitSet readers = device(pe, line::mayAnswer);
        if (!readers.isEmpty() || line.warm()) {
          long overdue = members(device(pe, line::isOverdue));
          all.add(mix(place, line.bytes().hash(), members(readers), overdue));
        }
      }
    }
    return all.hash();
  }

  private BitSet device(PeState pe, Predicate<Agent> which) {
    BitSet members = new BitSet();
    for (int i = 0; i < agents.count(); i++) {
      Agent agent = agent(i);
      if (agent.pe == pe.pe && agent.onDevice() && which.test(agent)) {
        members.set(agent.id);
      }
    }
    return members;
  }

  // ---------------------------------------------------------------- agents

  /** The part of an agent alone, without its PE and block. */
  static long alone(JobState jobState, Agent agent) {
    if (!agent.hashed) {
      agent.hash = hash(jobState, agent);
      agent.hashed = true;
    }
    return agent.hash;
  }

  private long of(Agent agent) {
    long hash =
        with(
            alone(jobState, agent),
            agent.block < 0 ? -1 : names.block(agent.pe, agent.grid, agent.block),
            agent.awaiting < 0 ? -1 : operationPosition(agent.awaiting));
    if (agent.function >= 0 && agent.late != null) {
      for (var late : agent.late.entrySet()) {
        hash = with(hash, late.getKey(), operationPosition(late.getValue()));
      }
    }
    if (!agent
        .streamProgress
        .last()
        .isEmpty()) { // knowing less than all of it is knowing nothing, for a host
      for (Stream stream : jobState.peState(agent.pe).streams) {
        hash = with(hash, agent.streamProgress.isAllOf(stream) ? 1 : 0);
      }
    }
    return hash;
  }

  private static long hash(JobState jobState, Agent agent) {
    long hash = mix(agent.kind.ordinal(), agent.thread);
    hash = with(hash, agent.function, agent.at == null ? 0 : 1);
    hash = with(hash, agent.detached ? 1 : 0, agent.failed ? 1 : 0);
    for (Map.Entry<Long, Long> copy : agent.own.entrySet()) {
      hash = with(hash, copy.getKey(), copy.getValue());
    }
    hash = with(hash, agent.failedPolls, agent.lastLook);
    hash = with(hash, agent.region.handle(), agent.region.hints());
    hash = with(hash, mix(agent.observedWords.held()), mix(agent.observedWords.failed()));
    hash = with(hash, agent.smallCopies.fingerprint(), agent.bulkCopies.fingerprint());
    if (agent.function < 0) {
      return with(hash, agent.ended ? agent.meetingResult : 0);
    }
    Code code = jobState.code(agent.function);
    hash = with(hash, agent.pc, agent.depth);
    hash = registers(hash, agent, code.live().before(agent.pc), agent.base, -1);
    if (code.body[agent.pc] instanceof Instruction.Depart && agent.at == null) {
      hash = with(hash, agent.meetingResult);
      if (agent.meetingUnset != null) {
        hash = with(hash, agent.meetingUnset.bits(), mix(agent.meetingUnset.origin()));
      }
      for (Map.Entry<Long, Bytes> landing : agent.landing.entrySet()) {
        hash = with(hash, landing.getKey(), landing.getValue().hash());
      }
    }
    for (int depth = agent.depth - 1; depth >= 0; depth--) {
      int at = depth * Agent.FRAME;
      int pc = agent.frames[at + 1];
      hash = with(hash, agent.frames[at], pc);
      BitSet live = jobState.code(agent.frames[at]).live().before(pc);
      hash = registers(hash, agent, live, agent.frames[at + 2], agent.frames[at + 3]);
    }
    return agent.locals == null ? hash : PeFingerprint.objects(hash, agent.locals);
  }

  // The register that a call will write is not live before it returns.
  private static long registers(long before, Agent agent, BitSet live, int base, int except) {
    long hash = before;
    for (int r = live.nextSetBit(0); r >= 0; r = live.nextSetBit(r + 1)) {
      if (r != except) {
        hash = with(hash, r, agent.registers[base + r]);
        Uninitialized unset = agent.unset(base + r);
        if (unset != null) {
          hash = with(hash, unset.bits(), mix(unset.origin()));
        }
      }
    }
    return hash;
  }

  // ---------------------------------------------------------------- operations

  private long of(Pending pending, int issuer) {
    long hash =
        with(
            pending.contentHash(),
            issuer,
            members(pending.issuedBefore()),
            members(pending.fencedFor()));
    for (Carrier carrier : pending.carriers()) {
      hash += carrier.fingerprint(); // in no order
    }
    long after = inFlight(pending.after());
    long issuedAfter = inFlight(pending.issuedAfter());
    return after == 0 && issuedAfter == 0 ? hash : with(hash, after, issuedAfter);
  }

  // A completed operation orders nothing any more.
  private long inFlight(ImmutableIntArray operations) {
    long hash = 0;
    for (int i = 0; i < operations.length(); i++) {
      int position = operationPosition(operations.get(i));
      if (position >= 0) {
        hash = with(hash, position);
      }
    }
    return hash;
  }

  private long members(BitSet set) {
    if (set.isEmpty()) {
      return 0;
    }
    if (!set.equals(lastMembers)) {
      lastHash = hash(set);
      lastMembers = set;
    }
    return lastHash;
  }

  private long hash(BitSet set) {
    MultisetHash all = new MultisetHash();
    for (int agent = set.nextSetBit(0); agent >= 0; agent = set.nextSetBit(agent + 1)) {
      int position = agents.position(agent);
      if (position >= 0) {
        all.add(position);
      }
    }
    return all.hash();
  }
}
