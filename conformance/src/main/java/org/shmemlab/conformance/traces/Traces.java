package org.shmemlab.conformance.traces;

import com.google.common.collect.ImmutableList;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.scenarios.judge.Limits;
import org.shmemlab.transports.simulate.TraceChecker;

/**
 * Runs programs over transports in simulated time and has every trace judged: by the transport's
 * own rules, by the outcomes that the explorer sees under them, and where the specification defines
 * the program, by it and its outcomes. The specification is not asked where the explorer has shown
 * that the transport breaks its promises, or where the transport does not take the program.
 *
 * @param carriers the transports
 * @param seeds runs of each program over each transport: the first as the platform says, the others
 *     with longer and longer variation
 * @param states most states of an exploration; 0 leaves outcomes and specification out
 */
public record Traces(ImmutableList<Carrier> carriers, int seeds, long states) {
  /** Every transport. */
  public static Traces overAll(int seeds, long states) {
    return new Traces(Carrier.all(), seeds, states);
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
      ImmutableList.Builder<Carrier> some = ImmutableList.builder();
      for (int j = i % oneOf; j < carriers.size(); j += oneOf) {
        some.add(carriers.get(j));
      }
      count = count.plus(new Traces(some.build(), seeds, states).of(programs.get(i)));
    }
    return count;
  }

  /** The traces of a program. */
  public TraceCount of(TestProgram program) {
    Limits limits = new Limits(Math.max(1, states), () -> false);
    Optional<Allowed> promised = states > 0 ? program.promised(limits) : Optional.empty();
    List<String> refusals = new ArrayList<>();
    for (Carrier carrier : carriers) {
      Optional<Allowed> allowed = states > 0 ? program.over(carrier, limits) : Optional.empty();
      for (int seed = 0; seed < seeds; seed++) {
        TimedTrace run = TimedTrace.of(program, carrier, seed, seed);
        String where = "%s over %s, seed %d: ".formatted(program.name(), carrier.name(), seed);
        refusal(program, carrier, run, allowed, promised)
            .ifPresent(text -> refusals.add(where + text));
      }
    }
    int all = carriers.size() * seeds;
    return new TraceCount(all - refusals.size(), all, ImmutableList.copyOf(refusals));
  }

  private static Optional<String> refusal(
      TestProgram program,
      Carrier carrier,
      TimedTrace run,
      Optional<Allowed> allowed,
      Optional<Allowed> promised) {
    Optional<String> broken =
        TraceChecker.check(run.trace(), carrier.machine(program, carrier.rules(program.pes())));
    if (broken.isPresent()) {
      return broken.map(text -> "not a run of the transport: " + text);
    }
    if (allowed.isPresent() && !allowed.get().includes(run)) {
      return Optional.of("the explorer does not see " + run.result() + " " + run.outcome());
    }
    boolean refused = run.result() instanceof RunResult.Failed;
    boolean knownBug = allowed.isPresent() && !promised.map(allowed.get()::isWithin).orElse(true);
    if (promised.isEmpty() || refused || knownBug) {
      return Optional.empty();
    }
    Optional<String> unpromised =
        carrier.losesFences() ? Optional.empty() : Promise.broken(run.trace(), program, carrier);
    if (unpromised.isPresent()) {
      return unpromised.map(text -> "not a run of the specification: " + text);
    }
    return promised.get().includes(run)
        ? Optional.empty()
        : Optional.of("the specification forbids " + run.result() + " " + run.outcome());
  }
}
