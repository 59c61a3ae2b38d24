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
import org.shmemlab.model.communication.Stores;
import org.shmemlab.model.communication.Waits;
import org.shmemlab.model.interpreter.ExecutionLayers;
import org.shmemlab.model.interpreter.Footprint;
import org.shmemlab.model.interpreter.RuntimeCall;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.AsyncCopies;
import org.shmemlab.model.job.JobState;
import org.shmemlab.model.job.Team;
import org.shmemlab.model.job.Teams;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.AtomicScope;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.ThreadBlock;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Place;
import org.shmemlab.model.step.Access.Use;

/** Lists the accesses of an agent's next step. */
public final class Accesses {
  private final JobState jobState;
  private final ExecutionLayers layers;
  private final AddressedObjects places;
  private final Windows windows;

  public Accesses(Machine machine) {
    this.jobState = machine.jobState();
    this.layers = machine.layers();
    this.places = new AddressedObjects(jobState);
    this.windows = new Windows(jobState, places);
  }

  /** The accesses of the operations in flight. */
  public Windows windows() {
    return windows;
  }

  /**
   * The accesses of the instruction that an agent would execute next; empty for others, and for one
   * that cannot be executed.
   */
  public List<Access> next(Agent agent) {
    try {
      return agent.function < 0 ? List.of() : ofInstruction(agent);
    } catch (Fault fault) {
      return List.of(); // the step itself reports it, with its line
    }
  }

  private List<Access> ofInstruction(Agent agent) {
    Code code = jobState.code(agent.function);
    if (code.own(agent.pc) > 0) {
      return List.of();
    }
    List<Access> accesses = new ArrayList<>(0); // most instructions access nothing
    switch (code.body[agent.pc]) {
      case Instruction.Load i ->
          add(accesses, agent, value(agent, i.address()) + i.offset(), i.type().bytes(), Use.LOAD);
      case Instruction.Store i ->
          stores(accesses, agent, value(agent, i.address()) + i.offset(), i.type().bytes());
      case Instruction.Copy i -> {
        add(accesses, agent, value(agent, i.source()), i.bytes(), Use.LOAD);
        stores(accesses, agent, value(agent, i.destination()), i.bytes());
      }
      case Instruction.Clear i -> stores(accesses, agent, value(agent, i.destination()), i.bytes());
      case Instruction.Atomic i -> atomic(accesses, agent, i);
      case Instruction.SignalFetch i ->
          add(accesses, agent, value(agent, i.address()), 8, Use.SIGNAL_FETCH);
      case Instruction.WaitUntil i -> waits(accesses, agent, i);
      case Instruction.Invoke i -> services(accesses, agent, i);
      case Instruction.Depart _ -> {
        Instruction.Arrive call = code.meeting(agent.pc);
        if (call != null) {
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
      case Instruction.OneSided call -> late(accesses, agent, call);
      case Instruction.Return _ -> ends(accesses, agent);
      default -> {}
    }
    if (agent.hasCopies() && mayOrder(code.body[agent.pc])) {
      copies(accesses, agent, agent.copies(false), Use.LOAD, Use.STORE);
      copies(accesses, agent, agent.copies(true), Use.BULK_SOURCE, Use.BULK_DESTINATION);
    }
    return accesses;
  }

  // Whether other agents may be ordered before or after the thread by an instruction: their
  // accesses between two of these are concurrent with all copies that the thread has not waited
  // for.
  private static boolean mayOrder(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Load load -> load.isVolatile();
      case Instruction.Store store -> store.isVolatile();
      case Instruction.Copy _, Instruction.Clear _, Instruction.ThreadFence _ -> false;
      case Instruction.Invoke invoke -> !invoke.call().has(CallTrait.ASYNC_COPY);
      default -> true;
    };
  }

  private void copies(
      List<Access> accesses, Agent agent, AsyncCopies copies, Use reading, Use writing) {
    copies
        .all()
        .forEach(copy -> {
          add(accesses, agent, copy.source(), copy.bytes(), reading, copy.line());
          add(accesses, agent, copy.destination(), copy.written(), writing, copy.line());
        });
  }

  /**
   * Whether an agent's next step is one that accesses no memory and may be dependent all the same.
   */
  public boolean isTurn(Agent agent) {
    if (agent.function < 0) {
      return false;
    }
    Instruction next = jobState.code(agent.function).body[agent.pc];
    return next instanceof Instruction.Drain
        || next instanceof Instruction.Arrive
        || issues(agent)
        || (next instanceof Instruction.Invoke invoke && invoke.call().has(CallTrait.PRINTS));
  }

  /** Whether an agent's next instruction issues operations. */
  boolean issues(Agent agent) {
    Instruction next = jobState.code(agent.function).body[agent.pc];
    return next instanceof Instruction.OneSided || storesAreIssued(agent, next);
  }

  private boolean storesAreIssued(Agent agent, Instruction next) {
    return switch (next) {
      case Instruction.Store i -> Stores.issues(agent, value(agent, i.address()) + i.offset());
      case Instruction.Copy i -> Stores.issues(agent, value(agent, i.destination()));
      case Instruction.Clear i -> Stores.issues(agent, value(agent, i.destination()));
      case Instruction.Invoke i ->
          footprint(agent, i).touches().stream()
              .anyMatch(touch -> touch.use().stores() && Stores.issues(agent, touch.address()));
      default -> false;
    };
  }

  /** The amount that an agent's step adds to a word, whatever its value; 0 if it does not add. */
  public long added(Agent agent) {
    return agent.function >= 0
            && jobState.code(agent.function).body[agent.pc] instanceof Instruction.Atomic atomic
            && atomic.operand() != Instruction.NO_REGISTER
        ? atomic.op().added(atomic.type(), value(agent, atomic.operand()))
        : 0;
  }

  private void atomic(List<Access> accesses, Agent agent, Instruction.Atomic i) {
    boolean fails = layers.communication.stores().wouldFail(agent, i);
    boolean unread = jobState.code(agent.function).isUnread(agent.pc + 1, i.dst());
    add(
        accesses,
        agent,
        value(agent, i.address()),
        i.type().bytes(),
        fails ? Use.ATOMIC_LOAD : use(i),
        i.type(),
        unread && !jobState.rules().weakAtomics() ? merging(i.op(), i.type()) : null,
        new AtomicScope(
            i.reach(),
            fails ? i.failing() : i.order(),
            new ThreadBlock(agent.pe, agent.grid, agent.block)),
        jobState.line(agent));
  }

  private static Use use(Instruction.Atomic i) {
    return switch (i.op()) {
      case FETCH -> Use.ATOMIC_LOAD;
      case SET -> i.dst() == Instruction.NO_REGISTER ? Use.ATOMIC_STORE : Use.ATOMIC_UPDATE;
      default -> Use.ATOMIC_UPDATE;
    };
  }

  private void waits(List<Access> accesses, Agent agent, Instruction.WaitUntil i) {
    int count = Waits.count(agent, i);
    long status = Waits.status(agent, i);
    if (status != 0) {
      add(accesses, agent, status, (long) count * ScalarType.I32.bytes(), Use.LOAD);
    }
    BitSet asked = layers.communication.waits().asked(agent, i);
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
                  (long) (to - from) * bytes,
                  Use.LOAD));
    }
    if (i.quantifier() == Quantifier.SOME && !asked.isEmpty()) {
      int bytes = ScalarType.U64.bytes();
      add(
          accesses,
          agent,
          value(agent, i.indices()),
          (long) asked.cardinality() * bytes,
          Use.STORE);
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
                (long) (to - from) * bytes,
                use,
                i.type(),
                null,
                null,
                jobState.line(agent)));
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

  /** The update as one that commutes with its like, where it does. */
  static @Nullable AtomicOp merging(AtomicOp op, ScalarType type) {
    return switch (op) {
      case ADD, SUB, AND, OR, XOR, MIN, MAX -> type.floating() ? null : op;
      case FETCH, SET, COMPARE_SWAP, INCREMENT_WRAP, DECREMENT_WRAP, ARRIVE -> null;
    };
  }

  private Footprint footprint(Agent agent, Instruction.Invoke call) {
    Footprint footprint =
        new Footprint(jobState, layers.memory, agent, Frames.values(agent, call.arguments()));
    try {
      ((RuntimeCall) call.call()).touches(footprint);
    } catch (Fault fault) {
      // the call itself reports it, with its line; its accesses before that count
    }
    return footprint;
  }

  private void services(List<Access> accesses, Agent agent, Instruction.Invoke call) {
    Footprint footprint = footprint(agent, call);
    SourceLine line = jobState.line(agent);
    footprint.mailboxes().stream()
        .forEach(pe -> accesses.add(OrderObject.MAILBOX.access(agent, pe, Use.TURN, line)));
    List<Footprint.Touch> touches = footprint.touches();
    for (int i = 0; i < touches.size(); i++) {
      Footprint.Touch touch = touches.get(i);
      if (!touch.use().stores() || touchesAtOnce(agent, touch.address())) {
        add(accesses, agent, touch.address(), touch.bytes(), touch.use(), touch.line());
      }
    }
  }

  // A store that is an operation has a window, as other operations do.
  private boolean touchesAtOnce(Agent agent, long stored) {
    return !Stores.issues(agent, stored) || places.isGone(agent, stored);
  }

  private void stores(List<Access> accesses, Agent agent, long address, int bytes) {
    if (touchesAtOnce(agent, address)) {
      add(accesses, agent, address, bytes, Use.STORE);
    }
  }

  // From its entry to its own return, a collective may access this member's operands (section 3).
  private void collective(List<Access> accesses, Agent agent, Instruction.Arrive call) {
    if (CollectiveOperands.movesData(call.kind())) {
      ImmutableLongArray arguments =
          ImmutableLongArray.copyOf(Frames.values(agent, call.arguments()));
      Team team = Teams.ofCall(jobState, agent.pe, arguments.get(0));
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

  // A call that names memory which was given back fails before it has a window.
  private void late(List<Access> accesses, Agent agent, Instruction.OneSided call) {
    switch (call) {
      case Instruction.Transfer i -> {
        boolean puts = i.direction() == Instruction.Direction.PUT;
        if (value(agent, i.count()) != 0) {
          late(accesses, agent, i.remote(), i.wordBytes(), puts ? Use.PUT : Use.GET);
          late(accesses, agent, i.local(), i.wordBytes(), puts ? Use.SOURCE : Use.DESTINATION);
        }
        Instruction.SignalPart signal = i.signal();
        if (signal != null) {
          late(accesses, agent, signal.address(), ScalarType.U64.bytes(), Use.SIGNAL);
        }
      }
      case Instruction.PutValue i ->
          late(accesses, agent, i.remote(), i.type().bytes(), Use.PUT_VALUE);
      case Instruction.GetValue i -> late(accesses, agent, i.remote(), i.type().bytes(), Use.GET);
      case Instruction.Amo i -> late(accesses, agent, i.remote(), i.type().bytes(), Use.AMO);
      case Instruction.AmoFetchNbi i -> {
        late(accesses, agent, i.remote(), i.type().bytes(), Use.AMO);
        late(accesses, agent, i.fetch(), i.type().bytes(), Use.DESTINATION);
      }
      case Instruction.SignalUpdate i ->
          late(accesses, agent, i.remote(), ScalarType.U64.bytes(), Use.SIGNAL);
    }
  }

  private void late(List<Access> accesses, Agent agent, int register, int bytes, Use use) {
    long address = value(agent, register);
    if (places.isGone(agent, address)) {
      add(accesses, agent, address, bytes, use);
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
          Place place = places.remote(pe, array.address());
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
          Place place = places.remote(agent.pe, array.address());
          accesses.add(workArray(agent, place, array, Use.KEPT_WORK_ARRAY));
        }
      }
    }
  }

  private Access workArray(Agent agent, Place place, WorkArrays.Array array, Use use) {
    long from = Address.offset(array.address());
    return new Access(
        place,
        from,
        from + array.bytes(),
        use,
        null,
        null,
        null,
        null,
        layers.meetings.call(agent),
        -1,
        agent.id,
        agent.pe,
        jobState.line(agent));
  }

  // Variables of a function die when it returns.
  private void ends(List<Access> accesses, Agent agent) {
    for (int slot = agent.slotBase; slot < agent.slotTop; slot++) {
      long address = agent.slots[slot];
      add(accesses, agent, address, layers.memory.object(agent, address).size(), Use.FREE);
    }
  }

  private void add(List<Access> accesses, Agent agent, long address, long bytes, Use use) {
    add(accesses, agent, address, bytes, use, jobState.line(agent));
  }

  private void add(
      List<Access> accesses, Agent agent, long address, long bytes, Use use, SourceLine line) {
    add(accesses, agent, address, bytes, use, null, null, null, line);
  }

  private void add(
      List<Access> accesses,
      Agent agent,
      long address,
      long bytes,
      Use use,
      @Nullable ScalarType type,
      @Nullable AtomicOp merging,
      @Nullable AtomicScope scope,
      SourceLine line) {
    Place place = places.of(agent, address);
    if (place != null && bytes > 0) {
      long from = Address.offset(address);
      accesses.add(
          new Access(
              place,
              from,
              from + bytes,
              use,
              type,
              null,
              merging,
              scope,
              0,
              -1,
              agent.id,
              agent.pe,
              line));
    }
  }

  private static long value(Agent agent, int register) {
    return agent.registers[agent.base + register];
  }
}
