package org.shmemlab.conformance.programs;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BooleanSupplier;
import org.shmemlab.model.choices.Choices;
import org.shmemlab.model.choices.SeededChoices;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.Witness;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.explore.execution.ClockWalk;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.machine.BlockedAgents;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Event;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.schedule.Schedule;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.model.step.Step;
import org.shmemlab.scenarios.judge.FirstState;

/** Asks each engine about one program. */
final class EngineQueries {
  /** Steps of one execution at random after which it goes on fairly, in turn. */
  private static final int RANDOM_STEPS = 120;

  /** Steps in turn after which an execution is taken to have no end. */
  private static final int FAIR_STEPS = 240;

  /** Instructions after which a run is taken to have no end; programs have some hundreds. */
  private static final long INSTRUCTIONS = 30_000;

  private static final Witness NOWHERE =
      new Witness(ImmutableIntArray.of(), ImmutableList.of(), false);

  private final Machine start;
  private final Conflicts conflicts;
  private final long looks;

  /**
   * Prepares to ask.
   *
   * @param looks how much an engine may do: how often it asks whether to go on
   */
  EngineQueries(Program program, int pes, Profile profile, long looks) {
    this.start = FirstState.of(program, Job.ofPes(pes), profile);
    this.conflicts = new Conflicts(new Specification(profile));
    this.looks = looks;
  }

  /** All orders, as an engine sees them. */
  EngineAnswer all(Engine engine) {
    long[] left = {looks};
    BooleanSupplier spent = () -> left[0]-- <= 0;
    SearchOptions options = new SearchOptions(Long.MAX_VALUE / 2, 0, spent);
    return EngineAnswer.of(
        engine.explore(
            start, Optional.of(conflicts), machine -> shown(machine.takeOutput()), options));
  }

  /**
   * Some executions at random: half of them judged by vector clocks, half of them plain runs, which
   * know neither what a step of an exploration is nor what it touches, and so find no conflict.
   */
  EngineAnswer random(long seed, int executions) {
    Seen seen = new Seen();
    Choices choices = new SeededChoices(seed);
    for (int execution = 0; execution < executions && !seen.hangs; execution++) {
      if (execution % 2 == 0) {
        walk(choices, seen);
      } else {
        run(choices, seen);
      }
    }
    return seen.answer();
  }

  /** Collects the results of executions. */
  private static final class Seen {
    final Map<Object, Finding> findings = new LinkedHashMap<>();
    final TreeSet<String> outcomes = new TreeSet<>();
    boolean hangs;

    void find(Finding finding) {
      findings.put(finding.identity(), finding);
    }

    EngineAnswer answer() {
      EngineAnswer answer = EngineAnswer.of(false, findings.values(), outcomes);
      return hangs ? answer.hanging() : answer;
    }
  }

  private void walk(Choices choices, Seen seen) {
    ClockWalk walk = new ClockWalk(start, conflicts);
    Turns turns = new Turns();
    for (int step = 0; !walk.enabled().isEmpty() && step < RANDOM_STEPS + FAIR_STEPS; step++) {
      int count = walk.enabled().size();
      walk.take(step < RANDOM_STEPS ? choices.next(count) : turns.next(walk));
    }
    walk.findings().forEach(seen::find);
    if (!walk.findings().isEmpty()) {
      return;
    }
    if (walk.enabled().isEmpty()) {
      seen.outcomes.add(shown(walk.machine().takeOutput()));
    } else {
      goesOn(walk.machine(), seen);
    }
  }

  // Where some wait at collectives that do not match, that is what is wrong.
  private static void goesOn(Machine machine, Seen seen) {
    machine
        .mismatch()
        .ifPresentOrElse(
            failure -> seen.find(new Finding.Failure(failure, NOWHERE)), () -> seen.hangs = true);
  }

  private void run(Choices choices, Seen seen) {
    OutputRecorder printed = new OutputRecorder(INSTRUCTIONS);
    Machine machine = start.fork();
    Runner runner = new Runner(machine, new ShortTurns(choices), new Looking(machine, printed));
    switch (runner.run()) {
      case RunResult.Finished _ -> seen.outcomes.add(shown(printed.pieces()));
      case RunResult.Failed failed -> seen.find(new Finding.Failure(failed.failure(), NOWHERE));
      case RunResult.Deadlock _, RunResult.Stopped _ -> goesOn(machine, seen);
    }
  }

  /** Records the place of every agent after each step, as a stop of the run there would. */
  private record Looking(Machine machine, OutputRecorder printed) implements Runner.Observer {
    @Override
    public void output(List<Output> more) {
      printed.output(more);
    }

    @Override
    public boolean goOn(long instructions) {
      BlockedAgents.whereStopped(machine).list();
      return printed.goOn(instructions);
    }
  }

  /** Agents and events at random, a few instructions at a time. */
  private record ShortTurns(Choices choices) implements Schedule {
    @Override
    public int pickAgent(int ready) {
      return choices.next(ready);
    }

    @Override
    public long fuel() {
      return choices.pick(1, 1, 3, 30);
    }

    @Override
    public boolean eventFirst() {
      return choices.yes();
    }

    @Override
    public int pickEvent(int enabled) {
      return choices.next(enabled);
    }
  }

  /**
   * Schedules fairly: next is always the agent that has not stepped for the longest time. The
   * operations of an agent count as one, the oldest of them first: an agent that polls has a new
   * one each time.
   */
  private static final class Turns {
    private final Map<Object, Integer> latest = new HashMap<>();
    private int now;

    int next(ClockWalk walk) {
      List<Object> actors =
          walk.enabled().stream().map(step -> actor(walk.machine(), step)).toList();
      int next = 0;
      for (int choice = 1; choice < actors.size(); choice++) {
        next = latest(actors.get(choice)) < latest(actors.get(next)) ? choice : next;
      }
      latest.put(actors.get(next), ++now);
      return next;
    }

    private int latest(Object actor) {
      return latest.getOrDefault(actor, 0);
    }

    private static Object actor(Machine machine, Step step) {
      return switch (step) {
        case Step.OfAgent of -> "agent " + of.agent();
        case Step.OfGlimpse of -> "agent " + of.agent();
        case Step.OfLook of -> "agent " + of.agent() + " answer " + of.answer(); // each of them
        case Step.OfNetwork(Event event) ->
            "operations of agent "
                + machine.inFlight().get(event.operation()).operation().origin().agent();
        case Step.OfCache of -> actor(machine, of.step());
      };
    }
  }

  /** The outcome of a final state: the output of each PE, whichever of its agents was first. */
  static String shown(List<Output> output) {
    Map<Integer, StringBuilder> byPe = new TreeMap<>();
    for (Output piece : output) {
      byPe.computeIfAbsent(piece.pe(), _ -> new StringBuilder()).append(piece.text());
    }
    List<String> lines = new ArrayList<>();
    byPe.forEach(
        (pe, text) -> text.toString().lines().sorted().forEach(line -> lines.add(pe + "." + line)));
    return String.join(" ", lines);
  }
}
