package org.shmemlab.model.job;

import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.program.Instruction;
import org.shmemlab.model.program.MeetingKind;
import org.shmemlab.model.step.MeetingPlace;

/** Describes why an agent is blocked: the guard that does not hold yet. */
public sealed interface Wait {
  /** The others have not arrived. */
  record ForMeeting(MeetingKind kind, MeetingPlace place) implements Wait {}

  /**
   * A wait on this PE's symmetric words.
   *
   * @param address first word
   * @param count number of words, or of addresses asked
   */
  record ForWords(Instruction.WaitUntil instruction, long address, int count, long value)
      implements Wait {}

  /** A call that may return only when its operation has come far enough. */
  record ForOperation(int operation) implements Wait {}

  /** A quiet that still has operations to wait for. */
  record ForQuiet(Caller caller) implements Wait {}

  /** A flush that still has sources to wait for. */
  record ForFlush(Caller caller) implements Wait {}

  /** A fence that still has operations to wait for. */
  record ForFence(Caller caller) implements Wait {}

  /**
   * A wait, test or barrier that is satisfied, or a fence, while delivered data are not visible
   * yet.
   *
   * @param everywhere on any PE, not only on that of the agent
   */
  record ForVisibility(OrderingCall call, boolean everywhere) implements Wait {
    public ForVisibility(OrderingCall call) {
      this(call, false);
    }
  }

  /** A sync that has stores through mapped pointers to wait for. */
  record ForStores() implements Wait {}

  /** A fence of CUDA for all GPUs, or the end of a grid, that has such stores to wait for. */
  record ForSystemFence() implements Wait {}

  /** The host waits for its device: a stream, an event, or all of them. */
  record ForDevice(String what) implements Wait {}

  /** A host thread waits for others: their end, a mutex, a condition, a message. */
  record ForThreads(String what) implements Wait {}

  /** A stream waits for its grid. */
  record ForGrid(int grid) implements Wait {}

  /** A stream has nothing to do. */
  record ForTask() implements Wait {}
}
