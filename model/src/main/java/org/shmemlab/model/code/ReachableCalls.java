package org.shmemlab.model.code;

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
public final class ReachableCalls {
  /** A quiet, or a barrier's. */
  public static final int QUIET = 1;

  /** A collective of a team or of all PEs. */
  public static final int COLLECTIVE = 2;

  private static final int ANYTHING = QUIET | COLLECTIVE;

  private final int[][] before; // per function and instruction
  private final int[] within; // per function, whatever it meets on the way
  private final boolean asksDevice;
  private final boolean exitsJob;
  private final boolean callsHost;
  private final boolean handsOverWithoutOrder;
  private final boolean mayPoll;

  public ReachableCalls(Code[] codes) {
    asksDevice = anyAsks(codes, Service::asksDevice);
    exitsJob = anyAsks(codes, service -> service == Service.GLOBAL_EXIT);
    mayPoll = mayPoll(codes);
    callsHost = Arrays.stream(codes).anyMatch(code -> callsHost(codes, code));
    before = new int[codes.length][];
    within = new int[codes.length];
    for (int f = 0; f < codes.length; f++) {
      before[f] = new int[codes[f].body.length];
    }
    handsOverWithoutOrder =
        Arrays.stream(codes)
            .flatMap(code -> Arrays.stream(code.body))
            .anyMatch(ReachableCalls::handsOver);
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
  public boolean handsOverWithoutOrder() {
    return handsOverWithoutOrder;
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
  public boolean exitsJob() {
    return exitsJob;
  }

  /** Whether streams may call functions of the host, beside whatever its threads do. */
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

  // At the others an agent waits for whoever may come first.
  private static boolean isOfDevice(MeetingKind kind) {
    return switch (kind.place()) {
      case BLOCK, PART_OF_BLOCK, WARP, GRID -> true;
      case TEAM, WORLD, THREADS -> false;
    };
  }

  /** What an agent may come to that stands before an instruction of a function. */
  public int before(int function, int pc) {
    return before[function][pc];
  }

  /** What the call of a function may come to. */
  public int within(int function) {
    return within[function];
  }

  /** Whether some function has a look that may fail, and some function a loop. */
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
          case Instruction.Invoke invoke -> looks |= invoke.service().onlyLooks();
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
