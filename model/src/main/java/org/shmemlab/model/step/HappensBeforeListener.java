package org.shmemlab.model.step;

import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.FenceSemantics;
import org.shmemlab.model.program.StateSpace;
import org.shmemlab.model.program.ThreadScope;

/**
 * Is told what orders one thing after another while a machine runs: every edge of the memory
 * model's section 4 that is not the program order of one agent. Agents are named by their numbers,
 * which a later agent may get again once one has ended.
 */
public interface HappensBeforeListener {
  /** Does nothing. */
  HappensBeforeListener NONE = new HappensBeforeListener() {};

  /** What of it belongs to the state of the machine, as a number that differs where it does. */
  default long fingerprint() {
    return 0;
  }

  /** A step is about to be taken, and touches this. */
  default void taking(Step step, Supplier<List<Access>> touches) {}

  /** An agent issued an operation. */
  default void issued(Pending operation) {}

  /** An event of an operation is about to happen. */
  default void happening(Pending operation, Event event) {}

  /** The call that issued an operation returned to its agent after a wait. */
  default void returned(int agent, int operation) {}

  /** An agent passed a fence. */
  default void fenced(Caller caller) {}

  /** A call that waits for what was issued before returned. */
  default void passed(OrderingCall call, Caller caller) {}

  /** An agent arrived where others are to meet it. */
  default void arrived(int agent) {}

  /** Everybody has arrived: what they do next comes after what each of them did before. */
  default void met(BitSet agents) {}

  /**
   * An agent arrived at a place and may go on: whoever finds it there comes after what it did
   * before.
   */
  default void left(int agent, MeetingPlace place) {}

  /** These agents go on at a place, and come after what those did before who left it. */
  default void found(BitSet agents, MeetingPlace place) {}

  /** Nobody will come any more to find who left a place. */
  default void closed(MeetingPlace place) {}

  /**
   * Everybody has arrived to exchange values: what they do next happens later, and no memory is
   * ordered by it.
   */
  default void exchanged(BitSet agents) {}

  /** An agent passed a fence of threads for its own loads and stores. */
  default void threadFenced(int agent, ThreadScope reach, FenceSemantics fencing) {}

  /**
   * An agent passed a fence between proxies: what it comes after in such memory is there for bulk
   * copies, too.
   */
  default void proxiesFenced(int agent, StateSpace space) {}

  /** What an agent does is from here on done beside it, or no longer, or waited for. */
  default void beside(int agent, AsyncPhase what) {}

  /** CUDA orders what one agent does next after what another did before. */
  default void ordered(int before, int after) {}

  /** CUDA orders what these agents do next after what each of them did before. */
  default void ordered(BitSet agents) {}

  /** A stream began with the task of this number. */
  default void started(int pe, int stream, long task) {}

  /** An agent ended. */
  default void ended(int agent) {}
}
