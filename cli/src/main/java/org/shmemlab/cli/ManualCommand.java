package org.shmemlab.cli;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.SortedMap;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.scenarios.written.WholeFile;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs {@code shmemlab manual}: writes the pages of the manual, made of the options themselves. */
@Command(
    name = "manual",
    description = "Writes a page of the manual for each command into a folder, for man.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the pages are written",
      "2:a mistake in the command line",
      "74:a file or standard output cannot be written"
    },
    footer = {"", "shmemlab manual man/man1; MANPATH=$PWD/man: man shmemlab-run"})
final class ManualCommand implements Callable<Integer> {
  private final PrintStream out;
  private final Supplier<CommandLine> command;

  @Parameters(
      paramLabel = "FOLDER",
      description = "where the pages go; it is made where it is missing")
  private Path folder = Path.of("");

  ManualCommand(PrintStream out, Supplier<CommandLine> command) {
    this.command = command;
    this.out = out;
  }

  @Override
  public Integer call() {
    SortedMap<String, String> pages = ManualPage.all(command.get().getCommandSpec());
    WholeFile.folder(folder);
    pages.forEach((name, page) -> WholeFile.write(folder.resolve(name), page));
    out.print("wrote " + pages.size() + " pages to " + folder + "\n");
    return ExitCodes.OK;
  }
}
