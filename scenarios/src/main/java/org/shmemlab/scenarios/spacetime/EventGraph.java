package org.shmemlab.scenarios.spacetime;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.program.SourceLine;

/**
 * An execution as a graph: events that access memory or order accesses, and the relations between
 * them that axiomatic models name (Alglave, Maranget, Tautschnig 2014, "Herding Cats").
 *
 * <p>Every access happens at one event at the home of its word, so that coherence is the order of
 * the execution. Happens-before is what follows from all arrows but coherence and from-reads; of
 * reads-from between atomics of threads only as far as their fences and scopes reach.
 *
 * @param pes number of PEs
 * @param lanes the agents that take part, those of a PE together
 * @param events in the order of the execution, those that are to come last
 * @param arrows between events, by their indices
 * @param skipped how many earlier events are left out
 * @param left how many later events are left out
 */
public record EventGraph(
    int pes,
    ImmutableList<SpaceTime.Lane> lanes,
    ImmutableList<Event> events,
    ImmutableList<Arrow> arrows,
    int skipped,
    int left) {
  /** Most events of a graph that can still be read. */
  public static final int MOST = 40;

  /**
   * An event.
   *
   * @param kind its kind
   * @param step the number of the step of the schedule that it comes of; the last one of an access
   *     that has not happened
   * @param pe whose memory an operation accesses, or whose agent acts
   * @param lanes the agents that do it; none for an event of an operation in flight
   * @param flight the operation, or {@link SpaceTime#NONE}
   * @param accesses to words, in their order
   * @param line the source line
   */
  public record Event(
      SpaceTime.Kind kind,
      int step,
      int pe,
      ImmutableList<Integer> lanes,
      int flight,
      ImmutableList<Access> accesses,
      SourceLine line) {
    /** Whether it is an access that a conflict leaves open. */
    public boolean isToCome() {
      return accesses.stream().anyMatch(Access::toCome);
    }
  }

  /**
   * An access to words of one object.
   *
   * @param pe whose memory
   * @param reads whether it reads
   * @param writes whether it writes
   * @param words "x", "inbox[0]", "inbox[0..3]"; empty where the conflict does not name them
   * @param read the value that it reads of the first word, empty if it reads none
   * @param written the value that it leaves in the first word, empty if it writes none
   * @param toCome whether it has not happened yet
   */
  public record Access(
      int pe,
      boolean reads,
      boolean writes,
      String words,
      String read,
      String written,
      boolean toCome) {}

  /**
   * A pair of a relation.
   *
   * @param by why there is an order of happens-before that is none of the other relations: "fence",
   *     "quiet", "returns", "waits", "CUDA"; else empty
   */
  public record Arrow(Order order, int from, int to, String by) {}

  /** The relations. */
  public enum Order {
    /** Of two events of one agent. */
    PROGRAM,
    /** From the issue of an operation to its events, and from each of these to the next. */
    OPERATION,
    /** From a write to a read of its value. */
    READS_FROM,
    /** From a write of a word to the next one. */
    COHERENCE,
    /** From a read to the write that replaces the value. */
    FROM_READS,
    /** Order by a call that is none of the above. */
    HAPPENS_BEFORE,
    /** Two accesses that nothing orders. */
    MISSING;

    /** Whether happens-before contains it. */
    public boolean isHappensBefore() {
      return this == PROGRAM || this == OPERATION || this == READS_FROM || this == HAPPENS_BEFORE;
    }
  }
}
