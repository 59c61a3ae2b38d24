package org.shmemlab.scenarios.observed;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ListMultimap;
import com.google.common.collect.MultimapBuilder;
import com.google.common.collect.Multimaps;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.Verdict;

/**
 * Compares results with the specification and the rules of the transport.
 *
 * <p>That a forbidden outcome was not seen says something only where the machine could have shown
 * it: where the same run shows it for a mutant, the test without the order that it repairs. The
 * part of the forbidden tests that have such a mutant is the mutation score of the machine and its
 * settings.
 *
 * @param programs how programs ended, in all results
 * @param tests one entry for each test and library, in the order in which they were first seen
 */
public record ResultComparison(ImmutableList<Compared> tests, ImmutableList<ProgramRun> programs) {
  private record Key(String hash, String backend) {}

  /** Explores each test of these results. */
  public static ResultComparison of(List<Results> results, ExplorationLimits limits) {
    ListMultimap<Key, Observed> byTest = MultimapBuilder.linkedHashKeys().arrayListValues().build();
    for (Results one : results) {
      for (Observed observed : one.tests()) {
        String hash = observed.program().test().source().sha256();
        byTest.put(new Key(hash, observed.run().backend()), observed);
      }
    }
    ImmutableList.Builder<Compared> tests = ImmutableList.builder();
    for (Collection<Observed> same : byTest.asMap().values()) {
      ImmutableList<Observed> observed = ImmutableList.copyOf(same);
      tests.add(compared(observed, limits));
    }
    return new ResultComparison(
        tests.build(),
        results.stream()
            .flatMap(one -> one.programs().stream())
            .collect(ImmutableList.toImmutableList()));
  }

  private static Compared compared(ImmutableList<Observed> observed, ExplorationLimits limits) {
    LitmusProgram program = observed.get(0).program();
    Run run = observed.get(0).run();
    LitmusAnswer answer =
        LitmusJudgement.of(program, ImmutableList.of(run.profile()), limits).answers().get(0);
    Optional<TransportAnswer> shown =
        run.transport()
            .map(transport -> TransportAnswer.of(program, transport, program.test().pes(), limits));
    return new Compared(observed, answer, shown);
  }

  /**
   * Whether nothing was seen that nothing accounts for, and every program without a bug did as
   * predicted.
   */
  public boolean allowed() {
    return tests.stream().allMatch(test -> test.unexplained().isEmpty())
        && programs.stream().allMatch(program -> program.announcesBug() || program.good());
  }

  /**
   * The forbidden tests that repair another one of the same results, each with its mutants that
   * show the outcome.
   */
  public Map<Compared, List<Compared>> mutants() {
    ListMultimap<Compared, Compared> shown =
        MultimapBuilder.linkedHashKeys().arrayListValues().build();
    for (Compared test : forbiddenWithMutant()) {
      for (Compared mutant : tests) {
        if (repairs(test, mutant) && mutant.witnesses() > 0) {
          shown.put(test, mutant);
        }
      }
    }
    return Multimaps.asMap(shown);
  }

  /** The forbidden tests whose mutant is in the results, too. */
  public ImmutableList<Compared> forbiddenWithMutant() {
    return tests.stream()
        .filter(test -> test.verdict().filter(Verdict.FORBIDDEN::equals).isPresent())
        .filter(test -> tests.stream().anyMatch(mutant -> repairs(test, mutant)))
        .collect(ImmutableList.toImmutableList());
  }

  private static boolean repairs(Compared test, Compared mutant) {
    Observed one = test.observed().get(0);
    return one.run().backend().equals(mutant.observed().get(0).run().backend())
        && one.program().test().repairs().contains(mutant.name());
  }
}
