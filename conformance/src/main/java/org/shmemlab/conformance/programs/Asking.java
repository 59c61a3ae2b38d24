package org.shmemlab.conformance.programs;

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
import org.shmemlab.model.explore.ClockWalk;
import org.shmemlab.model.explore.Effort;
import org.shmemlab.model.explore.Engine;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.machine.Output;
import org.shmemlab.model.machine.Step;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.judge.FirstState;

/** Asks each engine about one program. */
final class Asking {
  /** Steps of one execution at random after which it goes on fairly, in turn. */
  private static final int RANDOM_STEPS = 120;

  /** Steps in turn after which an execution is taken to have no end. */
  private static final int FAIR_STEPS = 240;

  private final Machine start;
  private final Conflicts conflicts;
  private final long looks;

  /**
   * Prepares to ask.
   *
   * @param looks how much an engine may do: how often it asks whether to go on
   */
  Asking(Program program, int pes, Profile profile, long looks) {
    this.start = FirstState.of(program, Job.ofPes(pes), profile);
    this.conflicts = new Conflicts(new Specification(profile));
    this.looks = looks;
  }

  /** All orders, as an engine sees them. */
  Answer all(Engine engine) {
    long[] left = {looks};
    BooleanSupplier spent = () -> left[0]-- <= 0;
    Effort effort = new Effort(Long.MAX_VALUE / 2, 0, spent);
    return Answer.of(engine.explore(start, Optional.of(conflicts), Asking::shown, effort));
  }

  /** Some executions at random, each judged by vector clocks. */
  Answer random(long seed, int executions) {
    Map<Object, Finding> findings = new LinkedHashMap<>();
    TreeSet<String> outcomes = new TreeSet<>();
    boolean hangs = false;
    Choices choices = new SeededChoices(seed);
    for (int execution = 0; execution < executions && !hangs; execution++) {
      ClockWalk walk = new ClockWalk(start, conflicts);
      Turns turns = new Turns();
      for (int step = 0; !walk.enabled().isEmpty() && step < RANDOM_STEPS + FAIR_STEPS; step++) {
        int count = walk.enabled().size();
        walk.take(step < RANDOM_STEPS ? choices.next(count) : turns.next(walk.enabled()));
      }
      Optional<Finding> finding = walk.finding();
      if (finding.isPresent()) {
        findings.put(finding.get().place(), finding.get());
      } else if (walk.enabled().isEmpty()) {
        outcomes.add(shown(walk.machine()));
      } else {
        hangs = true;
      }
    }
    Answer answer = Answer.of(false, findings.values(), outcomes);
    return hangs ? answer.hanging() : answer;
  }

  /** Gives everybody a turn: next is always who had none for the longest time. */
  private static final class Turns {
    private final Map<Object, Integer> latest = new HashMap<>();
    private int now;

    int next(List<Step> enabled) {
      int next = 0;
      for (int choice = 1; choice < enabled.size(); choice++) {
        next = latest(enabled.get(choice)) < latest(enabled.get(next)) ? choice : next;
      }
      latest.put(actor(enabled.get(next)), ++now);
      return next;
    }

    private int latest(Step step) {
      return latest.getOrDefault(actor(step), 0);
    }

    private static Object actor(Step step) {
      return switch (step) {
        case Step.OfAgent of -> "agent " + of.agent();
        case Step.OfGlimpse of -> "agent " + of.agent();
        case Step.OfNetwork of -> of.event().operation();
      };
    }
  }

  /** What a final state shows: what each PE printed, whichever of its agents came first. */
  private static String shown(Machine machine) {
    Map<Integer, StringBuilder> byPe = new TreeMap<>();
    for (Output piece : machine.takeOutput()) {
      byPe.computeIfAbsent(piece.pe(), _ -> new StringBuilder()).append(piece.text());
    }
    List<String> lines = new ArrayList<>();
    byPe.forEach(
        (pe, text) -> text.toString().lines().sorted().forEach(line -> lines.add(pe + "." + line)));
    return String.join(" ", lines);
  }
}
