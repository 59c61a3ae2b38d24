package org.shmemlab.model.machine;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.function.Predicate;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.Service;

/**
 * What an agent may come to before it next meets the threads of its own block, warp or grid: found
 * in the code alone, so it says "may" where the program will not.
 */
final class Ahead {
  /** A quiet, or a barrier's. */
  static final int QUIET = 1;

  /** A collective of a team or of all PEs. */
  static final int COLLECTIVE = 2;

  private static final int ANYTHING = QUIET | COLLECTIVE;

  private final int[][] before; // per function and instruction
  private final int[] within; // per function, whatever it meets on the way
  private final boolean asksDevice;
  private final boolean exitsJob;
  private final boolean handsOverWithoutOrder;

  Ahead(Code[] codes) {
    asksDevice = anyAsks(codes, Service::asksDevice);
    exitsJob = anyAsks(codes, service -> service == Service.GLOBAL_EXIT);
    before = new int[codes.length][];
    within = new int[codes.length];
    for (int f = 0; f < codes.length; f++) {
      before[f] = new int[codes[f].body.length];
    }
    handsOverWithoutOrder =
        Arrays.stream(codes).flatMap(code -> Arrays.stream(code.body)).anyMatch(Ahead::handsOver);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int f = 0; f < codes.length; f++) {
        changed |= look(f, codes[f].body);
      }
    }
  }

  private static boolean handsOver(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Arrive arrive -> !arrive.kind().ordersMemory();
      case Instruction.Atomic _ -> true;
      default -> false;
    };
  }

  /** Whether there are exchanges of values that order no memory. */
  boolean handsOverWithoutOrder() {
    return handsOverWithoutOrder;
  }

  /** What the agent may come to: its callers' code, and what is queued on a stream, included. */
  private int of(Machine machine, Agent agent) {
    int all = agent.kind == Agent.Kind.STREAM ? queued(machine.device().tasks(agent)) : 0;
    if (agent.function < 0) {
      return all;
    }
    all |= before[agent.function][agent.pc];
    for (int depth = 0; depth < agent.depth; depth++) {
      int at = depth * Agent.FRAME;
      all |= before[agent.frames[at]][agent.frames[at + 1]];
    }
    return all;
  }

  private int queued(Iterable<Task> tasks) {
    int all = 0;
    for (Task task : tasks) {
      all |=
          switch (task) {
            case Task.Call call -> within[call.function()];
            case Task.Launch launch -> within[launch.shape().kernel()];
          };
    }
    return all;
  }

  private boolean look(int function, Instruction[] body) {
    boolean changed = false;
    int all = 0;
    for (int i = body.length - 1; i >= 0; i--) {
      int here = at(function, body, i);
      changed |= here != before[function][i];
      before[function][i] = here;
      all |= own(body[i]);
    }
    changed |= all != within[function];
    within[function] = all;
    return changed;
  }

  private int at(int function, Instruction[] body, int i) {
    return switch (body[i]) {
      case Instruction.Arrive arrive when isOfDevice(arrive.kind()) && arrive.kind().waits() -> 0;
      case Instruction instruction ->
          own(instruction) | behind(function, instruction.successors(i));
    };
  }

  private int behind(int function, ImmutableIntArray next) {
    int all = 0;
    for (int k = 0; k < next.length(); k++) {
      all |= before[function][next.get(k)];
    }
    return all;
  }

  private int own(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Quiet _ -> QUIET;
      case Instruction.Arrive arrive -> arrive.kind().isCollective() ? COLLECTIVE : 0;
      case Instruction.Call call -> within[call.function()];
      case Instruction.Enqueue enqueue -> within[enqueue.function()];
      case Instruction.CallIndirect _ -> ANYTHING;
      case Instruction.Invoke invoke ->
          switch (invoke.service()) {
            case CUDA_LAUNCH, THREAD_CREATE -> launched();
            default -> 0;
          };
      default -> 0;
    };
  }

  // Which kernel is launched, or thread started, only its address says.
  private int launched() {
    int all = 0;
    for (int mask : within) {
      all |= mask;
    }
    return all;
  }

  private static boolean anyAsks(Code[] codes, Predicate<Service> what) {
    return Arrays.stream(codes)
        .flatMap(code -> Arrays.stream(code.body))
        .anyMatch(i -> i instanceof Instruction.Invoke invoke && what.test(invoke.service()));
  }

  /** Whether there is a call anywhere that ends the job. */
  boolean exitsJob() {
    return exitsJob;
  }

  /** Whether there is a call anywhere that asks how far the device has got. */
  boolean asksDevice() {
    return asksDevice;
  }

  // At the others an agent waits for whoever may come first.
  private static boolean isOfDevice(MeetingKind kind) {
    return switch (kind.place()) {
      case BLOCK, PART_OF_BLOCK, WARP, GRID -> true;
      case TEAM, WORLD, THREADS -> false;
    };
  }

  /** Whether an agent may come to {@code what}. */
  boolean mayCome(Machine machine, Agent agent, int what) {
    return (of(machine, agent) & what) != 0;
  }

  /** Whether another agent of this one's PE may come to {@code what} before this one steps. */
  boolean mayPrecede(Machine machine, Agent agent, int what) {
    if (!machine.peState(agent.pe).severalAgents) {
      return false; // without a look at every agent of every PE
    }
    ImmutableIntArray live = machine.liveAgents();
    for (int i = 0; i < live.length(); i++) {
      Agent other = machine.agent(live.get(i));
      if (other != null
          && other.pe == agent.pe
          && other.id != agent.id
          && mayCome(machine, other, what)
          && !waitsFor(machine, other, agent)) {
        return true;
      }
    }
    return false;
  }

  // Threads of a block meet, a stream goes on after its grid, and a host that waits for its
  // only busy stream comes after whatever that stream and its grid do.
  private static boolean waitsFor(Machine machine, Agent other, Agent agent) {
    if (other.at instanceof MeetingPlace.InBlock in) {
      return agent.grid == in.grid() && agent.block == in.block();
    }
    if (agent.kind == Agent.Kind.DEVICE_THREAD && other.kind == Agent.Kind.STREAM) {
      Grid grid = machine.peState(agent.pe).grids.get(agent.grid);
      return grid != null && grid.stream == other.thread;
    }
    return other.wait instanceof Wait.ForDevice
        && machine.peState(agent.pe).streams.stream().filter(stream -> !stream.idle()).count() == 1;
  }
}
