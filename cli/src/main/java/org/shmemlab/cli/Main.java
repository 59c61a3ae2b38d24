package org.shmemlab.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ServiceLoader;
import picocli.AutoComplete.GenerateCompletion;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;

/** The {@code shmemlab} command; each subcommand is a class of its own beside this one. */
@Command(
    name = "shmemlab",
    description = "Runs and checks NVSHMEM and OpenSHMEM programs without a GPU.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    subcommands = GenerateCompletion.class)
public final class Main {
  private Main() {}

  /** Runs one command line and ends the process with its exit code. */
  public static void main(String[] args) {
    PrintStream out = stream(FileDescriptor.out);
    PrintStream err = stream(FileDescriptor.err);
    int exitCode = commandLine(out, err).execute(args);
    out.flush();
    err.flush();
    System.exit(exitCode);
  }

  // System.out would write every line on its own, and not the bytes that a program printed.
  private static PrintStream stream(FileDescriptor descriptor) {
    return new PrintStream(
        new BufferedOutputStream(new FileOutputStream(descriptor)), false, StandardCharsets.UTF_8);
  }

  /** The whole command tree, for {@link #main} and for the tests. */
  static CommandLine commandLine(PrintStream out, PrintStream err) {
    CommandLine line = new CommandLine(new Main());
    for (CommandSource source : ServiceLoader.load(CommandSource.class)) {
      source.commands(out, err).forEach(line::addSubcommand);
    }
    return line.addSubcommand(new RunCommand(out, err))
        .addSubcommand(new CheckCommand(out, err))
        .addSubcommand(new PerftestCommand(out))
        .addSubcommand(new PlatformCommands.All(out))
        .addSubcommand(PlatformCommands.platform(out, err))
        .addSubcommand(new AccuracyCommands.Parameters(out))
        .addSubcommand(new AccuracyCommands.Errors(out))
        .addSubcommand(new CalibrateCommand(out, err))
        .addSubcommand(NativeCommand.of(out, err))
        .setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
        .setExpandAtFiles(false) // an argument of the program may begin with '@'
        .setParameterExceptionHandler(Main::usageError)
        .setExecutionExceptionHandler(Main::internalError);
  }

  private static int usageError(ParameterException problem, String[] args) {
    CommandLine command = problem.getCommandLine();
    String message = oneLine(String.valueOf(problem.getMessage()));
    String help = command.getCommandSpec().qualifiedName() + " --help";
    command.getErr().println("shmemlab: error: " + message + " (try '" + help + "')");
    return ExitCodes.USAGE;
  }

  private static int internalError(Exception surprise, CommandLine command, ParseResult parsed) {
    StackTraceElement[] stack = surprise.getStackTrace();
    String where = stack.length == 0 ? "" : " at " + stack[0];
    String what = oneLine(surprise.toString());
    command
        .getErr()
        .println(
            "shmemlab: internal error: "
                + what
                + where
                + "; this is a bug of shmemlab, please report it with the program");
    return ExitCodes.INTERNAL;
  }

  private static String oneLine(String text) {
    return text.replaceAll("\\s*\\R\\s*", " ");
  }
}
