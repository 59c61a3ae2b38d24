package org.shmemlab.conformance.mutants;

import com.google.common.collect.ImmutableList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.shmemlab.conformance.inclusion.Column;
import org.shmemlab.conformance.transports.TransportCell;
import org.shmemlab.conformance.transports.TransportExpectations;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.transports.rules.Transport;

/**
 * Looks for programs on transports that a mutant answers otherwise: in the table of transports
 * first, then in the catalogue, whose verdicts on each transport {@code docs/inclusion.md} keeps.
 */
public final class TransportKillSearch {
  private static final ExplorationLimits LIMITS = new ExplorationLimits(100_000, () -> false);

  private record Cell(LitmusProgram program, String column, Transport transport, int pesPerNode) {}

  private final ImmutableList<Cell> cells;
  private final Map<Cell, String> answers = new HashMap<>();

  /** Among the table's programs and these tests. */
  public TransportKillSearch(List<LitmusProgram> catalogue) {
    ImmutableList.Builder<Cell> all = ImmutableList.builder();
    for (TransportCell cell : TransportExpectations.cells()) {
      all.add(new Cell(cell.program(), cell.column(), cell.transport(), cell.pesPerNode()));
    }
    for (LitmusProgram program : catalogue) {
      for (Column.Carried column : Column.carried()) {
        int perNode = column.transport().peer().isPresent() ? program.test().pes() : 1;
        all.add(new Cell(program, column.key(), column.transport(), perNode));
      }
    }
    cells =
        ImmutableList.sortedCopyOf(
            Comparator.comparingInt((Cell cell) -> cell.program().test().pes()), all.build());
  }

  /**
   * A program that notices a mutant.
   *
   * @param column the transport
   * @param original what the transport says
   * @param answer what the mutant says
   */
  public record Kill(String test, String column, String original, String answer) {
    @Override
    public String toString() {
      return answer + " instead of " + original + " on " + column;
    }
  }

  /** The first program that a mutant answers otherwise. */
  public Optional<Kill> first(TransportMutant mutant) {
    return cells.stream()
        .filter(cell -> mutant.touches().test(cell.transport()))
        .flatMap(cell -> kill(mutant, cell).stream())
        .findFirst();
  }

  private Optional<Kill> kill(TransportMutant mutant, Cell cell) {
    String original =
        answers.computeIfAbsent(
            cell,
            asked ->
                word(
                    TransportAnswer.of(
                        asked.program(), asked.transport(), asked.pesPerNode(), LIMITS)));
    Transport changed = mutant.transport().apply(cell.transport());
    String answer =
        word(
            TransportAnswer.of(cell.program(), changed, cell.pesPerNode(), mutant.rules(), LIMITS));
    return answer.equals(original)
        ? Optional.empty()
        : Optional.of(new Kill(cell.program().test().name(), cell.column(), original, answer));
  }

  private static String word(TransportAnswer answer) {
    boolean refused =
        answer.exploration().findings().stream().anyMatch(Finding.Failure.class::isInstance);
    return refused ? "refused" : answer.verdict().map(Verdict::word).orElse("unknown");
  }
}
