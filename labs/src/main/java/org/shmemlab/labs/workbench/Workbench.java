package org.shmemlab.labs.workbench;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;
import org.shmemlab.labs.grading.GradingLimits;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.Finding;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobLimits;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.schedule.SeededRandom;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.check.CheckJson;
import org.shmemlab.reports.check.CheckPage;
import org.shmemlab.reports.finding.BoundWords;
import org.shmemlab.reports.finding.FindingMarks;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.reports.run.RunEnd;
import org.shmemlab.reports.run.RunJson;
import org.shmemlab.reports.run.RunPage;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.LitmusJudgement;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.judge.TransportJudgement;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.ShellWords;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.rules.TransportRules;
import org.shmemlab.transports.simulate.MessageCost;
import org.shmemlab.transports.simulate.TimedResult;
import org.shmemlab.transports.simulate.TimedRun;
import org.shmemlab.transports.simulate.Timeline;

/** Runs, checks and times programs, each within limits and without a file of this machine. */
public final class Workbench {
  /** Most PEs of a run. */
  public static final int MOST_PES = 64;

  /** Most PEs of a search of all orders. */
  public static final int MOST_PES_TO_CHECK = 8;

  /** The transports whose orders can be looked at. */
  public static final ImmutableList<String> TRANSPORTS =
      Transport.all().stream().map(Transport::key).collect(ImmutableList.toImmutableList());

  /** Asks for the orders of the documents and of all transports, next to each other. */
  private static final String EVERYWHERE = "all";

  private final GradingLimits limits;
  private final String version;

  /**
   * @param version of ShmemLab, which pages name
   */
  public Workbench(GradingLimits limits, String version) {
    this.limits = limits;
    this.version = version;
  }

  private interface Use {
    Shown of(Program program, List<Mark> warnings);
  }

  /**
   * Runs a program.
   *
   * @param seed of the order of steps; 0 for taking turns
   */
  public Shown run(SourceFile source, int pes, long seed) {
    return compiled(
        source,
        pes,
        MOST_PES,
        (program, warnings) -> {
          Machine machine =
              new Machine(program, Job.ofPes(pes), new Immediate(), new RuntimeSystem());
          Follower follower = new Follower(limits);
          Runner runner =
              new Runner(machine, seed == 0 ? new RoundRobin() : new SeededRandom(seed), follower);
          RunResult result = runner.run();
          return new Shown(
              Follower.good(result),
              follower.summary(result, runner.instructions()),
              details(result),
              marks(source, result, warnings),
              follower.printed(),
              "");
        });
  }

  /**
   * Looks at all orders of a program.
   *
   * @param transport whose orders, one of {@link #TRANSPORTS}; empty for those that NVSHMEM's
   *     documents allow
   * @param perNode PEs that share a node, of a transport; 0 for what is usual there: all of them
   *     where it has ways inside a node, one where it is a network alone
   */
  public Shown check(SourceFile source, int pes, String transport, int perNode) {
    if (transport.equals(EVERYWHERE)) {
      return everywhere(source, pes);
    }
    if (!transport.isEmpty() && !TRANSPORTS.contains(transport)) {
      return Shown.refused("No such transport: there are " + String.join(", ", TRANSPORTS) + ".");
    }
    if (isLitmus(source)) {
      return tested(
          source,
          program ->
              transport.isEmpty()
                  ? litmus(source, program)
                  : new Verdicts(limits).of(source, program));
    }
    return compiled(
        source,
        pes,
        MOST_PES_TO_CHECK,
        (program, warnings) ->
            transport.isEmpty()
                ? promised(source, program, Job.ofPes(pes), warnings)
                : carried(source, program, Job.ofPes(pes), transport, perNode, warnings));
  }

  private Shown everywhere(SourceFile source, int pes) {
    if (isLitmus(source)) {
      return tested(source, program -> new Verdicts(limits).of(source, program));
    }
    return compiled(
        source,
        pes,
        MOST_PES_TO_CHECK,
        (program, _) -> new Verdicts(limits).of(source, program, Job.ofPes(pes)));
  }

  private static boolean isLitmus(SourceFile source) {
    return source.path().endsWith(".litmus");
  }

  private Shown tested(SourceFile source, Function<LitmusProgram, Shown> use) {
    if (source.bytes().length > limits.sourceBytes()) {
      return Shown.refused("The test is larger than " + (limits.sourceBytes() >> 10) + " KiB.");
    }
    Litmus.Compiled compiled = Litmus.compile(source);
    @Nullable LitmusProgram program = compiled.program();
    if (program != null && program.test().pes() > MOST_PES_TO_CHECK) {
      return Shown.refused("At most " + MOST_PES_TO_CHECK + " PEs.");
    }
    return program == null
        ? Shown.rejected(
            "It is no litmus test.",
            compiled.diagnostics().stream().map(said -> Mark.of(source, said)).toList())
        : use.apply(program);
  }

  private Shown litmus(SourceFile source, LitmusProgram program) {
    LitmusJudgement judgement =
        LitmusJudgement.of(
            program, LitmusJudgement.profiles(program.test()), limits.search(Engine.AUTO));
    CheckJson data = new CheckJson(Schema.CHECK);
    data.litmus(judgement);
    CheckPage page =
        new CheckPage(
            origin("shmemlab check lab.litmus", "Profile", "all of the documents"),
            true,
            data::text);
    page.diagrams(Diagrams.of(program, Long.MAX_VALUE, () -> false));
    page.litmus(judgement);
    ImmutableList<String> lines = Verdicts.lines(judgement);
    List<Mark> marks = new ArrayList<>();
    for (Finding finding : judgement.answers().get(0).exploration().findings()) {
      FindingMarks.of(finding)
          .forEach((line, text) ->
              marks.add(Mark.at(source, line, true, finding.kind().word() + ", " + text)));
    }
    boolean good = judgement.asExpected();
    return new Shown(
        good,
        String.join("; ", lines) + ".",
        judgement.missingExpectations().isEmpty() ? lines : unexpected(judgement),
        marks,
        ImmutableList.of(),
        page.html(good ? 0 : 1));
  }

  /** For a test that expects nothing: the verdicts as the lines that would expect them. */
  private static ImmutableList<String> unexpected(LitmusJudgement judgement) {
    return ImmutableList.<String>builder()
        .add("The test expects nothing; lines that write these verdicts down:")
        .addAll(judgement.missingExpectations())
        .build();
  }

  private Shown promised(SourceFile source, Program program, Job job, List<Mark> warnings) {
    Profile profile = ProgramJudgement.profiles(program).get(0);
    ProgramJudgement judgement =
        ProgramJudgement.of(
            source, program, job, ImmutableList.of(profile), limits.search(Engine.AUTO));
    List<Finding> findings = judgement.findings().stream().map(found -> found.finding()).toList();
    Exploration.Bound bound = judgement.answers().get(0).exploration().bound();
    CheckJson data = new CheckJson(Schema.CHECK);
    data.program(judgement);
    CheckPage page =
        new CheckPage(
            origin(command(source, "check", job.pes()), "Profile", profile.name()),
            true,
            data::text);
    page.diagrams(Diagrams.of(source, program, job, Long.MAX_VALUE, () -> false));
    page.program(judgement);
    return looked(source, findings, bound, warnings, page::html);
  }

  private Shown carried(
      SourceFile source,
      Program program,
      Job job,
      String name,
      int wantedPerNode,
      List<Mark> warnings) {
    Transport transport = Transport.of(name, Settings.DEFAULT);
    int perNode = wantedPerNode > 0 ? wantedPerNode : transport.peer().isPresent() ? job.pes() : 1;
    TransportJudgement judgement =
        TransportJudgement.of(
            source, program, job, transport, perNode, limits.search(Engine.STATES));
    CheckJson data = new CheckJson(Schema.CHECK_TRANSPORT);
    data.judged(judgement);
    CheckPage page =
        new CheckPage(
            origin(
                command(source, "check", job.pes())
                    + " --transport "
                    + name
                    + (wantedPerNode > 0 ? " --gpus-per-node " + wantedPerNode : ""),
                "Transport",
                transport.title()),
            true,
            data::text);
    page.diagrams(Diagrams.of(source, program, job, Long.MAX_VALUE, () -> false));
    page.judged(judgement);
    Exploration seen = judgement.answer().exploration();
    return looked(source, seen.findings(), seen.bound(), warnings, page::html);
  }

  private static Shown looked(
      SourceFile source,
      List<Finding> findings,
      Exploration.Bound bound,
      List<Mark> warnings,
      IntFunction<String> page) {
    boolean broken = !findings.isEmpty();
    boolean complete = bound instanceof Exploration.Bound.Complete;
    List<Mark> marks = new ArrayList<>(warnings);
    Set<String> kinds = new LinkedHashSet<>();
    for (Finding finding : findings) {
      String kind = finding.kind().word();
      kinds.add(kind);
      FindingMarks.of(finding)
          .forEach((line, text) -> marks.add(Mark.at(source, line, true, kind + ", " + text)));
    }
    return new Shown(
        !broken && complete,
        broken
            ? "Wrong in some order: " + String.join(", ", kinds) + "."
            : complete
                ? "Nothing is wrong in any order."
                : "Nothing was found, but not every order could be looked at: "
                    + BoundWords.of(bound)
                    + ".",
        ImmutableList.of(),
        marks,
        ImmutableList.of(),
        page.apply(broken ? 1 : 0));
  }

  /** Runs a program in simulated time. */
  public Shown time(SourceFile source, int pes, TimingTarget place) {
    return compiled(
        source,
        pes,
        MOST_PES,
        (program, warnings) -> {
          try {
            return time(source, program, warnings, pes, place.fleet(pes), place);
          } catch (IllegalArgumentException wrong) {
            return Shown.refused("No such place: " + wrong.getMessage() + ".");
          }
        });
  }

  private Shown time(
      SourceFile source,
      Program program,
      List<Mark> warnings,
      int pes,
      Fleet fleet,
      TimingTarget place) {
    Job job = Job.ofPes(pes).placed(fleet.layout(), JobLimits.ALL);
    Machine machine =
        new Machine(program, job, new TransportRules(fleet.routes()), new RuntimeSystem());
    Timeline timeline = new Timeline();
    Follower follower = new Follower(limits);
    TimedRun run = new TimedRun(machine, fleet, 0, 0, follower);
    run.writeTo(timeline);
    TimedResult timed = run.run();
    RunResult result = timed.result();
    String where = fleet.routes().transport().key();
    RunJson data = new RunJson(source.path(), pes, null);
    RunPage page =
        new RunPage(
            source.path(),
            origin(
                "%s --platform %s%s%s --report page.html"
                    .formatted(
                        command(source, "run", pes),
                        place.platform(),
                        place.transport().isEmpty() ? "" : " --transport " + place.transport(),
                        place.pesPerNode() == 0 ? "" : " --gpus-per-node " + place.pesPerNode()),
                "Machine",
                place.platform() + ", " + where),
            fleet,
            timeline,
            data);
    ImmutableList.Builder<ReportedFinding> findings = ImmutableList.builder();
    if (result instanceof RunResult.Failed failed) {
      findings.add(ReportedFinding.of(failed.failure()));
    }
    boolean good = Follower.good(result);
    RunEnd end =
        new RunEnd(
            result,
            good ? 0 : 1,
            timed.instructions(),
            findings.build(),
            new RunEnd.Timed(place.platform() + ", " + where, timed, MessageCost.of(fleet)));
    data.end(end);
    page.end(end);
    return new Shown(
        good,
        follower.summary(result, timed.instructions())
            + " Simulated time: %.2f us.".formatted(timed.picoseconds() / 1e6),
        details(result),
        marks(source, result, warnings),
        follower.printed(),
        page.html());
  }

  private Shown compiled(SourceFile source, int pes, int mostPes, Use use) {
    if (isLitmus(source)) {
      return Shown.refused("A litmus test prints nothing and has no time: check its orders.");
    }
    if (pes < 1 || pes > mostPes) {
      return Shown.refused("From 1 to " + mostPes + " PEs, not " + pes + ".");
    }
    if (source.bytes().length > limits.sourceBytes()) {
      return Shown.refused("The source is larger than " + (limits.sourceBytes() >> 10) + " KiB.");
    }
    Optional<String> wrong = Macros.wrong(source.macros());
    if (wrong.isPresent()) {
      return Shown.refused(wrong.get());
    }
    SourceFile closed = source.compiledWith(CompilerOptions.NONE.with(CompilerOptions.CLOSED));
    CudaC.Compiled compiled = CudaC.compile(closed);
    ImmutableList<Mark> marks =
        compiled.diagnostics().stream()
            .map(said -> Mark.of(source, said))
            .collect(ImmutableList.toImmutableList());
    @Nullable Program program = compiled.program();
    return program == null ? Shown.rejected("It does not compile.", marks) : use.of(program, marks);
  }

  private static List<Mark> marks(SourceFile source, RunResult result, List<Mark> warnings) {
    List<Mark> marks = new ArrayList<>(warnings);
    switch (result) {
      case RunResult.Failed failed ->
          marks.add(
              Mark.at(
                  source,
                  failed.failure().line(),
                  true,
                  failed.failure().text() + " (PE " + failed.failure().pe() + ")"));
      case RunResult.Deadlock deadlock ->
          deadlock
              .agents()
              .forEach(agent ->
                  marks.add(
                      Mark.at(
                          source,
                          agent.line(),
                          true,
                          "PE " + agent.pe() + " " + agent.name() + " " + agent.what())));
      case RunResult.Finished _, RunResult.Stopped _ -> {}
    }
    return marks;
  }

  private static List<String> details(RunResult result) {
    return result instanceof RunResult.Deadlock deadlock
        ? deadlock.agents().stream()
            .map(agent ->
                "PE %d %s at %s %s".formatted(agent.pe(), agent.name(), agent.line(), agent.what()))
            .toList()
        : ImmutableList.of();
  }

  /** The command that does the same. */
  private static String command(SourceFile source, String name, int pes) {
    StringBuilder words = new StringBuilder("shmemlab " + name + " lab.cu -n " + pes);
    source
        .macros()
        .forEach(
            (macro, value) -> words.append(" -D ").append(ShellWords.quoted(macro + "=" + value)));
    return words + (name.equals("check") ? " --no-repair" : "");
  }

  private PageProvenance origin(String command, String name, String value) {
    return new PageProvenance(command, version, ImmutableMap.of(name, value));
  }
}
