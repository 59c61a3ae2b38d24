package org.shmemlab.cli.check;

import static java.io.OutputStream.nullOutputStream;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.primitives.ImmutableIntArray;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.export.Exports;
import org.shmemlab.cli.export.Report;
import org.shmemlab.cli.shell.DiagramOption;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.Interruption;
import org.shmemlab.cli.shell.SlurmOptions;
import org.shmemlab.cli.shell.TimeAllowed;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.cli.source.CompileOptions;
import org.shmemlab.cli.source.ProgramArguments;
import org.shmemlab.cli.source.RulesFile;
import org.shmemlab.cli.source.SourceFiles;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.Walkers;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.order.OrderTable;
import org.shmemlab.model.table.BadTable;
import org.shmemlab.plan.cluster.SlurmException;
import org.shmemlab.reports.check.AllTransportsTable;
import org.shmemlab.reports.check.CheckView;
import org.shmemlab.reports.check.WitnessText;
import org.shmemlab.reports.json.Schema;
import org.shmemlab.scenarios.judge.Cores;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.replay.Semantics;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.Transport;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs {@code shmemlab check}: explores every execution that the memory model allows. */
@Command(
    name = "check",
    description =
        "Looks at every order that the memory model allows, and reports what may go wrong.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:nothing found, warnings alone (without --strict), or just what the files themselves expect",
      "1:an error, or another verdict than expected; with --replay, a finding",
      "2:a mistake in the command line or in a source",
      "4:nothing found, but not every order was seen",
      "70:a bug of shmemlab",
      "71:not enough memory",
      "74:a file or standard output cannot be written",
      "130:stopped by Ctrl-C or another signal"
    })
public final class CheckCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "FILE|FOLDER",
      arity = "0..*",
      description =
          "litmus tests (.litmus) and programs (.cu, .c, .cpp, .cc, .cxx, .ll, .bc, .ptx,"
              + " .launch.yaml), folders of them; sources of which one has a main function are one program")
  private List<Path> paths = ImmutableList.of();

  @Mixin private ProfileOptions profiles = new ProfileOptions();

  @Option(
      names = {"-n", "--pes"},
      paramLabel = "PES",
      description = "number of PEs of programs (default: that of their 'run:' comment, else 2)")
  private @Nullable Integer pes;

  @Mixin private ProgramArguments arguments = new ProgramArguments();

  @Mixin private CompileOptions compiling = new CompileOptions();

  @Option(
      names = "--engine",
      paramLabel = "E",
      defaultValue = "auto",
      description = {
        "auto: states where there are few, else dpor",
        "states: every state, for shortest witnesses, as far as the budget goes",
        "dpor: one execution of each class that differs, for all orders of larger programs",
        "random: schedules drawn at random, for programs of any size",
        "(default: ${DEFAULT-VALUE})"
      })
  private String engine = "";

  @Option(
      names = "--budget",
      paramLabel = "N",
      description = "most states of one exploration, or schedules (default: 300000, or 1000)")
  private @Nullable Long budget;

  @Option(
      names = "--failed-tests",
      paramLabel = "K",
      description = {
        "where loops that count or act while they poll leave too many orders, look at those in",
        "which no agent polls in vain more often (default: ${DEFAULT-VALUE})"
      })
  private int failedTests = SearchOptions.FAILED_TESTS;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "0",
      description = "what random schedules are drawn from (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = "--strict",
      description =
          "a finding of the strict profile alone is an error, and so is a comment that allows"
              + " nothing")
  private boolean strict;

  @Mixin private BaselineOptions baselines = new BaselineOptions();

  @Mixin private FailureOptions failures = new FailureOptions();

  @Option(names = "--json", description = "print one JSON document, nothing else")
  private boolean json;

  @Mixin private Exports exports = new Exports();

  @Mixin private Report report = new Report();

  @Mixin private DiagramOption drawn = new DiagramOption();

  @Option(
      names = "--witness",
      paramLabel = "OUTCOME",
      description =
          "print a shortest schedule that shows this outcome, too, such as '1:r0=0;' (its beginning"
              + " is enough)")
  private @Nullable String witness;

  @Option(
      names = "--save-replays",
      paramLabel = "DIR",
      description = "write the schedule of each finding to a file there")
  private @Nullable Path savedReplays;

  @Option(
      names = "--replay",
      paramLabel = "FILE",
      description = "run the schedule of such a file again, instead of a check")
  private @Nullable Path replay;

  @Option(
      names = "--source",
      paramLabel = "FILE",
      description = "the program of that schedule (default: where it was, or next to the file)")
  private @Nullable Path replayed;

  @Option(
      names = "--schedule",
      paramLabel = "N,N,...",
      description = "run the schedule of these choices, as a finding shows it")
  private @Nullable String schedule;

  @Option(
      names = "--time",
      paramLabel = "T",
      converter = TimeAllowed.Reader.class,
      description = {
        "time for the command, such as 60s or 5m: files and profiles share it; half of each",
        "share is for a search of all orders within the budget, and where that does not come to its",
        "end the rest for schedules drawn at random"
      })
  private @Nullable TimeAllowed time;

  @Option(
      names = "--stop-at-first",
      description = "with --engine random: a search ends with its first finding")
  private boolean stopAtFirst;

  @Option(
      names = "--timing",
      description =
          "report the time of each file on standard error, and the executions of a stateless search")
  private boolean timing;

  @Option(
      names = "--robust",
      description =
          "say instead whether interleavings show all outcomes, and what order is missing")
  private boolean robust;

  @Option(
      names = "--no-repair",
      description =
          "do not look for the call that would repair a conflict (more programs to explore)")
  private boolean noRepair;

  @Mixin private final TransportOptions transports = new TransportOptions();

  @Mixin private SlurmOptions slurm = new SlurmOptions();

  public CheckCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    try {
      if (witness != null && (transports.given() || robust)) {
        throw usage(
            "--witness is of a check under profiles: leave out "
                + (robust ? "--robust" : "the transport"));
      }
      if (failures.given() && (transports.given() || robust || replay != null)) {
        throw usage("--failures is of a check of programs under profiles");
      }
      if (failures.given() && report.wanted()) {
        throw usage("--failures has an answer for each failing call: leave out --report");
      }
      failures.check();
      if (baselines.given()
          && (robust
              || transports.all
              || replay != null
              || schedule != null
              || slurm.isTask()
              || slurm.submits())) {
        throw usage(
            "--baseline and --write-baseline are of a check on this machine, under profiles or"
                + " under one --transport");
      }
      CheckSettings settings = settings();
      ImmutableList<SourceFile> files = files();
      // A task prints no findings: the submitting process adds up those of all tasks.
      PrintStream output = slurm.isTask() ? new PrintStream(nullOutputStream(), false, UTF_8) : out;
      PrintStream said = slurm.isTask() ? output : err;
      CheckReports.Shown shown =
          new CheckReports.Shown(
              json,
              exports,
              report,
              facts(settings),
              drawn.drawing(),
              output,
              said,
              files.size() <= 1);
      if (robust && !transports.given()) {
        return robust(settings, files, shown);
      }
      try (RandomSearch hunt = hunt(settings, files)) {
        int exitCode =
            baselines.end(settings.accepted(), hunted(settings, files, shown, hunt), said);
        return slurm.isTask() ? ExitCodes.OK : exitCode;
      } catch (SlurmException problem) {
        throw slurm.refused(problem);
      }
    } catch (BadTable problem) {
      err.print(problem.text() + "\n");
      err.flush();
      return ExitCodes.USAGE;
    } catch (SourceFiles.Unreadable problem) {
      throw usage(problem.reason());
    }
  }

  private int hunted(
      CheckSettings settings,
      ImmutableList<SourceFile> files,
      CheckReports.Shown shown,
      RandomSearch hunt)
      throws SourceFiles.Unreadable {
    if (transports.given()) {
      return underTransports(settings, files, shown, hunt);
    }
    CheckReports reports = CheckReports.of(shown, Schema.CHECK);
    CheckView view = reports.views();
    if (witness != null && !slurm.isTask()) {
      view = new AllViews(ImmutableList.of(view, witnesses(witness, settings, files)));
    }
    int exitCode = check(view, settings, files, hunt, shown.err());
    return reports.finish(shown, exitCode);
  }

  // The search that runs schedules drawn at random.
  private RandomSearch hunt(CheckSettings settings, ImmutableList<SourceFile> files) {
    boolean drawn = settings.engine() == Engine.RANDOM;
    if (stopAtFirst && !drawn) {
      throw usage("--stop-at-first is about schedules drawn at random: add --engine random");
    }
    if (!slurm.submits() && !slurm.isTask()) {
      return RandomSearch.here(stopAtFirst);
    }
    if (!drawn || robust || replay != null || schedule != null) {
      throw usage(
          "--on slurm: tasks share schedules drawn at random: add --engine random --budget N");
    }
    if (time != null) {
      throw usage("--on slurm: a --budget says how much tasks do; leave out --time");
    }
    return RandomSearch.of(slurm, stopAtFirst, settings.budget(), files, err);
  }

  private int check(
      CheckView view,
      CheckSettings settings,
      ImmutableList<SourceFile> files,
      RandomSearch hunt,
      PrintStream said)
      throws SourceFiles.Unreadable {
    if (replay != null) {
      return new ReplayRun(view).file(replay, replayed);
    }
    if (schedule != null) {
      ImmutableIntArray choices = choices(schedule);
      if (files.size() != 1 || settings.profiles().isEmpty()) {
        throw usage("--schedule: name one FILE and a --profile or --transport");
      }
      Semantics promised = new Semantics.Promised(settings.profiles(ImmutableList.of()).get(0));
      return new ReplayRun(view).choices(files.get(0), _ -> promised, settings, choices);
    }
    try (Interruption interruption = Interruption.watch(out)) {
      // The line for each of several files has no room for repairs.
      boolean repair =
          !noRepair && (files.size() == 1 || json || !exports.isEmpty() || report.wanted());
      return new Checks(view, settings, repair, hunt, interruption, said).check(files);
    }
  }

  private ImmutableIntArray choices(String text) {
    ImmutableIntArray choices = ReplayRun.choices(text);
    if (choices == null) {
      throw usage("--schedule " + text + ": numbers from 0, with commas between them");
    }
    return choices;
  }

  private int robust(
      CheckSettings settings, ImmutableList<SourceFile> files, CheckReports.Shown shown) {
    if (replay != null || schedule != null || savedReplays != null) {
      throw usage("--robust has no schedules to save or replay");
    }
    if (settings.engine() == Engine.RANDOM || settings.engine() == Engine.DPOR) {
      throw usage("--robust needs every state: there are --engine auto and states");
    }
    long most = budget == null ? Engine.STATES.defaultBudget() : settings.budget();
    try (Interruption interruption = Interruption.watch(out)) {
      ExplorationLimits limits = new ExplorationLimits(most, interruption::requested);
      CheckReports reports = CheckReports.of(shown, Schema.CHECK_ROBUST);
      return reports.finish(
          shown,
          new RobustnessChecks(settings, limits, interruption, reports.views()).check(files));
    }
  }

  private int underTransports(
      CheckSettings settings,
      ImmutableList<SourceFile> files,
      CheckReports.Shown shown,
      RandomSearch hunt) {
    if (replay != null) {
      throw usage("--replay: the file names the profile or transport itself");
    }
    if (transports.all && (schedule != null || savedReplays != null)) {
      throw usage("--all-transports has no schedules to save or run; name one --transport");
    }
    if (!settings.profiles().isEmpty()) {
      throw usage("a check is under a --profile or under a --transport, not both");
    }
    if (transports.all && files.stream().noneMatch(one -> SourceFiles.isLitmus(one.path()))) {
      throw usage(
          "--all-transports asks the question of litmus tests; check a program under each with"
              + " --transport");
    }
    if (settings.engine() == Engine.DPOR) {
      throw usage("--engine dpor: under a transport there are auto, states, random");
    }
    if (schedule != null) {
      return scheduled(schedule, settings, files, shown);
    }
    boolean drawn = settings.engine() == Engine.RANDOM;
    long most = budget != null || drawn ? settings.budget() : Engine.STATES.defaultBudget();
    try (Interruption interruption = Interruption.watch(out)) {
      ExplorationLimits limits =
          new ExplorationLimits(
              drawn ? Engine.RANDOM : Engine.STATES,
              new SearchOptions(
                      most,
                      seed,
                      interruption::requested,
                      failedTests,
                      Cores.all(),
                      0,
                      settings.timeLimit())
                  .walkedBy(drawn ? hunt : Walkers.HERE));
      if (transports.all) {
        AllTransportsTable table = new AllTransportsTable();
        CheckReports reports = CheckReports.of(shown, table);
        return reports.finish(
            shown,
            new AllTransportsChecks(
                    table, shown::refused, transports, settings, limits, interruption)
                .of(files));
      }
      CheckReports reports = CheckReports.of(shown, Schema.CHECK_TRANSPORT);
      return reports.finish(
          shown,
          new TransportChecks(
                  reports.views(),
                  settings,
                  transports,
                  limits,
                  !noRepair && (shown.single() || json || !exports.isEmpty() || report.wanted()),
                  interruption)
              .under(transports.chosen(), files));
    } catch (BadTransport problem) {
      throw usage(problem.text());
    }
  }

  private int scheduled(
      String choices,
      CheckSettings settings,
      ImmutableList<SourceFile> files,
      CheckReports.Shown shown) {
    if (files.size() != 1) {
      throw usage("--schedule: name one FILE and a --profile or --transport");
    }
    try {
      Transport chosen = transports.chosen();
      CheckReports reports = CheckReports.of(shown, Schema.CHECK);
      int exitCode =
          new ReplayRun(reports.views())
              .choices(
                  files.get(0),
                  number ->
                      new Semantics.Implemented(chosen, transports.pesPerNode(chosen, number)),
                  settings,
                  choices(choices));
      return reports.finish(shown, exitCode);
    } catch (BadTransport problem) {
      throw usage(problem.text());
    }
  }

  private ImmutableList<SourceFile> files() throws SourceFiles.Unreadable {
    if (replay == null && paths.isEmpty() && !compiling.isLikeABuild()) {
      throw usage("name a FILE or FOLDER to check");
    }
    if (replay == null && replayed != null) {
      throw usage("--source names the program of --replay FILE");
    }
    if (replay != null && !paths.isEmpty()) {
      throw usage("--replay: the file names the program itself; --source FILE takes another");
    }
    ImmutableList<SourceFile> programs =
        compiling.programs(paths, note -> err.print("shmemlab: --like: " + note + "\n"));
    programs.stream()
        .filter(program -> !program.isLitmus())
        .limit(1)
        .map(program -> program.compiledWith(compiling.options()))
        .forEach(program ->
            compiling.sayHeaders(program, line -> err.print("shmemlab: " + line + "\n")));
    return programs;
  }

  private WitnessText witnesses(
      String outcome, CheckSettings settings, ImmutableList<SourceFile> files) {
    if (json || files.size() != 1 || replay != null || schedule != null) {
      throw usage("--witness: it is printed as text, of one FILE that is checked");
    }
    boolean byStates = settings.engine() == Engine.STATES;
    long states = byStates ? settings.budget() : Engine.STATES.defaultBudget();
    return new WitnessText(out, outcome, states, drawn.drawing());
  }

  private ImmutableMap<String, String> facts(CheckSettings settings) {
    ImmutableMap.Builder<String, String> facts = ImmutableMap.builder();
    facts.put("Engine", settings.engine().key());
    facts.put("Budget", settings.budget() + " " + settings.engine().unit());
    facts.put("Seed", String.valueOf(settings.seed()));
    facts.put(
        "Failed tests",
        "at most " + settings.failedTests() + " of an agent, where a bound is needed");
    return facts.buildOrThrow();
  }

  private CheckSettings settings() throws BadTable, SourceFiles.Unreadable {
    if (pes != null && (pes < 1 || pes > JobLayout.MAX_PES)) {
      throw usage("-n " + pes + ": a job has 1 to " + JobLayout.MAX_PES + " PEs");
    }
    Engine chosen = engine();
    long most = chosen == Engine.STATES ? Integer.MAX_VALUE : Long.MAX_VALUE;
    if (budget != null && (budget < 1 || budget > most)) {
      throw usage("--budget " + budget + ": 1 to " + most + " " + chosen.unit());
    }
    if (failedTests < 1) {
      throw usage("--failed-tests " + failedTests + ": at least 1");
    }
    return new CheckSettings(
        profiles.all(),
        table(),
        pes,
        arguments.all(),
        compiling.options(),
        chosen,
        budget == null ? chosen.defaultBudget() : budget,
        failedTests,
        seed,
        strict,
        Optional.ofNullable(time)
            .flatMap(TimeAllowed::limit)
            .map(limit -> new SharedTime(limit, System::nanoTime)),
        timing,
        Optional.ofNullable(savedReplays).map(ReplayFolder::new),
        baselines.accepted(),
        failures);
  }

  private Engine engine() {
    return Arrays.stream(Engine.values())
        .filter(one -> one.key().equals(engine))
        .findFirst()
        .orElseThrow(() ->
            usage(
                ProfileOptions.unknown(
                    "--engine", engine, Arrays.stream(Engine.values()).map(Engine::key))));
  }

  /** The table of --rules where it is one of what is promised; a transport takes another one. */
  private Optional<OrderTable> table() throws BadTable, SourceFiles.Unreadable {
    Optional<OrderTable> table = profiles.table();
    if (table.isEmpty()) {
      return table;
    }
    if (replay != null) {
      throw usage(
          "--rules: a schedule runs by the table that was saved with it; leave out --rules");
    }
    boolean promise = RulesFile.isPromise(table.get());
    if (promise && transports.given()) {
      throw usage(
          "--rules: "
              + profiles.rules()
              + " is the table of what is promised; leave out --transport, or name the table of a"
              + " transport in it");
    }
    if (!promise && (transports.all || !transports.given())) {
      throw usage(
          "--rules: "
              + profiles.rules()
              + " is the table "
              + table.get().name()
              + "; name one --transport that has"
              + " it");
    }
    transports.rules = table.filter(_ -> !promise);
    return table.filter(_ -> promise);
  }

  private ParameterException usage(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
