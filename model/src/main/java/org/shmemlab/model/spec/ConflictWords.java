package org.shmemlab.model.spec;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.primitives.ImmutableIntArray;
import com.google.common.primitives.ImmutableLongArray;
import java.util.List;
import java.util.stream.IntStream;
import org.shmemlab.model.program.Instruction.Family;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;

/**
 * Describes a conflict in words: in those of the library whose calls the program makes.
 *
 * @param values of a program of NCCL's device interface: where it puts values
 */
public record ConflictWords(Family library, ImmutableSet<SourceLine> values) {
  /** Those of NVSHMEM and OpenSHMEM. */
  public static final ConflictWords NVSHMEM = new ConflictWords(Family.NVSHMEM, ImmutableSet.of());

  /** The words for conflicts of a program that is judged by a profile. */
  public static ConflictWords of(Program program, Profile profile) {
    return profile.isOfNccl()
        ? new ConflictWords(Family.NCCL, NcclConflictWords.values(program))
        : NVSHMEM;
  }

  /** "the put of PE 0 at a.cu:12". */
  public String access(Access access) {
    return side(access) + " at " + access.line();
  }

  /** "the put of PE 0". */
  public String side(Access access) {
    return "the " + noun(access) + " of PE " + access.pe();
  }

  /** The call or access, as programmers of the library name it. */
  public String noun(Access access) {
    return library == Family.NCCL ? NcclConflictWords.noun(access, values) : noun(access.use());
  }

  /** Each access, with the execution of its line where these are given: "(2nd execution)". */
  public ImmutableList<String> accesses(List<Access> accesses, ImmutableIntArray executions) {
    return IntStream.range(0, accesses.size())
        .mapToObj(side -> access(accesses.get(side)) + execution(executions, side))
        .collect(ImmutableList.toImmutableList());
  }

  private static String execution(ImmutableIntArray executions, int side) {
    if (executions.isEmpty()) {
      return "";
    }
    int number = executions.get(side);
    boolean teen = number / 10 % 10 == 1;
    String ending =
        teen ? "th" : List.of("th", "st", "nd", "rd").get(number % 10 < 4 ? number % 10 : 0);
    return " (" + number + ending + " execution)";
  }

  /** Both sides and their common bytes: "... and ... both access ..., and neither ...". */
  public String sides(Conflict conflict) {
    return sides(conflict, ImmutableIntArray.of());
  }

  /** The same, with the executions of their lines where these are given. */
  public String sides(Conflict conflict, ImmutableIntArray executions) {
    return String.join(" and ", accesses(List.of(conflict.first(), conflict.second()), executions))
        + (is(conflict, Use.ARRIVAL)
            ? " are of one team, and neither happens-before the other"
            : " both access " + bytes(conflict) + ", and neither happens-before the other");
  }

  /**
   * The two values that the order of the accesses decides between: "in this schedule the load sees
   * 0 or 7".
   */
  public String seen(Conflict conflict, ImmutableLongArray either) {
    Access first = conflict.first();
    Access second = conflict.second();
    String both = either.get(0) + " or " + either.get(1);
    return "in this schedule "
        + (first.use().updates() && second.use().updates()
            ? "the word ends as " + both
            : "the " + noun(first.use().updates() ? second : first) + " sees " + both);
  }

  // "bytes 0 to 3 of 'inbox' of PE 1"
  private static String bytes(Conflict conflict) {
    long from = Math.max(conflict.first().from(), conflict.second().from());
    long to = Math.min(conflict.first().to(), conflict.second().to());
    Access.Place place = conflict.first().place();
    String range = to - from == 1 ? "byte " + from : "bytes " + from + " to " + (to - 1);
    String owner = place.space() == Space.SHARED ? " of a block of PE " : " of PE ";
    return range + " of '" + place.name() + "'" + owner + place.pe();
  }

  /** The order that the two accesses lack, by the calls of the library. */
  public String missingOrder(Conflict conflict) {
    boolean between =
        conflict.first().operation() >= 0
            || conflict.second().operation() >= 0
            || conflict.first().pe() != conflict.second().pe();
    return library == Family.NCCL && between
        ? new NcclConflictWords(this).missingOrder(conflict)
        : missing(conflict);
  }

  // By the calls of NVSHMEM and of CUDA.
  private static String missing(Conflict conflict) {
    Access first = conflict.first();
    Access second = conflict.second();
    if (is(conflict, Use.ARRIVAL)) {
      return "a PE is in one collective of a team at a time; order the two calls by their stream,"
          + " an event, a synchronisation or a join, or let one agent call, or all threads"
          + " of a block or warp the _block or _warp form";
    }
    if (is(conflict, Use.WORK_ARRAY)) {
      return "pSync and pWrk of a collective belong to it from the arrival of the first PE of the"
          + " active set to the return of the last: order the two by a barrier or sync, or use"
          + " arrays of its own for each";
    }
    if (is(conflict, Use.SOURCE)) {
      return "the source of a put may change only when the put has read it: for a non-blocking one,"
          + " after a quiet or barrier of PE "
          + first.pe();
    }
    if (is(conflict, Use.DESTINATION)) {
      return "the destination of a non-blocking get or fetch may be accessed only after a quiet or"
          + " barrier of PE "
          + first.pe();
    }
    if (first.use().isAtomicOfThread() && second.use().isAtomicOfThread()) {
      return first.from() == second.from() && first.to() == second.to()
          ? scope(first, second)
          : "atomics are atomic to each other only on the same bytes: use one size for one"
              + " word";
    }
    if (first.use().isOfBulkCopy() != second.use().isOfBulkCopy()
        && first.use().isOfThread()
        && second.use().isOfThread()) {
      return "a bulk copy uses the async proxy: a fence.proxy.async is needed between a store and the copy,"
          + " besides the order of the threads, and a thread that uses the bytes after the copy has to"
          + " wait for its group or its mbarrier";
    }
    if (isDirect(first) != isDirect(second) || (isDirect(first) && first.pe() != second.pe())) {
      return direct(first, second)
          + " through nvshmem_ptr: it has to make that visible (__threadfence_system, a fence, a"
          + " quiet or the end of the kernel) and then send a signal or an atomic that the other side"
          + " waits for, or both call a barrier in between";
    }
    if (first.use().isAmo() && second.use().isAmo() && first.call() != second.call()) {
      return "atomics through contexts of different teams are of different atomicity domains, and"
          + " not atomic to each other (OpenSHMEM 1.6, \"Atomicity Guarantees\"): use contexts of"
          + " one team for one word, or call a barrier in between";
    }
    if (watches(first, second) || watches(second, first)) {
      Access write = first.use().isWatchedWrite() ? first : second;
      return write.use() == Use.PUT_VALUE
          ? "only writes by atomics and signals are atomic to what polls the word: write it by"
              + " nvshmem_TYPE_atomic_set, or send it with its data by a put_signal, and wait for it"
              + " by a wait of that family"
          : "only waits and tests of the library are atomic to this write: wait by"
              + (write.use() == Use.SIGNAL ? " signal_wait_until" : " wait_until or test")
              + " in place of the loop of loads";
    }
    String family = synchronises(first.use()) && synchronises(second.use()) ? MIXED : "";
    if (first.operation() < 0 && second.operation() < 0) {
      return family
          + "agents of one PE are ordered by CUDA (__syncwarp, a barrier of the block, the order of"
          + " a stream, a synchronisation with it) or by their host (a mutex, a barrier of threads,"
          + " a join); a shuffle or a vote orders no memory, and an atomic does only with fences on"
          + " both sides whose scope holds both threads (the system's for a GPU and its host)";
    }
    if (first.agent() == second.agent() && second.operation() >= 0) {
      return family
          + "operations in flight are in no order: a quiet or barrier between the two calls"
          + " completes the first; a fence is enough between blocking ones to the same PE";
    }
    if (first.agent() == second.agent()) {
      return family + "PE " + first.pe() + " has to complete the first by a quiet or barrier";
    }
    return family
        + "either PE "
        + first.pe()
        + " has to complete the "
        + noun(first.use())
        + " (quiet, barrier, or "
        + (first.use() == Use.PUT ? "for a blocking put " : "")
        + "a fence before a flag to the same PE) and PE "
        + second.pe()
        + " has to observe that (barrier, or a wait for that flag or for its own signal) before"
        + " the "
        + noun(second.use())
        + ", or the "
        + noun(second.use())
        + " has to complete before PE "
        + first.pe()
        + " starts the "
        + noun(first.use());
  }

  private static boolean watches(Access poll, Access write) {
    return write.use().isWatchedWrite()
        && write.place().pe() == poll.pe()
        && (poll.use() == Use.ATOMIC_LOAD
            || (write.use() == Use.PUT_VALUE && poll.use() == Use.WAIT));
  }

  // A load, store or atomic of a thread itself in memory of another PE.
  static boolean isDirect(Access access) {
    return access.use().isOfThread()
        && access.place().space() == Space.SYMMETRIC
        && access.pe() != access.place().pe();
  }

  /** "PE 0 accesses memory of PE 1", of the access that is direct: the first if both are. */
  static String direct(Access first, Access second) {
    Access direct = isDirect(first) ? first : second;
    return "PE " + direct.pe() + " accesses memory of PE " + direct.place().pe();
  }

  private static String scope(Access first, Access second) {
    return first.pe() == second.pe()
        ? "atomics of different blocks on one word need at least the scope of the device on both"
            + " sides, and of a GPU and its host that of the system: atomicAdd or atomicAdd_system"
            + " in place of atomicAdd_block, and their like"
        : "atomics of different GPUs on one word need the scope of the system on both sides:"
            + " atomicAdd_system and its like";
  }

  private static final String MIXED = "these two kinds of access are not atomic to each other; ";

  private static boolean is(Conflict conflict, Use use) {
    return conflict.first().use() == use || conflict.second().use() == use;
  }

  private static boolean synchronises(Use use) {
    return switch (use) {
      case AMO, AMO_FETCH, SIGNAL, SIGNAL_FETCH, SIGNAL_WAIT, WAIT -> true;
      case ATOMIC_LOAD, ATOMIC_STORE, ATOMIC_UPDATE -> true;
      default -> false;
    };
  }

  /** A kind of access, as programmers of NVSHMEM name it. */
  public static String noun(Use use) {
    return switch (use) {
      case LOAD -> "load";
      case STORE -> "store";
      case BULK_SOURCE -> "bulk copy (reading)";
      case BULK_DESTINATION -> "bulk copy (writing)";
      case ATOMIC_LOAD -> "volatile or atomic load";
      case ATOMIC_STORE -> "volatile or atomic store";
      case ATOMIC_UPDATE -> "atomic of a thread";
      case WAIT -> "wait or test";
      case SIGNAL_WAIT -> "wait for a signal";
      case SIGNAL_FETCH -> "fetch of a signal";
      case PUT -> "put";
      case PUT_VALUE -> "p";
      case SOURCE -> "put (reading its source)";
      case GET -> "get";
      case DESTINATION -> "arrival of what was fetched";
      case AMO -> "atomic";
      case AMO_FETCH -> "atomic fetch";
      case SIGNAL -> "signal";
      case COLLECTIVE_SOURCE -> "collective (reading)";
      case COLLECTIVE_DESTINATION -> "collective (writing)";
      case WORK_ARRAY -> "collective (using its work arrays)";
      case KEPT_WORK_ARRAY -> "collective (not yet done with its work arrays)";
      case FREE -> "end of the object's life";
      case LOCK -> "use as a mutex";
      case CONDITION -> "use as a condition";
      case ARRIVAL -> "collective";
      case TURN, COUNT, ISSUE, DRAIN, PROGRESS, QUERY, INQUIRY, SETUP, EXIT -> "call";
    };
  }
}
