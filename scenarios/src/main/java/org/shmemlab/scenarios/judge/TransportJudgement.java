package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.util.Optional;
import java.util.Set;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.accepted.Acceptances;
import org.shmemlab.scenarios.accepted.AcceptedFindings;
import org.shmemlab.scenarios.accepted.Allowance;
import org.shmemlab.scenarios.litmus.LitmusFile;
import org.shmemlab.scenarios.litmus.LitmusFile.Expectation;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.Transport;

/**
 * The judgement of a litmus test or of a program over one transport.
 *
 * @param job how it is started
 * @param test the litmus test; empty for a program
 * @param repairs the repairs by which no cache answers loads with old values, if they were asked
 *     for
 * @param acceptances the findings that are accepted
 */
public record TransportJudgement(
    SourceFile source,
    Job job,
    Optional<LitmusFile> test,
    TransportAnswer answer,
    StaleRepairSearch repairs,
    Acceptances acceptances) {

  /** A judgement of which nothing is accepted. */
  public TransportJudgement(
      SourceFile source,
      Job job,
      Optional<LitmusFile> test,
      TransportAnswer answer,
      StaleRepairSearch repairs) {
    this(source, job, test, answer, repairs, Acceptances.NONE);
  }

  /** Explores a litmus test. */
  public static TransportJudgement of(
      LitmusProgram program, Transport transport, int pesPerNode, ExplorationLimits limits) {
    LitmusFile test = program.test();
    return new TransportJudgement(
        test.source(),
        Job.ofPes(test.pes()),
        Optional.of(test),
        TransportAnswer.of(program, transport, pesPerNode, limits),
        StaleRepairSearch.NOT_ASKED);
  }

  /** Explores a program. */
  public static TransportJudgement of(
      SourceFile source,
      Program program,
      Job job,
      Transport transport,
      int pesPerNode,
      ExplorationLimits limits) {
    return new TransportJudgement(
        source,
        job,
        Optional.empty(),
        TransportAnswer.of(program, job, transport, pesPerNode, limits),
        StaleRepairSearch.NOT_ASKED);
  }

  /**
   * The same judgement with the repairs by which no cache answers loads with old values.
   *
   * @param limits those that it was judged within
   */
  public TransportJudgement withRepairs(Program program, ExplorationLimits limits) {
    Exploration found = answer.exploration();
    StaleRepairSearch repairs =
        StaleRepairSearch.of(
            program,
            found.findings().stream()
                .filter(finding -> acceptances.of(finding).isEmpty())
                .collect(ImmutableList.toImmutableList()),
            // The final values of a test belong to its own program alone.
            test.isPresent() ? Optional.empty() : Optional.of(found.outcomes().keySet()),
            limits,
            repaired ->
                TransportAnswer.of(repaired, job, answer.transport(), answer.pesPerNode(), limits)
                    .exploration(),
            this::mayChange);
    return new TransportJudgement(source, job, test, answer, repairs, acceptances);
  }

  /** The same judgement of a program with the findings that are accepted. */
  public TransportJudgement accepting(AcceptedFindings accepted) {
    if (test.isPresent()) {
      return this;
    }
    ImmutableList<Finding> all = answer.exploration().findings();
    Acceptances acceptances = accepted.of(source, all);
    accepted.settle(source, all, answer.exploration().complete());
    return new TransportJudgement(source, job, test, answer, repairs, acceptances);
  }

  /** Whether something was found, and all of it is accepted. */
  public boolean isAccepted() {
    ImmutableList<Finding> all = answer.exploration().findings();
    return !all.isEmpty() && all.stream().allMatch(one -> acceptances.of(one).isPresent());
  }

  /** The comments that allow nothing, where every order was seen; conflicts are none here. */
  public ImmutableList<Allowance> unusedAllowances() {
    return acceptances.unused().stream()
        .filter(one -> answer.exploration().complete() && one.kind() != FindingKind.CONFLICT)
        .collect(ImmutableList.toImmutableList());
  }

  // The question's line of a test holds the program that its blocks are wrapped in.
  private boolean mayChange(SourceLine line) {
    return test.map(asked -> line.line() != asked.question().line().line())
        .orElse(line.file().equals(source.path()) && line.line() > 0);
  }

  /** The verdict that the test's file expects of this transport, by the transport's name. */
  public Optional<Expectation> expected() {
    return test.flatMap(
        asked -> Optional.ofNullable(asked.expectations().get(answer.transport().key())));
  }

  /** The verdict that the test's file expects of NVSHMEM's documents. */
  private Optional<Verdict> promised() {
    return test.flatMap(
            asked -> Optional.ofNullable(asked.expectations().get(Profile.NVSHMEM.name())))
        .map(Expectation::verdict);
  }

  /**
   * Whether the test cannot be asked of the transport: each execution ends at a call that the
   * transport does not have.
   */
  public boolean isImpossible() {
    Exploration seen = answer.exploration();
    return test.isPresent()
        && expected().isEmpty()
        && seen.complete()
        && answer.outcomes().isEmpty()
        && !seen.findings().isEmpty()
        && seen.findings().stream().allMatch(finding -> finding.kind() == FindingKind.MISUSE);
  }

  /** The kind of finding, or "nothing", that a program announces for this transport. */
  public Optional<String> announced() {
    return test.isPresent()
        ? Optional.empty()
        : Optional.ofNullable(Announcement.of(source).expectedOn().get(answer.transport().key()));
  }

  /**
   * Whether the verdict is as expected, or nothing is expected and nothing went wrong that is not
   * accepted. Where the documents leave all open, no transport is wrong.
   */
  public boolean good() {
    Optional<Verdict> expected = expected().map(Expectation::verdict);
    if (expected.isPresent()) {
      return expected.equals(answer.verdict());
    }
    Optional<Verdict> promised = promised();
    if (promised.isPresent()
        && (promised.equals(Optional.of(Verdict.UNDEFINED)) || promised.equals(answer.verdict()))) {
      return true;
    }
    ImmutableSet<String> wrong =
        answer.exploration().findings().stream()
            .filter(finding -> finding.kind() != FindingKind.CONFLICT)
            .filter(finding -> announced().isPresent() || acceptances.of(finding).isEmpty())
            .map(finding -> finding.kind().word())
            .collect(ImmutableSet.toImmutableSet());
    return announced()
        .map(word -> wrong.equals(word.equals("nothing") ? Set.of() : Set.of(word)))
        .orElse(wrong.isEmpty());
  }
}
