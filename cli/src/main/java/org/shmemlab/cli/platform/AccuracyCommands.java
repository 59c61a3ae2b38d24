package org.shmemlab.cli.platform;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.export.Exports;
import org.shmemlab.cli.export.Forms;
import org.shmemlab.cli.export.Report;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.reports.platform.AccuracyPage;
import org.shmemlab.reports.platform.AccuracyReport;
import org.shmemlab.reports.platform.LoopReport;
import org.shmemlab.transports.accuracy.Accuracy;
import org.shmemlab.transports.accuracy.Benchmark;
import org.shmemlab.transports.accuracy.BenchmarkLoops;
import org.shmemlab.transports.accuracy.CalibrationSplit;
import org.shmemlab.transports.fit.Fit;
import org.shmemlab.transports.fit.ResultsException;
import org.shmemlab.transports.platform.Platforms;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Runs {@code shmemlab fit} and {@code shmemlab accuracy}. */
public final class AccuracyCommands {
  private AccuracyCommands() {}

  /** {@code shmemlab fit}. */
  @Command(
      name = "fit",
      description = "Fits laws to published measurements and prints their parameters.",
      mixinStandardHelpOptions = true)
  public static final class Fits implements Callable<Integer> {
    private final PrintStream out;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Mixin private Exports exports = new Exports();

    public Fits(PrintStream out) {
      this.out = out;
    }

    @Override
    public Integer call() {
      List<Fit> fits = Fit.ofPublished();
      Forms forms =
          new Forms()
              .with(".json", _ -> AccuracyReport.fitsJson(fits))
              .table("parameters", () -> AccuracyReport.fitsTable(fits));
      exports.check(forms);
      out.print(json ? AccuracyReport.fitsJson(fits) : AccuracyReport.fits(fits));
      exports.write(forms, ExitCodes.OK);
      return ExitCodes.OK;
    }
  }

  /** {@code shmemlab accuracy}. */
  @Command(
      name = "accuracy",
      description =
          "Prints predictions of laws and of the simulator next to published measurements, and how"
              + " far they are off; or, with folders of results, what perftest prints next to"
              + " benchmarks that ran there, or with --printed what those benchmarks print in"
              + " simulated time.",
      mixinStandardHelpOptions = true)
  public static final class Errors implements Callable<Integer> {
    private final PrintStream out;

    @Spec private @Nullable CommandSpec spec;

    @Parameters(
        arity = "0..*",
        paramLabel = "RESULTS",
        description = "folders with a perftest.csv, as results/h200-x2-perftest-2")
    private List<Path> results = List.of();

    @Option(
        names = "--platform",
        paramLabel = "NAME",
        defaultValue = "h200-nvlink-measured",
        description =
            "where perftest runs for RESULTS, or ran what is --printed (default:"
                + " ${DEFAULT-VALUE})")
    private String platform = "";

    @Option(
        names = "--printed",
        paramLabel = "FOLDER",
        description =
            "compare with RESULTS what the benchmarks printed in simulated time, as"
                + " benchmarks/simulate.sh writes it, instead of what perftest prints")
    private @Nullable Path printed;

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Mixin private Exports exports = new Exports();

    @Mixin private Report report = new Report();

    public Errors(PrintStream out) {
      this.out = out;
    }

    @Override
    public Integer call() {
      if (!results.isEmpty()) {
        return loops();
      }
      if (printed != null) {
        throw usage("--printed " + printed + ": name the RESULTS to compare it with");
      }
      Supplier<Accuracy> accuracy = Suppliers.memoize(Accuracy::ofPublished);
      Forms forms =
          new Forms()
              .with(".json", _ -> AccuracyReport.json(accuracy.get()))
              .table("predictions", () -> AccuracyReport.table(accuracy.get()));
      exports.check(forms);
      report.check();
      out.print(json ? AccuracyReport.json(accuracy.get()) : AccuracyReport.text(accuracy.get()));
      exports.write(forms, ExitCodes.OK);
      if (report.wanted()) {
        ImmutableMap<String, String> facts =
            ImmutableMap.of("Measurements", "published ones, each named by the id of its row");
        report.write(AccuracyPage.html(accuracy.get(), report.origin(facts)));
      }
      return ExitCodes.OK;
    }

    private Integer loops() {
      if (!Platforms.NAMES.contains(platform)) {
        throw usage("--platform " + platform + ": one of " + String.join(", ", Platforms.NAMES));
      }
      CalibrationSplit split = CalibrationSplit.read();
      ImmutableList<Benchmark> rows =
          results.stream()
              .flatMap(folder -> rows(folder).stream())
              .collect(ImmutableList.toImmutableList());
      ImmutableList<Benchmark> simulated = printed == null ? ImmutableList.of() : rows(printed);
      Supplier<List<BenchmarkLoops.Prediction>> predictions =
          Suppliers.memoize(() ->
              printed == null
                  ? new BenchmarkLoops(Platforms.named(platform)).predict(rows, split)
                  : BenchmarkLoops.printed(rows, simulated, split));
      String by = (printed == null ? "perftest on " : "the programs on ") + platform;
      if (printed != null && predictions.get().isEmpty()) {
        throw usage("--printed " + printed + ": RESULTS have none of its loops");
      }
      Forms forms =
          new Forms()
              .with(".json", _ -> LoopReport.json(platform, predictions.get()))
              .table("predictions", () -> LoopReport.table(predictions.get()));
      exports.check(forms);
      report.check();
      out.print(
          json
              ? LoopReport.json(platform, predictions.get())
              : LoopReport.text(by, predictions.get(), split));
      exports.write(forms, ExitCodes.OK);
      if (report.wanted()) {
        ImmutableMap<String, String> facts = ImmutableMap.of("Machine", platform);
        report.write(AccuracyPage.html(platform, by, predictions.get(), report.origin(facts)));
      }
      return ExitCodes.OK;
    }

    private ImmutableList<Benchmark> rows(Path folder) {
      Path file = folder.resolve("perftest.csv");
      try {
        String machine = String.valueOf(folder.toAbsolutePath().normalize().getFileName());
        return Benchmark.parse(machine, file.toString(), Files.readString(file));
      } catch (IOException problem) {
        throw usage(file + ": cannot be read");
      } catch (ResultsException problem) {
        throw usage(String.join("\n", problem.mistakes()));
      }
    }

    private ParameterException usage(String message) {
      return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
    }
  }
}
