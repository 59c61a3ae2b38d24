package org.shmemlab.model.explore.clock;

import com.google.common.collect.ImmutableList;
import java.util.BitSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;
import org.shmemlab.model.job.Agent;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.SharedAccesses;
import org.shmemlab.model.memory.FailureKind;
import org.shmemlab.model.memory.FailureReason;
import org.shmemlab.model.operation.Caller;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.operation.OrderingCall;
import org.shmemlab.model.operation.Pending;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.program.Space;
import org.shmemlab.model.spec.ConflictWords;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;
import org.shmemlab.model.step.Access.Use;
import org.shmemlab.model.step.HappensBeforeListener;
import org.shmemlab.model.step.Step;

/**
 * Finds the data races in the happens-before order of one run, whatever schedule it has: the
 * machine executes as it does without, and reports each access of memory that several agents reach.
 * Its operations may happen at their issue; the order that they have by the documents is in their
 * clocks.
 *
 * <p>Clocks cost more than instructions, so a long run is followed up to a limit of work, and goes
 * on at full speed from there. Work is counted and not measured: the same run has the same races.
 */
public final class RunRaces extends HappensBefore {
  /** The work that every run may cost: a fraction of the time in which a command starts. */
  private static final long LEAST_ALLOWED = 600_000;

  /** So many instructions allow one more unit of work. */
  private static final long INSTRUCTIONS = 256;

  private static final int WORK_OF_ACCESS = 16;

  /** So many entries of clocks are one unit of work. */
  private static final int ENTRIES = 128;

  private final Machine machine;
  private final SharedAccesses accesses;
  private final Conflicts conflicts;
  private final Found found;
  private long work;
  private long end = -1; // of what was followed, in instructions
  private boolean watchesOwn; // memory of one agent alone that operations use
  private int waited = -1; // the operation that its call waits for

  /** Follows a machine from its first step on. */
  public RunRaces(Machine machine, Conflicts conflicts) {
    this(machine, conflicts, _ -> false, ConflictWords.NVSHMEM);
  }

  /**
   * The same without the conflicts that are accepted. In a job that tolerates no misuse, the first
   * other conflict is a {@link ProgramFailure} of the step that shows it.
   *
   * @param words for that failure
   */
  public RunRaces(
      Machine machine, Conflicts conflicts, Predicate<Conflict> accepted, ConflictWords words) {
    this(machine, conflicts, new Found(machine, accepted, words));
  }

  private RunRaces(Machine machine, Conflicts conflicts, Found found) {
    super(machine, conflicts, true, new RaceDetector(conflicts, found::add));
    this.machine = machine;
    this.conflicts = conflicts;
    this.accesses = new SharedAccesses(machine, this::isWatched);
    this.found = found;
  }

  /** Collects the conflicts of races, each pair of lines once, as they are found. */
  private static final class Found {
    private final Machine machine;
    private final Predicate<Conflict> accepted;
    private final ConflictWords words;
    private final Map<Mistake, Conflict> conflicts = new LinkedHashMap<>();

    /** Two lines and their uses, which distinguish mistakes of a program. */
    private record Mistake(SourceLine one, Use by, SourceLine other, Use use) {}

    Found(Machine machine, Predicate<Conflict> accepted, ConflictWords words) {
      this.machine = machine;
      this.words = words;
      this.accepted = accepted;
    }

    void add(Race race) {
      Conflict conflict = race.conflict();
      Access one = conflict.first();
      Access other = conflict.second();
      Mistake mistake = new Mistake(one.line(), one.use(), other.line(), other.use());
      if (conflicts.containsKey(mistake) || accepted.test(conflict)) {
        return;
      }
      conflicts.put(mistake, conflict);
      if (!machine.job().tolerant()) {
        Agent agent = other.operation() < 0 ? machine.agent(other.agent()) : null;
        throw new ProgramFailure(
            other.line(),
            other.pe(),
            agent == null ? "an operation in flight" : machine.describe(agent),
            new FailureReason(
                FailureKind.MISUSE,
                "conflict: %s",
                ImmutableList.of(new FailureReason.Varying(words.sides(conflict)))));
      }
    }
  }

  /** The conflicts so far, each pair of lines once. */
  public ImmutableList<Conflict> conflicts() {
    return ImmutableList.copyOf(found.conflicts.values());
  }

  /**
   * The number of instructions after which the rest was not followed; empty where all of the run
   * was.
   */
  public OptionalLong end() {
    return end < 0 ? OptionalLong.empty() : OptionalLong.of(end);
  }

  @Override
  public HappensBeforeListener forFork(Machine fork) {
    return NONE;
  }

  @Override
  public boolean follows(int agent, boolean own) {
    return !own || watchesOwn || accesses.severalReachHost(agent);
  }

  @Override
  public void executing(int agent) {
    if (end >= 0) {
      return; // the machine is about to see that it has no listener
    }
    worked(1);
    List<Access> next = accesses.next(agent);
    if (!next.isEmpty()) {
      worked(WORK_OF_ACCESS + agents.width() / ENTRIES);
      taking(new Step.OfAgent(agent), () -> next);
    }
  }

  @Override
  public void issued(Pending pending) {
    int known = watched.size();
    super.issued(pending);
    if (watched.size() != known) {
      watchesOwn = watched.stream().anyMatch(place -> place.space() != Space.SYMMETRIC);
    }
    waited = conflicts.rules().mayReturn(pending, machine.inFlight()) ? -1 : pending.number();
    worked(WORK_OF_ACCESS + operations.all().size());
  }

  @Override
  public void occurring(Pending pending, Event event) {
    super.occurring(pending, event);
    worked(WORK_OF_ACCESS);
  }

  @Override
  public void returned(int agent, int operation) {
    if (operation == waited) {
      super.returned(agent, operation);
    }
  }

  @Override
  public void passed(OrderingCall call, Caller caller) {
    super.passed(call, caller);
    operations.retire(call, caller, agents);
  }

  @Override
  public void met(BitSet numbers) {
    super.met(numbers);
    worked((long) numbers.cardinality() * agents.width() / ENTRIES);
  }

  private void worked(long amount) {
    work += amount;
    if (end < 0 && work > LEAST_ALLOWED + machine.executed() / INSTRUCTIONS) {
      end = machine.executed();
      machine.listen(HappensBeforeListener.NONE);
    }
  }
}
