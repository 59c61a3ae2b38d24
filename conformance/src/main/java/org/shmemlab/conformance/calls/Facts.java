package org.shmemlab.conformance.calls;

import java.util.EnumSet;
import java.util.Set;
import java.util.stream.Collectors;
import org.shmemlab.model.program.CallTrait;
import org.shmemlab.model.program.ExternalCall;
import org.shmemlab.model.program.Instruction;

/** Collects the facts about a call, by the instructions it becomes. */
final class Facts {
  private final Set<Access> accesses = EnumSet.noneOf(Access.class);
  private final Set<Time> times = EnumSet.noneOf(Time.class);

  /** The facts of the memory model about an instruction. */
  enum Access {
    TRANSFER("transfer"),
    ATOMIC("atomic"),
    SIGNAL("signal"),
    WAIT("wait"),
    FENCE("fence"),
    QUIET("quiet"),
    FLUSH("flush"),
    REGION("region"),
    MEETING("meeting"),
    MEMORY("loads and stores"),
    SERVICE("service"),
    TASK("task of a stream");

    private final String word;

    Access(String word) {
      this.word = word;
    }
  }

  /** The cost of an instruction in a simulation. */
  enum Time {
    OPERATION("operation"),
    COMPLETION("completion"),
    COLLECTIVE("collective"),
    GPU("GPU"),
    WAITS("wait"),
    TASK("start of a task");

    private final String word;

    Time(String word) {
      this.word = word;
    }
  }

  /** Adds what an instruction says; times as {@code transports.simulate} takes them. */
  void add(Instruction instruction) {
    switch (instruction) {
      case Instruction.Transfer transfer -> {
        operation(Access.TRANSFER);
        if (transfer.signal() != null) {
          accesses.add(Access.SIGNAL);
        }
      }
      case Instruction.PutValue _, Instruction.GetValue _ -> operation(Access.TRANSFER);
      case Instruction.Amo _, Instruction.AmoFetchNbi _ -> operation(Access.ATOMIC);
      case Instruction.SignalUpdate _ -> operation(Access.SIGNAL);
      case Instruction.SignalFetch _ -> accesses.add(Access.SIGNAL);
      case Instruction.WaitUntil wait -> {
        accesses.add(Access.WAIT);
        if (wait.blocking()) {
          times.add(Time.WAITS);
        }
      }
      case Instruction.Fence _ -> both(Access.FENCE, Time.COMPLETION);
      case Instruction.Quiet _ -> both(Access.QUIET, Time.COMPLETION);
      case Instruction.Flush _ -> both(Access.FLUSH, Time.COMPLETION);
      case Instruction.RegionStart _, Instruction.RegionStop _ -> accesses.add(Access.REGION);
      case Instruction.ThreadFence _ -> both(Access.FENCE, Time.GPU);
      case Instruction.Arrive arrive -> meeting(arrive);
      case Instruction.Load _, Instruction.Store _, Instruction.Copy _, Instruction.Clear _ ->
          accesses.add(Access.MEMORY);
      case Instruction.Atomic _ -> accesses.add(Access.ATOMIC);
      case Instruction.Enqueue _ -> both(Access.TASK, Time.TASK);
      case Instruction.Invoke invoke -> external(invoke.call());
      default -> {} // computes
    }
  }

  /** Adds what is known of another call. */
  void addAll(Facts other) {
    accesses.addAll(other.accesses);
    times.addAll(other.times);
  }

  private void meeting(Instruction.Arrive arrive) {
    accesses.add(Access.MEETING);
    switch (arrive.kind()) {
      case BLOCK_BARRIER, BLOCK_COUNT, PART_COUNT, GRID_SYNC -> times.add(Time.GPU);
      case WARP_SYNC,
          WARP_SHUFFLE,
          WARP_BALLOT,
          WARP_MATCH,
          WARP_REDUCE,
          THREAD_BARRIER,
          INIT,
          FINALIZE ->
          times.add(Time.WAITS);
      default -> times.add(Time.COLLECTIVE);
    }
  }

  private void external(ExternalCall call) {
    accesses.add(Access.SERVICE);
    if (call.has(CallTrait.LAUNCHES_KERNEL)) {
      both(Access.TASK, Time.TASK);
    }
    if (call.has(CallTrait.WAITS)) {
      times.add(Time.WAITS);
    }
  }

  private void operation(Access access) {
    both(access, Time.OPERATION);
  }

  private void both(Access access, Time time) {
    accesses.add(access);
    times.add(time);
  }

  String checked() {
    return accesses.isEmpty()
        ? "no access"
        : accesses.stream().map(access -> access.word).collect(Collectors.joining(", "));
  }

  String timed() {
    return times.isEmpty()
        ? "instructions"
        : times.stream().map(time -> time.word).collect(Collectors.joining(", "));
  }
}
