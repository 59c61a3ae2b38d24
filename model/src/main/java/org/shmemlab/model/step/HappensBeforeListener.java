package org.shmemlab.model.step;

import java.util.BitSet;
import java.util.List;
import java.util.function.Supplier;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.ThreadScope;
import org.shmemlab.model.threads.ThreadEvent;

/**
 * Receives the edges of happens-before while a machine runs: every edge of the memory model's
 * section 4 that is not the program order of one agent. Agents are named by their numbers, which a
 * later agent may get again once one has ended.
 */
public interface HappensBeforeListener {
  /** Does nothing. */
  HappensBeforeListener NONE = new HappensBeforeListener() {};

  /**
   * A hash of the part of it that belongs to the state of the machine.
   *
   * @param names how agents and blocks are named in it
   */
  default long fingerprint(AgentNames names) {
    return 0;
  }

  /** Receives what the order of an execution says about a block, in parts in no order. */
  interface BlockParts {
    void add(int pe, int grid, int block, long part);
  }

  /**
   * Distinguishes blocks by the part of it that belongs to the state of the machine.
   *
   * @param names provisional names; those of blocks may be equal
   */
  default void describe(AgentNames names, BlockParts parts) {}

  /**
   * Whether each plain access of an agent is reported as {@link #executing}.
   *
   * @param own whether it is to memory that no other agent reaches by itself
   */
  default boolean follows(int agent, boolean own) {
    return false;
  }

  /** An agent is about to execute its next instruction, unless that blocks it. */
  default void executing(int agent) {}

  /** A step with these accesses is about to be taken. */
  default void taking(Step step, Supplier<List<Access>> touches) {}

  /**
   * The places in the coherence order of its word, other than the last one, at which an atomic of
   * an agent may take effect: each as the number of writes that follow.
   *
   * @param writes whether it writes, too, right after the write that it reads
   */
  default List<Integer> earlierPlaces(Access access, boolean writes) {
    return List.of();
  }

  /** The value at such a place. */
  default long valueAt(Access access, int place) {
    throw new IllegalStateException("no writes are kept of " + access);
  }

  /** The atomic of the step that was last about to be taken has replaced a value by another. */
  default void wrote(long before, long after) {}

  /** An agent issued an operation. */
  default void issued(Pending operation) {}

  /** An event of an operation is about to happen. */
  default void occurring(Pending operation, Event event) {}

  /** The call that issued an operation returned to its agent after a wait. */
  default void returned(int agent, int operation) {}

  /** An agent passed a fence. */
  default void fenced(Caller caller) {}

  /** A call that waits for earlier operations returned. */
  default void passed(OrderingCall call, Caller caller) {}

  /** An agent arrived where others are to meet it. */
  default void arrived(int agent) {}

  /** All agents have arrived: the earlier steps of each happen-before the later ones of all. */
  default void met(BitSet agents) {}

  /**
   * An agent arrived at a rendezvous and may go on: its earlier steps happen-before those of each
   * agent that finds its arrival there.
   */
  default void left(int agent, MeetingPlace place) {}

  /**
   * These agents go on from a rendezvous: the earlier steps of the agents that left it
   * happen-before their next ones.
   */
  default void found(BitSet agents, MeetingPlace place) {}

  /** No agent will arrive any more at this rendezvous. */
  default void closed(MeetingPlace place) {}

  /**
   * All agents have arrived to exchange values: their next steps follow in every schedule, and no
   * memory is ordered.
   */
  default void exchanged(BitSet agents) {}

  /** An agent passed a fence of threads, which orders by these rules. */
  default void threadFenced(int agent, ThreadScope reach, ThreadEvent fence) {}

  /** The same for a fence that is in one order with others of its kind, between two parts of it. */
  default void sequentiallyFenced(int agent, ThreadScope reach) {}

  /** The agent's steps from here on are asynchronous work, or no longer, or are waited for. */
  default void changePhase(int agent, AsyncPhase what) {}

  /** CUDA orders the later steps of one agent after the earlier ones of another. */
  default void ordered(int before, int after) {}

  /** CUDA orders the later steps of these agents after the earlier ones of each. */
  default void ordered(BitSet agents) {}

  /** A stream began with the task of this number. */
  default void started(int pe, int stream, long task) {}

  /** An agent ended. */
  default void ended(int agent) {}
}
