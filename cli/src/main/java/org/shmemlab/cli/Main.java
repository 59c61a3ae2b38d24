package org.shmemlab.cli;

import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;

/** The {@code shmemlab} command; each subcommand is a class of its own beside this one. */
@Command(
    name = "shmemlab",
    description = "Runs NVSHMEM and OpenSHMEM programs without a GPU.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = GenerateCompletion.class)
public final class Main {
  private Main() {}

  /** Runs one command line and ends the process with its exit code. */
  public static void main(String[] args) {
    System.exit(commandLine().execute(args));
  }

  /** The whole command tree, for {@link #main} and for the tests. */
  static CommandLine commandLine() {
    return new CommandLine(new Main()).setParameterExceptionHandler(Main::usageError);
  }

  private static int usageError(ParameterException problem, String[] args) {
    var command = problem.getCommandLine();
    var err = command.getErr();
    err.println("shmemlab: error: " + problem.getMessage());
    err.println("try '" + command.getCommandSpec().qualifiedName() + " --help'");
    return CommandLine.ExitCode.USAGE;
  }
}
