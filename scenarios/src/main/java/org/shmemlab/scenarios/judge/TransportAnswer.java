package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.operation.OrderingRules;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.transports.rules.Transport;

/**
 * The outcomes of a program over one transport. Nothing is undefined there: races have outcomes,
 * too.
 *
 * @param pesPerNode PEs that share a node
 * @param outcomes the final values that a litmus test asks for, or a program's output
 */
public record TransportAnswer(
    Transport transport, int pesPerNode, Exploration exploration, ImmutableList<Outcome> outcomes) {

  /** How often a condition is met, in herd's words. */
  public enum Observation {
    NEVER("Never"),
    SOMETIMES("Sometimes"),
    ALWAYS("Always");

    private final String word;

    Observation(String word) {
      this.word = word;
    }

    /** The word in reports. */
    public String word() {
      return word;
    }
  }

  /** Explores a litmus test. */
  public static TransportAnswer of(
      LitmusProgram program, Transport transport, int pesPerNode, ExplorationLimits limits) {
    return of(program, transport, pesPerNode, rules -> rules, limits);
  }

  /**
   * Explores a litmus test under rules that need not be a transport's own.
   *
   * @param change makes them of the transport's
   */
  public static TransportAnswer of(
      LitmusProgram program,
      Transport transport,
      int pesPerNode,
      UnaryOperator<OrderingRules> change,
      ExplorationLimits limits) {
    Job job = Job.ofPes(program.test().pes());
    FinalValues values = new FinalValues(program);
    Exploration exploration =
        limits.explore(
            FirstState.of(program.program(), job, transport, pesPerNode, change),
            Optional.empty(),
            values::observe);
    return new TransportAnswer(transport, pesPerNode, exploration, values.outcomes(exploration));
  }

  /** Explores a program; outcomes are the PEs' outputs. */
  public static TransportAnswer of(
      Program program, Job job, Transport transport, int pesPerNode, ExplorationLimits limits) {
    Exploration exploration =
        limits.explore(
            FirstState.of(program, job, transport, pesPerNode),
            Optional.empty(),
            ProgramJudgement::printed);
    return new TransportAnswer(transport, pesPerNode, exploration, Outcome.printed(exploration));
  }

  /** How often the condition of a litmus test is met; empty where no execution was seen to end. */
  public Optional<Observation> observation() {
    if (outcomes.isEmpty()) {
      return Optional.empty();
    }
    if (outcomes.stream().noneMatch(Outcome::witness)) {
      return Optional.of(Observation.NEVER);
    }
    return Optional.of(
        outcomes.stream().allMatch(Outcome::witness) ? Observation.ALWAYS : Observation.SOMETIMES);
  }

  /**
   * Whether the condition can be met; empty where the exploration ended too early to decide, and
   * where the transport does not take the program.
   */
  public Optional<Verdict> verdict() {
    if (exploration.findings().stream().anyMatch(Finding.Failure.class::isInstance)) {
      return Optional.empty();
    }
    if (outcomes.stream().anyMatch(Outcome::witness)) {
      return Optional.of(Verdict.ALLOWED);
    }
    if (!exploration.complete()) {
      return Optional.empty();
    }
    return Optional.of(exploration.hangs() ? Verdict.DEADLOCK : Verdict.FORBIDDEN);
  }
}
