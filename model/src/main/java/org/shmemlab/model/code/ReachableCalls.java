package org.shmemlab.model.code;

import com.google.common.primitives.ImmutableIntArray;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Set;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.Kept;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.program.SpecialRegister;

/**
 * Decides which calls an agent may reach, at all or before its next rendezvous with the asking
 * agent: found in the code alone, so it says "may" where the program will not.
 */
public final class ReachableCalls {
  /** A quiet, or a barrier's. */
  public static final int QUIET = 1;

  /** A collective of a team or of all PEs. */
  public static final int COLLECTIVE = 2;

  /** A query of the events that have completed, which waits for none of them. */
  public static final int COMPLETION = 4;

  /** A barrier for a number of agents. */
  public static final int COUNT = 512; // above the bits of Ends

  /** A call that makes a thread of the host. */
  public static final int THREAD = 1024;

  /** A question whose answer, or a call whose effect, depends on the block that asks. */
  public static final int IDENTITY = 2048;

  private static final int ANYTHING =
      QUIET | COLLECTIVE | COMPLETION | COUNT | THREAD | IDENTITY | JoinBalance.END;

  /**
   * The place of the asking agent, seen from another one. Warps and parts of a block meet without
   * threads that their masks and counts leave out, so no agent can rely on those.
   */
  public enum Asker {
    /** In the same block: the agent passes no barrier of it, nor of its grid, before. */
    IN_BLOCK,
    /** In another block of the same grid. */
    IN_GRID,
    /** Anywhere else. */
    ELSEWHERE;

    private boolean meetsAt(MeetingKind kind) {
      return switch (kind.place()) {
        case BLOCK -> this == IN_BLOCK && kind.waits();
        case GRID -> this != ELSEWHERE && kind.waits();
        case PART_OF_BLOCK, WARP, TEAM, WORLD, THREADS -> false;
      };
    }
  }

  private final int[][][] before; // per asker, function and instruction
  private final int[] within; // per function, whatever it reaches
  private final boolean asksDevice;
  private final boolean exitsJob;
  private final Set<Kept> changed = EnumSet.noneOf(Kept.class);
  private final Set<Kept> changedByTasks = EnumSet.noneOf(Kept.class);
  private final boolean asksCompletions;
  private final boolean callsHost;
  private final boolean copiesInBulk;
  private final boolean handsOverWithoutOrder;
  private final boolean mayPoll;
  private final boolean leavesBarriers;

  public ReachableCalls(Code[] codes) {
    asksDevice = any(codes, CallTrait.ASKS_DEVICE);
    exitsJob = any(codes, CallTrait.ENDS_JOB);
    asksCompletions =
        any(codes, i -> i instanceof Instruction.Invoke invoke && looksAtCompletions(invoke));
    copiesInBulk = any(codes, CallTrait.BULK_COPY);
    for (Code code : codes) {
      addChanges(code.body, changed);
      for (Instruction instruction : code.body) {
        if (instruction instanceof Instruction.Enqueue task) {
          addChanges(codes[task.function()].body, changedByTasks);
        }
      }
    }
    mayPoll = mayPoll(codes);
    leavesBarriers = any(codes, i -> i instanceof Instruction.Arrive call && !call.kind().waits());
    callsHost = Arrays.stream(codes).anyMatch(code -> callsHost(codes, code));
    before = new int[Asker.values().length][codes.length][];
    within = new int[codes.length];
    for (int[][] functions : before) {
      for (int f = 0; f < codes.length; f++) {
        functions[f] = new int[codes[f].body.length];
      }
    }
    handsOverWithoutOrder = copiesInBulk || any(codes, ReachableCalls::handsOver);
    boolean changed = true;
    while (changed) {
      changed = false;
      for (int f = 0; f < codes.length; f++) {
        changed |= within(f, codes[f].body);
        for (Asker asker : Asker.values()) {
          changed |= look(asker, f, codes[f]);
        }
      }
    }
  }

  private static boolean handsOver(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Arrive arrive -> !arrive.kind().ordersMemory();
      case Instruction.Atomic _ -> true;
      case Instruction.Invoke invoke -> invoke.call().has(CallTrait.EXCHANGES_UNORDERED);
      default -> false;
    };
  }

  /** Whether there is an arrival anywhere that does not wait for the others. */
  public boolean leavesBarriers() {
    return leavesBarriers;
  }

  /** Whether threads ask for bulk copies. */
  public boolean copiesInBulk() {
    return copiesInBulk;
  }

  /**
   * Whether there are exchanges of values that order no memory, or bulk copies, which edges between
   * threads do not order.
   */
  public boolean handsOverWithoutOrder() {
    return handsOverWithoutOrder;
  }

  private boolean within(int function, Instruction[] body) {
    int all = 0;
    for (Instruction instruction : body) {
      all |= own(instruction);
    }
    boolean changed = all != within[function];
    within[function] = all;
    return changed;
  }

  private boolean look(Asker asker, int function, Code code) {
    int[] known = before[asker.ordinal()][function];
    boolean changed = false;
    for (int i = code.body.length - 1; i >= 0; i--) {
      int here = at(asker, known, code, i);
      changed |= here != known[i];
      known[i] = here;
    }
    return changed;
  }

  private int at(Asker asker, int[] known, Code code, int i) {
    Instruction instruction = code.body[i];
    if (instruction instanceof Instruction.Arrive arrive && asker.meetsAt(arrive.kind())) {
      return 0;
    }
    Instruction.Arrive call = code.meeting(i); // a call lasts until its return
    return own(call == null ? instruction : call)
        | JoinBalance.before(instruction, joinsAfter(known, instruction.successors(i)));
  }

  private static int joinsAfter(int[] known, ImmutableIntArray next) {
    int all = 0;
    for (int k = 0; k < next.length(); k++) {
      all |= known[next.get(k)];
    }
    return all;
  }

  private int own(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Drain _ -> QUIET;
      case Instruction.Arrive arrive ->
          arrive.kind().isCollective() ? COLLECTIVE : arrive.kind().isCounted() ? COUNT : 0;
      case Instruction.Call call -> within(call.function());
      case Instruction.Enqueue enqueue -> within(enqueue.function()) | IDENTITY;
      case Instruction.Special special -> differsByBlock(special.register()) ? IDENTITY : 0;
      case Instruction.CallIndirect _ -> ANYTHING;
      case Instruction.Return _ -> JoinBalance.RETURN;
      case Instruction.Invoke invoke -> own(invoke);
      default -> 0;
    };
  }

  private int own(Instruction.Invoke invoke) {
    ExternalCall call = invoke.call();
    int own = IDENTITY | (looksAtCompletions(invoke) ? COMPLETION : 0);
    if (call.has(CallTrait.LAUNCHES_KERNEL)) {
      own |= launched();
    }
    if (call.has(CallTrait.STARTS_THREAD)) {
      own |= launched() | THREAD;
    }
    return call.has(CallTrait.ENDS_HOST) ? own | JoinBalance.END : own;
  }

  private static boolean differsByBlock(SpecialRegister register) {
    return switch (register) {
      case BLOCK_IDX_X, BLOCK_IDX_Y, BLOCK_IDX_Z, MULTIPROCESSOR, CLOCK, GLOBAL_TIMER -> true;
      case THREAD_IDX_X,
          THREAD_IDX_Y,
          THREAD_IDX_Z,
          BLOCK_DIM_X,
          BLOCK_DIM_Y,
          BLOCK_DIM_Z,
          GRID_DIM_X,
          GRID_DIM_Y,
          GRID_DIM_Z,
          LANE,
          THREAD_RANK,
          MULTIPROCESSORS,
          GRID,
          MY_PE,
          N_PES ->
          false;
    };
  }

  private static boolean looksAtCompletions(Instruction.Invoke invoke) {
    return invoke.call().traits().looksAt().contains(Kept.COMPLETIONS);
  }

  // Which kernel is launched, or thread started, only its address says.
  private int launched() {
    int all = 0;
    for (int mask : within) {
      all |= mask;
    }
    return JoinBalance.within(all);
  }

  private static boolean any(Code[] codes, CallTrait trait) {
    return any(codes, i -> i instanceof Instruction.Invoke invoke && invoke.call().has(trait));
  }

  private static boolean any(Code[] codes, Predicate<Instruction> what) {
    return Arrays.stream(codes).flatMap(code -> Arrays.stream(code.body)).anyMatch(what);
  }

  /**
   * The shared state that an instruction, or the return from its arrival, changes; null if none.
   */
  public static @Nullable Kept changes(Instruction instruction) {
    return switch (instruction) {
      case Instruction.Enqueue _ -> Kept.STREAMS;
      case Instruction.Arrive call ->
          switch (call.kind()) {
            case TEAM_DESTROY -> Kept.TEAMS;
            case FREE -> Kept.MEMORY;
            default -> null;
          };
      case Instruction.Invoke invoke -> invoke.call().traits().changes();
      default -> null;
    };
  }

  /**
   * Whether there is a call anywhere that changes something that a PE keeps for all its threads.
   */
  public boolean changes(Kept kept) {
    return changed.contains(kept);
  }

  /** Whether a task of a stream, other than a kernel, makes such a call. */
  public boolean tasksChange(Kept kept) {
    return changedByTasks.contains(kept);
  }

  private static void addChanges(Instruction[] body, Set<Kept> changes) {
    for (Instruction instruction : body) {
      Kept kept = changes(instruction);
      if (kept != null) {
        changes.add(kept);
      }
    }
  }

  /** Whether there is a call anywhere that queries which events have completed. */
  public boolean asksCompletions() {
    return asksCompletions;
  }

  /** Whether there is a call anywhere that changes any of that. */
  public boolean changesAny() {
    return !changed.isEmpty();
  }

  /** Whether there is a call anywhere that ends the job. */
  public boolean exitsJob() {
    return exitsJob;
  }

  /** Whether streams may call functions of the host, concurrently with its threads. */
  public boolean callsHost() {
    return callsHost;
  }

  // A task that calls nothing only moves data; a kernel is launched and not called.
  private static boolean callsHost(Code[] codes, Code code) {
    return Arrays.stream(code.body)
        .anyMatch(i -> i instanceof Instruction.Enqueue task && calls(codes[task.function()].body));
  }

  private static boolean calls(Instruction[] task) {
    return Arrays.stream(task)
        .anyMatch(i -> i instanceof Instruction.Call || i instanceof Instruction.CallIndirect);
  }

  /** Whether there is a call anywhere that asks how far the device has got. */
  public boolean asksDevice() {
    return asksDevice;
  }

  /**
   * The calls that an agent before an instruction of a function may reach before it meets the
   * asking agent.
   */
  public int before(Asker asker, int function, int pc) {
    return JoinBalance.within(before[asker.ordinal()][function][pc]);
  }

  /** The same of a function that is main: its return is an end of its host. */
  public int beforeInMain(Asker asker, int function, int pc) {
    return JoinBalance.ofMain(before[asker.ordinal()][function][pc]);
  }

  /** The calls that a call of a function may reach. */
  public int within(int function) {
    return JoinBalance.within(within[function]);
  }

  /**
   * An end of a host that leaves some of its threads running.
   *
   * @param threads how many it has besides the first
   */
  public static int endConcurrentWith(int threads) {
    return JoinBalance.leaving(threads);
  }

  /** Whether some function has a test that may fail, and some function a loop. */
  public boolean mayPoll() {
    return mayPoll;
  }

  private static boolean mayPoll(Code[] codes) {
    boolean looks = false;
    boolean loops = false;
    for (Code code : codes) {
      for (int pc = 0; pc < code.body.length; pc++) {
        switch (code.body[pc]) {
          case Instruction.WaitUntil wait -> looks |= !wait.blocking();
          case Instruction.Load load -> looks |= load.isVolatile();
          case Instruction.SignalFetch _, Instruction.Atomic _ -> looks = true;
          case Instruction.Invoke invoke -> looks |= invoke.call().has(CallTrait.LOOKS_ONLY);
          case Instruction.Jump jump -> loops |= jump.target() <= pc;
          case Instruction.Branch branch ->
              loops |= Math.min(branch.ifTrue(), branch.ifFalse()) <= pc;
          default -> {}
        }
      }
    }
    return looks && loops;
  }
}
