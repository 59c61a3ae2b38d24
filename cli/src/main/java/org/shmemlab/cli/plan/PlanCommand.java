package org.shmemlab.cli.plan;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableMap;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.export.Exports;
import org.shmemlab.cli.export.Forms;
import org.shmemlab.cli.export.Report;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.FileMistake;
import org.shmemlab.cli.shell.Interruption;
import org.shmemlab.cli.shell.Progress;
import org.shmemlab.cli.shell.SlurmOptions;
import org.shmemlab.cli.shell.Terminal;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.plan.answer.Answer;
import org.shmemlab.plan.answer.Question;
import org.shmemlab.plan.answer.Study;
import org.shmemlab.plan.cluster.SlurmException;
import org.shmemlab.plan.cluster.SlurmSweep;
import org.shmemlab.plan.grid.PlanGrid;
import org.shmemlab.plan.store.Revision;
import org.shmemlab.plan.store.Share;
import org.shmemlab.plan.store.Simulations;
import org.shmemlab.plan.store.Store;
import org.shmemlab.plan.store.StoreException;
import org.shmemlab.plan.store.Sweep;
import org.shmemlab.plan.workload.Workload;
import org.shmemlab.plan.workload.Workloads;
import org.shmemlab.reports.plan.PlanJson;
import org.shmemlab.reports.plan.PlanPage;
import org.shmemlab.reports.plan.PlanTables;
import org.shmemlab.reports.plan.PlanText;
import org.shmemlab.transports.platform.PlatformException;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Runs {@code shmemlab plan}: recommends machine, transport and size for a workload, and says how
 * sure that is.
 */
@Command(
    name = "plan",
    description = "Answers which machine, transport and number of PEs suit a workload best.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:there is an answer",
      "1:no point is within the limits of --slo and --budget",
      "2:a mistake in the command line"
    })
public final class PlanCommand implements Callable<Integer> {
  /** Where results are kept unless told otherwise. */
  static final String STORE = "plan.duckdb";

  private final PrintStream out;
  private final PrintStream err;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      paramLabel = "WORKLOAD",
      arity = "0..1",
      description = "what is to run: moe-dispatch, ...; alone, its parameters are listed")
  private @Nullable String name;

  @Mixin private PlanOptions grid = new PlanOptions();

  @Option(
      names = "--store",
      paramLabel = "FILE",
      defaultValue = STORE,
      description = "where results are kept and looked up (default: ${DEFAULT-VALUE})")
  private Path store = Path.of(STORE);

  @Option(
      names = {"-j", "--jobs"},
      paramLabel = "N",
      description = "simulations at a time (default: one for each core)")
  private @Nullable Integer jobs;

  @Option(names = "--json", description = "print one JSON document, nothing else")
  private boolean json;

  @Mixin private SlurmOptions slurm = new SlurmOptions();

  @Mixin private Exports exports = new Exports();

  @Mixin private Report page = new Report();

  private PlanCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  /** The command with its subcommands. */
  public static CommandLine of(PrintStream out, PrintStream err) {
    return new CommandLine(new PlanCommand(out, err)).addSubcommand(new PlanQueryCommand(out));
  }

  @Override
  public Integer call() {
    CommandSpec command = Objects.requireNonNull(spec);
    if ((name == null || grid.isEmpty()) && (json || !exports.isEmpty())) {
      throw new ParameterException(
          command.commandLine(),
          "there is no answer to write without a workload, a --platform and --pes");
    }
    if (name == null) {
      out.print(PlanText.workloads(Workloads.ALL));
      return ExitCodes.OK;
    }
    Question question;
    PlanGrid.Points points;
    try {
      Workload workload = grid.workload(name);
      if (grid.isEmpty()) {
        out.print(PlanText.parameters(workload));
        return ExitCodes.OK;
      }
      question = grid.question(workload);
      points = question.grid().points(); // a mistake in them leaves no store
    } catch (PlatformException | IllegalArgumentException problem) {
      throw FileMistake.of(command, problem);
    }
    int threads = jobs == null ? Runtime.getRuntime().availableProcessors() : jobs;
    if (threads < 1) {
      throw new ParameterException(command.commandLine(), "--jobs " + threads + ": at least 1");
    }
    return slurm.isTask()
        ? task(command, question, points, threads)
        : answer(command, question, points, threads);
  }

  // A task of an array job computes its share without a report: the submitting process asks for it.
  private int task(CommandSpec command, Question question, PlanGrid.Points points, int threads) {
    String revision = Revision.present();
    try (Store known = Store.ask(SlurmSweep.known(slurm.folder()));
        Store own = Store.open(SlurmSweep.part(slurm.folder(), slurm.share()))) {
      Sweep sweep = new Sweep(own, revision, threads, (done, before, all) -> {});
      Study.atOnce(
          question, points, new Share(slurm.share(), slurm.shares(), known, sweep, revision));
    } catch (Share.Done done) {
      return ExitCodes.OK;
    } catch (IllegalArgumentException | StoreException problem) {
      throw FileMistake.of(command, problem);
    }
    return ExitCodes.OK;
  }

  private Answer study(
      Question question, PlanGrid.Points points, Store open, int threads, Interruption signal) {
    Progress progress = new Progress(err, System.nanoTime());
    try {
      if (slurm.submits()) {
        Simulations onSlurm =
            new SlurmSweep(
                open,
                Revision.present(),
                slurm.job(slurm.tasks(), "--jobs", "1"),
                slurm.tasks(),
                slurm.watcher(err));
        return Study.atOnce(question, points, onSlurm);
      }
      Sweep.Listener listener =
          (done, before, all) ->
              progress.update(
                  System.nanoTime(), seconds -> PlanOptions.progress(done, before, all, seconds));
      BooleanSupplier over = grid.over(System.nanoTime(), signal);
      return Study.inStages(
          question,
          points,
          new Sweep(open, Revision.present(), threads, listener, over),
          coarse -> {
            progress.clear();
            if (Terminal.showsErrors() && !over.getAsBoolean()) {
              err.print(PlanText.table(coarse));
              err.flush();
            }
          });
    } finally {
      progress.clear();
    }
  }

  private int answer(CommandSpec command, Question question, PlanGrid.Points points, int threads) {
    // Whatever is wrong with the files is said before anything is computed.
    Supplier<Answer> supplier =
        Suppliers.memoize(() -> {
          try (Interruption signal = Interruption.watch(out);
              Store open = Store.open(store)) {
            return study(question, points, open, threads, signal);
          } catch (SlurmException problem) {
            throw slurm.refused(problem);
          } catch (IllegalArgumentException | StoreException problem) {
            throw FileMistake.of(command, problem);
          }
        });
    Forms forms =
        new Forms()
            .with(".json", exitCode -> PlanJson.text(supplier.get(), exitCode))
            .table("points", () -> PlanTables.points(supplier.get()))
            .table("samples", () -> PlanTables.samples(supplier.get()))
            .table("sensitivity", () -> PlanTables.sensitivity(supplier.get()));
    exports.check(forms);
    page.check();
    Answer answer = supplier.get();
    boolean met = answer.best() != null || (answer.results().isEmpty() && !answer.complete());
    int exitCode = met ? ExitCodes.OK : ExitCodes.PROGRAM_FAILED;
    out.print(json ? PlanJson.text(answer, exitCode) : PlanText.of(answer));
    out.flush();
    exports.write(forms, exitCode);
    if (page.wanted()) {
      ImmutableMap<String, String> facts =
          ImmutableMap.of(
              "Samples",
              question.samples() + " of each point, Latin hypercube",
              "Seed",
              String.valueOf(question.grid().seed()));
      page.write(PlanPage.html(answer, page.origin(facts)));
    }
    return exitCode;
  }
}
