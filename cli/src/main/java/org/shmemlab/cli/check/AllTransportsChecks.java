package org.shmemlab.cli.check;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import java.util.function.Consumer;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.Interruption;
import org.shmemlab.cli.source.SourceFiles;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.check.AllTransportsTable;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.Transport;

/**
 * Runs {@code check --all-transports}: the answers of the specification and every transport about
 * each litmus test. Programs have no question that a mark could answer, so they have no row.
 */
final class AllTransportsChecks {
  private static final ImmutableList<Profile> PROMISES =
      ImmutableList.of(Profile.NVSHMEM, Profile.ORDERING_PAGE);

  private final AllTransportsTable table;
  private final Consumer<List<ReportedFinding>> refused;
  private final TransportOptions options;
  private final CheckSettings settings;
  private final ExplorationLimits limits;
  private final Interruption interruption;
  private boolean rejected;
  private boolean unfinished;

  /**
   * A table without any test yet.
   *
   * @param refused receives the findings of each file that is no test
   */
  AllTransportsChecks(
      AllTransportsTable table,
      Consumer<List<ReportedFinding>> refused,
      TransportOptions options,
      CheckSettings settings,
      ExplorationLimits limits,
      Interruption interruption) {
    this.table = table;
    this.refused = refused;
    this.options = options;
    this.settings = settings;
    this.limits = limits;
    this.interruption = interruption;
  }

  /** Fills the table, until an interruption; returns the exit code. */
  int of(List<SourceFile> files) {
    int filesLeft = files.size();
    for (SourceFile file : files) {
      settings.among((PROMISES.size() + Transport.all().size()) * filesLeft--, false);
      if (interruption.goesOn() && SourceFiles.isLitmus(file.path())) {
        Litmus.Compiled compiled = Litmus.compile(file);
        LitmusProgram program = compiled.program();
        if (program == null) {
          rejected = true;
          List<ReportedFinding> findings =
              compiled.diagnostics().stream().map(ReportedFinding::of).toList();
          table.reject(file.path(), findings);
          refused.accept(findings);
        } else {
          table.add(program.test().name(), row(program));
        }
      }
    }
    return ExitCodes.ofCheck(interruption.requested(), false, rejected, unfinished);
  }

  private ImmutableMap<String, String> row(LitmusProgram program) {
    ImmutableMap.Builder<String, String> cells = ImmutableMap.builder();
    for (LitmusAnswer answer : LitmusJudgement.of(program, PROMISES, limits).answers()) {
      unfinished |= answer.verdict().isEmpty() && !answer.exploration().complete();
      cells.put(
          answer.profile().name(),
          answer
              .verdict()
              .map(AllTransportsChecks::mark)
              .orElse(unknown(answer.exploration().complete())));
    }
    for (Transport transport : Transport.all()) {
      int perNode = options.pesPerNode(transport, program.test().pes());
      TransportAnswer answer = TransportAnswer.of(program, transport, perNode, limits);
      unfinished |= answer.verdict().isEmpty() && !answer.exploration().complete();
      cells.put(
          transport.key(),
          answer
              .verdict()
              .map(AllTransportsChecks::mark)
              .orElse(unknown(answer.exploration().complete())));
    }
    return cells.buildOrThrow();
  }

  private static String mark(Verdict verdict) {
    return switch (verdict) {
      case ALLOWED -> "y";
      case FORBIDDEN -> "n";
      case UNDEFINED, DEADLOCK -> verdict.word();
    };
  }

  private static String unknown(boolean complete) {
    return complete ? "-" : "?";
  }
}
