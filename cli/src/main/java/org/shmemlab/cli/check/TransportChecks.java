package org.shmemlab.cli.check;

import java.util.List;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.Interruption;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.reports.check.CheckTotals;
import org.shmemlab.reports.check.CheckView;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.TransportAnswer;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.Transport;

/** Checks files under a transport, one after the other, and keeps count. */
final class TransportChecks {
  private final CheckView view;
  private final CheckSettings settings;
  private final TransportOptions options;
  private final ExplorationLimits limits;
  private final boolean repair;
  private final Interruption interruption;
  private boolean rejected;
  private boolean wrong;
  private boolean unfinished;

  TransportChecks(
      CheckView view,
      CheckSettings settings,
      TransportOptions options,
      ExplorationLimits limits,
      boolean repair,
      Interruption interruption) {
    this.view = view;
    this.settings = settings;
    this.options = options;
    this.limits = limits;
    this.repair = repair;
    this.interruption = interruption;
  }

  /** Checks the files under one transport; gives the exit code. */
  int under(Transport transport, List<SourceFile> files) {
    int filesLeft = files.size();
    for (SourceFile file : files) {
      if (interruption.goesOn()) {
        long start = System.nanoTime();
        settings.among(filesLeft--, repair);
        CheckedSource source = CheckedSource.of(file, settings, view);
        if (source == null) {
          rejected = true;
        } else {
          view.diagrams(source.diagrams(settings, interruption));
          TransportJudgement judgement = judge(source, transport);
          boolean unused = !judgement.unusedAllowances().isEmpty();
          boolean skipped = files.size() > 1 && judgement.isImpossible();
          wrong |= !(judgement.good() || skipped) || (settings.strict() && unused);
          unfinished |= judgement.good() && !judgement.answer().exploration().complete();
          view.judged(judgement);
          save(judgement);
        }
        view.took(file.path(), (System.nanoTime() - start) / 1e9);
      }
    }
    view.end(CheckTotals.NONE);
    return ExitCodes.ofCheck(interruption.requested(), wrong, rejected, unfinished);
  }

  private TransportJudgement judge(CheckedSource source, Transport transport) {
    Program program = source.program();
    Job job = source.job();
    int perNode = options.pesPerNode(transport, job.pes());
    TransportJudgement judgement =
        source
            .test()
            .map(test -> TransportJudgement.of(test, transport, perNode, limits))
            .orElseGet(() ->
                TransportJudgement.of(source.file(), program, job, transport, perNode, limits)
                    .accepting(settings.accepted()));
    return repair ? judgement.withRepairs(program, limits) : judgement;
  }

  private void save(TransportJudgement judgement) {
    TransportAnswer answer = judgement.answer();
    settings
        .replays()
        .ifPresent(folder ->
            folder.save(
                judgement.source(),
                new Semantics.Implemented(answer.transport(), answer.pesPerNode()),
                judgement.job(),
                answer.exploration().findings()));
  }
}
