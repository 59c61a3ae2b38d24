package org.shmemlab.model.program;

import com.google.common.collect.Range;
import com.google.common.primitives.ImmutableIntArray;

/**
 * Lists the kinds of rendezvous of agents. Each kind names its meeting place and its arguments
 * (registers of {@link Instruction.Arrive}, in this order). Every agent of one meeting must arrive
 * for the same kind; the arguments marked * must be equal on every agent. The result, where one is
 * named, is that of {@link Instruction.Depart}.
 *
 * <p>Collectives of NVSHMEM: "Collective Communication" of the NVSHMEM API; of OpenSHMEM 1.6:
 * section 9.10. A team argument is a team handle of the calling PE. A call on an active set has its
 * pSync* after these arguments, and a reduction then its pWrk*.
 */
public enum MeetingKind {
  /** {@code __syncthreads}: all live threads of the block. No arguments. */
  BLOCK_BARRIER(Place.BLOCK, 0, "a block barrier"),
  /** {@code __syncthreads_count/and/or}: predicate; result: how many predicates were non-zero. */
  BLOCK_COUNT(Place.BLOCK, 1, "a block vote"),
  /**
   * {@code bar.sync} of PTX with a number of threads: barrier of the block (0 to 15), threads*; 0
   * threads: all of the block.
   */
  PART_BARRIER(Place.PART_OF_BLOCK, 2, "a barrier of a part of the block", 1),
  /** {@code bar.arrive} of PTX: as PART_BARRIER, and the thread does not wait. */
  PART_ARRIVAL(Place.PART_OF_BLOCK, 2, "an arrival at a barrier of a part of the block", 1),
  /** {@code bar.red} of PTX: as PART_BARRIER, and a predicate; result: how many were non-zero. */
  PART_COUNT(Place.PART_OF_BLOCK, 3, "a vote of a part of the block", 1),

  /** {@code __syncwarp}: mask*; result: bit per participating lane. */
  WARP_SYNC(Place.WARP, 1, "a warp barrier", 0),
  /**
   * Warp shuffle: mask*, value, lane to read; result: that lane's value (own if not taking part).
   */
  WARP_SHUFFLE(Place.WARP, 3, "a warp shuffle", 0),
  /** Warp vote: mask*, predicate; result: bit per participating lane with a non-zero predicate. */
  WARP_BALLOT(Place.WARP, 2, "a warp vote", 0),
  /**
   * {@code __match_any_sync}: mask*, value; result: bit per participating lane with equal value.
   */
  WARP_MATCH(Place.WARP, 2, "a warp match", 0),
  /** {@code __reduce_*_sync}: mask*, value, with element and operator; result: the reduction. */
  WARP_REDUCE(Place.WARP, 2, "a warp reduction", 0),

  /** Grid-wide barrier of a cooperative or collective launch. No arguments. */
  GRID_SYNC(Place.GRID, 0, "a grid barrier"),

  /**
   * {@code pthread_barrier_wait} and OpenMP's barrier: address, number of threads; result: -1 on
   * one of them, 0 on the others.
   */
  THREAD_BARRIER(Place.THREADS, 2, "a barrier of threads"),

  /** Library initialisation. No arguments. */
  INIT(Place.WORLD, 0, "initialisation"),
  /** Library finalisation. No arguments. */
  FINALIZE(Place.WORLD, 0, "finalisation"),
  /** Symmetric allocation: bytes*, alignment*, zero-filled* (0/1); result: the address or null. */
  MALLOC(Place.WORLD, 3, "symmetric allocation", 0, 1, 2),
  /** Symmetric release: address*. */
  FREE(Place.WORLD, 1, "free", 0),

  /** Arrival only, plus visibility of plain stores: team*. */
  SYNC(Place.TEAM, 1, "sync"),
  /** Barrier: team*. The quiet before it is an instruction of its own. */
  BARRIER(Place.TEAM, 1, "barrier"),
  /**
   * team*, destination, source, bytes*, root* (index in the team), write root's destination* (0/1).
   */
  BROADCAST(Place.TEAM, 6, "broadcast", 3, 4, 5),
  /** All-gather of equal blocks: team*, destination, source, bytes per PE*. */
  FCOLLECT(Place.TEAM, 4, "fcollect", 3),
  /** All-gather of blocks of any size, in team order: team*, destination, source, bytes. */
  COLLECT(Place.TEAM, 4, "collect"),
  /** team*, destination, source, bytes per pair*. */
  ALLTOALL(Place.TEAM, 4, "alltoall", 3),
  /**
   * Strided: team*, destination, source, destination stride*, source stride* (elements), elements
   * per pair*, with element.
   */
  ALLTOALLS(Place.TEAM, 6, "alltoalls", 3, 4, 5),
  /** All-reduce: team*, destination, source, elements*, with element and operator. */
  REDUCE(Place.TEAM, 4, "reduction", 3),
  /** team*, destination, source, elements per PE*, with element and operator. */
  REDUCE_SCATTER(Place.TEAM, 4, "reduce-scatter", 3),
  /**
   * Prefix reduction: team*, destination, source, elements*, whether the own ones count* (0/1),
   * with element and operator; where they do not, the first member's result is zero.
   */
  SCAN(Place.TEAM, 5, "scan", 3, 4),
  /**
   * MPI's rooted reduce: team*, destination, source, elements*, root*, with element and operator.
   */
  REDUCE_TO_ROOT(Place.TEAM, 5, "rooted reduction", 3, 4),
  /** MPI's gather: team*, destination, source, bytes per PE*, root*. */
  GATHER(Place.TEAM, 5, "gather", 3, 4),
  /** MPI's scatter: team*, destination, source, bytes per PE*, root*. */
  SCATTER(Place.TEAM, 5, "scatter", 3, 4),
  /**
   * parent team*, start*, stride*, size*; result: the new team's handle, -1 for non-members, {@link
   * #NO_SUCH_TEAM} where the parent has not all of these PEs.
   */
  TEAM_SPLIT_STRIDED(Place.TEAM, 4, "strided team split", 1, 2, 3),
  /** parent team*, x range*, axis* (0 = x, 1 = y); result: handle of the caller's row or column. */
  TEAM_SPLIT_2D(Place.TEAM, 3, "2-D team split", 1, 2),
  /** parent team*, colour, key: MPI_Comm_split; result: handle, or -1 for an undefined colour. */
  TEAM_SPLIT_COLOR(Place.TEAM, 3, "split by colour"),
  /** team*. */
  TEAM_DESTROY(Place.TEAM, 1, "team destruction");

  /** The result of a split that makes no team. */
  public static final int NO_SUCH_TEAM = -2;

  /** Where agents meet. */
  public enum Place {
    BLOCK,
    PART_OF_BLOCK,
    WARP,
    GRID,
    THREADS,
    WORLD,
    TEAM
  }

  private final Place place;
  private final int arguments;
  private final String text;
  private final ImmutableIntArray equalArguments;

  MeetingKind(Place place, int arguments, String text, int... equalArguments) {
    this.place = place;
    this.arguments = arguments;
    this.text = text;
    this.equalArguments = ImmutableIntArray.copyOf(equalArguments);
  }

  public Place place() {
    return place;
  }

  /** Whether PEs meet, and not threads of one. */
  public boolean isCollective() {
    return switch (place) {
      case TEAM, WORLD -> true;
      case BLOCK, PART_OF_BLOCK, WARP, GRID, THREADS -> false;
    };
  }

  /**
   * Whether the members' accesses before the meeting happen-before those of each member after it.
   * Warp exchanges hand values over and order no memory; {@code __syncwarp} and barriers do (CUDA
   * C++ Programming Guide, "Warp Vote Functions", "Warp Match Functions", "Warp Reduce Functions",
   * "Warp Shuffle Functions": none "implies a memory barrier").
   */
  public boolean ordersMemory() {
    return switch (this) {
      case WARP_SHUFFLE, WARP_BALLOT, WARP_MATCH, WARP_REDUCE -> false;
      default -> true;
    };
  }

  /** Whether its result depends on the values of the elements, and not on their bytes alone. */
  public boolean computes() {
    return switch (this) {
      case ALLTOALLS, REDUCE, REDUCE_SCATTER, SCAN, REDUCE_TO_ROOT, WARP_REDUCE -> true;
      default -> false;
    };
  }

  /** Whether each member of a collective waits for every other one. */
  public boolean awaitsAll() {
    return switch (this) {
      case BROADCAST, SCATTER, GATHER, REDUCE_TO_ROOT, SCAN -> false;
      default -> true;
    };
  }

  /**
   * The members of a collective that one of them waits for, by their indices in the team: those
   * whose data it is to have, and no others. A return is local, and no member learns from it that
   * others have arrived whose data it does not get (OpenSHMEM 1.6, section 9.10, "Collective
   * Routines": the state upon return is true "for the local PE"; MPI 4.1, section 6.1).
   *
   * @param root index of the member that gives or gets; without meaning where there is none
   */
  public Range<Integer> awaited(int me, int root, int size) {
    return switch (this) {
      case BROADCAST, SCATTER -> Range.closedOpen(root, me == root ? root : root + 1);
      case GATHER, REDUCE_TO_ROOT -> Range.closedOpen(0, me == root ? size : 0);
      case SCAN -> Range.closedOpen(0, me);
      default -> Range.closedOpen(0, size);
    };
  }

  /**
   * Whether it is released by a number of arrivals, so that the order of arrival decides which
   * agents are released together.
   */
  public boolean isCounted() {
    return place == Place.PART_OF_BLOCK || place == Place.THREADS;
  }

  /** Whether agents that arrive wait for the others: {@link Instruction.Depart} has to follow. */
  public boolean waits() {
    return this != PART_ARRIVAL;
  }

  /** Whether agents that arrive for one and for the other meet. */
  public boolean meets(MeetingKind other) {
    return this == other
        || (isBarrierOfBlock() && other.isBarrierOfBlock())
        || (isVoteOfBlock() && other.isVoteOfBlock());
  }

  private boolean isVoteOfBlock() {
    return this == BLOCK_COUNT || this == PART_COUNT;
  }

  private boolean isBarrierOfBlock() {
    return this == BLOCK_BARRIER || this == PART_BARRIER || this == PART_ARRIVAL;
  }

  /** How messages call it. */
  public String text() {
    return text;
  }

  /** Indices of the arguments that must be the same on every agent. */
  public ImmutableIntArray equalArguments() {
    return equalArguments;
  }

  /** Number of argument registers. */
  public int arguments() {
    return arguments;
  }
}
