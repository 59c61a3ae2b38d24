package org.shmemlab.labs.workbench;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.shmemlab.labs.grading.Limits;
import org.shmemlab.model.explore.Engine;
import org.shmemlab.model.machine.Allowance;
import org.shmemlab.model.machine.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.schedule.SeededRandom;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.reports.CheckPage;
import org.shmemlab.reports.CheckTotals;
import org.shmemlab.reports.Finding;
import org.shmemlab.reports.FindingMarks;
import org.shmemlab.reports.RunEnd;
import org.shmemlab.reports.RunJson;
import org.shmemlab.reports.page.Origin;
import org.shmemlab.reports.run.RunPage;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.scenarios.spacetime.Diagrams;
import org.shmemlab.transports.cost.Fleet;
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

  private final Limits limits;
  private final String version;

  /**
   * @param version of ShmemLab, which pages name
   */
  public Workbench(Limits limits, String version) {
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

  /** Looks at all orders of a program. */
  public Shown check(SourceFile source, int pes) {
    return compiled(
        source,
        pes,
        MOST_PES_TO_CHECK,
        (program, warnings) -> {
          Job job = Job.ofPes(pes);
          ProgramJudgement judgement =
              ProgramJudgement.of(
                  source,
                  program,
                  job,
                  ImmutableList.of(Profile.NVSHMEM),
                  limits.search(Engine.AUTO));
          boolean broken = !judgement.findings().isEmpty();
          boolean clean = !broken && judgement.complete();
          List<Mark> marks = new ArrayList<>(warnings);
          for (ProgramJudgement.Found found : judgement.findings()) {
            FindingMarks.of(found.finding())
                .forEach((line, text) ->
                    marks.add(Mark.at(source, line, true, found.kind().word() + ", " + text)));
          }
          CheckPage page =
              new CheckPage(
                  origin(
                      "shmemlab check lab.cu -n " + pes + " --no-repair",
                      "Profile",
                      Profile.NVSHMEM.name()),
                  true);
          page.diagrams(Diagrams.of(source, program, job, () -> false));
          page.program(judgement);
          page.end(new CheckTotals(0, 0, 0, 0, 1, clean ? 1 : 0, 0, broken ? 1 : 0, 0));
          return new Shown(
              clean,
              broken
                  ? "Wrong in some order: " + kinds(judgement) + "."
                  : clean
                      ? "Nothing is wrong in any order."
                      : "Nothing was found, but not every order could be looked at.",
              ImmutableList.of(),
              marks,
              ImmutableList.of(),
              page.html(broken ? 1 : 0));
        });
  }

  /** Runs a program in simulated time. */
  public Shown time(SourceFile source, int pes, Place place) {
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
      SourceFile source, Program program, List<Mark> warnings, int pes, Fleet fleet, Place place) {
    Job job = Job.ofPes(pes).placed(fleet.layout(), Allowance.ALL);
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
                "shmemlab run lab.cu -n %d --platform %s%s%s --report page.html"
                    .formatted(
                        pes,
                        place.platform(),
                        place.transport().isEmpty() ? "" : " --transport " + place.transport(),
                        place.pesPerNode() == 0 ? "" : " --gpus-per-node " + place.pesPerNode()),
                "Machine",
                place.platform() + ", " + where),
            fleet,
            timeline,
            data);
    ImmutableList.Builder<Finding> findings = ImmutableList.builder();
    if (result instanceof RunResult.Failed failed) {
      findings.add(Finding.of(failed.failure()));
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
    if (pes < 1 || pes > mostPes) {
      return Shown.refused("From 1 to " + mostPes + " PEs, not " + pes + ".");
    }
    if (source.bytes().length > limits.sourceBytes()) {
      return Shown.refused("The source is larger than " + (limits.sourceBytes() >> 10) + " KiB.");
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
                          "PE " + agent.pe() + " " + agent.who() + " " + agent.what())));
      case RunResult.Finished _, RunResult.Stopped _ -> {}
    }
    return marks;
  }

  private static List<String> details(RunResult result) {
    return result instanceof RunResult.Deadlock deadlock
        ? deadlock.agents().stream()
            .map(agent ->
                "PE %d %s at %s %s".formatted(agent.pe(), agent.who(), agent.line(), agent.what()))
            .toList()
        : ImmutableList.of();
  }

  private static String kinds(ProgramJudgement judgement) {
    return String.join(
        ", ", judgement.findings().stream().map(found -> found.kind().word()).distinct().toList());
  }

  private Origin origin(String command, String name, String value) {
    return new Origin(command, version, ImmutableMap.of(name, value));
  }
}
