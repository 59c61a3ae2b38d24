package org.shmemlab.cli.run;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.export.Exports;
import org.shmemlab.cli.export.Forms;
import org.shmemlab.cli.export.Report;
import org.shmemlab.cli.platform.JobSize;
import org.shmemlab.cli.platform.PlatformOptions;
import org.shmemlab.cli.platform.Sharing;
import org.shmemlab.cli.platform.TimingOptions;
import org.shmemlab.cli.shell.Capacity;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.SlurmOptions;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.cli.source.CompileOptions;
import org.shmemlab.cli.source.ProgramArguments;
import org.shmemlab.cli.source.SourceFiles;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.model.job.JobLimits;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.Schedule;
import org.shmemlab.model.schedule.SeededRandom;
import org.shmemlab.model.table.BadTable;
import org.shmemlab.reports.ReportedFinding;
import org.shmemlab.reports.finding.CheckWords;
import org.shmemlab.reports.run.RunJson;
import org.shmemlab.reports.run.RunPage;
import org.shmemlab.reports.run.RunText;
import org.shmemlab.reports.run.RunView;
import org.shmemlab.reports.run.TimedTables;
import org.shmemlab.reports.trace.GoalExport;
import org.shmemlab.reports.trace.TraceJson;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.launch.LaunchFiles;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.rules.BadTransport;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.SymmetricHeap;
import org.shmemlab.transports.simulate.Timeline;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs {@code shmemlab run}: compiles a program and runs it on every PE of a job. */
@Command(
    name = "run",
    description = "Runs a program and prints what its PEs print.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the program ran",
      "1:the program failed",
      "2:a mistake in the command line or in the source",
      "3:deadlock",
      "4:stopped by --max-instructions, or after minutes in which it printed nothing",
      "70:a bug of shmemlab",
      "71:not enough memory",
      "74:a file or standard output cannot be written",
      "130:stopped by Ctrl-C or another signal"
    })
public final class RunCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "FILE",
      arity = "0..*",
      description =
          "the files of one program: .cu, .c, .cpp, .cc, .cxx, .ll, .bc, .ptx or"
              + " .launch.yaml; with --platform also a test: .litmus")
  private List<Path> files = ImmutableList.of();

  @Mixin private JobSize size = new JobSize();

  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "interleave the PEs at random, from this number (default: they take turns)")
  private @Nullable Long seed;

  @Mixin private ProgramArguments arguments = new ProgramArguments();

  @Mixin private CompileOptions compiling = new CompileOptions();

  @Mixin private TimingOptions timing = new TimingOptions();

  @Mixin private SlurmOptions slurm = new SlurmOptions();

  @Mixin private Sharing sharing = new Sharing();

  @Option(
      names = "--env",
      paramLabel = "NAME=VALUE",
      description = "what getenv(NAME) gives; the environment of the shell is not seen")
  private Map<String, String> environment = new LinkedHashMap<>();

  @Option(
      names = "--strict",
      description =
          "end at a misuse that real machines tolerate, such as the use of a value that was never"
              + " written (default: report it once and go on)")
  private boolean strict;

  @Option(
      names = "--no-races",
      description =
          "look for no conflicts: by default the run warns of each one in its happens-before order")
  private boolean noRaces;

  @Option(names = "--tag-output", description = "begin every line with its PE: '3: '")
  private boolean tagOutput;

  @Option(names = "--json", description = "print one JSON document that holds everything")
  private boolean json;

  @Mixin private Exports exports = new Exports();

  @Mixin private Report report = new Report();

  @Option(
      names = "--max-instructions",
      paramLabel = "N",
      description =
          "stop after so many instructions of all PEs together (default: when nothing was printed"
              + " for 20 thousand million of them)")
  private long maxInstructions = Long.MAX_VALUE;

  public RunCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    try {
      return ran();
    } catch (BadTable problem) {
      err.print(problem.text() + "\n");
      err.flush();
      return ExitCodes.USAGE;
    }
  }

  private int ran() throws BadTable {
    checkJob();
    SourceFile source = read();
    LaunchFiles.pes(source).ifPresent(size::otherwise);
    String name = source.path();
    if (SourceFiles.isLitmus(name)) {
      return litmus(source);
    }
    Optional<PlatformOptions.Setting> timed =
        timing.setting(Objects.requireNonNull(spec), size.pes(), size.gpusPerNode(), environment);
    Job job = job(timed.map(setting -> setting.fleet().layout()).orElse(null));
    checkTasks();
    if (timing.runs() > 1) {
      if (report.wanted()) {
        throw usage("--report shows one run; leave out --runs");
      }
      return many(source, job, timed.orElseThrow());
    }
    RunJson document = new RunJson(name, size.pes(), seed);
    TimedTables tables = new TimedTables();
    Timeline timeline = new Timeline();
    Forms forms = forms(document, timed.isPresent() ? tables : null, timeline);
    exports.check(forms);
    ImmutableList.Builder<RunView> views = ImmutableList.builder();
    views.add(json ? document : new RunText(name, out, err, tagOutput));
    if (!exports.isEmpty()) {
      views.add(tables);
    }
    if (!json && (!exports.isEmpty() || report.wanted())) {
      views.add(document);
    }
    Optional<RunPage> page = page(source, timed, timeline, document);
    page.ifPresent(views::add);
    int exitCode = run(source, job, timed, new AllRunViews(views.build()), timeline);
    if (json) {
      out.print(document.text());
      out.flush();
    }
    exports.write(forms, exitCode);
    page.ifPresent(html -> report.write(html.html()));
    return exitCode;
  }

  private Optional<RunPage> page(
      SourceFile source,
      Optional<PlatformOptions.Setting> timed,
      Timeline timeline,
      RunJson document) {
    if (!report.wanted()) {
      return Optional.empty();
    }
    report.check();
    PlatformOptions.Setting setting =
        timed.orElseThrow(() -> usage("--report shows a run in simulated time: add --platform"));
    ImmutableMap.Builder<String, String> facts = ImmutableMap.builder();
    facts.put("Machine", setting.name());
    facts.put("Numbers", "each with its source: shmemlab platform show " + setting.platform());
    facts.put("Seed", timing.jitter() == 0 ? "none: no time varies" : "" + firstSeed());
    for (SourceFile file : source.files()) {
      facts.put(
          "Source " + file.path(), "SHA-256 " + new SourceFile(file.path(), file.text()).sha256());
    }
    return Optional.of(
        new RunPage(
            source.path(),
            report.origin(facts.buildOrThrow()),
            setting.fleet(),
            timeline,
            document));
  }

  // A job whose size the command does not say is checked as large as a check takes it itself.
  private String check(SourceFile source, Job job) {
    return size.isKnown() ? CheckWords.of(source, job) : CheckWords.ofUsualSize(source, job);
  }

  private int run(
      SourceFile source,
      Job job,
      Optional<PlatformOptions.Setting> timed,
      RunView view,
      Timeline timeline) {
    Program program = program(source, view);
    if (program == null) {
      return ExitCodes.USAGE;
    }
    if (GpuSelection.isMissing(program, job)) {
      err.print(
          "shmemlab: no PE chooses its GPU, and NVSHMEM does not start without; call"
              + " cudaSetDevice(nvshmem_team_my_pe(NVSHMEMX_TEAM_NODE)) after nvshmem_init()\n");
    }
    Schedule schedule = seed == null ? new RoundRobin() : new SeededRandom(seed);
    JobRun run =
        new JobRun(
            view,
            out,
            err,
            maxInstructions,
            json ? "" : check(source, job),
            noRaces ? Optional.empty() : Optional.of(source),
            exports.isEmpty() && !report.wanted() ? null : timeline);
    return Capacity.use(
        program,
        job,
        () ->
            timed
                .map(setting -> run.run(program, job, setting, timing.jitter(), firstSeed()))
                .orElseGet(() -> run.run(program, job, schedule)));
  }

  private int many(SourceFile source, Job job, PlatformOptions.Setting setting) {
    Program program = program(source, new RunText(source.path(), out, err, false));
    return program == null
        ? ExitCodes.USAGE
        : new ManyRuns(out, err, json, exports, slurm, maxInstructions, CheckWords.of(source, job))
            .run(program, job, setting, timing, firstSeed());
  }

  private long firstSeed() {
    return seed == null ? 0 : seed;
  }

  // Null where the source is none; the view knows why.
  private static @Nullable Program program(SourceFile source, RunView view) {
    CudaC.Compiled compiled = CudaC.compile(source);
    compiled.diagnostics().forEach(diagnostic -> view.finding(ReportedFinding.of(diagnostic)));
    if (compiled.program() == null) {
      view.rejected(ExitCodes.USAGE);
    }
    return compiled.program();
  }

  private Forms forms(RunJson document, @Nullable TimedTables tables, Timeline timeline) {
    Forms forms = new Forms().with(".json", _ -> document.text());
    return tables == null
        ? forms
        : forms
            .with(".trace.json", _ -> TraceJson.text(timeline))
            .with(".goal", _ -> GoalExport.text(timeline, size.pes()))
            .table("operations", () -> TimedTables.operations(timeline))
            .table("pes", tables::pes)
            .table("stations", tables::stations)
            .table("costs", tables::costs);
  }

  // How often each outcome of a test is seen, in simulated time; all of them are for a check.
  private int litmus(SourceFile source) throws BadTable {
    RunView view = new RunText(source.path(), out, err, false);
    Litmus.Compiled compiled = Litmus.compile(source);
    compiled.diagnostics().forEach(diagnostic -> view.finding(ReportedFinding.of(diagnostic)));
    LitmusProgram test = compiled.program();
    if (test == null) {
      view.rejected(ExitCodes.USAGE);
      return ExitCodes.USAGE;
    }
    int wanted = test.test().pes();
    boolean given =
        Objects.requireNonNull(spec).commandLine().getParseResult().hasMatchedOption("-n");
    if (given && size.pes() != wanted) {
      throw usage(
          "-n " + size.pes() + ": this test has " + wanted + (wanted == 1 ? " PE" : " PEs"));
    }
    PlatformOptions.Setting setting =
        timing
            .setting(Objects.requireNonNull(spec), wanted, size.gpusPerNode(), environment)
            .orElseThrow(() ->
                usage(
                    "a test runs in simulated time: add --platform, or '"
                        + CheckWords.of(source, Job.ofPes(wanted))
                        + "' for every outcome"));
    checkTasks();
    String check = CheckWords.of(source, Job.ofPes(wanted));
    return new ManyRuns(out, err, json, exports, slurm, maxInstructions, check)
        .run(test, setting, timing, firstSeed());
  }

  private void checkTasks() {
    if (slurm.submits() && timing.runs() == 1) {
      throw usage("--on slurm: tasks share many runs: add --runs N");
    }
  }

  private void checkJob() {
    size.check(Objects.requireNonNull(spec));
    if (maxInstructions < 1) {
      throw usage("--max-instructions " + maxInstructions + ": at least 1");
    }
  }

  private Job job(@Nullable JobLayout timed) {
    JobLayout layout = timed != null ? timed : size.layout();
    return new Job(
        layout,
        arguments.all(),
        ImmutableMap.copyOf(environment),
        Job.Gpu.H200,
        allowance(),
        !strict);
  }

  private JobLimits allowance() {
    try {
      Settings settings = Settings.of(environment);
      boolean asUsual = settings.set().isEmpty() && !sharing.given();
      return asUsual
          ? JobLimits.ALL
          : SymmetricHeap.allowance(settings, sharing.chosen(environment));
    } catch (BadTransport problem) {
      throw usage(problem.text());
    }
  }

  private SourceFile read() {
    try {
      if (files.size() == 1 && SourceFiles.isLitmus(files.get(0).toString())) {
        return SourceFiles.of(files).get(0);
      }
      SourceFile program =
          compiling.program(files, note -> err.print("shmemlab: --like: " + note + "\n"));
      SourceFile chosen = program.compiledWith(compiling.options());
      compiling.sayHeaders(chosen, line -> err.print("shmemlab: " + line + "\n"));
      return chosen;
    } catch (SourceFiles.Unreadable problem) {
      throw usage(problem.reason());
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
