package org.shmemlab.model.step;

import org.jspecify.annotations.Nullable;
import org.shmemlab.model.operation.SignalOperator;
import org.shmemlab.model.program.AtomicOp;
import org.shmemlab.model.program.ScalarType;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;

/**
 * Describes the bytes that an agent's next step or an operation in flight accesses.
 *
 * @param place the object
 * @param from first byte
 * @param to one past the last byte
 * @param use how
 * @param type of the word, where the call has one
 * @param operator of signal updates
 * @param merging of an atomic update that commutes with its like and whose old value is not read:
 *     which
 * @param scope of an atomic of a thread itself: the threads to whose atomics it is atomic
 * @param call of work arrays: which call of a team they are for, equal for its members; of an
 *     arrival that counts: twice the number of the phase, and one more if it may be the last of it,
 *     or -1 if it tests whether it is; of atomics of the library: the team whose contexts are their
 *     atomicity domain; else 0
 * @param operation number of the operation in flight, or -1 for an agent's own step
 * @param agent its issuer
 * @param pe the PE of that agent
 * @param line where
 */
public record Access(
    Place place,
    long from,
    long to,
    Use use,
    @Nullable ScalarType type,
    @Nullable SignalOperator operator,
    @Nullable AtomicOp merging,
    @Nullable AtomicScope scope,
    long call,
    int operation,
    int agent,
    int pe,
    SourceLine line) {

  /** One that is of no word of a type. */
  public static Access of(
      Place place, long from, long to, Use use, int operation, int agent, int pe, SourceLine line) {
    return new Access(place, from, to, use, null, null, null, null, 0, operation, agent, pe, line);
  }

  /**
   * An object: where it is and its index there.
   *
   * @param group which of several with that index: the agent or block that it belongs to, or how
   *     often the index was given out before
   * @param name its name in messages, which is forgotten after the end of its life; it does not
   *     count for equality
   */
  public record Place(Space space, int pe, int group, int index, String name) {
    @Override
    public boolean equals(@Nullable Object other) {
      return other instanceof Place place
          && space == place.space
          && pe == place.pe
          && group == place.group
          && index == place.index;
    }

    @Override
    public int hashCode() {
      return 31 * (31 * (31 * space.hashCode() + pe) + group) + index;
    }
  }

  /** The kinds of accesses whose combinations the consistency rules distinguish. */
  public enum Use {
    LOAD(false),
    STORE(true),
    /**
     * Accesses of a thread that are atomic to each other, and relaxed: those of C, C++, CUDA and
     * PTX, and volatile ones of a GPU (PTX ISA, "Memory Consistency Model", "Volatile Operation").
     */
    ATOMIC_LOAD(false),
    ATOMIC_STORE(true),
    ATOMIC_UPDATE(true),
    /**
     * The read of a bulk copy of a thread, by the async proxy instead of the thread (PTX ISA,
     * "Async proxy").
     */
    BULK_SOURCE(false),
    /** The write of a bulk copy of a thread. */
    BULK_DESTINATION(true),
    WAIT(false),
    SIGNAL_WAIT(false),
    SIGNAL_FETCH(false),
    PUT(true),
    PUT_VALUE(true),
    /** The source of a put. */
    SOURCE(false),
    /** The remote side of a get. */
    GET(false),
    /** The local side of a get. */
    DESTINATION(true),
    AMO(true),
    AMO_FETCH(false),
    SIGNAL(true),
    COLLECTIVE_SOURCE(false),
    COLLECTIVE_DESTINATION(true),
    /** The work arrays of a collective on an active set, of every PE of it, from a PE's arrival. */
    WORK_ARRAY(true),
    /** Those of a PE that has not returned from such a call yet. */
    KEPT_WORK_ARRAY(false),
    /** A mutex of host threads. */
    LOCK(true),
    /** A condition of host threads. */
    CONDITION(true),
    /** The end of the object's life. */
    FREE(true),
    /** No memory: being at a collective of a team, of which a PE is at one at a time. */
    ARRIVAL(true),
    /** No memory: an arrival or call whose order among those of other agents counts. */
    TURN(true),
    /** No memory: arriving at a barrier for a number of agents, which others may fill instead. */
    COUNT(true),
    /** No memory: the issue of an operation that a quiet of another agent may cover. */
    ISSUE(true),
    /** No memory: the return of a quiet that covers other agents' operations. */
    DRAIN(false),
    /** No memory: a step after which a device, or a thread that its host may end, is further. */
    PROGRESS(true),
    /** No memory: a query of a device's progress. */
    QUERY(false),
    /** No memory: reading the setup that all threads of a PE share. */
    INQUIRY(false),
    /** No memory: changing the setup that all threads of a PE share. */
    SETUP(true),
    /** No memory: the end of the job, or of a host, after which none of its agents steps. */
    EXIT(false);

    private final boolean updates;

    Use(boolean updates) {
      this.updates = updates;
    }

    public boolean updates() {
      return updates;
    }

    /** Whether it is an access to memory, and does not only stand for a dependence. */
    public boolean touchesMemory() {
      return switch (this) {
        case ARRIVAL, TURN, COUNT, ISSUE, DRAIN, PROGRESS, QUERY, INQUIRY, SETUP, EXIT -> false;
        default -> true;
      };
    }

    /** Whether it is a load, a store, an atomic or a bulk copy of a thread. */
    public boolean isOfThread() {
      return this == LOAD || this == STORE || isAtomicOfThread() || isOfBulkCopy();
    }

    /** Whether it is a thread's write of a value that it was given, by itself or in bulk. */
    public boolean stores() {
      return this == STORE || this == BULK_DESTINATION;
    }

    /** Whether a bulk copy does it. */
    public boolean isOfBulkCopy() {
      return this == BULK_SOURCE || this == BULK_DESTINATION;
    }

    /** Whether it is an atomic of a thread itself. */
    public boolean isAtomicOfThread() {
      return this == ATOMIC_LOAD || this == ATOMIC_STORE || this == ATOMIC_UPDATE;
    }

    /** Whether it is an atomic of the library. */
    public boolean isAmo() {
      return this == AMO || this == AMO_FETCH;
    }

    /** Whether an operation does this to its target, in an order that fences decide. */
    public boolean ofTarget() {
      return switch (this) {
        case PUT, PUT_VALUE, STORE, BULK_DESTINATION, AMO, AMO_FETCH, SIGNAL -> true;
        default -> false;
      };
    }
  }

  /**
   * Whether both use a work array as calls may: the members of one call, or of two calls, both of
   * which have ended.
   */
  public boolean sharesWorkArray(Access other) {
    return switch (use) {
      case WORK_ARRAY ->
          other.use == Use.WORK_ARRAY || (other.use == Use.KEPT_WORK_ARRAY && call == other.call);
      case KEPT_WORK_ARRAY -> other.use == Use.WORK_ARRAY && call == other.call;
      default -> false;
    };
  }

  /**
   * Whether two arrivals are of one phase of a barrier in both orders: they are not both the last,
   * and none of them tests which was.
   */
  public boolean sharesPhase(Access other) {
    boolean bothLast = call == other.call && (call & 1) == 1;
    return call >= 0 && other.call >= 0 && call >> 1 == other.call >> 1 && !bothLast;
  }

  /** Whether both have a byte in common. */
  public boolean overlaps(Access other) {
    return place.equals(other.place) && from < other.to && other.from < to;
  }
}
