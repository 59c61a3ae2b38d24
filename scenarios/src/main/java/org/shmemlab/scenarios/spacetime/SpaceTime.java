package org.shmemlab.scenarios.spacetime;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.step.Access;

/**
 * An execution in space and time. Space is the lanes: the agents that take part, by PE. Time is the
 * ticks, of which several can come of one step of the schedule.
 *
 * @param rules the profile or transport by whose rules it ran, as on the command line
 * @param pes number of PEs
 * @param lanes the agents that take part, those of a PE together
 * @param flights the operations, in order of issue
 * @param ticks the events, in order
 * @param edges the order between ticks of two agents or operations
 * @param touches the accesses of ticks to memory
 * @param windows the bytes that operations may still access, and when
 * @param cells the words of memory that were accessed
 * @param moments the states: first the one before the first step, then one after each step
 * @param missing the order that is not there, of a schedule that leads to a conflict
 */
public record SpaceTime(
    String rules,
    int pes,
    ImmutableList<Lane> lanes,
    ImmutableList<Flight> flights,
    ImmutableList<Tick> ticks,
    ImmutableList<Edge> edges,
    ImmutableList<Touch> touches,
    ImmutableList<Window> windows,
    ImmutableList<Cell> cells,
    ImmutableList<Moment> moments,
    Optional<Missing> missing) {
  /** Stands for a lane, flight or tick where there is none. */
  public static final int NONE = -1;

  /**
   * An agent.
   *
   * @param agent "host", "thread 3 of block 0 of kernel k"
   */
  public record Lane(int pe, String agent) {}

  /**
   * An operation.
   *
   * @param call the source's call, such as {@code nvshmem_int_put_nbi}; else its kind
   * @param lane its issuer
   * @param to the PE that it reads or writes
   * @param line the call
   * @param over whether all of it has happened at the end
   */
  public record Flight(String call, int lane, int to, SourceLine line, boolean over) {}

  /** The kinds of events. */
  public enum Kind {
    /** An agent takes a step of its own: a load, a store, a wait that is satisfied. */
    STEP,
    /** An agent issues an operation. */
    ISSUE,
    /** An agent passes a fence. */
    FENCE,
    /** A quiet of an agent returns. */
    QUIET,
    /** Agents have all arrived and go on. */
    MEETING,
    SOURCE_READ,
    REMOTE_READ,
    DELIVERED,
    VISIBLE,
    UPDATE_READ,
    RMW,
    LANDED,
    SIGNAL_VISIBLE,
    ACKNOWLEDGED;

    static Kind of(Event.Kind kind) {
      return switch (kind) {
        case SOURCE_READ -> SOURCE_READ;
        case REMOTE_READ -> REMOTE_READ;
        case DELIVERED -> DELIVERED;
        case VISIBLE -> VISIBLE;
        case UPDATE_READ -> UPDATE_READ;
        case RMW -> RMW;
        case LANDED -> LANDED;
        case SIGNAL_VISIBLE -> SIGNAL_VISIBLE;
        case ACKNOWLEDGED -> ACKNOWLEDGED;
      };
    }

    /** Whether it is an event of an operation in flight. */
    public boolean ofNetwork() {
      return compareTo(MEETING) > 0;
    }

    /** Whether an operation writes its target by it. */
    boolean writes() {
      return switch (this) {
        case DELIVERED, VISIBLE, RMW, LANDED, SIGNAL_VISIBLE -> true;
        default -> false;
      };
    }
  }

  /**
   * Something that happens.
   *
   * @param step the number of the step that it comes of, from 1; 0 before the first
   * @param kind its kind
   * @param pe where: the PE of the agent, or whose memory an event is at
   * @param lanes the agents that do it; none for an event
   * @param flight the operation, or {@link #NONE}
   * @param word the first word of an event of some words of an operation, else {@link #NONE}
   * @param line the source line
   */
  public record Tick(
      int step,
      Kind kind,
      int pe,
      ImmutableList<Integer> lanes,
      int flight,
      int word,
      SourceLine line) {}

  /**
   * One tick that is ordered before another.
   *
   * @param by the call or wait that orders them
   */
  public record Edge(By by, int from, int to) {
    /** The calls that order two ticks. */
    public enum By {
      /** The fence between the issues of two operations. */
      FENCE,
      /** The quiet that waited for an operation. */
      QUIET,
      /** The wait that observed an operation's write. */
      WAIT,
      /** The call that returns once the operation has read its source, or brought its value. */
      RETURN,
      /** A flush, a sync or a fence of CUDA that waited for operations or their sources. */
      CALL,
      /** An order by CUDA: of a launch, a barrier of a block, a stream. */
      CUDA;

      /** Whether it is drawn next to the arrows of operations, which show returns already. */
      public boolean isDrawn() {
        return this == FENCE || this == QUIET || this == WAIT;
      }
    }
  }

  /**
   * An access of a tick.
   *
   * @param reads whether the values that were there matter
   * @param writes whether it writes
   * @param first the first cell
   * @param last the last cell
   * @param observed the operation whose signal it shows before that is visible, or {@link #NONE}
   */
  public record Touch(int tick, boolean reads, boolean writes, int first, int last, int observed) {}

  /**
   * When an operation may access bytes.
   *
   * @param use how
   * @param pe whose memory
   * @param object the object, with the first and last byte that may be accessed
   * @param opened the tick
   * @param closed the tick, or {@link #NONE} where it is still open at the end
   */
  public record Window(
      int flight,
      Access.Use use,
      int pe,
      String object,
      long first,
      long last,
      int opened,
      int closed) {}

  /** A word of memory, by a name from the source. */
  public record Cell(int pe, String name) {}

  /**
   * A state.
   *
   * @param agents where each lane's agent stands, by lane
   * @param changes the values that memory did not hold before the step; first, all that it holds
   */
  public record Moment(ImmutableList<Standing> agents, ImmutableList<Change> changes) {}

  /**
   * Where an agent stands.
   *
   * @param line its next line; empty where it has not begun or has ended
   * @param state "waits for ...", "has ended"; empty where it may simply go on
   */
  public record Standing(Optional<SourceLine> line, String state) {}

  /** The value of a cell from now on; a dash where it holds none. */
  public record Change(int cell, String value) {}

  /**
   * Two accesses with nothing between them.
   *
   * @param first the access that an operation or agent was at, and its end by the operation's
   *     window or the agent's lane
   */
  public record Missing(Side first, Side second) {
    /**
     * One access.
     *
     * @param flight the operation, or {@link #NONE} for an agent's own access
     * @param use how it uses memory
     * @param pe whose memory
     * @param object its name
     */
    public record Side(
        int lane, int flight, Access.Use use, int pe, String object, SourceLine line) {}
  }
}
