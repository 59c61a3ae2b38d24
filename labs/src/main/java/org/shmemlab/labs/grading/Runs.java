package org.shmemlab.labs.grading;

import com.google.common.collect.ImmutableList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.shmemlab.labs.lesson.Criterion;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.job.ProgramFailure;
import org.shmemlab.model.machine.BlockedAgents.Blocked;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.schedule.Schedule;
import org.shmemlab.model.schedule.SeededRandom;
import org.shmemlab.scenarios.runtime.RuntimeSystem;

/** Runs an answer in a few orders. */
final class Runs {
  private final GradingLimits limits;

  Runs(GradingLimits limits) {
    this.limits = limits;
  }

  TestOutcome test(Program program, Criterion.Runs runs) {
    for (int i = 0; i < runs.schedules(); i++) {
      Schedule schedule = i == 0 ? new RoundRobin() : new SeededRandom(i);
      Job job = Job.ofPes(runs.start().pes());
      Follower follower = new Follower(limits);
      RunResult result =
          new Runner(
                  new Machine(program, job, new Immediate(), new RuntimeSystem()),
                  schedule,
                  follower)
              .run();
      Optional<Trouble> trouble = follower.trouble(result);
      if (trouble.isEmpty()) {
        trouble =
            PrintedLines.difference(follower.printed(), runs.prints())
                .map(difference ->
                    Trouble.of(
                        "prints",
                        TroubleFacts.printed(difference.unexpected()),
                        difference.text()));
      }
      if (trouble.isPresent()) {
        String which = i == 0 ? "a run" : "a run with --seed " + i;
        return TestOutcome.of(which + " of " + pes(runs.start().pes()), trouble.get());
      }
    }
    return TestOutcome.of(
        "%d %s of %s"
            .formatted(
                runs.schedules(), runs.schedules() == 1 ? "run" : "runs", pes(runs.start().pes())));
  }

  static String pes(int count) {
    return count + (count == 1 ? " PE" : " PEs");
  }

  /** Collects what a run prints, as far as it may, and says how it ended. */
  static final class Follower implements Runner.Observer {
    private final GradingLimits limits;
    private final Map<Integer, StringBuilder> byPe = new TreeMap<>();
    private long printed;
    private boolean tooLong;

    Follower(GradingLimits limits) {
      this.limits = limits;
    }

    @Override
    public void output(List<Output> pieces) {
      for (Output piece : pieces) {
        printed += piece.text().length();
        if (printed <= limits.outputBytes()) {
          byPe.computeIfAbsent(piece.pe(), _ -> new StringBuilder()).append(piece.text());
        }
      }
    }

    @Override
    public boolean goOn(long instructions) {
      tooLong = instructions >= limits.instructions();
      return !tooLong && printed <= limits.outputBytes();
    }

    /** The output of each PE, in order of PEs. */
    String printed() {
      return String.join("", byPe.values());
    }

    /** The trouble with how it ended. */
    Optional<Trouble> trouble(RunResult result) {
      if (printed > limits.outputBytes()) {
        return Optional.of(
            Trouble.of("endless", "it prints more than " + (limits.outputBytes() >> 10) + " KiB"));
      }
      return switch (result) {
        case RunResult.Finished finished -> {
          int first = 0;
          while (first < finished.status().size() && finished.status().get(first) == 0) {
            first++;
          }
          yield first == finished.status().size()
              ? Optional.empty()
              : Optional.of(
                  Trouble.of(
                      "exit",
                      "PE " + first + " ends with exit code " + finished.status().get(first)));
        }
        case RunResult.Failed failed -> Optional.of(of(failed.failure()));
        case RunResult.Deadlock deadlock ->
            Optional.of(
                Trouble.of(
                    FindingKind.DEADLOCK.word(),
                    TroubleFacts.waiting(deadlock.agents()),
                    waiting(deadlock.agents())));
        case RunResult.Stopped _ ->
            Optional.of(
                Trouble.of(
                    "endless",
                    "it does not end within %,d instructions".formatted(limits.instructions())));
      };
    }
  }

  static Trouble of(ProgramFailure failure) {
    String kind =
        failure.isUnknown() ? "not all orders" : FindingKind.of(failure.reason().kind()).word();
    return Trouble.of(
        kind,
        TroubleFacts.of(failure),
        failure.line() + ": " + failure.text() + " (PE " + failure.pe() + ")");
  }

  /** Agents that have not ended, where some wait for more than a kernel: those alone. */
  static String waiting(ImmutableList<Blocked> agents) {
    String causes = waiting(agents, agent -> !agent.forDevice());
    return causes.isEmpty() ? waiting(agents, _ -> true) : causes;
  }

  private static String waiting(ImmutableList<Blocked> agents, Predicate<Blocked> which) {
    return agents.stream()
        .filter(which)
        .map(agent ->
            "PE %d %s at %s %s".formatted(agent.pe(), agent.name(), agent.line(), agent.what()))
        .collect(Collectors.joining("; "));
  }
}
