package org.shmemlab.cli.lab;

import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.Interruption;
import org.shmemlab.cli.shell.Progress;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.labs.site.ExportedSite;
import org.shmemlab.labs.site.LabSite;
import org.shmemlab.labs.site.PlaygroundSite;
import org.shmemlab.labs.workers.RequestLimits;
import org.shmemlab.labs.workers.WorkerPool;
import org.shmemlab.scenarios.written.WholeFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * Runs {@code shmemlab lab export} and {@code play export}: the labs, or the examples of the
 * playground, as pages for any web server.
 */
@Command(
    name = "export",
    description =
        "Writes the labs as pages that need no server: lessons, and what came of the start, of"
            + " wrong and of right answers.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the pages are written",
      "2:a mistake in the command line",
      "74:a page cannot be written",
      "130:stopped by Ctrl-C or another signal"
    })
final class LabExportCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Parameters(paramLabel = "DIR", description = "the folder that they are written into")
  private Path folder = Path.of(".");

  @Option(
      names = "--jobs",
      paramLabel = "J",
      description = "programs at once (default: as many as there are cores)")
  private int jobs = Runtime.getRuntime().availableProcessors();

  @Mixin private LabSource source = new LabSource();

  private final boolean playground;

  private LabExportCommand(PrintStream out, PrintStream err, boolean playground) {
    this.out = out;
    this.err = err;
    this.playground = playground;
  }

  /** The command that writes the labs. */
  static CommandLine labs(PrintStream out, PrintStream err) {
    return new CommandLine(new LabExportCommand(out, err, false));
  }

  /** The command that writes the examples of the playground. */
  static CommandLine playground(PrintStream out, PrintStream err) {
    CommandLine command = new CommandLine(new LabExportCommand(out, err, true));
    command
        .getCommandSpec()
        .usageMessage()
        .description(
            "Writes the examples as pages that need no server, with results made beforehand.");
    return command;
  }

  @Override
  public Integer call() throws InterruptedException {
    if (jobs < 1) {
      throw source.usage("--jobs " + jobs + ": at least 1");
    }
    source.requireCompiler();
    try {
      Files.createDirectories(folder);
    } catch (IOException problem) {
      throw source.usage("cannot make the folder " + folder);
    }
    String version = VersionProvider.number();
    ExportedSite site =
        playground ? new PlaygroundSite(version) : new LabSite(source.labs(), version);
    int all = site.programs();
    Progress progress = new Progress(err, System.nanoTime());
    try (Interruption interruption = Interruption.watch(out);
        WorkerPool workers =
            new WorkerPool(jobs, RequestLimits.USUAL, source.folder(), VersionProvider.number())) {
      boolean whole =
          site.write(
              workers,
              (name, html) -> WholeFile.write(folder.resolve(name), html),
              done ->
                  progress.update(
                      System.nanoTime(), _ -> done + " of " + all + " programs looked at"),
              interruption::requested);
      if (!whole) {
        progress.clear();
        err.print("shmemlab: stopped; " + folder + " has only some of the pages\n");
        err.flush();
        return ExitCodes.INTERRUPTED;
      }
    } catch (IOException problem) {
      throw source.usage("cannot start the processes that do it: " + problem.getMessage());
    }
    progress.clear();
    out.print("Open " + folder.resolve(ExportedSite.INDEX) + "\n");
    out.flush();
    return ExitCodes.OK;
  }
}
