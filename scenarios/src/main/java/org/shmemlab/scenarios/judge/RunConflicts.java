package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import java.util.OptionalLong;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.clock.RunRaces;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.ConflictWords;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Conflicts.Conflict;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.spec.Switch;
import org.shmemlab.scenarios.accepted.Allowance;
import org.shmemlab.scenarios.source.Directive;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Looks for conflicts in the happens-before order of one run, under the strongest promise that the
 * program's documents make: such a conflict is one by every reading. A conflict that a comment of
 * the source allows is none.
 */
public final class RunConflicts {
  private final RunRaces races;
  private final ConflictWords words;

  private RunConflicts(RunRaces races, ConflictWords words) {
    this.races = races;
    this.words = words;
  }

  /** The strongest promise of the documents about order, on a GPU whose streams run at once. */
  public static Profile profile(Program program) {
    return ProgramJudgement.profiles(program).stream()
        .filter(profile -> profile.has(Switch.STREAMS_RUN_AT_ONCE))
        .reduce((_, last) -> last)
        .orElseThrow();
  }

  /** Follows a machine that is about to run the program of these sources. */
  public static RunConflicts of(Machine machine, SourceFile sources) {
    ImmutableList<Allowance> allowed =
        Directive.of(sources).stream()
            .flatMap(directive -> Allowance.of(directive).stream())
            .filter(allowance -> allowance.kind() == FindingKind.CONFLICT)
            .collect(ImmutableList.toImmutableList());
    Profile profile = profile(machine.program());
    Specification rules = new Specification(profile);
    ConflictWords words = ConflictWords.of(machine.program(), profile);
    return new RunConflicts(
        new RunRaces(
            machine,
            new Conflicts(rules),
            conflict ->
                allowed.stream()
                    .anyMatch(allowance ->
                        allowance.isAbout(conflict.first().line())
                            || allowance.isAbout(conflict.second().line())),
            words),
        words);
  }

  /** The conflicts so far, each pair of lines once, as they were found. */
  public ImmutableList<Conflict> all() {
    return races.conflicts();
  }

  /** The words for them. */
  public ConflictWords words() {
    return words;
  }

  /**
   * The number of instructions after which none was looked for; empty where the whole run was
   * followed.
   */
  public OptionalLong end() {
    return races.end();
  }
}
