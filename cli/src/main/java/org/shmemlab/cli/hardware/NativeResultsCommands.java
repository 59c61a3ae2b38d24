package org.shmemlab.cli.hardware;

import com.google.common.base.Suppliers;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.export.Exports;
import org.shmemlab.cli.export.Forms;
import org.shmemlab.cli.export.Report;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.FileMistake;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.reports.comparison.ComparisonPage;
import org.shmemlab.reports.comparison.ComparisonRows;
import org.shmemlab.reports.comparison.ComparisonText;
import org.shmemlab.reports.page.PageProvenance;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.observed.ResultComparison;
import org.shmemlab.scenarios.observed.Results;
import org.shmemlab.scenarios.written.WholeFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Runs the commands about results of real machines: {@code native import}, {@code native compare}.
 */
final class NativeResultsCommands {
  private NativeResultsCommands() {}

  private static ImmutableList<Results> read(List<Path> named, CommandSpec command) {
    ImmutableList.Builder<Results> results = ImmutableList.builder();
    for (Path file : files(named, command)) {
      try {
        results.add(Results.read(file));
      } catch (NoSuchFileException missing) {
        throw usage(command, "no such file: " + file);
      } catch (IOException problem) {
        throw usage(command, "cannot read " + file + ": " + problem.getMessage());
      } catch (Results.Malformed problem) {
        throw FileMistake.of(command, problem);
      }
    }
    return results.build();
  }

  // A folder stands for all results in it.
  private static List<Path> files(List<Path> named, CommandSpec command) {
    List<Path> files = new ArrayList<>();
    for (Path path : named) {
      if (!Files.isDirectory(path)) {
        files.add(path);
        continue;
      }
      try (Stream<Path> within = Files.walk(path)) {
        List<Path> found =
            within.filter(file -> file.toString().endsWith(".jsonl")).sorted().toList();
        if (found.isEmpty()) {
          throw usage(command, "no results in " + path + ": they end in .jsonl");
        }
        files.addAll(found);
      } catch (IOException | UncheckedIOException problem) {
        throw usage(command, "cannot read " + path + ": " + problem.getMessage());
      }
    }
    return files;
  }

  /** Compares the results in these files with the specification; gives the exit code. */
  static int compare(List<Path> files, CommandSpec command, PrintStream out) {
    ImmutableList<Results> results = read(files, command);
    ComparisonText text = new ComparisonText(out);
    results.forEach(text::runs);
    ResultComparison comparison = compared(results, Engine.STATES.defaultBudget());
    text.comparison(comparison);
    return exitCode(comparison);
  }

  private static ResultComparison compared(List<Results> results, long budget) {
    return ResultComparison.of(results, new ExplorationLimits(budget, () -> false));
  }

  private static int exitCode(ResultComparison comparison) {
    return comparison.allowed() ? ExitCodes.OK : ExitCodes.PROGRAM_FAILED;
  }

  private static ParameterException usage(CommandSpec command, String message) {
    return new ParameterException(command.commandLine(), message);
  }

  /** {@code shmemlab native import}. */
  @Command(
      name = "import",
      description = "Checks results and keeps them under a name of their own.",
      mixinStandardHelpOptions = true,
      versionProvider = VersionProvider.class,
      exitCodeListHeading = "Exit codes:%n",
      exitCodeList = {"0:kept", "2:a file is not the output of run.sh"})
  static final class Import implements Callable<Integer> {
    private final PrintStream out;

    @Spec private @Nullable CommandSpec spec;

    @Parameters(
        arity = "1..*",
        paramLabel = "RESULTS",
        description = "litmus*.jsonl, programs.jsonl, or folders with them")
    private List<Path> files = ImmutableList.of();

    @Option(
        names = {"-o", "--output"},
        paramLabel = "DIR",
        required = true,
        description = "where they are kept")
    private Path folder = Path.of("");

    Import(PrintStream out) {
      this.out = out;
    }

    @Override
    public Integer call() {
      for (Results results : read(files, Objects.requireNonNull(spec))) {
        Path kept = folder.resolve(results.name());
        WholeFile.folder(folder);
        WholeFile.write(kept, results.text());
        out.print("kept " + kept + ": " + results.tests().size() + " results of tests\n");
      }
      return ExitCodes.OK;
    }
  }

  /** {@code shmemlab native compare}. */
  @Command(
      name = "compare",
      description = "Explores the tests of results and says whether all that was seen is allowed.",
      mixinStandardHelpOptions = true,
      versionProvider = VersionProvider.class,
      exitCodeListHeading = "Exit codes:%n",
      exitCodeList = {
        "0:everything that was seen is inside what the specification or the rules of the transport"
            + " allow",
        "1:something was seen that nothing accounts for",
        "2:a file is not the output of run.sh"
      })
  static final class Compare implements Callable<Integer> {
    private final PrintStream out;

    @Spec private @Nullable CommandSpec spec;

    @Parameters(
        arity = "1..*",
        paramLabel = "RESULTS",
        description = "litmus*.jsonl, programs.jsonl, or folders with them")
    private List<Path> files = ImmutableList.of();

    @Option(
        names = "--budget",
        paramLabel = "N",
        description = "most states of a test; one that has more is 'unknown'")
    private long budget = Engine.STATES.defaultBudget();

    @Option(names = "--json", description = "print JSON")
    private boolean json;

    @Mixin private Exports exports = new Exports();

    @Mixin private Report report = new Report();

    Compare(PrintStream out) {
      this.out = out;
    }

    @Override
    public Integer call() {
      ImmutableList<Results> results = read(files, Objects.requireNonNull(spec));
      Supplier<ResultComparison> comparison = Suppliers.memoize(() -> compared(results, budget));
      Forms forms =
          new Forms()
              .with(".json", exitCode -> ComparisonRows.json(results, comparison.get(), exitCode))
              .table("tests", () -> ComparisonRows.tests(comparison.get(), "tests"))
              .table("programs", () -> ComparisonRows.programs(comparison.get(), "programs"));
      exports.check(forms);
      report.check();
      if (!json) {
        ComparisonText text = new ComparisonText(out);
        results.forEach(text::runs); // before the comparison, which may take minutes
        text.comparison(comparison.get());
      }
      int exitCode = exitCode(comparison.get());
      if (json) {
        out.print(ComparisonRows.json(results, comparison.get(), exitCode));
        out.flush();
      }
      exports.write(forms, exitCode);
      if (report.wanted()) {
        ImmutableMap.Builder<String, String> facts = ImmutableMap.builder();
        results.stream()
            .flatMap(one -> one.runs().stream())
            .distinct()
            .forEach(run ->
                facts.put(
                    "Run on " + run.date(),
                    run.library() + ", " + run.devices() + ", " + run.setting()));
        PageProvenance origin = report.origin(facts.buildKeepingLast());
        report.write(ComparisonPage.html(results, comparison.get(), origin, exitCode));
      }
      return exitCode;
    }
  }
}
