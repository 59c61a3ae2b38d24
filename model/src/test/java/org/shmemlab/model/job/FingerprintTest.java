package org.shmemlab.model.job;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSortedMap;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.access.Allocation;
import org.shmemlab.model.communication.Contexts;
import org.shmemlab.model.machine.Insides;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Steps;
import org.shmemlab.model.memory.Bytes;
import org.shmemlab.model.memory.Residence;
import org.shmemlab.model.memory.Uninitialized;
import org.shmemlab.model.program.CodeBuilder;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Program.HeapSide;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Variable;
import org.shmemlab.model.sketch.Sketch;
import org.shmemlab.model.sketch.SketchCalls;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.step.MeetingPlace;

/**
 * Tests that states differ in their fingerprints if they differ in anything that a machine may
 * still depend on.
 */
class FingerprintTest {
  private final Sketch sketch = new Sketch();
  private final long flag = sketch.symmetric("flag", 1);
  private final long own = sketch.variable("own", Variable.Storage.DEVICE, 8);
  private final long shared = sketch.variable("shared", Variable.Storage.SHARED, 8);
  private final int function = sketch.thread(code -> code.constant(1));

  /** Two threads of a kernel wait for a flag, and their hosts wait for the device. */
  private Machine machine() {
    int kernel =
        sketch.kernel(code -> {
          int seen = code.constant(5);
          int unused = code.constant(6);
          code.emit(new Instruction.Move(unused, unused));
          Sketch.waitFor(code, flag, 1);
          Sketch.print(code, seen);
        });
    Machine machine =
        sketch.machine(
            2,
            HeapSide.DEVICE,
            new Specification(Profile.NVSHMEM),
            code -> {
              Sketch.init(code);
              Sketch.launch(code, kernel, 1, 2, 0);
              Sketch.launch(code, kernel, 1, 2, 0);
              Sketch.invoke(code, SketchCalls.DEVICE_SYNCHRONIZE);
            });
    new Steps(machine).settle();
    return machine;
  }

  private static Agent thread(Machine machine) {
    for (int number : machine.liveAgents().asList()) {
      Agent agent = machine.agent(number);
      if (agent != null && agent.onDevice() && agent.pe == 0 && agent.thread == 1) {
        return Insides.state(machine).writableAgent(number);
      }
    }
    throw new AssertionError("no thread runs");
  }

  private static Grid grid(Machine machine) {
    return Insides.state(machine).writablePe(0).ownDevice().grids.firstEntry().getValue();
  }

  private static Stream stream(Machine machine) {
    return Insides.state(machine).writablePe(0).ownDevice().streams.get(0);
  }

  /** Changes to a state, by their names. */
  private Map<String, Consumer<Machine>> changes() {
    Map<String, Consumer<Machine>> changes = new LinkedHashMap<>();
    // the job
    changes.put("the job has ended", m -> Insides.state(m).exitJob(0));
    changes.put("the job has ended with 1", m -> Insides.state(m).exitJob(1));
    changes.put("somebody failed", m -> Insides.state(m).setAside(0));
    // a PE
    changes.put(
        "finalised", m -> Insides.state(m).writablePe(0).library = PeState.Library.FINALISED);
    changes.put("printed", m -> Insides.state(m).writablePe(0).printed++);
    changes.put("thread level", m -> Insides.state(m).writablePe(0).threadLevel = 3);
    changes.put("main thread", m -> Insides.state(m).writablePe(0).mainThread = 2);
    changes.put("exit status", m -> Insides.state(m).writablePe(0).exitStatus = 0);
    changes.put("other exit status", m -> Insides.state(m).writablePe(0).exitStatus = 1);
    changes.put("exit status of the other", m -> Insides.state(m).writablePe(1).exitStatus = 0);
    changes.put("flag", m -> Insides.layers(m).memory.store(thread(m), ScalarType.I64, flag, 1));
    changes.put(
        "own memory", m -> Insides.layers(m).memory.store(thread(m), ScalarType.I64, own, 1));
    // what the program has set up
    changes.put("MPI", m -> Insides.state(m).writablePe(0).mpi = PeState.Library.INITIALISED);
    changes.put("a thread nobody joins", m -> Insides.state(m).writablePe(0).unjoined = true);
    changes.put("a peer's memory", m -> PeerAddresses.map(Insides.state(m), 0, flag, 1));
    changes.put("a buffer", m -> Allocation.register(Insides.state(m), 0, 64, 8));
    changes.put("a larger buffer", m -> Allocation.register(Insides.state(m), 0, 64, 16));
    changes.put("a team", m -> Teams.join(Insides.state(m), 0, Insides.state(m).teams.get(0)));
    changes.put(
        "another team", m -> Teams.join(Insides.state(m), 0, Insides.state(m).teams.get(1)));
    changes.put("a new team", m -> team(m, 0, 1));
    changes.put("a new team in another order", m -> team(m, 1, 0));
    changes.put("a context", m -> context(m, 0));
    changes.put("a context of one thread", m -> context(m, 2));
    changes.put(
        "a second context",
        m -> {
          context(m, 0);
          new Contexts(Insides.state(m)).destroy(thread(m), context(m, 0) - 1);
        });
    changes.put("an object", m -> object(m, Residence.HOST, 8));
    changes.put("a larger object", m -> object(m, Residence.HOST, 16));
    changes.put("an object elsewhere", m -> object(m, Residence.DEVICE, 8));
    // streams and grids
    changes.put(
        "a stream",
        m -> Insides.layers(m).device.createStream(Insides.state(m).writableAgent(0), true));
    changes.put(
        "a stream by itself",
        m -> Insides.layers(m).device.createStream(Insides.state(m).writableAgent(0), false));
    changes.put("a stream without end", m -> stream(m).destroyed = true);
    changes.put("another kernel queued", m -> queued(m, function, 0));
    changes.put("other arguments queued", m -> queued(m, function, 1));
    changes.put(
        "captured", m -> stream(m).capture = new Capture(1, true, ImmutableSortedSet.of(), false));
    changes.put("less queued", m -> stream(m).queue.removeFirst());
    changes.put("nothing runs", m -> stream(m).current = null);
    changes.put("more blocks begun", m -> grid(m).nextBlock++);
    changes.put("more blocks ended", m -> grid(m).finished++);
    changes.put("a thread less", m -> grid(m).resident.firstEntry().getValue().live--);
    changes.put(
        "shared memory",
        m -> {
          Agent thread = thread(m);
          thread.running = true;
          Insides.layers(m).memory.store(thread, ScalarType.I64, shared, 1);
          thread.running = false;
        });
    // an agent
    changes.put("place in the code", m -> thread(m).pc--);
    changes.put(
        "another function",
        m -> {
          thread(m).function = function;
          thread(m).pc = 0;
        });
    changes.put("no code", m -> thread(m).function = -1);
    changes.put("register that is read", m -> thread(m).registers[0] = 17);
    changes.put(
        "register without a value",
        m -> thread(m).unset(thread(m).base, new Uninitialized(-1, "'x'")));
    changes.put(
        "register with half a value",
        m -> thread(m).unset(thread(m).base, new Uninitialized(255, "'x'")));
    changes.put("detached", m -> thread(m).detached = true);
    changes.put("failed", m -> thread(m).failed = true);
    changes.put("at a meeting", m -> thread(m).at = new MeetingPlace.InBlock(0, 0, 0));
    changes.put("looks in vain", m -> thread(m).failedPolls = 1);
    changes.put("saw something", m -> thread(m).lastLook = 7);
    changes.put("own copies", m -> thread(m).own = ImmutableSortedMap.of(1L, 2L));
    changes.put("own copies of another", m -> thread(m).own = ImmutableSortedMap.of(3L, 2L));
    changes.put("looks held", m -> thread(m).observedWords = new ObservedWords(bit(1), bit(0)));
    changes.put("looks failed", m -> thread(m).observedWords = new ObservedWords(bit(0), bit(1)));
    AsyncCopies copies =
        AsyncCopies.NONE.and(new AsyncCopies.Copy(1, 2, 3, 4, new SourceLine("a.cu", 1)));
    changes.put("small copies", m -> thread(m).smallCopies = copies);
    changes.put("bulk copies", m -> thread(m).bulkCopies = copies);
    changes.put("grouped copies", m -> thread(m).bulkCopies = copies.grouped());
    changes.put("waits for an operation", m -> thread(m).awaiting = put(m, 1));
    changes.put("waits for a value", m -> thread(m).expect(thread(m).base, put(m, 1)));
    // operations in flight
    changes.put("a put in flight", m -> put(m, 1));
    changes.put("a put of something else", m -> put(m, 2));
    changes.put(
        "two puts",
        m -> {
          put(m, 1);
          put(m, 1);
        });
    return changes;
  }

  private static void object(Machine machine, Residence residence, int bytes) {
    Allocation.allocate(Insides.state(machine), 0, "object", residence, bytes);
  }

  private static void team(Machine machine, int... members) {
    ImmutableIntArray pes = ImmutableIntArray.copyOf(members);
    Teams.join(Insides.state(machine), 0, Teams.newTeam(Insides.state(machine), "new", pes));
  }

  private static int context(Machine machine, long options) {
    return new Contexts(Insides.state(machine)).create(thread(machine), Team.WORLD, options);
  }

  private static void queued(Machine machine, int function, long argument) {
    Stream stream = stream(machine);
    Task known = stream.queue.removeLast();
    stream.queue.addLast(
        new Task(
            known.sequence(),
            known.keeper(),
            new Work.Call(function, ImmutableLongArray.of(argument)),
            known.after(),
            known.releases()));
  }

  private static BitSet bit(int which) {
    BitSet set = new BitSet();
    set.set(which);
    return set;
  }

  // A thread puts a value to the other PE; gives the operation's number.
  private int put(Machine machine, long value) {
    Agent thread = thread(machine);
    Agent caller = thread.copyFor(Insides.state(machine).owner());
    caller.registers = new long[] {flag, value, 1};
    caller.base = 0;
    Insides.layers(machine)
        .communication
        .execute(
            caller, new Instruction.PutValue(ScalarType.I64, 0, 1, 2, Instruction.NO_REGISTER));
    return machine.inFlight().pending().getLast().number();
  }

  @Test
  void everyPartOfTheStateCounts() {
    Machine machine = machine();
    Map<Long, String> seen = new LinkedHashMap<>();
    seen.put(machine.fingerprint().value(), "nothing");
    changes()
        .forEach((name, change) -> {
          Machine changed = machine.fork();
          change.accept(changed);
          assertThat(seen.put(changed.fingerprint().value(), name)).as(name).isNull();
        });
  }

  /** A part of the state that no successor can depend on makes no difference. */
  @Test
  void completedOperationsDoNotCount() {
    Machine machine = machine();
    long before = machine.fingerprint().value();
    List<Consumer<Machine>> changes = new ArrayList<>();
    changes.add(m -> thread(m).registers[thread(m).base + 1] = 99); // it is not read again
    changes.add(m -> thread(m).executed += 5);
    changes.add(m -> thread(m).meetingResult = 5);
    changes.add(m -> thread(m).landing = ImmutableMap.of(8L, new Bytes(8)));
    changes.add(m -> Insides.state(m).writablePe(1));
    changes.add(m -> Insides.state(m).changed());
    changes.add(m -> new Contexts(Insides.state(m)).destroy(thread(m), context(m, 0)));
    for (Consumer<Machine> change : changes) {
      Machine changed = machine.fork();
      change.accept(changed);
      assertThat(changed.fingerprint().value()).isEqualTo(before);
    }
  }

  /**
   * A thread that leaves and one that comes get arbitrary numbers; the order makes no difference.
   */
  @Test
  void numbersOfAgentsDoNotCount() {
    Machine machine = machine();
    Machine other = machine.fork();
    int first = Insides.state(machine).keeper(0, 5, 1);
    int second = Insides.state(machine).keeper(1, 5, 2);
    assertThat(first).isNotEqualTo(second);
    Insides.state(other).keeper(1, 5, 2);
    Insides.state(other).keeper(0, 5, 1);
    assertThat(machine.fingerprint().value()).isEqualTo(other.fingerprint().value());
    Insides.state(other).keeper(0, 6, 1);
    assertThat(machine.fingerprint().value()).isNotEqualTo(other.fingerprint().value());
  }

  /** Which registers are read again, the code of callers says, too. */
  @Test
  void registersOfCallersCount() {
    Sketch calls = new Sketch();
    long word = calls.symmetric("word", 1);
    int waits = calls.thread(code -> Sketch.waitFor(code, word, 1));
    Machine machine =
        calls.machine(
            1,
            new Specification(Profile.OPENSHMEM),
            code -> {
              Sketch.init(code);
              int read = code.constant(3);
              int unread = code.constant(4);
              int result = code.register();
              call(code, waits, result);
              Sketch.print(code, read);
              code.emit(new Instruction.Const(unread, 0));
              Sketch.print(code, unread);
              Sketch.print(code, result);
            });
    new Steps(machine).settle();
    long before = machine.fingerprint().value();
    int host = Insides.state(machine).peState(0).hostAgent;
    for (int register = 0; register < 3; register++) {
      Machine changed = machine.fork();
      Agent agent = Insides.state(changed).writableAgent(host);
      assertThat(agent.depth).isEqualTo(1);
      agent.registers[register] = 77;
      if (register == 0) {
        assertThat(changed.fingerprint().value()).isNotEqualTo(before);
      } else { // the next is written before it is read, and the call writes the last
        assertThat(changed.fingerprint().value()).isEqualTo(before);
      }
    }
  }

  private static void call(CodeBuilder code, int function, int result) {
    code.emit(new Instruction.Call(function, result, ImmutableIntArray.of(code.constant(0))));
  }
}
