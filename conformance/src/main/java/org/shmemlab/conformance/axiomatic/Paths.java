package org.shmemlab.conformance.axiomatic;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.shmemlab.conformance.axiomatic.Path.Condition;
import org.shmemlab.model.program.Address;
import org.shmemlab.model.program.AgentCode;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.scenarios.runtime.library.ShmemSetup;

/**
 * Enumerates the paths through the code of one agent. The values of reads stay open: a branch on
 * one goes both ways, each under its condition; a wait returns, or is where the agent ends.
 */
final class Paths {
  private static final int MAX_PATHS = 4096;
  private static final int MAX_VISITS = 64;
  private static final long SIGNAL_SET = 9; // NVSHMEM_SIGNAL_SET of NVSHMEM 3.4.5
  private static final long STRONG = (1L << 32) + 1; // signals of NCCL, as calls are lowered
  private static final long COUNTER = (1L << 32) + 2;

  private static final ImmutableSet<String> RELEASING =
      ImmutableSet.of("membar", "fence", "fence.acq_rel", "fence.sc", "fence.release");

  private final int agent;
  private final int pe;
  private final int pes;
  private final AgentCode code;
  private final AxiomaticWaits waits;
  private final AxiomaticCollectives collectives;
  private final List<Path> paths = new ArrayList<>();
  private final Deque<PathState> open = new ArrayDeque<>();

  private Paths(int agent, Subject.Block block, Subject subject) {
    this.agent = agent;
    this.pe = block.pe();
    this.pes = subject.pes();
    this.code = subject.program().functions().get(block.function());
    this.waits = new AxiomaticWaits(agent, pe, open::push, paths::add);
    this.collectives = new AxiomaticCollectives(pe, code, paths::add);
  }

  /**
   * The ways through an agent's code.
   *
   * @throws BeyondAxioms if it does what the axioms do not speak of
   */
  static ImmutableList<Path> of(Subject subject, int agent) {
    Paths paths = new Paths(agent, subject.agents().get(agent), subject);
    paths.open.add(new PathState(paths.code));
    while (!paths.open.isEmpty()) {
      paths.run(paths.open.pop());
      if (paths.paths.size() > MAX_PATHS) {
        throw new BeyondAxioms("more than " + MAX_PATHS + " ways through one block");
      }
    }
    return ImmutableList.copyOf(paths.paths);
  }

  private void run(PathState way) {
    while (true) {
      Instruction next = code.body().get(way.pc);
      if (++way.visits[way.pc] > MAX_VISITS) {
        throw new BeyondAxioms("a loop");
      }
      await(way, next);
      way.pc++;
      switch (next) {
        case Instruction.Return _ -> {
          paths.add(way.path(false));
          return;
        }
        case Instruction.Jump i -> way.pc = i.target();
        case Instruction.Branch i -> branch(way, i);
        default -> step(way, next);
      }
      if (way.split) {
        return;
      }
    }
  }

  // An instruction that names a register whose value is on its way waits for it.
  private static void await(PathState way, Instruction next) {
    if (way.late.isEmpty()) {
      return;
    }
    if (next instanceof Instruction.Move move) {
      Integer action = way.late.get(move.src());
      if (action != null) {
        way.late.put(move.dst(), action);
        return;
      }
    } else {
      next.operands().forEach(register -> need(way, register));
    }
    way.late.remove(next.dst()); // to write another value there is no need of the one on its way
  }

  private static void need(PathState way, int register) {
    Integer action = way.late.remove(register);
    if (action != null) {
      way.needed.add(action);
    }
  }

  private void branch(PathState way, Instruction.Branch i) {
    SymbolicValue condition = way.get(i.condition());
    if (condition instanceof SymbolicValue.Const(long bits)) {
      way.pc = bits != 0 ? i.ifTrue() : i.ifFalse();
      return;
    }
    if (condition instanceof SymbolicValue.Peer) {
      way.pc = i.ifTrue(); // every PE of a litmus test can be reached
      return;
    }
    if (Math.min(i.ifTrue(), i.ifFalse()) < way.pc) {
      throw new BeyondAxioms("a loop that ends when it has read something");
    }
    PathState other = new PathState(way);
    other.conditions.add(new Condition(condition, false));
    other.pc = i.ifFalse();
    open.push(other);
    way.conditions.add(new Condition(condition, true));
    way.pc = i.ifTrue();
  }

  private void step(PathState way, Instruction next) {
    switch (next) {
      case Instruction.Const i -> way.set(i.dst(), new SymbolicValue.Const(i.bits()));
      case Instruction.Move i -> way.set(i.dst(), way.get(i.src()));
      case Instruction.Binary i ->
          way.set(
              i.dst(),
              new SymbolicValue.Binary(i.op(), i.type(), way.get(i.a()), way.get(i.b())).folded());
      case Instruction.Unary i ->
          way.set(i.dst(), new SymbolicValue.Unary(i.op(), i.type(), way.get(i.a())).folded());
      case Instruction.Convert i -> {
        if (i.from().floating() || i.to().floating()) {
          throw new BeyondAxioms("floating-point arithmetic");
        }
        way.set(i.dst(), new SymbolicValue.Convert(i.to(), way.get(i.a())).folded());
      }
      case Instruction.Special i -> special(way, i);
      case Instruction.SlotAddress i ->
          way.set(i.dst(), new SymbolicValue.Const(Address.of(Space.LOCAL, 0, i.slot() + 1)));
      case Instruction.Load i -> load(way, i);
      case Instruction.Store i -> store(way, i);
      case Instruction.Transfer i -> transfer(way, i);
      case Instruction.PutValue i -> {
        int target = pe(way, i.pe());
        Word word = new Word(target, way.address(i.remote()), i.type().bytes());
        SymbolicValue value = way.get(i.value());
        way.act(
            new Action.PutValue(
                target, way.context(i.context()), word, i.type(), value, Use.PUT_VALUE));
      }
      case Instruction.GetValue i -> {
        int target = pe(way, i.pe());
        Word word = new Word(target, way.address(i.remote()), i.type().bytes());
        int read = read(way, i.dst(), true);
        way.act(new Action.GetValue(target, way.context(i.context()), word, i.type(), read));
      }
      case Instruction.Amo i -> {
        boolean fetching = i.dst() != Instruction.NO_REGISTER;
        Action.Amo amo = amo(way, i);
        int read = fetching ? read(way, i.dst(), true) : -1;
        way.act(
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
        Action.Amo amo = amo(way, as);
        Word landing = new Word(pe, way.address(i.fetch()), i.type().bytes());
        way.act(
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
        int target = pe(way, i.pe());
        way.act(signal(way, target, way.context(i.context()), i.remote(), i.value(), i.operator()));
      }
      case Instruction.SignalFetch i -> {
        Word word = new Word(pe, way.address(i.address()), ScalarType.U64.bytes());
        look(way, ImmutableList.of(word), ScalarType.U64, Use.SIGNAL_FETCH, i.dst());
      }
      case Instruction.Fence i -> way.act(new Action.Fence(way.context(i.context())));
      case Instruction.Quiet i -> way.act(new Action.Quiet(way.context(i.context())));
      case Instruction.Flush i -> way.act(new Action.Flush(way.context(i.context())));
      case Instruction.WaitUntil i -> waits.look(way, i);
      case Instruction.Arrive i -> collectives.arrive(way, i);
      case Instruction.Depart _ -> {} // Arrive has done it
      case Instruction.ThreadFence i -> {
        // an agent's own loads and stores are in order anyway
        if (i.reach() == ThreadScope.SYSTEM && RELEASING.contains(i.event())) {
          way.act(new Action.SystemFence());
        }
      }
      case Instruction.Invoke i when i.call() == ShmemSetup.POINTER -> {
        int target = pe(way, i.arguments().get(1));
        long address = way.address(i.arguments().get(0));
        // One's own memory is no peer's, whatever it is called.
        way.set(
            i.dst(),
            target == pe
                ? new SymbolicValue.Const(address)
                : new SymbolicValue.Peer(target, address));
      }
      default -> throw new BeyondAxioms("the instruction " + next.getClass().getSimpleName());
    }
  }

  private void special(PathState way, Instruction.Special i) {
    switch (i.register()) {
      case MY_PE -> way.set(i.dst(), new SymbolicValue.Const(pe));
      case N_PES -> way.set(i.dst(), new SymbolicValue.Const(pes));
      default -> throw new BeyondAxioms("the register " + i.register());
    }
  }

  // ---------------------------------------------------------------- memory

  private void load(PathState way, Instruction.Load i) {
    switch (way.get(i.address())) {
      case SymbolicValue.Peer(int home, long address) -> {
        Word word = new Word(home, address + i.offset(), i.type().bytes());
        look(way, ImmutableList.of(word), i.type(), Use.LOAD, i.dst());
      }
      case SymbolicValue.Const(long bits) when Address.space(bits) == Space.LOCAL -> {
        SymbolicValue held = way.slot(bits + i.offset());
        way.set(i.dst(), held);
      }
      default -> {
        Word word = new Word(pe, way.address(i.address()) + i.offset(), i.type().bytes());
        look(way, ImmutableList.of(word), i.type(), Use.LOAD, i.dst());
      }
    }
  }

  private void store(PathState way, Instruction.Store i) {
    SymbolicValue value = way.get(i.src());
    switch (way.get(i.address())) {
      case SymbolicValue.Peer(int home, long address) ->
          way.act(
              new Action.PutValue(
                  home,
                  0,
                  new Word(home, address + i.offset(), i.type().bytes()),
                  i.type(),
                  value,
                  Use.PEER_STORE));
      case SymbolicValue.Const(long bits) when Address.space(bits) == Space.LOCAL -> {
        way.checkSlot(bits + i.offset());
        way.slots[Address.index(bits) - 1] = value;
      }
      default ->
          way.act(
              new Action.Store(
                  new Word(pe, way.address(i.address()) + i.offset(), i.type().bytes()),
                  i.type(),
                  value));
    }
  }

  private void look(
      PathState way, ImmutableList<Word> words, ScalarType type, Use use, int register) {
    int first = way.reads;
    way.reads += words.size();
    way.act(new Action.Look(words, type, use, first));
    way.set(register, new SymbolicValue.OfRead(agent, first));
  }

  // ---------------------------------------------------------------- communication

  private void transfer(PathState way, Instruction.Transfer i) {
    if (!(way.get(i.count()) instanceof SymbolicValue.Const(long count))) {
      throw new BeyondAxioms("a transfer whose length was read");
    }
    int target = pe(way, i.pe());
    int context = way.context(i.context());
    long far = way.address(i.remote());
    long near = way.address(i.local());
    long farStride = way.stride(i.remoteStride());
    long nearStride = way.stride(i.localStride());
    boolean whole =
        i.wordBytes() == 1 && farStride == 1 && nearStride == 1 && isWhole(far, near, count);
    int bytes = whole ? Long.BYTES : i.wordBytes();
    long words = whole ? count / Long.BYTES : count;
    ImmutableList<Word> remote = Word.row(target, far, bytes, words, farStride);
    ImmutableList<Word> local = Word.row(pe, near, bytes, words, nearStride);
    if (i.direction() == Instruction.Direction.GET) {
      way.act(new Action.Get(target, context, !i.blocking(), remote, local));
      return;
    }
    Instruction.SignalPart part = i.signal();
    Action.Signal signal =
        part == null
            ? null
            : signal(way, target, context, part.address(), part.value(), part.operator());
    way.act(new Action.Put(target, context, !i.blocking(), local, remote, signal));
  }

  // Bytes that are whole words of eight, as NCCL's puts of a long.
  private static boolean isWhole(long far, long near, long bytes) {
    return (Address.offset(far) | Address.offset(near) | bytes) % Long.BYTES == 0;
  }

  private Action.Signal signal(
      PathState way, int target, int context, int address, int value, int operator) {
    if (!(way.get(operator) instanceof SymbolicValue.Const(long number))) {
      throw new BeyondAxioms("a signal operator that was read");
    }
    Word word = new Word(target, way.address(address), ScalarType.U64.bytes());
    if (number == COUNTER) {
      Action.Gin.Counter counter = new Action.Gin.Counter(way.address(value));
      return new Action.Signal(target, context, word, new SymbolicValue.Const(1), true, counter);
    }
    Action.Gin gin = number == STRONG ? new Action.Gin.Strong() : new Action.Gin.Weak();
    return new Action.Signal(target, context, word, way.get(value), number != SIGNAL_SET, gin);
  }

  private Action.Amo amo(PathState way, Instruction.Amo i) {
    int target = pe(way, i.pe());
    return new Action.Amo(
        target,
        way.context(i.context()),
        new Word(target, way.address(i.remote()), i.type().bytes()),
        i.op(),
        i.type(),
        way.optional(i.operand()),
        way.optional(i.compare()),
        -1,
        null);
  }

  // ---------------------------------------------------------------- registers

  private int read(PathState way, int register, boolean late) {
    int read = way.reads++;
    way.set(register, new SymbolicValue.OfRead(agent, read));
    if (late) {
      way.late.put(register, way.actions.size());
    }
    return read;
  }

  private int pe(PathState way, int register) {
    long target = way.constant(register);
    if (target < 0 || target >= pes) {
      throw new BeyondAxioms("a PE that does not exist");
    }
    return (int) target;
  }
}
