package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.access.Frames;
import org.shmemlab.model.code.Code;
import org.shmemlab.model.collectives.CollectiveOperands;
import org.shmemlab.model.collectives.WorkArrays;
import org.shmemlab.model.communication.Waits;
import org.shmemlab.model.interpreter.Facilities;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.AsyncCopies;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.PeState;
import org.shmemlab.model.job.PeerAddresses;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.ObjectTable;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Reach;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Place;
import org.shmemlab.model.step.Access.Use;

/**
 * What the next step of an agent and the open windows of the operations in flight touch (memory
 * model, section 3, "A window is an interval in which an operation may touch memory").
 */
public final class Accesses {
  private final Machine machine;
  private final JobState jobState;
  private final Facilities facilities;

  public Accesses(Machine machine) {
    this.machine = machine;
    this.jobState = machine.jobState();
    this.facilities = machine.facilities();
  }

  /**
   * What the instruction an agent would execute next touches in memory; empty for others, and for
   * one that cannot be executed.
   */
  public List<Access> next(Agent agent) {
    try {
      return agent.function < 0 ? List.of() : ofInstruction(agent);
    } catch (Fault fault) {
      return List.of(); // the step itself tells it, with its line
    }
  }

  private List<Access> ofInstruction(Agent agent) {
    Code code = jobState.code(agent.function);
    if (code.own(agent.pc) > 0) {
      return List.of();
    }
    List<Access> accesses = new ArrayList<>(2);
    switch (code.body[agent.pc]) {
      case Instruction.Load i ->
          add(accesses, agent, value(agent, i.address()) + i.offset(), i.type().bytes(), Use.LOAD);
      case Instruction.Store i ->
          add(accesses, agent, value(agent, i.address()) + i.offset(), i.type().bytes(), Use.STORE);
      case Instruction.Copy i -> {
        add(accesses, agent, value(agent, i.source()), i.bytes(), Use.LOAD);
        add(accesses, agent, value(agent, i.destination()), i.bytes(), Use.STORE);
      }
      case Instruction.Clear i ->
          add(accesses, agent, value(agent, i.destination()), i.bytes(), Use.STORE);
      case Instruction.Atomic i ->
          add(
              accesses,
              agent,
              value(agent, i.address()),
              i.type().bytes(),
              use(i),
              i.type(),
              code.isUnread(agent.pc + 1, i.dst()) ? merging(i.op(), i.type()) : null,
              i.reach());
      case Instruction.SignalFetch i ->
          add(accesses, agent, value(agent, i.address()), 8, Use.SIGNAL_FETCH);
      case Instruction.WaitUntil i -> waits(accesses, agent, i);
      case Instruction.Invoke i -> services(accesses, agent, i);
      case Instruction.Depart _ -> {
        if (code.body[agent.pc - 1] instanceof Instruction.Arrive call) {
          collective(accesses, agent, call);
          keptArrays(accesses, agent, call);
          release(accesses, agent, call);
        }
      }
      case Instruction.Arrive call -> {
        workArrays(accesses, agent, call);
        if (agent.at != null) { // the others are there, and their calls do not match
          collective(accesses, agent, call);
        }
      }
      case Instruction.Return _ -> ends(accesses, agent);
      default -> {}
    }
    if (agent.hasCopies() && mayOrder(code.body[agent.pc])) {
      copies(accesses, agent, agent.copies(false));
      copies(accesses, agent, agent.copies(true));
    }
    return accesses;
  }

  // Whether others may come before or behind the thread because of an instruction: what they do
  // between two of these is beside all copies that the thread has not waited for.
  private static boolean mayOrder(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load load -> load.isVolatile();
      case Instruction.Store store -> store.isVolatile();
      case Instruction.Copy _, Instruction.Clear _ -> false;
      case Instruction.Invoke invoke -> !invoke.service().isOfAsyncCopies();
      default -> true;
    };
  }

  private void copies(List<Access> accesses, Agent agent, AsyncCopies copies) {
    copies
        .all()
        .forEach(copy -> {
          add(accesses, agent, copy.source(), copy.bytes(), Use.LOAD);
          add(accesses, agent, copy.destination(), copy.written(), Use.STORE);
        });
  }

  /** What the step of an agent adds to a word, whatever is there; 0 if it does something else. */
  public long added(Agent agent) {
    return agent.function >= 0
            && jobState.code(agent.function).body[agent.pc] instanceof Instruction.Atomic atomic
            && atomic.operand() != Instruction.NO_REGISTER
        ? atomic.op().added(atomic.type(), value(agent, atomic.operand()))
        : 0;
  }

  private static Use use(Instruction.Atomic i) {
    return switch (i.op()) {
      case FETCH -> Use.ATOMIC_LOAD;
      case SET -> i.dst() == Instruction.NO_REGISTER ? Use.ATOMIC_STORE : Use.ATOMIC_UPDATE;
      default -> Use.ATOMIC_UPDATE;
    };
  }

  /** What an event of an operation touches, in a list of the caller's own. */
  public List<Access> of(Pending pending, Event event) {
    List<Access> touched = open(pending);
    touched.removeIf(access -> !closes(event.kind(), access.use()));
    return touched;
  }

  private static boolean closes(Kind kind, Use use) {
    return switch (use) {
      case SOURCE -> kind == Kind.SOURCE_READ;
      case PUT, PUT_VALUE, STORE -> kind == Kind.VISIBLE;
      case GET -> kind == Kind.REMOTE_READ;
      case DESTINATION -> kind == Kind.LANDED;
      case AMO, AMO_FETCH -> kind == Kind.RMW;
      case SIGNAL -> kind == Kind.SIGNAL_VISIBLE;
      default -> false;
    };
  }

  /** The windows of an operation in flight that are still open. */
  public List<Access> open(Pending pending) {
    List<Access> accesses = new ArrayList<>(2);
    switch (pending.operation()) {
      case Operation.Put put -> {
        windows(
            accesses,
            pending,
            Kind.VISIBLE,
            remote(put.pe(), put.remote()),
            put.remote(),
            put.wordBytes(),
            put.remoteStride(),
            Use.PUT);
        windows(
            accesses,
            pending,
            Kind.SOURCE_READ,
            local(put.origin(), put.local()),
            put.local(),
            put.wordBytes(),
            put.localStride(),
            Use.SOURCE);
        Operation.SignalPart signal = put.signal();
        if (signal != null && !pending.allHappened(Kind.SIGNAL_VISIBLE)) {
          accesses.add(signal(pending, put.pe(), signal.remote(), signal.operator()));
        }
      }
      case Operation.Get get -> {
        windows(
            accesses,
            pending,
            Kind.LANDED,
            remote(get.pe(), get.remote()),
            get.remote(),
            get.wordBytes(),
            get.remoteStride(),
            Use.GET);
        windows(
            accesses,
            pending,
            Kind.LANDED,
            local(get.origin(), get.local()),
            get.local(),
            get.wordBytes(),
            get.localStride(),
            Use.DESTINATION);
      }
      case Operation.PutValue put ->
          single(
              accesses, pending, Kind.VISIBLE, put.pe(), put.remote(), put.type(), Use.PUT_VALUE);
      case Operation.GetValue get ->
          single(accesses, pending, Kind.LANDED, get.pe(), get.remote(), get.type(), Use.GET);
      case Operation.PeerStore store ->
          single(
              accesses, pending, Kind.VISIBLE, store.pe(), store.remote(), store.type(), Use.STORE);
      case Operation.Amo amo -> {
        Use use = amo.op() == AtomicOp.FETCH ? Use.AMO_FETCH : Use.AMO;
        single(accesses, pending, Kind.RMW, amo.pe(), amo.remote(), amo.type(), use);
        if (amo.fetch() != 0 && !pending.allHappened(Kind.LANDED)) {
          Place place = local(amo.origin(), amo.fetch());
          if (place != null) {
            int at = Address.offset(amo.fetch());
            accesses.add(
                access(
                    pending,
                    place,
                    at,
                    at + amo.type().bytes(),
                    Use.DESTINATION,
                    amo.type(),
                    null));
          }
        }
      }
      case Operation.SignalUpdate update -> {
        if (!pending.allHappened(Kind.SIGNAL_VISIBLE)) {
          accesses.add(signal(pending, update.pe(), update.remote(), update.operator()));
        }
      }
    }
    return accesses;
  }

  // ---------------------------------------------------------------- steps

  private void waits(List<Access> accesses, Agent agent, Instruction.WaitUntil i) {
    int count = Waits.count(agent, i);
    long status = Waits.status(agent, i);
    if (status != 0) {
      add(accesses, agent, status, count * ScalarType.I32.bytes(), Use.LOAD);
    }
    BitSet asked = facilities.communication.waits().asked(agent, i);
    accesses.addAll(words(agent, i, asked, i.signal() ? Use.SIGNAL_WAIT : Use.WAIT));
    if (i.vector()) {
      int bytes = i.type().bytes();
      runs(
          asked,
          (from, to) ->
              add(
                  accesses,
                  agent,
                  value(agent, i.value()) + (long) from * bytes,
                  (to - from) * bytes,
                  Use.LOAD));
    }
    if (i.quantifier() == Quantifier.SOME && !asked.isEmpty()) {
      int bytes = ScalarType.U64.bytes();
      add(accesses, agent, value(agent, i.indices()), asked.cardinality() * bytes, Use.STORE);
    }
  }

  /** Some of the words that a wait or test names. */
  List<Access> words(Agent agent, Instruction.WaitUntil i, BitSet which, Use use) {
    List<Access> accesses = new ArrayList<>(1);
    int bytes = i.type().bytes();
    runs(
        which,
        (from, to) ->
            add(
                accesses,
                agent,
                Waits.words(agent, i) + (long) from * bytes,
                (to - from) * bytes,
                use,
                i.type(),
                null,
                null));
    return accesses;
  }

  private interface Run {
    void take(int from, int to);
  }

  private static void runs(BitSet slots, Run run) {
    for (int from = slots.nextSetBit(0); from >= 0; ) {
      int to = slots.nextClearBit(from);
      run.take(from, to);
      from = slots.nextSetBit(to);
    }
  }

  private void services(List<Access> accesses, Agent agent, Instruction.Invoke i) {
    Footprint footprint =
        new Footprint(jobState, facilities.memory, agent, Frames.values(agent, i.arguments()));
    try {
      machine.services().touches(i.service(), footprint);
    } catch (Fault fault) {
      // the call itself tells it, with its line; what it touches before counts
    }
    for (Footprint.Touch touch : footprint.touches()) {
      add(accesses, agent, touch.address(), touch.bytes(), touch.use());
    }
  }

  // From its entry to its own return, a collective may touch this member's operands (section 3).
  private void collective(List<Access> accesses, Agent agent, Instruction.Arrive call) {
    if (CollectiveOperands.movesData(call.kind())) {
      ImmutableLongArray arguments =
          ImmutableLongArray.copyOf(Frames.values(agent, call.arguments()));
      Team team = Teams.team(jobState, agent.pe, arguments.get(0));
      CollectiveOperands operands =
          new CollectiveOperands(call, arguments, team.size(), team.indexOf(agent.pe));
      if (operands.reads()) {
        add(accesses, agent, operands.source(), operands.sourceBytes(), Use.COLLECTIVE_SOURCE);
      }
      if (operands.writes()) {
        add(
            accesses,
            agent,
            operands.destination(),
            operands.destinationBytes(),
            Use.COLLECTIVE_DESTINATION);
      }
    }
  }

  // When all have met, each PE gives its own memory back.
  private void release(List<Access> accesses, Agent agent, Instruction.Arrive call) {
    if (agent.at == null && call.kind() == MeetingKind.FREE) {
      long address = value(agent, call.arguments().get(0));
      MemoryObject object = jobState.peState(agent.pe).symmetric.find(address);
      if (object != null) {
        add(accesses, agent, address, object.size(), Use.FREE);
      }
    }
  }

  // A collective on an active set may use the arrays of every PE of it from now on.
  private void workArrays(List<Access> accesses, Agent agent, Instruction.Arrive call) {
    if (WorkArrays.has(call)) {
      WorkArrays work = WorkArrays.of(agent, call);
      for (WorkArrays.Array array : work.arrays()) {
        for (int pe : Teams.team(jobState, agent.pe, work.values().get(0)).members().asList()) {
          Place place = remote(pe, array.address());
          accesses.add(workArray(agent, place, array, Use.WORK_ARRAY));
        }
      }
    }
  }

  // When all have met, a PE that has not returned may still use its own.
  private void keptArrays(List<Access> accesses, Agent agent, Instruction.Arrive call) {
    if (agent.at == null && WorkArrays.has(call)) {
      WorkArrays work = WorkArrays.of(agent, call);
      for (WorkArrays.Array array : work.arrays()) {
        if (!work.reusedAtOnce()) {
          Place place = remote(agent.pe, array.address());
          accesses.add(workArray(agent, place, array, Use.KEPT_WORK_ARRAY));
        }
      }
    }
  }

  private Access workArray(Agent agent, Place place, WorkArrays.Array array, Use use) {
    int from = Address.offset(array.address());
    return new Access(
        place,
        from,
        from + array.bytes(),
        use,
        null,
        null,
        null,
        null,
        facilities.meetings.call(agent),
        -1,
        agent.id,
        agent.pe,
        jobState.line(agent));
  }

  // Variables of a function die when it returns.
  private void ends(List<Access> accesses, Agent agent) {
    for (int slot = agent.slotBase; slot < agent.slotTop; slot++) {
      long address = agent.slots[slot];
      add(accesses, agent, address, facilities.memory.object(agent, address).size(), Use.FREE);
    }
  }

  private void add(List<Access> accesses, Agent agent, long address, int bytes, Use use) {
    add(accesses, agent, address, bytes, use, null, null, null);
  }

  private void add(
      List<Access> accesses,
      Agent agent,
      long address,
      int bytes,
      Use use,
      @Nullable ScalarType type,
      @Nullable AtomicOp merging,
      @Nullable Reach reach) {
    Place place = place(agent, address);
    if (place != null && bytes > 0) {
      int from = Address.offset(address);
      accesses.add(
          new Access(
              place,
              from,
              from + bytes,
              use,
              type,
              null,
              merging,
              reach,
              0,
              -1,
              agent.id,
              agent.pe,
              jobState.line(agent)));
    }
  }

  // ---------------------------------------------------------------- windows

  private void windows(
      List<Access> accesses,
      Pending pending,
      Kind closing,
      @Nullable Place place,
      long address,
      int wordBytes,
      long stride,
      Use use) {
    if (place == null) {
      return;
    }
    int start = Address.offset(address);
    int words = pending.operation().words();
    int word = 0;
    while (word < words) {
      if (pending.happened(closing, word)) {
        word++;
        continue;
      }
      int first = word++;
      while (stride == 1 && word < words && !pending.happened(closing, word)) {
        word++;
      }
      int from = start + (int) (first * stride) * wordBytes;
      accesses.add(
          access(pending, place, from, from + (word - first) * wordBytes, use, null, null));
    }
  }

  private void single(
      List<Access> accesses,
      Pending pending,
      Kind closing,
      int pe,
      long address,
      ScalarType type,
      Use use) {
    if (!pending.allHappened(closing)) {
      int at = Address.offset(address);
      accesses.add(access(pending, remote(pe, address), at, at + type.bytes(), use, type, null));
    }
  }

  private Access signal(Pending pending, int pe, long address, SignalOperator operator) {
    int at = Address.offset(address);
    return access(pending, remote(pe, address), at, at + 8, Use.SIGNAL, ScalarType.U64, operator);
  }

  private Access access(
      Pending pending,
      Place place,
      int from,
      int to,
      Use use,
      @Nullable ScalarType type,
      @Nullable SignalOperator operator) {
    Origin origin = pending.operation().origin();
    return new Access(
        place,
        from,
        to,
        use,
        type,
        operator,
        use == Use.AMO && pending.operation() instanceof Operation.Amo amo && isUnread(amo)
            ? merging(amo.op(), amo.type())
            : null,
        null,
        0,
        pending.number(),
        origin.agent(),
        origin.pe(),
        origin.line());
  }

  private static @Nullable AtomicOp merging(AtomicOp op, ScalarType type) {
    return switch (op) {
      case ADD, SUB, AND, OR, XOR, MIN, MAX -> type.floating() ? null : op;
      case FETCH, SET, COMPARE_SWAP, INCREMENT_WRAP, DECREMENT_WRAP, ARRIVE -> null;
    };
  }

  // Whether nothing reads the value that it fetches, so that nobody can tell what it was.
  private boolean isUnread(Operation.Amo amo) {
    if (amo.fetch() != 0) {
      return false;
    }
    Agent agent = jobState.agent(amo.origin().agent());
    return agent == null
        || amo.register() == Instruction.NO_REGISTER
        || (agent.function >= 0
            && amo.register() >= agent.base // a caller may still read its own
            && jobState.code(agent.function).isUnread(agent.pc, amo.register() - agent.base));
  }

  // ---------------------------------------------------------------- places

  // Its PE may have freed the object since; the event itself then says so.
  private Place remote(int pe, long address) {
    MemoryObject object = jobState.peState(pe).symmetric.find(address);
    return ofPe(Space.SYMMETRIC, pe, address, object);
  }

  // Where an operation's local side is; the issuing agent may have ended since.
  private @Nullable Place local(Origin origin, long address) {
    Agent agent = jobState.agent(origin.agent());
    if (agent != null && agent.pe == origin.pe()) {
      return place(agent, address);
    }
    return switch (Address.space(address)) {
      case SYMMETRIC -> remote(origin.pe(), address);
      case PRIVATE -> {
        MemoryObject object = jobState.peState(origin.pe()).objects.find(address);
        yield object == null ? null : ofPe(Space.PRIVATE, origin.pe(), address, object);
      }
      default -> null;
    };
  }

  // An index is given out again, perhaps to somebody else: what came before was another object.
  private static Place ofPe(Space space, int pe, long address, @Nullable MemoryObject object) {
    return new Place(
        space,
        pe,
        Address.generation(address),
        Address.index(address),
        object == null ? "memory that was freed" : object.name());
  }

  // Who uses an object after its life has raced with its end, unless it could not but come after.
  private static @Nullable Place ofPe(Space space, int pe, long address, ObjectTable table) {
    MemoryObject object = table.find(address);
    return object == null && !table.wasAlive(address) ? null : ofPe(space, pe, address, object);
  }

  /** The object at an address as this agent sees it, or null if it names none. */
  @Nullable Place place(Agent agent, long address) {
    Space space = Address.space(address);
    int index = Address.index(address);
    return switch (space) {
      case PRIVATE -> ofPe(space, agent.pe, address, jobState.peState(agent.pe).objects);
      case SYMMETRIC -> ofPe(space, agent.pe, address, jobState.peState(agent.pe).symmetric);
      case PEER -> {
        PeState.Mapping mapping = PeerAddresses.mapping(jobState, agent.pe, address);
        yield remote(mapping.pe(), mapping.address());
      }
      case SHARED ->
          new Place(space, agent.pe, agent.grid << 16 | agent.block, index, "shared memory");
      case LOCAL -> {
        MemoryObject object = agent.locals == null ? null : agent.locals.find(address);
        yield object == null ? null : new Place(space, agent.pe, agent.id, index, object.name());
      }
      case NONE, FUNCTION, CONSTANT -> null;
    };
  }

  private static long value(Agent agent, int register) {
    return agent.registers[agent.base + register];
  }
}
