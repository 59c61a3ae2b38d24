package org.shmemlab.conformance.traces;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.transports.simulate.TraceChecker;

/**
 * Runs programs over transports in simulated time and has every trace judged: by the transport's
 * own rules, by the outcomes that the explorer sees under them, and where the specification defines
 * the program, by it and its outcomes. The specification is not asked where the explorer has shown
 * that the transport breaks its promises, or where the transport does not take the program.
 *
 * @param installations the transports
 * @param seeds runs of each program over each transport: the first as the platform says, the others
 *     with longer and longer variation
 * @param states most states of an exploration; 0 leaves outcomes and specification out
 */
public record Traces(ImmutableList<Installation> installations, int seeds, long states) {
  /** Every transport. */
  public static Traces overAll(int seeds, long states) {
    return new Traces(Installation.all(), seeds, states);
  }

  /** The traces of some programs. */
  public TraceCount of(List<TestProgram> programs) {
    return sampled(programs, 1);
  }

  /**
   * The traces of some programs, each over one of so many transports: every transport has its turn.
   */
  public TraceCount sampled(List<TestProgram> programs, int oneOf) {
    TraceCount count = TraceCount.NONE;
    for (int i = 0; i < programs.size(); i++) {
      ImmutableList.Builder<Installation> some = ImmutableList.builder();
      for (int j = i % oneOf; j < installations.size(); j += oneOf) {
        some.add(installations.get(j));
      }
      count = count.plus(new Traces(some.build(), seeds, states).of(programs.get(i)));
    }
    return count;
  }

  /** The traces of a program. */
  public TraceCount of(TestProgram program) {
    ExplorationLimits limits = new ExplorationLimits(Math.max(1, states), () -> false);
    Optional<Allowed> promised = states > 0 ? program.promised(limits) : Optional.empty();
    List<String> refusals = new ArrayList<>();
    for (Installation installation : installations) {
      Optional<Allowed> allowed =
          states > 0 ? program.over(installation, limits) : Optional.empty();
      for (int seed = 0; seed < seeds; seed++) {
        TimedTrace run = TimedTrace.of(program, installation, seed, seed);
        String where = "%s over %s, seed %d: ".formatted(program.name(), installation.name(), seed);
        refusal(program, installation, run, allowed, promised)
            .ifPresent(text -> refusals.add(where + text));
      }
    }
    int all = installations.size() * seeds;
    return new TraceCount(all - refusals.size(), all, ImmutableList.copyOf(refusals));
  }

  private static Optional<String> refusal(
      TestProgram program,
      Installation installation,
      TimedTrace run,
      Optional<Allowed> allowed,
      Optional<Allowed> promised) {
    Optional<String> broken =
        TraceChecker.check(
            run.trace(), program.machine(installation, installation.rules(program.pes())));
    if (broken.isPresent()) {
      return broken.map(text -> "not a run of the transport: " + text);
    }
    if (allowed.isPresent() && !run.isWithin(allowed.get())) {
      return Optional.of("the explorer does not see " + run.result() + " " + run.outcome());
    }
    boolean refused = run.result() instanceof RunResult.Failed;
    boolean knownBug = allowed.isPresent() && !promised.map(allowed.get()::isWithin).orElse(true);
    if (promised.isEmpty() || refused || knownBug) {
      return Optional.empty();
    }
    Optional<String> unpromised =
        installation.losesFences()
            ? Optional.empty()
            : SpecificationReplay.broken(run.trace(), program, installation);
    if (unpromised.isPresent()) {
      return unpromised.map(text -> "not a run of the specification: " + text);
    }
    return run.isWithin(promised.get())
        ? Optional.empty()
        : Optional.of("the specification forbids " + run.result() + " " + run.outcome());
  }
}
