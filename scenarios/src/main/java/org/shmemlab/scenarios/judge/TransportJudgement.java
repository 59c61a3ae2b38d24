package org.shmemlab.scenarios.judge;

import java.util.Optional;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.LitmusTest;
import org.shmemlab.scenarios.litmus.LitmusTest.Expectation;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.Transport;

/**
 * What one transport makes of a litmus test or of a program.
 *
 * @param job how it is started
 * @param test the litmus test; empty for a program
 */
public record TransportJudgement(
    SourceFile source, Job job, Optional<LitmusTest> test, TransportAnswer answer) {

  /** Explores a litmus test. */
  public static TransportJudgement of(
      LitmusProgram program, Transport transport, int pesPerNode, Limits limits) {
    LitmusTest test = program.test();
    return new TransportJudgement(
        test.source(),
        Job.ofPes(test.pes()),
        Optional.of(test),
        TransportAnswer.of(program, transport, pesPerNode, limits));
  }

  /** Explores a program. */
  public static TransportJudgement of(
      SourceFile source,
      Program program,
      Job job,
      Transport transport,
      int pesPerNode,
      Limits limits) {
    return new TransportJudgement(
        source,
        job,
        Optional.empty(),
        TransportAnswer.of(program, job, transport, pesPerNode, limits));
  }

  /** The verdict that the test's file expects of this transport, by the transport's name. */
  public Optional<Expectation> expected() {
    return test.flatMap(
        asked -> Optional.ofNullable(asked.expectations().get(answer.transport().key())));
  }

  /** Whether the verdict is as expected, or nothing is expected and nothing went wrong. */
  public boolean good() {
    Optional<Verdict> expected = expected().map(Expectation::verdict);
    if (expected.isPresent()) {
      return expected.equals(answer.verdict());
    }
    return answer.exploration().findings().stream().noneMatch(TransportJudgement::isWrong);
  }

  private static boolean isWrong(Finding finding) {
    return switch (Kind.of(finding)) {
      case DEADLOCK, LIVELOCK, ASSERTION, MISUSE -> true;
      case CONFLICT -> false;
    };
  }
}
