package org.shmemlab.cli;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import java.io.FileDescriptor;
import java.io.PrintStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;
import java.util.function.Supplier;
import org.shmemlab.cli.check.CheckCommand;
import org.shmemlab.cli.hardware.NativeCommand;
import org.shmemlab.cli.lab.LabCommand;
import org.shmemlab.cli.plan.PlanCommand;
import org.shmemlab.cli.platform.AccuracyCommands;
import org.shmemlab.cli.platform.CalibrateCommand;
import org.shmemlab.cli.platform.LayoutCommand;
import org.shmemlab.cli.platform.PerftestCommand;
import org.shmemlab.cli.platform.PlatformCommands;
import org.shmemlab.cli.platform.RulesCommand;
import org.shmemlab.cli.run.RunCommand;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.FileMistake;
import org.shmemlab.cli.shell.InternalErrors;
import org.shmemlab.cli.shell.LastWords;
import org.shmemlab.cli.shell.OneLine;
import org.shmemlab.cli.shell.StandardStream;
import org.shmemlab.cli.shell.Terminal;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.cli.source.ProgramArguments;
import org.shmemlab.scenarios.written.Unwritten;
import org.shmemlab.transports.platform.KeyNames;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.ParseResult;
import picocli.CommandLine.UnmatchedArgumentException;

/** Starts the {@code shmemlab} command; each subcommand is a class of its own in this package. */
@Command(
    name = "shmemlab",
    description = "Runs and checks NVSHMEM and OpenSHMEM programs without a GPU.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class)
public final class Main {
  /** The subcommands whose programs get what follows {@code --}. */
  private static final ImmutableSet<String> WITH_ARGUMENTS = ImmutableSet.of("run", "check");

  /** The subcommands whose standard output is what programs print, byte for byte. */
  private static final ImmutableSet<String> PRINTING = ImmutableSet.of("run", "native");

  private Main() {}

  /** Runs one command line and ends the process with its exit code. */
  public static void main(String[] args) {
    LastWords words = LastWords.expected();
    StandardStream output = new StandardStream("standard output", FileDescriptor.out);
    boolean ofProgram = args.length > 0 && PRINTING.contains(args[0]);
    PrintStream out =
        output.printing(!ofProgram && Terminal.columns() != null && Terminal.isColoured());
    PrintStream err =
        new StandardStream("standard error", FileDescriptor.err)
            .printing(Terminal.showsErrors() && Terminal.isColoured());
    int exitCode = run(out, err, args);
    out.flush();
    Unwritten lost = output.unwritten();
    if (lost != null) {
      err.print(InternalErrors.line(lost) + "\n");
      exitCode = ExitCodes.UNWRITTEN;
    }
    err.flush();
    words.said();
    System.exit(exitCode);
  }

  /** Runs one command line; gives its exit code. */
  static int run(PrintStream out, PrintStream err, String... args) {
    String first = args.length == 0 ? "" : args[0];
    String[] words = WITH_ARGUMENTS.contains(first) ? ProgramArguments.expanded(args) : args;
    return InternalErrors.guard(err, () -> commandLine(out, err, first).execute(words));
  }

  /**
   * The command tree as far as a command line needs it: only the subcommand that it begins with,
   * where that is one, because picocli reads every option of a tree, which takes longer than a
   * small program runs; else all of it.
   */
  static CommandLine commandLine(PrintStream out, PrintStream err, String first) {
    CommandLine line = new CommandLine(new Main());
    ImmutableMap<String, Supplier<Object>> subcommands = subcommands(out, err);
    Supplier<Object> asked = subcommands.get(first);
    if (asked != null) {
      line.addSubcommand(asked.get());
    } else {
      for (CommandSource source : ServiceLoader.load(CommandSource.class)) {
        source.commands(out, err).forEach(line::addSubcommand);
      }
      subcommands.values().forEach(subcommand -> line.addSubcommand(subcommand.get()));
    }
    return line.setOut(new PrintWriter(out, true, StandardCharsets.UTF_8))
        .setErr(new PrintWriter(err, true, StandardCharsets.UTF_8))
        .setExpandAtFiles(false) // an argument of the program may begin with '@'
        .setParameterExceptionHandler(Main::usageError)
        .setExecutionExceptionHandler(Main::internalError);
  }

  // By name, in the order in which the help shows them.
  private static ImmutableMap<String, Supplier<Object>> subcommands(
      PrintStream out, PrintStream err) {
    return ImmutableMap.<String, Supplier<Object>>builder()
        .put("run", () -> new RunCommand(out, err))
        .put("check", () -> new CheckCommand(out, err))
        .put("rules", () -> new RulesCommand(out))
        .put("layout", () -> new LayoutCommand(out))
        .put("perftest", () -> new PerftestCommand(out))
        .put("plan", () -> PlanCommand.of(out, err))
        .put("platforms", () -> new PlatformCommands.All(out))
        .put("platform", () -> PlatformCommands.platform(out, err))
        .put("fit", () -> new AccuracyCommands.Fits(out))
        .put("accuracy", () -> new AccuracyCommands.Errors(out))
        .put("calibrate", () -> new CalibrateCommand(out, err))
        .put("lab", () -> LabCommand.of(out, err))
        .put("play", () -> LabCommand.playground(out, err))
        .put("native", () -> NativeCommand.of(out, err))
        .put("completion", () -> new CompletionCommand(out, () -> commandLine(out, out, "")))
        .put("manual", () -> new ManualCommand(out, () -> commandLine(out, out, "")))
        .buildOrThrow();
  }

  private static int usageError(ParameterException problem, String[] args) {
    CommandLine command = problem.getCommandLine();
    if (problem instanceof FileMistake mistake) {
      mistake.lines().forEach(line -> command.getErr().println(OneLine.of(line)));
      return ExitCodes.USAGE;
    }
    String message = OneLine.of(String.valueOf(problem.getMessage())) + meant(problem);
    String help = command.getCommandSpec().qualifiedName() + " --help";
    command.getErr().println("shmemlab: error: " + message + " (try '" + help + "')");
    return ExitCodes.USAGE;
  }

  private static String meant(ParameterException problem) {
    if (!(problem instanceof UnmatchedArgumentException unmatched)) {
      return "";
    }
    CommandSpec command = problem.getCommandLine().getCommandSpec();
    String word = unmatched.getUnmatched().get(0).replaceFirst("=.*", "");
    List<String> known = new ArrayList<>(command.subcommands().keySet());
    known.addAll(command.optionsMap().keySet());
    return KeyNames.question(word, known);
  }

  private static int internalError(Exception surprise, CommandLine command, ParseResult parsed) {
    command.getErr().println(InternalErrors.line(surprise));
    return InternalErrors.exitCode(surprise);
  }
}
