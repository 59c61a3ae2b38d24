package org.shmemlab.model.explore.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Tag;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.schedule.Schedule;
import org.shmemlab.model.schedule.SeededRandom;
import org.shmemlab.model.sketch.DrawnProgram;
import org.shmemlab.model.sketch.DrawnThreads;
import org.shmemlab.model.spec.Profile;

/**
 * Tests that a run is one of the executions that an engine explores, with its outcome among the
 * engine's. It also continues where it can, although a waiting agent is checked again only after a
 * wakeup.
 */
@Tag("random")
class RunsOfDrawnProgramsTest {
  private static final long MOST_INSTRUCTIONS = 200_000;

  @Property(tries = 60)
  void aRunEndsInWhatASearchFinds(@ForAll long seed) {
    SeededChoices choices = new SeededChoices(seed);
    Profile profile = choices.pick(Profile.all().toList());
    Machine machine =
        choices.next(3) == 0
            ? new DrawnProgram(choices, 3, true).machine(profile)
            : new DrawnThreads(choices, choices.pick(DrawnThreads.Kind.values()), 2)
                .machine(profile);
    Exploration all = Answers.of(Engine.STATES, machine, profile, 1_000);
    if (!all.complete() || all.undefined()) {
      return; // what it ends in is not all known, or has no meaning
    }
    compare(all, machine.fork(), new RoundRobin());
    compare(all, machine.fork(), new SeededRandom(seed));
  }

  private static void compare(Exploration all, Machine machine, Schedule schedule) {
    OutputRecorder printed = new OutputRecorder(MOST_INSTRUCTIONS);
    RunResult result = new Runner(machine, schedule, printed).run();
    switch (result) {
      case RunResult.Finished _ -> assertThat(all.outcomes()).containsKey(told(printed.pieces()));
      case RunResult.Deadlock deadlock ->
          assertThat(all.findings())
              .as("%s", deadlock)
              .anyMatch(
                  found -> found instanceof Finding.Deadlock || found instanceof Finding.Livelock);
      case RunResult.Failed failed ->
          assertThat(all.findings())
              .as("%s", failed.failure().text())
              .anyMatch(found ->
                  found instanceof Finding.Failure known
                      && known.failure().text().equals(failed.failure().text()));
      case RunResult.Stopped _ -> assertThat(all.findings()).isNotEmpty();
    }
  }

  private static String told(List<Output> output) {
    return String.join(
        " ", output.stream().map(piece -> piece.pe() + ":" + piece.text()).sorted().toList());
  }
}
