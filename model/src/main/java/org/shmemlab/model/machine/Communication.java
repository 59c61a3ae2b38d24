package org.shmemlab.model.machine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Fault;
import org.shmemlab.model.memory.MemoryObject;
import org.shmemlab.model.memory.Unset;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.Event.Kind;
import org.shmemlab.model.operation.Operation;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Origin;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Instruction.Direction;
import org.shmemlab.model.program.Instruction.Quantifier;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Reach;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;

/**
 * Turns communication instructions into operations, checks their operands, and takes them through
 * their events as the ordering rules allow. There is no other way from one PE's memory to
 * another's.
 */
final class Communication {
  private final JobState jobState;
  private final JobMemory memory;
  private final PlainLoads plainLoads;
  private final Contexts contexts;
  private final Waits waits;
  private final Effects effects;

  Communication(JobState jobState, JobMemory memory, PlainLoads plainLoads, Contexts contexts) {
    this.jobState = jobState;
    this.memory = memory;
    this.plainLoads = plainLoads;
    this.contexts = contexts;
    this.waits = new Waits(jobState, memory, plainLoads);
    this.effects = new Effects(jobState, memory);
  }

  /** Executes a communication instruction; false if its guard does not hold. */
  boolean execute(Agent agent, Instruction instruction) {
    switch (instruction) {
      case Instruction.Transfer i -> transfer(agent, i);
      case Instruction.PutValue i -> {
        long remote = value(agent, i.remote());
        int pe = target(agent, i.context(), i.pe(), remote, i.type().bytes());
        issue(
            agent,
            new Operation.PutValue(
                origin(agent, i.context()), pe, remote, i.type(), value(agent, i.value())),
            unset(agent, i.value()));
      }
      case Instruction.GetValue i -> {
        long remote = value(agent, i.remote());
        int pe = target(agent, i.context(), i.pe(), remote, i.type().bytes());
        issue(
            agent,
            new Operation.GetValue(
                origin(agent, i.context()), pe, remote, i.type(), absolute(agent, i.dst())));
      }
      case Instruction.Amo i -> {
        long remote = value(agent, i.remote());
        int pe = target(agent, i.context(), i.pe(), remote, i.type().bytes());
        Operation.Amo amo =
            new Operation.Amo(
                origin(agent, i.context()),
                pe,
                remote,
                i.op(),
                i.type(),
                optional(agent, i.operand(), 0),
                optional(agent, i.compare(), 0),
                absolute(agent, i.dst()),
                0);
        boolean unread = jobState.code(agent.function).isUnread(agent.pc + 1, i.dst());
        boolean dropped = unread && jobState.rules().carriage(amo).dropsUnread();
        issue(agent, dropped ? amo.withoutValue() : amo);
      }
      case Instruction.AmoFetchNbi i -> {
        long remote = value(agent, i.remote());
        int pe = target(agent, i.context(), i.pe(), remote, i.type().bytes());
        long fetch = value(agent, i.fetch());
        memory.requireReach(agent, fetch, i.type().bytes());
        issue(
            agent,
            new Operation.Amo(
                origin(agent, i.context()),
                pe,
                remote,
                i.op(),
                i.type(),
                optional(agent, i.operand(), 0),
                optional(agent, i.compare(), 0),
                Instruction.NO_REGISTER,
                fetch));
      }
      case Instruction.SignalUpdate i -> {
        long remote = value(agent, i.remote());
        int pe = target(agent, i.context(), i.pe(), remote, ScalarType.U64.bytes());
        issue(
            agent,
            new Operation.SignalUpdate(
                origin(agent, i.context()),
                pe,
                remote,
                value(agent, i.value()),
                SignalOperator.of(value(agent, i.operator()))));
      }
      case Instruction.SignalFetch i -> {
        requireInitialised(agent);
        long address = value(agent, i.address());
        memory.requireSymmetric(agent, address, ScalarType.U64.bytes());
        agent.registers[agent.base + i.dst()] =
            memory.symmetric(agent.pe, address).load(ScalarType.U64, Address.offset(address));
        agent.unset(
            agent.base + i.dst(),
            memory.symmetric(agent.pe, address).unset(ScalarType.U64, Address.offset(address)));
        plainLoads.passed(agent, OrderingCall.SIGNAL_WAIT);
      }
      case Instruction.Fence i -> {
        requireInitialised(agent);
        Caller caller = caller(agent, used(agent, i.context()), i.pe());
        if (!mayPass(OrderingCall.FENCE, caller)) {
          agent.wait = new Wait.ForFence(caller);
          return false;
        }
        jobState.inFlight().fence(caller);
        jobState.causality().fenced(caller);
        plainLoads.passed(agent, OrderingCall.THREAD_FENCE);
      }
      case Instruction.Quiet i -> {
        requireInitialised(agent);
        Caller caller = caller(agent, used(agent, i.context()), i.pe());
        if (!mayPass(OrderingCall.QUIET, caller)) {
          agent.wait = new Wait.ForQuiet(caller);
          return false;
        }
        jobState.causality().passed(OrderingCall.QUIET, caller);
        plainLoads.passed(agent, OrderingCall.THREAD_FENCE);
      }
      case Instruction.WaitUntil i -> {
        requireInitialised(agent);
        requireAllowed("a wait or test");
        return waits.execute(agent, i);
      }
      case Instruction.Atomic i -> atomic(agent, i);
      default -> throw new IllegalStateException("not a communication: " + instruction);
    }
    return true;
  }

  /** A store instruction: to the agent's own memory at once, to a mapped peer as an operation. */
  void store(Agent agent, Instruction.Store store, long address, long value) {
    long at = address + store.offset();
    if (Address.space(at) == Space.PEER) {
      PeState.Mapping mapping = PeerAddresses.mapping(jobState, agent.pe, at);
      memory
          .symmetric(mapping.pe(), mapping.address())
          .check(Address.offset(at), store.type().bytes());
      issue(
          agent,
          new Operation.PeerStore(
              origin(agent, Instruction.NO_REGISTER),
              mapping.pe(),
              mapping.address(),
              store.type(),
              value),
          unset(agent, store.src()));
    } else {
      memory.store(agent, store.type(), at, value, unset(agent, store.src()));
    }
  }

  /** Stores many bytes as code does: in a mapped peer's memory, each word is an operation. */
  void store(Agent agent, long address, Bytes data) {
    memory.requireReach(agent, address, data.length());
    if (Address.space(address) != Space.PEER) {
      memory.write(agent, address, data);
      return;
    }
    PeState.Mapping mapping = PeerAddresses.mapping(jobState, agent.pe, address);
    ByteBuffer words = ByteBuffer.wrap(data.data()).order(ByteOrder.LITTLE_ENDIAN);
    for (int at = 0; at < data.length(); ) {
      boolean whole =
          data.length() - at >= 8
              && Address.offset(mapping.address() + at) % ScalarType.U64.bytes() == 0;
      ScalarType type = whole ? ScalarType.U64 : ScalarType.U8;
      issue(
          agent,
          new Operation.PeerStore(
              origin(agent, Instruction.NO_REGISTER),
              mapping.pe(),
              mapping.address() + at,
              type,
              whole ? words.getLong(at) : words.get(at) & 0xFF),
          data.unset(at, type.bytes()));
      at += type.bytes();
    }
  }

  /** Assignment of a structure: loads and stores of the agent's own. */
  void copy(Agent agent, long destination, long source, int bytes) {
    memory.requireReach(agent, source, bytes);
    store(agent, destination, memory.loaded(agent, source, bytes));
  }

  /** Whether the call an agent is in may return; notes the wait if not. */
  boolean returned(Agent agent) {
    Pending awaited = jobState.inFlight().find(agent.awaiting);
    if (awaited != null && !jobState.rules().mayReturn(awaited, jobState.inFlight())) {
      agent.wait = new Wait.ForOperation(agent.awaiting);
      return false;
    }
    jobState.causality().returned(agent.id, agent.awaiting);
    agent.awaiting = -1;
    return true;
  }

  /** Whether the agent does not stand before a wait whose condition does not hold. */
  boolean mayWaitEnd(Agent agent) {
    Instruction next = jobState.code(agent.function).body[agent.pc];
    if (!(next instanceof Instruction.WaitUntil wait)) {
      return true;
    }
    try {
      return waits.holds(agent, wait) ? mayObserve(agent, wait) : !wait.blocking();
    } catch (Fault fault) {
      return true; // the step itself tells it, with its line
    }
  }

  /**
   * Whether the agent, which stands before a step, could take it if a word had less by this amount;
   * true of everything but waits for one word.
   */
  boolean mayGoOnWithout(Agent agent, long amount) {
    if (!(jobState.code(agent.function).body[agent.pc] instanceof Instruction.WaitUntil wait)
        || wait.quantifier() != Quantifier.ONE
        || !wait.blocking()) {
      return true;
    }
    try {
      return waits.holdsWithout(agent, wait, amount);
    } catch (Fault fault) {
      return true; // the step itself tells it, with its line
    }
  }

  /** Whether a fence, a quiet or the arrival at a sync would return now; true of other calls. */
  boolean mayPass(Agent agent, Instruction call) {
    return switch (call) {
      case Instruction.Fence i ->
          mayPass(OrderingCall.FENCE, unchecked(agent, context(agent, i.context()), i.pe()));
      case Instruction.Quiet i ->
          mayPass(OrderingCall.QUIET, unchecked(agent, context(agent, i.context()), i.pe()));
      case Instruction.Arrive i when i.kind() == MeetingKind.SYNC ->
          mayPass(OrderingCall.SYNC, caller(agent, Contexts.DEFAULT));
      default -> true;
    };
  }

  /** Whether a call that waits for what was issued before may return. */
  boolean mayPass(OrderingCall call, Caller caller) {
    return jobState.rules().mayPass(call, caller, jobState.inFlight());
  }

  /** How a wait or test may end now. */
  List<Waits.Answer> answers(Agent agent, Instruction.WaitUntil wait) {
    return waits.answers(agent, wait);
  }

  /** Words that a wait or test asks for. */
  BitSet asked(Agent agent, Instruction.WaitUntil wait) {
    return waits.asked(agent, wait);
  }

  /** Words of which a look would tell a wait or test something new. */
  BitSet untold(Agent agent, Instruction.WaitUntil wait) {
    return waits.untold(agent, wait);
  }

  /** The agent's wait or test of several words takes the step. */
  void look(Agent agent, int answer) {
    if (!(jobState.code(agent.function).body[agent.pc] instanceof Instruction.WaitUntil wait)) {
      throw new IllegalArgumentException("no wait or test looks at words here");
    }
    if (answer == Step.OfLook.ON) {
      waits.look(agent, wait);
    } else if (waits.answer(agent, wait, waits.answers(agent, wait).get(answer))) {
      agent.wait = null;
      agent.pc++;
      agent.executed++;
    }
  }

  /** Whether the condition of a wait or test holds. */
  boolean holds(Agent agent, Instruction.WaitUntil wait) {
    return waits.holds(agent, wait);
  }

  /** Whether an atomic would store another value than is there. */
  boolean wouldChange(Agent agent, Instruction.Atomic i) {
    long old = memory.loadAny(agent, i.type(), value(agent, i.address()));
    return old != updated(agent, i, old);
  }

  /** Whether what a wait or test that was satisfied asks for is visible. */
  boolean mayObserve(Agent agent, Instruction.WaitUntil wait) {
    return waits.mayObserve(agent, wait);
  }

  /**
   * An agent's own loads and stores are never reordered here; what others have delivered to its
   * memory may still be hidden from it.
   */
  boolean threadFence(Agent agent, Reach reach) {
    if (reach == Reach.SYSTEM && !systemFence(agent)) {
      return false;
    }
    if (mayPass(OrderingCall.THREAD_FENCE, caller(agent, Contexts.DEFAULT))) {
      jobState.causality().threadFenced(agent.id, reach);
      plainLoads.fenced(agent, reach);
      return true;
    }
    agent.wait = new Wait.ForVisibility(OrderingCall.THREAD_FENCE);
    return false;
  }

  /** Makes an agent's stores to peers visible; false while some are not. */
  boolean systemFence(Agent agent) {
    if (!mayPass(OrderingCall.SYSTEM_FENCE, caller(agent, Contexts.DEFAULT))) {
      agent.wait = new Wait.ForSystemFence();
      return false;
    }
    jobState.causality().passed(OrderingCall.SYSTEM_FENCE, caller(agent, 0));
    return true;
  }

  /** The signals in flight to the word that the agent's signal_fetch looks at. */
  List<Pending> glimpses(Agent agent) {
    List<Pending> signals = new ArrayList<>();
    if (jobState.code(agent.function).body[agent.pc] instanceof Instruction.SignalFetch fetch) {
      long address = value(agent, fetch.address());
      for (Pending pending : jobState.inFlight().pending()) {
        Operation.SignalPart part = pending.operation().signalPart();
        if (part != null
            && part.remote() == address
            && pending.operation().pe() == agent.pe
            && !pending.allHappened(Kind.SIGNAL_VISIBLE)) {
          signals.add(pending);
        }
      }
    }
    return signals;
  }

  /** The agent's signal_fetch takes the word as it will be after one of those signals. */
  void glimpse(Agent agent, Pending pending) {
    Operation.SignalPart part = pending.operation().signalPart();
    if (part == null
        || !(jobState.code(agent.function).body[agent.pc] instanceof Instruction.SignalFetch i)) {
      throw new IllegalArgumentException("no signal_fetch looks at a signal here");
    }
    MemoryObject object = memory.symmetric(agent.pe, part.remote());
    long now = object.load(ScalarType.U64, Address.offset(part.remote()));
    agent.registers[agent.base + i.dst()] = part.operator().apply(now, part.value());
    agent.unset(
        agent.base + i.dst(),
        part.operator() == SignalOperator.ADD
            ? object.unset(ScalarType.U64, Address.offset(part.remote()))
            : null);
    agent.pc++;
    agent.executed++;
  }

  private void transfer(Agent agent, Instruction.Transfer i) {
    requireInitialised(agent);
    long count = value(agent, i.count());
    long remoteStride = optional(agent, i.remoteStride(), 1);
    long localStride = optional(agent, i.localStride(), 1);
    long remote = value(agent, i.remote());
    long local = value(agent, i.local());
    int pe = pe(agent, i.context(), i.pe());
    Operation.SignalPart signal = signal(agent, i.signal());
    if (count < 0 || count > Integer.MAX_VALUE) {
      throw new Fault("a transfer of " + count + " elements");
    }
    if (remoteStride < 1 || localStride < 1) {
      throw new Fault("a stride is at least 1 element");
    }
    if (count > 0) {
      int remoteSpan = span(count, remoteStride, i.wordBytes());
      int localSpan = span(count, localStride, i.wordBytes());
      memory.requireSymmetric(agent, remote, remoteSpan);
      requireLocal(agent, local, localSpan);
      if (pe != agent.pe && !jobState.rules().capabilities().anyLocalSide()) {
        requireRegistered(agent, local, localSpan);
      }
      requireApart(agent, pe, remote, remoteSpan, local, localSpan);
      if (signal != null && overlap(remote, remoteSpan, signal.remote(), ScalarType.U64.bytes())) {
        throw new Fault(
            "the data of a put_signal overlaps its signal; give the signal a word of its own");
      }
    } else if (signal == null) {
      return; // nothing to move, nothing to signal
    }
    Origin origin = origin(agent, i.context());
    boolean strided = i.remoteStride() != Instruction.NO_REGISTER;
    if (i.direction() == Direction.PUT) {
      issue(
          agent,
          new Operation.Put(
              origin,
              pe,
              remote,
              local,
              i.wordBytes(),
              (int) count,
              remoteStride,
              localStride,
              i.blocking(),
              i.scope(),
              signal),
          strided);
    } else {
      issue(
          agent,
          new Operation.Get(
              origin,
              pe,
              remote,
              local,
              i.wordBytes(),
              (int) count,
              remoteStride,
              localStride,
              i.blocking(),
              i.scope()),
          strided);
    }
  }

  private Operation.@Nullable SignalPart signal(
      Agent agent, Instruction.@Nullable SignalPart part) {
    if (part == null) {
      return null;
    }
    long address = value(agent, part.address());
    memory.requireSymmetric(agent, address, ScalarType.U64.bytes());
    return new Operation.SignalPart(
        address, value(agent, part.value()), SignalOperator.of(value(agent, part.operator())));
  }

  // CUDA's atomics: on own memory at once; on a mapped peer they are stores of the NVLink kind
  // that return a value, which every rule set completes before the agent goes on.
  private void atomic(Agent agent, Instruction.Atomic i) {
    long address = value(agent, i.address());
    showOwn(agent, address, i.type().bytes());
    long old = memory.loadAny(agent, i.type(), address);
    Unset unset = memory.unset(agent, i.type(), address);
    Unset operands = UnsetFlow.either(unset(agent, i.operand()), unset(agent, i.compare()));
    if (i.op() != AtomicOp.FETCH) {
      memory.store(
          agent,
          i.type(),
          address,
          updated(agent, i, old),
          UnsetFlow.update(i.op(), i.type(), unset, operands));
    }
    if (i.dst() >= 0) {
      agent.registers[agent.base + i.dst()] = old;
      agent.unset(agent.base + i.dst(), unset);
    }
  }

  // An atomic is carried out where the word is, behind the agent's stores to it.
  private void showOwn(Agent agent, long address, int bytes) {
    if (Address.space(address) != Space.PEER) {
      return;
    }
    PeState.Mapping mapping = PeerAddresses.mapping(jobState, agent.pe, address);
    for (Pending pending : List.copyOf(jobState.inFlight().pending())) {
      if (pending.operation() instanceof Operation.PeerStore store
          && store.pe() == mapping.pe()
          && pending.knownBy().get(agent.id)
          && store.remote() < mapping.address() + bytes
          && mapping.address() < store.remote() + store.type().bytes()) {
        for (Kind kind : pending.kinds()) {
          if (!pending.allHappened(kind)) {
            happen(pending, new Event(pending.number(), kind, 0, pending.words(kind)));
          }
        }
      }
    }
  }

  private static long updated(Agent agent, Instruction.Atomic i, long old) {
    long operand = optional(agent, i.operand(), 0);
    long compare = optional(agent, i.compare(), 0);
    return Arithmetic.update(i.op(), i.type(), old, operand, compare);
  }

  // ---------------------------------------------------------------- issue and events

  private void issue(Agent agent, Operation operation) {
    issue(agent, operation, false, null);
  }

  private void issue(Agent agent, Operation operation, @Nullable Unset unset) {
    issue(agent, operation, false, unset);
  }

  private void issue(Agent agent, Operation operation, boolean strided) {
    issue(agent, operation, strided, null);
  }

  // unset: the bits of the value that the operation carries which are none
  private void issue(Agent agent, Operation operation, boolean strided, @Nullable Unset unset) {
    int bytes =
        switch (operation) {
          case Operation.Put put ->
              put.words() * put.wordBytes() + (put.signal() == null ? 0 : ScalarType.U64.bytes());
          case Operation.Get get -> get.words() * get.wordBytes();
          default -> ScalarType.U64.bytes();
        };
    if (operation instanceof Operation.Amo) {
      requireAllowed("an atomic memory operation");
    } else if (operation.signalPart() != null) {
      requireAllowed("a signal");
    }
    String refusal = jobState.rules().refusal(operation, strided);
    if (refusal != null) {
      throw new Fault(refusal);
    }
    Pending pending = jobState.inFlight().add(operation, bytes, jobState.rules());
    pending.data().unset(0, ScalarType.U64.bytes(), unset);
    jobState.changed();
    jobState.causality().issued(pending);
    if (operation.words() == 0) {
      plainLoads.sourceRead(operation);
    }
    if (pending.carriage().atIssue()) {
      for (Kind kind : pending.kinds()) {
        happen(pending, new Event(pending.number(), kind, 0, pending.words(kind)));
      }
    } else if (!jobState.rules().mayReturn(pending, jobState.inFlight())) {
      agent.awaiting = pending.number();
    } else {
      int register =
          switch (operation) {
            case Operation.Amo amo -> amo.register();
            case Operation.GetValue get -> get.register();
            default -> Instruction.NO_REGISTER;
          };
      if (register != Instruction.NO_REGISTER) {
        agent.expect(register, pending.number());
      }
    }
  }

  /** Makes an event happen: its effect on memory, and its mark. */
  void happen(Pending inFlight, Event event) {
    Pending pending = jobState.inFlight().writable(inFlight);
    jobState.causality().happening(pending, event);
    try {
      effects.apply(pending, event);
    } catch (Fault fault) {
      Origin origin = pending.operation().origin();
      throw new ProgramFailure(origin.line(), origin.pe(), "an operation in flight", fault.text());
    }
    jobState.inFlight().happened(pending, event);
    if (event.kind() == Kind.SOURCE_READ && pending.locallyComplete()) {
      plainLoads.sourceRead(pending.operation());
    }
    jobState.changed();
  }

  // ---------------------------------------------------------------- operands

  private static long value(Agent agent, int register) {
    return agent.registers[agent.base + register];
  }

  private static @Nullable Unset unset(Agent agent, int register) {
    return register == Instruction.NO_REGISTER ? null : agent.unset(agent.base + register);
  }

  private static long optional(Agent agent, int register, long otherwise) {
    return register == Instruction.NO_REGISTER ? otherwise : value(agent, register);
  }

  // Frames may be pushed before the value lands.
  private static int absolute(Agent agent, int register) {
    return register == Instruction.NO_REGISTER ? register : agent.base + register;
  }

  private static int context(Agent agent, int register) {
    return (int) optional(agent, register, Contexts.DEFAULT);
  }

  static Caller caller(Agent agent, int context) {
    return new Caller(agent.id, agent.pe, agent.onDevice(), context);
  }

  /** The caller of a fence or quiet for the PE that a register names in the context's team. */
  private Caller caller(Agent agent, int context, int peRegister) {
    return peRegister == Instruction.NO_REGISTER
        ? caller(agent, context)
        : new Caller(
            agent.id,
            agent.pe,
            agent.onDevice(),
            context,
            pe(agent, context, value(agent, peRegister)));
  }

  // Of a call that the agent stands before; the step itself tells what is wrong with it.
  private Caller unchecked(Agent agent, int context, int peRegister) {
    try {
      return caller(agent, context, peRegister);
    } catch (Fault fault) {
      return caller(agent, context);
    }
  }

  private Origin origin(Agent agent, int context) {
    return new Origin(
        agent.id,
        agent.pe,
        agent.onDevice(),
        agent.kind == Agent.Kind.STREAM,
        agent.block,
        agent.thread,
        context(agent, context),
        jobState.line(agent));
  }

  private int target(Agent agent, int context, int peRegister, long remote, int bytes) {
    requireInitialised(agent);
    int pe = pe(agent, context, peRegister);
    memory.requireSymmetric(agent, remote, bytes);
    return pe;
  }

  /** The PE that an operation names, by its number in the team of the context. */
  private int pe(Agent agent, int contextRegister, int register) {
    return pe(agent, context(agent, contextRegister), value(agent, register));
  }

  private int pe(Agent agent, int context, long pe) {
    Team team = contexts.of(agent, context);
    if (pe < 0 || pe >= team.size()) {
      String where = context == Contexts.DEFAULT ? "there are" : "the context's team has";
      throw new Fault("PE " + pe + " is out of range: " + where + " PEs 0 to " + (team.size() - 1));
    }
    return team.members().get((int) pe);
  }

  private int used(Agent agent, int register) {
    int context = context(agent, register);
    contexts.of(agent, context);
    return context;
  }

  private void requireInitialised(Agent agent) {
    LibraryUse.requireMayCall(jobState, agent);
    LibraryUse.requireInitialised(jobState, agent.pe, "communication");
  }

  private void requireAllowed(String call) {
    jobState
        .job()
        .allowance()
        .refusal(call)
        .ifPresent(reason -> {
          throw new Fault(reason);
        });
  }

  // The host's transfers may name device memory, and a device's may not name host memory.
  private void requireLocal(Agent agent, long address, int bytes) {
    if (agent.kind == Agent.Kind.DEVICE_THREAD) {
      memory.requireReach(agent, address, bytes);
    } else {
      memory.object(agent, address).check(Address.offset(address), bytes);
    }
  }

  private void requireRegistered(Agent agent, long address, int bytes) {
    if (Address.space(address) == Space.SYMMETRIC) {
      return;
    }
    Map.Entry<Long, Integer> buffer = jobState.peState(agent.pe).registered.floorEntry(address);
    if (buffer == null || address + bytes > buffer.getKey() + buffer.getValue()) {
      throw new Fault(
          "'"
              + memory.object(agent, address).name()
              + "' is neither symmetric nor registered, and a network card cannot transfer it;"
              + " allocate it from the symmetric heap or call nvshmemx_buffer_register first");
    }
  }

  private void requireApart(
      Agent agent, int pe, long remote, int remoteSpan, long local, int localSpan) {
    if (pe != agent.pe || Address.space(local) != Space.SYMMETRIC) {
      return;
    }
    if (overlap(remote, remoteSpan, local, localSpan)) {
      throw new Fault("source and destination of a transfer to the own PE overlap");
    }
  }

  private static boolean overlap(long first, int firstSpan, long second, int secondSpan) {
    long a = Address.offset(first);
    long b = Address.offset(second);
    return Address.index(first) == Address.index(second) && a < b + secondSpan && b < a + firstSpan;
  }

  private static int span(long count, long stride, int wordBytes) {
    long words = (count - 1) * Math.min(stride, Integer.MAX_VALUE) + 1;
    if (words > Integer.MAX_VALUE / wordBytes) {
      throw new Fault("a transfer over more than 2 GiB of one object");
    }
    return (int) words * wordBytes;
  }
}
