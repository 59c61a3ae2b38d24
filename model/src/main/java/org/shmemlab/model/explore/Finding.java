package org.shmemlab.model.explore;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.Optional;
import org.shmemlab.model.access.StaleLoad;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.ConflictWords;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.step.Access;

/**
 * Describes a mistake that some execution shows: its kind, its place and its objects. Reports are
 * made of these answers alone, so a new kind of finding is a constant of {@link FindingKind}, a
 * record that implements this, and the search that finds it.
 */
public interface Finding {
  /** Its kind. */
  FindingKind kind();

  /** The mistake, in a sentence without its full stop. */
  String sentence();

  /** The line at which it is reported: of two accesses, that of the second. */
  SourceLine line();

  /** The PE of the agent at that line. */
  int pe();

  /** A schedule that leads to it from the start. */
  Witness witness();

  /** The same finding with another schedule that leads to it. */
  Finding with(Witness witness);

  /** Its kind and place: two findings of equal identity are one mistake of the program. */
  FindingIdentity identity();

  /** The words for its accesses. */
  default ConflictWords words() {
    return ConflictWords.NVSHMEM;
  }

  /** The same in other words for accesses. */
  default Finding in(ConflictWords words) {
    return this;
  }

  /** The two accesses of a conflict; empty where it is about no such pair. */
  default ImmutableList<Access> accesses() {
    return ImmutableList.of();
  }

  /**
   * Of each access, which execution of its line by its agent it is, from 1; empty where all are the
   * first, or that is not known.
   */
  default ImmutableIntArray executions() {
    return ImmutableIntArray.of();
  }

  /** The agents that have not ended; empty where it is not about all of them. */
  default ImmutableList<Blocked> agents() {
    return ImmutableList.of();
  }

  /** Steps that lead back to the state where the schedule ends; empty where none do. */
  default ImmutableList<WitnessStep> round() {
    return ImmutableList.of();
  }

  /** The values that two accesses leave open, in a sentence without its full stop. */
  default Optional<String> values() {
    return Optional.empty();
  }

  /** The order that two accesses lack, in a sentence without its full stop. */
  default Optional<String> missingOrder() {
    return Optional.empty();
  }

  /** The mistake in a few words, for a listing in which its line stands next to it. */
  default String mark() {
    return sentence();
  }

  /** The state after its repair, in a clause. */
  default String repaired() {
    return "the " + kind().word() + " is gone";
  }

  /** Every line that it is about. */
  default ImmutableList<SourceLine> lines() {
    if (!accesses().isEmpty()) {
      return accesses().stream().map(Access::line).collect(ImmutableList.toImmutableList());
    }
    return agents().isEmpty()
        ? ImmutableList.of(line())
        : agents().stream().map(Blocked::line).collect(ImmutableList.toImmutableList());
  }

  /**
   * A data race: two conflicting accesses that happens-before does not order.
   *
   * @param words in which it is described
   * @param details what is known of the state in which its schedule ends
   */
  record DataRace(Conflict conflict, Witness witness, ConflictWords words, RaceDetails details)
      implements Finding {
    /** One in the words of NVSHMEM. */
    public DataRace(Conflict conflict, Witness witness) {
      this(conflict, witness, ConflictWords.NVSHMEM, RaceDetails.NONE);
    }

    /** The same mistake as its schedule shows it. */
    public DataRace at(Conflict shown, RaceDetails known) {
      return new DataRace(shown, witness, words, known);
    }

    @Override
    public DataRace in(ConflictWords other) {
      return new DataRace(conflict, witness, other, details);
    }

    @Override
    public FindingKind kind() {
      return FindingKind.CONFLICT;
    }

    @Override
    public String sentence() {
      return words.sides(conflict, details.executions());
    }

    @Override
    public SourceLine line() {
      return conflict.second().line();
    }

    @Override
    public int pe() {
      return conflict.second().pe();
    }

    @Override
    public DataRace with(Witness other) {
      return new DataRace(conflict, other, words, details);
    }

    @Override
    public FindingIdentity identity() {
      String uses = conflict.first().use() + " " + conflict.second().use();
      return new FindingIdentity(kind(), lines(), uses, ImmutableList.of());
    }

    @Override
    public ImmutableList<Access> accesses() {
      return ImmutableList.of(conflict.first(), conflict.second());
    }

    @Override
    public ImmutableIntArray executions() {
      return details.executions();
    }

    @Override
    public Optional<String> values() {
      return details.values().isEmpty()
          ? Optional.empty()
          : Optional.of(words.seen(conflict, details.values()));
    }

    @Override
    public Optional<String> missingOrder() {
      return Optional.of(words.missingOrder(conflict));
    }
  }

  /** No agent can step. */
  record Deadlock(ImmutableList<Blocked> agents, Witness witness) implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.DEADLOCK;
    }

    @Override
    public String sentence() {
      return "no PE can proceed";
    }

    @Override
    public SourceLine line() {
      return agents.get(0).line();
    }

    @Override
    public int pe() {
      return agents.get(0).pe();
    }

    @Override
    public Deadlock with(Witness other) {
      return new Deadlock(agents, other);
    }

    @Override
    public FindingIdentity identity() {
      return of(kind(), agents);
    }
  }

  /**
   * Some agent can always step, but no schedule ends: spin loops on words that no agent changes.
   *
   * @param agents those that have not ended
   */
  record Livelock(ImmutableList<Blocked> agents, ImmutableList<WitnessStep> round, Witness witness)
      implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.LIVELOCK;
    }

    @Override
    public String sentence() {
      return "some PE can always proceed, but no order of steps ends any more";
    }

    @Override
    public SourceLine line() {
      return agents.get(0).line();
    }

    @Override
    public int pe() {
      return agents.get(0).pe();
    }

    @Override
    public Livelock with(Witness other) {
      return new Livelock(agents, round, other);
    }

    @Override
    public FindingIdentity identity() {
      return of(kind(), agents);
    }
  }

  // Which of many agents is where is chance.
  private static FindingIdentity of(FindingKind kind, ImmutableList<Blocked> agents) {
    ImmutableList<SourceLine> lines =
        agents.stream()
            .map(Blocked::line)
            .distinct()
            .sorted()
            .collect(ImmutableList.toImmutableList());
    return new FindingIdentity(kind, lines, "", ImmutableList.of());
  }

  /** An assertion of the program failed, or it misused memory or the libraries. */
  record Failure(ProgramFailure failure, Witness witness) implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.of(failure.reason().kind());
    }

    @Override
    public String sentence() {
      return failure.text();
    }

    @Override
    public SourceLine line() {
      return failure.line();
    }

    @Override
    public int pe() {
      return failure.pe();
    }

    @Override
    public Failure with(Witness other) {
      return new Failure(failure, other);
    }

    @Override
    public FindingIdentity identity() {
      return new FindingIdentity(
          kind(), lines(), failure.reason().form(), failure.reason().names());
    }
  }

  /**
   * A load returns a stale value from a cache, after a wait that should have made a newer one
   * visible.
   */
  record Stale(StaleLoad load, Witness witness) implements Finding {
    @Override
    public FindingKind kind() {
      return FindingKind.STALE;
    }

    @Override
    public String sentence() {
      return load.text();
    }

    @Override
    public SourceLine line() {
      return load.load();
    }

    @Override
    public int pe() {
      return load.pe();
    }

    @Override
    public Stale with(Witness other) {
      return new Stale(load, other);
    }

    @Override
    public FindingIdentity identity() {
      return new FindingIdentity(kind(), lines(), "", ImmutableList.of(load.object()));
    }

    @Override
    public String mark() {
      return "finds an old value";
    }

    @Override
    public String repaired() {
      return "the load finds what was written";
    }
  }
}
