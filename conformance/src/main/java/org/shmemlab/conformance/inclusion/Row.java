package org.shmemlab.conformance.inclusion;

import com.google.common.collect.ImmutableMap;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.Interleavings;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.Verdict;

/**
 * Holds one test with the answer of every column.
 *
 * @param judgement what the profiles say, with witnesses
 * @param seen how often real GPUs showed what
 */
public record Row(
    LitmusProgram program,
    LitmusJudgement judgement,
    ImmutableMap<Column, MatrixEntry> entries,
    ObservedOutcomes seen) {

  /** Explores a test for every column. */
  static Row of(LitmusProgram program, ObservedOutcomes seen, ExplorationLimits limits) {
    ImmutableMap.Builder<Column, MatrixEntry> entries = ImmutableMap.builder();
    Interleavings interleavings = Interleavings.of(program, limits);
    entries.put(
        Column.SEQUENTIAL,
        MatrixEntry.of(
            interleavings.exploration(), interleavings.outcomes(), verdict(interleavings)));
    LitmusJudgement judgement =
        LitmusJudgement.of(
            program, Column.specified().stream().map(Column.Specified::profile).toList(), limits);
    for (LitmusAnswer answer : judgement.answers()) {
      entries.put(
          new Column.Specified(answer.profile()),
          MatrixEntry.of(answer.exploration(), answer.outcomes(), answer.verdict()));
    }
    for (Column.Carried column : Column.carried()) {
      TransportAnswer answer =
          TransportAnswer.of(program, column.transport(), column.pesPerNode(program), limits);
      entries.put(
          column, MatrixEntry.of(answer.exploration(), answer.outcomes(), answer.verdict()));
    }
    entries.put(Column.OBSERVED, seen.entry());
    return new Row(program, judgement, entries.buildOrThrow(), seen);
  }

  private static Optional<Verdict> verdict(Interleavings interleavings) {
    if (interleavings.outcomes().stream().anyMatch(Outcome::witness)) {
      return Optional.of(Verdict.ALLOWED);
    }
    if (!interleavings.exploration().complete()) {
      return Optional.empty();
    }
    return Optional.of(
        interleavings.exploration().findings().isEmpty() ? Verdict.FORBIDDEN : Verdict.DEADLOCK);
  }

  /** The test's name. */
  public String name() {
    return program.test().name();
  }

  /** The folder that the test is in. */
  public String folder() {
    Path parent = Path.of(program.test().source().path()).getParent();
    return parent == null ? "" : String.valueOf(parent.getFileName());
  }

  /** The answer of a column. */
  public MatrixEntry entry(Column column) {
    return Objects.requireNonNull(entries.get(column));
  }
}
