package org.shmemlab.conformance.traces;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.shmemlab.conformance.programs.Spelling;
import org.shmemlab.conformance.programs.WholePrograms;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.compiled.ExecutionMode;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.schedule.Schedule;
import org.shmemlab.model.schedule.SeededRandom;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.RunConflicts;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.testing.Draws;

/**
 * Checks the conflicts in the order of single runs against the exploration of every order, on drawn
 * programs: a run warns of none where there is none, and mostly of one where there is one.
 */
@Tag("random")
class ConflictsOfRunsAgreeTest {
  private static final int DRAWN = Draws.of(60);
  private static final int MOST_STATES = 5_000;

  @Test
  void runsWarnOfConflictsThatExist() {
    List<String> alarms = new ArrayList<>();
    int wrong = 0;
    int warned = 0;
    for (long seed = Draws.seed(50_000), end = seed + DRAWN; seed < end; seed++) {
      TestProgram program =
          TestProgram.of(WholePrograms.draw(new SeededChoices(seed)).file(Spelling.LIBRARY));
      boolean exists = conflicts(program);
      boolean warns =
          warns(program, new RoundRobin(), ExecutionMode.INTERPRETED)
              || warns(program, new SeededRandom(seed), ExecutionMode.COMPILED);
      if (warns && !exists) {
        alarms.add(seed + "\n" + program.source().text());
      }
      wrong += exists ? 1 : 0;
      warned += exists && warns ? 1 : 0;
    }
    assertThat(alarms).isEmpty();
    assertThat(warned).isGreaterThanOrEqualTo(wrong / 2);
  }

  private static boolean conflicts(TestProgram program) {
    Profile profile = RunConflicts.profile(program.program());
    ProgramJudgement judgement =
        ProgramJudgement.of(
            program.source(),
            program.program(),
            program.job(),
            List.of(profile),
            new ExplorationLimits(MOST_STATES, () -> false));
    return judgement.findings().stream().anyMatch(found -> found.kind() == FindingKind.CONFLICT)
        || !judgement.complete();
  }

  private static boolean warns(TestProgram program, Schedule schedule, ExecutionMode mode) {
    Machine machine =
        new Machine(program.program(), program.job(), new Immediate(), new RuntimeSystem());
    machine.execute(mode);
    RunConflicts conflicts = RunConflicts.of(machine, program.source());
    new Runner(machine, schedule, new OutputRecorder(1_000_000)).run();
    return !conflicts.all().isEmpty();
  }
}
