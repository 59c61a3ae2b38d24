package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.shmemlab.conformance.axiomatic.Action.Team;
import org.shmemlab.conformance.axiomatic.Path.Condition;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.BinaryOp;
import org.shmemlab.model.program.Comparison;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Service;
import org.shmemlab.model.program.Space;

/**
 * All ways through the code of one agent. What reads return stays open: a branch on it goes both
 * ways, each under its condition; a wait goes on, or is where the agent ends up.
 */
final class Paths {
  private static final Value ZERO = new Value.Const(0);
  private static final Value ONE = new Value.Const(1);
  private static final int MAX_PATHS = 4096;
  private static final int MAX_VISITS = 64;
  private static final long SIGNAL_SET = 9; // NVSHMEM_SIGNAL_SET of NVSHMEM 3.4.5
  private static final Comparison[] COMPARISONS = Comparison.values();

  private final int agent;
  private final int pe;
  private final int pes;
  private final AgentCode code;
  private final List<Path> paths = new ArrayList<>();
  private final Deque<State> open = new ArrayDeque<>();

  /** How far one way has come. */
  private static final class State {
    int pc;
    final @Nullable Value[] registers;
    final @Nullable Value[] slots;
    final List<Action> actions = new ArrayList<>();
    final ImmutableListMultimap.Builder<Integer, Integer> needs = ImmutableListMultimap.builder();
    final Map<Integer, Integer> late = new HashMap<>(); // register to the action that fills it
    final List<Integer> needed = new ArrayList<>();
    final List<Condition> conditions = new ArrayList<>();
    final int[] visits;
    int reads;
    boolean split; // its ways are open, and it is none of them

    State(AgentCode code) {
      registers = new Value[code.registers()];
      slots = new Value[code.slots().size()];
      visits = new int[code.body().size()];
    }

    State(State other) {
      pc = other.pc;
      registers = other.registers.clone();
      slots = other.slots.clone();
      actions.addAll(other.actions);
      needs.putAll(other.needs.build());
      late.putAll(other.late);
      needed.addAll(other.needed);
      conditions.addAll(other.conditions);
      visits = other.visits.clone();
      reads = other.reads;
    }

    void act(Action action) {
      needs.putAll(actions.size(), needed);
      needed.clear();
      actions.add(action);
    }

    Path path(boolean stuck) {
      return new Path(
          ImmutableList.copyOf(actions), needs.build(), ImmutableList.copyOf(conditions), stuck);
    }
  }

  private Paths(int agent, Subject.Block block, Subject subject) {
    this.agent = agent;
    this.pe = block.pe();
    this.pes = subject.pes();
    this.code = subject.program().functions().get(block.function());
  }

  /**
   * The ways through an agent's code.
   *
   * @throws Declined if it does what the axioms do not speak of
   */
  static ImmutableList<Path> of(Subject subject, int agent) {
    Paths paths = new Paths(agent, subject.agents().get(agent), subject);
    paths.open.add(new State(paths.code));
    while (!paths.open.isEmpty()) {
      paths.run(paths.open.pop());
      if (paths.paths.size() > MAX_PATHS) {
        throw new Declined("more than " + MAX_PATHS + " ways through one block");
      }
    }
    return ImmutableList.copyOf(paths.paths);
  }

  private void run(State state) {
    while (true) {
      Instruction next = code.body().get(state.pc);
      if (++state.visits[state.pc] > MAX_VISITS) {
        throw new Declined("a loop");
      }
      await(state, next);
      state.pc++;
      switch (next) {
        case Instruction.Return _ -> {
          paths.add(state.path(false));
          return;
        }
        case Instruction.Jump i -> state.pc = i.target();
        case Instruction.Branch i -> branch(state, i);
        default -> step(state, next);
      }
      if (state.split) {
        return;
      }
    }
  }

  // An instruction that names a register whose value is on its way waits for it.
  private static void await(State state, Instruction next) {
    if (state.late.isEmpty()) {
      return;
    }
    for (int register : Registers.of(next)) {
      Integer action = state.late.remove(register);
      if (action != null) {
        state.needed.add(action);
      }
    }
  }

  private void branch(State state, Instruction.Branch i) {
    Value condition = get(state, i.condition());
    if (condition instanceof Value.Const(long bits)) {
      state.pc = bits != 0 ? i.ifTrue() : i.ifFalse();
      return;
    }
    if (condition instanceof Value.Peer) {
      state.pc = i.ifTrue(); // every PE of a litmus test can be reached
      return;
    }
    if (Math.min(i.ifTrue(), i.ifFalse()) < state.pc) {
      throw new Declined("a loop that ends when it has read something");
    }
    State other = new State(state);
    other.conditions.add(new Condition(condition, false));
    other.pc = i.ifFalse();
    open.push(other);
    state.conditions.add(new Condition(condition, true));
    state.pc = i.ifTrue();
  }

  private void step(State state, Instruction next) {
    switch (next) {
      case Instruction.Const i -> set(state, i.dst(), new Value.Const(i.bits()));
      case Instruction.Move i -> set(state, i.dst(), get(state, i.src()));
      case Instruction.Binary i ->
          set(
              state,
              i.dst(),
              new Value.Binary(i.op(), i.type(), get(state, i.a()), get(state, i.b())).folded());
      case Instruction.Unary i ->
          set(state, i.dst(), new Value.Unary(i.op(), i.type(), get(state, i.a())).folded());
      case Instruction.Convert i -> {
        if (i.from().floating() || i.to().floating()) {
          throw new Declined("floating-point arithmetic");
        }
        set(state, i.dst(), new Value.Convert(i.to(), get(state, i.a())).folded());
      }
      case Instruction.Special i -> special(state, i);
      case Instruction.SlotAddress i ->
          set(state, i.dst(), new Value.Const(Address.of(Space.LOCAL, 0, i.slot() + 1)));
      case Instruction.Load i -> load(state, i);
      case Instruction.Store i -> store(state, i);
      case Instruction.Transfer i -> transfer(state, i);
      case Instruction.PutValue i -> {
        int target = pe(state, i.pe());
        Word word = new Word(target, address(state, i.remote()), i.type().bytes());
        Value value = get(state, i.value());
        state.act(
            new Action.PutValue(
                target, context(state, i.context()), word, i.type(), value, Use.PUT_VALUE));
      }
      case Instruction.GetValue i -> {
        int target = pe(state, i.pe());
        Word word = new Word(target, address(state, i.remote()), i.type().bytes());
        int read = read(state, i.dst(), true);
        state.act(new Action.GetValue(target, context(state, i.context()), word, i.type(), read));
      }
      case Instruction.Amo i -> {
        boolean fetching = i.dst() != Instruction.NO_REGISTER;
        Action.Amo amo = amo(state, i);
        int read = fetching ? read(state, i.dst(), true) : -1;
        state.act(
            new Action.Amo(
                amo.pe(),
                amo.context(),
                amo.word(),
                amo.op(),
                amo.type(),
                amo.operand(),
                amo.compare(),
                read,
                null));
      }
      case Instruction.AmoFetchNbi i -> {
        Instruction.Amo as =
            new Instruction.Amo(
                i.op(), i.type(), -1, i.remote(), i.operand(), i.compare(), i.pe(), i.context());
        Action.Amo amo = amo(state, as);
        Word landing = new Word(pe, address(state, i.fetch()), i.type().bytes());
        state.act(
            new Action.Amo(
                amo.pe(),
                amo.context(),
                amo.word(),
                amo.op(),
                amo.type(),
                amo.operand(),
                amo.compare(),
                -1,
                landing));
      }
      case Instruction.SignalUpdate i -> {
        int target = pe(state, i.pe());
        state.act(
            signal(
                state, target, context(state, i.context()), i.remote(), i.value(), i.operator()));
      }
      case Instruction.SignalFetch i -> {
        Word word = new Word(pe, address(state, i.address()), ScalarType.U64.bytes());
        look(state, ImmutableList.of(word), ScalarType.U64, Use.SIGNAL_FETCH, i.dst());
      }
      case Instruction.Fence i -> state.act(new Action.Fence(context(state, i.context())));
      case Instruction.Quiet i -> state.act(new Action.Quiet(context(state, i.context())));
      case Instruction.WaitUntil i -> waitOrTest(state, i);
      case Instruction.Arrive i -> arrive(state, i);
      case Instruction.Depart _ -> {} // Arrive has done it
      case Instruction.ThreadFence _ -> {} // an agent's own loads and stores are in order anyway
      case Instruction.Invoke i when i.service() == Service.NVSHMEM_PTR ->
          set(
              state,
              i.dst(),
              new Value.Peer(
                  pe(state, i.arguments().get(1)), address(state, i.arguments().get(0))));
      default -> throw new Declined("the instruction " + next.getClass().getSimpleName());
    }
  }

  private void special(State state, Instruction.Special i) {
    switch (i.register()) {
      case MY_PE -> set(state, i.dst(), new Value.Const(pe));
      case N_PES -> set(state, i.dst(), new Value.Const(pes));
      default -> throw new Declined("the register " + i.register());
    }
  }

  // ---------------------------------------------------------------- memory

  private void load(State state, Instruction.Load i) {
    switch (get(state, i.address())) {
      case Value.Peer(int home, long address) -> {
        Word word = new Word(home, address + i.offset(), i.type().bytes());
        look(state, ImmutableList.of(word), i.type(), Use.LOAD, i.dst());
      }
      case Value.Const(long bits) when Address.space(bits) == Space.LOCAL -> {
        Value held = slot(state, bits + i.offset());
        set(state, i.dst(), held);
      }
      default -> {
        Word word = new Word(pe, address(state, i.address()) + i.offset(), i.type().bytes());
        look(state, ImmutableList.of(word), i.type(), Use.LOAD, i.dst());
      }
    }
  }

  private void store(State state, Instruction.Store i) {
    Value value = get(state, i.src());
    switch (get(state, i.address())) {
      case Value.Peer(int home, long address) ->
          state.act(
              new Action.PutValue(
                  home,
                  0,
                  new Word(home, address + i.offset(), i.type().bytes()),
                  i.type(),
                  value,
                  Use.PEER_STORE));
      case Value.Const(long bits) when Address.space(bits) == Space.LOCAL -> {
        checkSlot(state, bits + i.offset());
        state.slots[Address.index(bits) - 1] = value;
      }
      default ->
          state.act(
              new Action.Store(
                  new Word(pe, address(state, i.address()) + i.offset(), i.type().bytes()),
                  i.type(),
                  value));
    }
  }

  private static Value slot(State state, long address) {
    checkSlot(state, address);
    Value held = state.slots[Address.index(address) - 1];
    if (held == null) {
      throw new Declined("a variable without a first value");
    }
    return held;
  }

  private static void checkSlot(State state, long address) {
    if (Address.offset(address) != 0 || Address.index(address) > state.slots.length) {
      throw new Declined("an array of an agent's own");
    }
  }

  private void look(
      State state, ImmutableList<Word> words, ScalarType type, Use use, int register) {
    int first = state.reads;
    state.reads += words.size();
    state.act(new Action.Look(words, type, use, first));
    set(state, register, new Value.OfRead(agent, first));
  }

  // ---------------------------------------------------------------- communication

  private void transfer(State state, Instruction.Transfer i) {
    if (!(get(state, i.count()) instanceof Value.Const(long count))) {
      throw new Declined("a transfer whose length was read");
    }
    int target = pe(state, i.pe());
    int context = context(state, i.context());
    ImmutableList<Word> remote =
        words(
            target,
            address(state, i.remote()),
            i.wordBytes(),
            count,
            stride(state, i.remoteStride()));
    ImmutableList<Word> local =
        words(pe, address(state, i.local()), i.wordBytes(), count, stride(state, i.localStride()));
    if (i.direction() == Instruction.Direction.GET) {
      state.act(new Action.Get(target, context, !i.blocking(), remote, local));
      return;
    }
    Instruction.SignalPart part = i.signal();
    Action.Signal signal =
        part == null
            ? null
            : signal(state, target, context, part.address(), part.value(), part.operator());
    state.act(new Action.Put(target, context, !i.blocking(), local, remote, signal));
  }

  private Action.Signal signal(
      State state, int target, int context, int address, int value, int operator) {
    if (!(get(state, operator) instanceof Value.Const(long number))) {
      throw new Declined("a signal operator that was read");
    }
    Word word = new Word(target, address(state, address), ScalarType.U64.bytes());
    return new Action.Signal(target, context, word, get(state, value), number != SIGNAL_SET);
  }

  private Action.Amo amo(State state, Instruction.Amo i) {
    int target = pe(state, i.pe());
    return new Action.Amo(
        target,
        context(state, i.context()),
        new Word(target, address(state, i.remote()), i.type().bytes()),
        i.op(),
        i.type(),
        optional(state, i.operand()),
        optional(state, i.compare()),
        -1,
        null);
  }

  private static ImmutableList<Word> words(
      int pe, long address, int bytes, long count, long stride) {
    ImmutableList.Builder<Word> words = ImmutableList.builder();
    for (int k = 0; k < count; k++) {
      words.add(new Word(pe, address + k * stride * bytes, bytes));
    }
    return words.build();
  }

  // ---------------------------------------------------------------- waits and meetings

  private void waitOrTest(State state, Instruction.WaitUntil i) {
    boolean one = i.quantifier() == Instruction.Quantifier.ONE;
    Value count = one ? ONE : get(state, i.count());
    boolean mask = i.status() != Instruction.NO_REGISTER && !get(state, i.status()).equals(ZERO);
    if (!(count instanceof Value.Const(long slots)) || mask || i.vector() || slots < 1) {
      throw new Declined("a wait or test with a mask, a vector of values or no words");
    }
    ImmutableList<Word> words = words(pe, address(state, i.words()), i.type().bytes(), slots, 1);
    int first = state.reads;
    state.reads += words.size();
    state.act(new Action.Look(words, i.type(), i.signal() ? Use.SIGNAL_WAIT : Use.WAIT, first));
    List<Value> holds = new ArrayList<>();
    for (int k = 0; k < slots; k++) {
      holds.add(holds(state, i, first + k));
    }
    switch (i.quantifier()) {
      case ONE, ALL -> all(state, i, holds, first);
      case ANY -> any(state, i, holds);
      case SOME -> throw new Declined("wait_until_some or test_some");
    }
  }

  private Value holds(State state, Instruction.WaitUntil i, int read) {
    if (!(get(state, i.operator()) instanceof Value.Const(long number))) {
      throw new Declined("a comparison operator that was read");
    }
    BinaryOp op =
        switch (COMPARISONS[(int) number]) {
          case EQ -> BinaryOp.EQ;
          case NE -> BinaryOp.NE;
          case GT -> BinaryOp.GT;
          case LE -> BinaryOp.LE;
          case LT -> BinaryOp.LT;
          case GE -> BinaryOp.GE;
        };
    ScalarType wide = i.type().signed() ? ScalarType.I64 : ScalarType.U64;
    Value wanted = new Value.Convert(i.type(), get(state, i.value())).folded();
    return new Value.Binary(op, wide, new Value.OfRead(agent, read), wanted);
  }

  private void all(State state, Instruction.WaitUntil i, List<Value> holds, int first) {
    Value whole =
        holds.stream()
            .reduce((a, b) -> new Value.Binary(BinaryOp.AND, ScalarType.I32, a, b))
            .orElse(ONE);
    if (!i.blocking()) {
      set(state, i.dst(), whole);
      return;
    }
    stuck(state, whole);
    state.conditions.add(new Condition(whole, true));
    set(state, i.dst(), i.signal() ? new Value.OfRead(agent, first) : ONE);
  }

  // One way for each slot that may be the lowest one that holds.
  private void any(State state, Instruction.WaitUntil i, List<Value> holds) {
    Value none =
        holds.stream()
            .reduce((a, b) -> new Value.Binary(BinaryOp.OR, ScalarType.I32, a, b))
            .orElse(ZERO);
    for (int slot = 0; slot < holds.size(); slot++) {
      State way = new State(state);
      for (int lower = 0; lower < slot; lower++) {
        way.conditions.add(new Condition(holds.get(lower), false));
      }
      way.conditions.add(new Condition(holds.get(slot), true));
      set(way, i.dst(), new Value.Const(slot));
      open.push(way);
    }
    if (i.blocking()) {
      stuck(state, none);
    } else {
      State way = new State(state);
      way.conditions.add(new Condition(none, false));
      set(way, i.dst(), new Value.Const(-1));
      open.push(way);
    }
    state.split = true;
  }

  private void stuck(State state, Value guard) {
    State blocked = new State(state);
    blocked.conditions.add(new Condition(guard, false));
    paths.add(blocked.path(true));
  }

  private void arrive(State state, Instruction.Arrive i) {
    ImmutableList<Word> none = ImmutableList.of();
    Instruction.Depart depart = (Instruction.Depart) code.body().get(state.pc);
    switch (i.kind()) {
      case BLOCK_BARRIER -> meet(state, i, Team.WORLD, none, none);
      case SYNC, BARRIER -> meet(state, i, team(state, i.arguments().get(0)), none, none);
      case TEAM_SPLIT_STRIDED -> {
        if (!team(state, i.arguments().get(0)).equals(Team.WORLD)) {
          throw new Declined("a team within a team");
        }
        Team part =
            new Team(
                (int) constant(state, i.arguments().get(1)),
                (int) constant(state, i.arguments().get(2)),
                (int) constant(state, i.arguments().get(3)));
        meet(state, i, Team.WORLD, none, none);
        set(state, depart.dst(), new Value.Const(part.contains(pe) ? handle(part) : -1));
      }
      case REDUCE -> {
        Team team = team(state, i.arguments().get(0));
        ScalarType type = i.type();
        if (type == null || type.floating()) {
          throw new Declined("a reduction of floating-point numbers");
        }
        long count = constant(state, i.arguments().get(3));
        long destination = address(state, i.arguments().get(1));
        long source = address(state, i.arguments().get(2));
        meet(
            state,
            i,
            team,
            words(pe, source, type.bytes(), count, 1),
            words(pe, destination, type.bytes(), count, 1));
      }
      default -> throw new Declined("the collective " + i.kind().text());
    }
  }

  private void meet(
      State state,
      Instruction.Arrive i,
      Team team,
      ImmutableList<Word> from,
      ImmutableList<Word> to) {
    state.act(new Action.Meet(i.kind(), team, i.type(), i.operator(), from, to));
    paths.add(new State(state).path(true));
    if (i.kind() != MeetingKind.TEAM_SPLIT_STRIDED
        && code.body().get(state.pc) instanceof Instruction.Depart depart) {
      set(state, depart.dst(), ZERO);
    }
  }

  // Strided teams of the world: their handles say which.
  private static long handle(Team team) {
    return 1L << 30 | (long) team.start() << 20 | (long) team.stride() << 10 | team.size();
  }

  private Team team(State state, int register) {
    long handle = constant(state, register);
    if (handle == 0) {
      return Team.WORLD;
    }
    if (handle >>> 30 != 1) {
      throw new Declined("a predefined team other than the world");
    }
    return new Team(
        (int) (handle >> 20 & 0x3FF), (int) (handle >> 10 & 0x3FF), (int) (handle & 0x3FF));
  }

  // ---------------------------------------------------------------- registers

  private int read(State state, int register, boolean late) {
    int read = state.reads++;
    set(state, register, new Value.OfRead(agent, read));
    if (late) {
      state.late.put(register, state.actions.size());
    }
    return read;
  }

  private static void set(State state, int register, Value value) {
    if (register >= 0) {
      state.registers[register] = value;
    }
  }

  private static Value get(State state, int register) {
    Value value = state.registers[register];
    if (value == null) {
      throw new Declined("a register without a value");
    }
    return value;
  }

  private static Value optional(State state, int register) {
    return register == Instruction.NO_REGISTER ? ZERO : get(state, register);
  }

  private static long constant(State state, int register) {
    if (get(state, register) instanceof Value.Const(long bits)) {
      return bits;
    }
    throw new Declined("a PE, address or length that was read");
  }

  private static long stride(State state, int register) {
    return register == Instruction.NO_REGISTER ? 1 : constant(state, register);
  }

  private static int context(State state, int register) {
    return register == Instruction.NO_REGISTER ? 0 : (int) constant(state, register);
  }

  private int pe(State state, int register) {
    long target = constant(state, register);
    if (target < 0 || target >= pes) {
      throw new Declined("a PE that does not exist");
    }
    return (int) target;
  }

  private static long address(State state, int register) {
    long address = constant(state, register);
    return switch (Address.space(address)) {
      case SYMMETRIC, PRIVATE -> address;
      case NONE, FUNCTION, CONSTANT, PEER, SHARED, LOCAL ->
          throw new Declined("an operand that is neither symmetric nor a variable of the program");
    };
  }

  private static final class Registers {
    private Registers() {}

    /** The registers that an instruction of a litmus block reads or writes. */
    static int[] of(Instruction instruction) {
      return switch (instruction) {
        case Instruction.Const i -> new int[] {i.dst()};
        case Instruction.Move i -> new int[] {i.dst(), i.src()};
        case Instruction.Binary i -> new int[] {i.dst(), i.a(), i.b()};
        case Instruction.Unary i -> new int[] {i.dst(), i.a()};
        case Instruction.Convert i -> new int[] {i.dst(), i.a()};
        case Instruction.Branch i -> new int[] {i.condition()};
        case Instruction.Load i -> new int[] {i.dst(), i.address()};
        case Instruction.Store i -> new int[] {i.address(), i.src()};
        case Instruction.PutValue i -> new int[] {i.remote(), i.value(), i.pe(), i.context()};
        case Instruction.GetValue i -> new int[] {i.dst(), i.remote(), i.pe(), i.context()};
        case Instruction.Amo i ->
            new int[] {i.dst(), i.remote(), i.operand(), i.compare(), i.pe(), i.context()};
        case Instruction.AmoFetchNbi i ->
            new int[] {i.fetch(), i.remote(), i.operand(), i.compare(), i.pe(), i.context()};
        case Instruction.SignalUpdate i ->
            new int[] {i.remote(), i.value(), i.operator(), i.pe(), i.context()};
        case Instruction.SignalFetch i -> new int[] {i.dst(), i.address()};
        case Instruction.WaitUntil i ->
            new int[] {i.dst(), i.words(), i.count(), i.status(), i.operator(), i.value()};
        case Instruction.Transfer i -> {
          Instruction.SignalPart signal = i.signal();
          int[] own = {i.remote(), i.local(), i.count(), i.remoteStride(), i.localStride(), i.pe()};
          if (signal == null) {
            yield own;
          }
          int[] all = Arrays.copyOf(own, own.length + 3);
          all[own.length] = signal.address();
          all[own.length + 1] = signal.value();
          all[own.length + 2] = signal.operator();
          yield all;
        }
        case Instruction.Arrive i -> i.arguments().toArray();
        case Instruction.Depart i -> new int[] {i.dst()};
        case Instruction.Invoke i -> {
          ImmutableIntArray.Builder all = ImmutableIntArray.builder();
          yield all.add(i.dst()).addAll(i.arguments()).build().toArray();
        }
        default -> new int[0];
      };
    }
  }
}
