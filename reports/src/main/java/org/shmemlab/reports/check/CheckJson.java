package org.shmemlab.reports.check;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.FindingKind;
import org.shmemlab.model.explore.WitnessStep;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobLimits.FailingAllocation;
import org.shmemlab.model.repair.Change;
import org.shmemlab.model.repair.Repair;
import org.shmemlab.model.repair.RepairSearch;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.Waiting;
import org.shmemlab.reports.finding.AcceptanceWords;
import org.shmemlab.reports.finding.BoundWords;
import org.shmemlab.reports.finding.ConflictSide;
import org.shmemlab.reports.finding.Coverage;
import org.shmemlab.reports.finding.FindingWords;
import org.shmemlab.reports.finding.Stepped;
import org.shmemlab.reports.json.Document;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.scenarios.accepted.Acceptance;
import org.shmemlab.scenarios.accepted.Acceptances;
import org.shmemlab.scenarios.accepted.Allowance;
import org.shmemlab.scenarios.judge.ConflictRepairs;
import org.shmemlab.scenarios.judge.LitmusAnswer;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.Outcome;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement.Found;
import org.shmemlab.scenarios.judge.Robustness;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.litmus.Verdict;
import org.shmemlab.scenarios.replay.Replayed;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Writes a check as JSON: a result for each file, or for the schedule that was run again.
 *
 * <p>A verdict says whether the executions are defined, not whether they end well: a deadlock or a
 * failed assertion leaves a program {@code defined}. {@code findings} and the exit code report
 * whether something is wrong. A verdict covers the explored executions; {@code complete} says
 * whether those were all.
 */
public final class CheckJson implements CheckView {
  private final List<Object> files = new ArrayList<>();
  private Schema schema;

  /**
   * An empty document.
   *
   * @param schema of a check under profiles, under a transport or with interleavings
   */
  public CheckJson(Schema schema) {
    this.schema = schema;
  }

  /**
   * The whole document, once the check has ended.
   *
   * @param exitCode of the command
   */
  public String text(int exitCode) {
    return Document.text(schema, exitCode, files);
  }

  @Override
  public void rejected(String file, List<ReportedFinding> findings) {
    if (schema != Schema.CHECK) {
      files.add(new Rejected(file, "rejected", ImmutableList.copyOf(findings)));
      return;
    }
    files.add(
        new Checked(
            file,
            "",
            0,
            null,
            ImmutableMap.of(),
            "rejected",
            null,
            null,
            false,
            0,
            null,
            ImmutableList.of(),
            ImmutableList.of(),
            ImmutableList.of(),
            ImmutableList.of(),
            ImmutableList.copyOf(findings)));
  }

  @Override
  public void litmus(LitmusJudgement judgement) {
    List<Answered> answers = new ArrayList<>();
    Gathering gathering = new Gathering(Acceptances.NONE);
    for (LitmusAnswer answer : judgement.answers()) {
      gathering.add(
          answer.profile().name(), answer.exploration(), answer.repairs(), answer.outcomes());
      answers.add(
          new Answered(
              answer.profile().name(),
              answer.verdict().map(Verdict::word).orElse("unknown"),
              answer.expected().map(expected -> expected.verdict().word()).orElse(null),
              answer.exploration().complete(),
              BoundWords.of(answer.exploration().bound()),
              answer.exploration().states()));
    }
    long undefined =
        judgement.answers().stream().filter(answer -> answer.exploration().undefined()).count();
    String verdict =
        undefined == 0
            ? "defined"
            : undefined == judgement.answers().size() ? "undefined" : "unspecified";
    files.add(
        gathering.checked(
            judgement.test().source(),
            Job.ofPes(judgement.test().pes()),
            verdict,
            null,
            judgement.asExpected(),
            answers,
            null,
            ImmutableList.of()));
  }

  @Override
  public void program(ProgramJudgement judgement) {
    List<Answered> answers = new ArrayList<>();
    Gathering gathering = new Gathering(judgement.acceptances());
    for (ProgramJudgement.Answer answer : judgement.answers()) {
      Exploration exploration = answer.exploration();
      gathering.add(
          answer.profile().name(), exploration, answer.repairs(), Outcome.printed(exploration));
      answers.add(
          new Answered(
              answer.profile().name(),
              word(exploration),
              null,
              exploration.complete(),
              BoundWords.of(exploration.bound()),
              exploration.states()));
    }
    gathering.addFurther(judgement.further());
    files.add(
        gathering.checked(
            judgement.source(),
            judgement.job(),
            switch (judgement.verdict()) {
              case DEFINED -> "defined";
              case UNDEFINED -> "undefined";
              case UNSPECIFIED -> "unspecified";
            },
            judgement.expected().orElse(null),
            judgement.expected().isPresent() ? judgement.asExpected() : null,
            answers,
            Coverage.of(judgement).orElse(null),
            judgement.unusedAllowances()));
  }

  static String word(Exploration exploration) {
    boolean noMeaning =
        exploration.findings().stream().anyMatch(finding -> finding.kind().isUndefined());
    return noMeaning ? "undefined" : "defined";
  }

  @Override
  public void judged(TransportJudgement judgement) {
    files.add(TransportJson.of(judgement));
  }

  @Override
  public void robust(SourceFile file, ImmutableList<Robustness> answers) {
    files.add(RobustnessJson.of(file, answers));
  }

  @Override
  public void replayed(Replayed replayed) {
    schema = Schema.CHECK_REPLAY;
    List<Problem> problems = new ArrayList<>();
    for (Finding finding : replayed.findings()) {
      problems.add(Problem.of(finding, replayed.steps()));
    }
    String file = replayed.source().path();
    String rules = replayed.semantics().name();
    int pes = replayed.job().pes();
    switch (replayed.semantics()) {
      case Semantics.Promised _ -> {
        problems.forEach(problem -> problem.profiles().add(rules));
        files.add(new Rerun(file, rules, pes, ImmutableList.copyOf(problems)));
      }
      case Semantics.Implemented implemented ->
          files.add(
              new RerunOfTransport(
                  file, rules, implemented.pesPerNode(), pes, ImmutableList.copyOf(problems)));
    }
  }

  /** Gathers the answers of the profiles. */
  private static final class Gathering {
    private final List<String> profiles = new ArrayList<>();
    private final Map<String, Seen> outcomes = new LinkedHashMap<>();
    private final Map<Object, Problem> problems = new LinkedHashMap<>();
    private final List<Problem> further = new ArrayList<>();
    private final Acceptances acceptances;
    private boolean complete = true;
    private long states;

    Gathering(Acceptances acceptances) {
      this.acceptances = acceptances;
    }

    void add(String profile, Exploration exploration, ConflictRepairs repairs, List<Outcome> seen) {
      profiles.add(profile);
      complete &= exploration.complete();
      states += exploration.states();
      for (Outcome outcome : seen) {
        outcomes
            .computeIfAbsent(
                outcome.values(), values -> new Seen(values, outcome.witness(), new ArrayList<>()))
            .profiles()
            .add(profile);
      }
      for (Finding finding : exploration.findings()) {
        problems
            .computeIfAbsent(
                finding.identity(),
                _ ->
                    Problem.of(
                        finding,
                        finding.witness().steps(),
                        Repaired.of(repairs.of(finding)),
                        acceptances))
            .profiles()
            .add(profile);
      }
    }

    void addFurther(List<Found> found) {
      for (Found one : found) {
        Problem problem = Problem.of(one.finding(), one.finding().witness().steps());
        one.profiles().forEach(profile -> problem.profiles().add(profile.name()));
        further.add(problem);
      }
    }

    Checked checked(
        SourceFile file,
        Job job,
        String verdict,
        @Nullable String expected,
        @Nullable Boolean asExpected,
        List<Answered> answers,
        @Nullable Coverage coverage,
        List<Allowance> unused) {
      return new Checked(
          file.path(),
          String.join(", ", profiles),
          job.pes(),
          job.allowance().failing().map(FailingAllocation::number).orElse(null),
          file.macros(),
          verdict,
          expected,
          asExpected,
          complete,
          states,
          coverage,
          ImmutableList.copyOf(outcomes.values()),
          ImmutableList.copyOf(problems.values()),
          ImmutableList.copyOf(further),
          ImmutableList.copyOf(answers),
          unused.stream().map(AcceptanceWords::unused).collect(ImmutableList.toImmutableList()));
    }
  }

  /** The whole object of a file; states are those of all explorations together. */
  private record Checked(
      String file,
      String profile,
      int pes,
      @Nullable Integer failingAllocation,
      ImmutableMap<String, String> macros,
      String verdict,
      @Nullable String expected,
      @Nullable Boolean asExpected,
      boolean complete,
      long states,
      @Nullable Coverage coverage,
      ImmutableList<Seen> outcomes,
      ImmutableList<Problem> findings,
      ImmutableList<Problem> further,
      ImmutableList<Answered> profiles,
      ImmutableList<ReportedFinding> diagnostics) {}

  private record Rejected(
      String file, String verdict, ImmutableList<ReportedFinding> diagnostics) {}

  /** Holds the answer of one profile. */
  private record Answered(
      String profile,
      String verdict,
      @Nullable String expected,
      boolean complete,
      String bound,
      long states) {}

  /** Holds an outcome, and the profiles that allow it. */
  private record Seen(String values, boolean witness, List<String> profiles) {}

  /** A finding, and under which profiles. */
  private record Problem(
      FindingKind kind,
      String text,
      @Nullable ConflictSide first,
      @Nullable ConflictSide second,
      @Nullable String missingOrder,
      @Nullable String values,
      @Nullable Repaired repair,
      ImmutableList<Waiting> deadlock,
      ImmutableList<Stepped> schedule,
      List<Integer> choices,
      List<String> profiles,
      @Nullable String accepted) {
    static Problem of(Finding finding, ImmutableList<WitnessStep> steps) {
      return of(finding, steps, null, Acceptances.NONE);
    }

    static Problem of(
        Finding finding,
        ImmutableList<WitnessStep> steps,
        @Nullable Repaired repair,
        Acceptances acceptances) {
      List<ConflictSide> sides =
          finding.accesses().stream()
              .map(access -> ConflictSide.of(access, finding.words()))
              .toList();
      return new Problem(
          finding.kind(),
          FindingWords.subject(finding),
          sides.isEmpty() ? null : sides.get(0),
          sides.isEmpty() ? null : sides.get(1),
          finding.missingOrder().orElse(null),
          finding.values().orElse(null),
          repair,
          Waiting.of(finding.agents()),
          Stepped.of(steps),
          finding.witness().choices().asList(),
          new ArrayList<>(),
          acceptances.of(finding).map(Acceptance::reason).orElse(null));
    }
  }

  /**
   * Describes a repair of a conflict: the first change, further ones that belong to it, and how
   * many states the repaired program has, none of them with the conflict.
   */
  private record Repaired(
      String call,
      String file,
      int line,
      String where,
      ImmutableList<Changed> further,
      boolean verified,
      long states) {
    static @Nullable Repaired of(Optional<RepairSearch.Result> result) {
      Repair repair = result.flatMap(RepairSearch.Result::repair).orElse(null);
      if (repair == null) {
        return null;
      }
      ImmutableList<Changed> all =
          repair.changes().stream().map(Changed::of).collect(ImmutableList.toImmutableList());
      Changed first = all.get(0);
      long states = result.orElseThrow().states();
      return new Repaired(
          first.call(),
          first.file(),
          first.line(),
          first.where(),
          all.subList(1, all.size()),
          true,
          states);
    }
  }

  private record Changed(String call, String file, int line, String where) {
    static Changed of(Change change) {
      String call =
          switch (change) {
            case Change.Addition addition -> addition.call() + " " + addition.purpose();
            case Change.Notice notice -> notice.call() + " " + notice.purpose();
            default -> change.call();
          };
      return new Changed(call, change.line().file(), change.line().line(), change.where());
    }
  }

  /** A schedule that was run again. */
  private record Rerun(String file, String profile, int pes, ImmutableList<Problem> findings) {}

  private record RerunOfTransport(
      String file, String transport, int pesPerNode, int pes, ImmutableList<Problem> findings) {}
}
