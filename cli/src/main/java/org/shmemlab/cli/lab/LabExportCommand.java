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
import org.shmemlab.labs.site.LabSite;
import org.shmemlab.labs.workers.RequestLimits;
import org.shmemlab.labs.workers.WorkerPool;
import org.shmemlab.scenarios.written.WholeFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Runs {@code shmemlab lab export}: the labs as pages for any web server. */
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

  LabExportCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
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
    LabSite site = new LabSite(source.labs(), VersionProvider.number());
    int all = site.versions();
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
    out.print("Open " + folder.resolve(LabSite.INDEX) + "\n");
    out.flush();
    return ExitCodes.OK;
  }
}
