package org.shmemlab.cli.hardware;

import java.io.PrintStream;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.VersionProvider;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Runs {@code shmemlab native}: programs for real machines, and their results. */
@Command(
    name = "native",
    description =
        "Makes folders that run tests and programs on GPUs (NVSHMEM) or CPUs (OpenSHMEM), and"
            + " compares what they show with the memory model.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class)
public final class NativeCommand implements Callable<Integer> {
  @Spec private @Nullable CommandSpec spec;

  private NativeCommand() {}

  /** The command with its subcommands. */
  public static CommandLine of(PrintStream out, PrintStream err) {
    return new CommandLine(new NativeCommand())
        .addSubcommand(new NativeEmitCommand(out, err))
        .addSubcommand(new NativeRunCommand(out, err))
        .addSubcommand(new NativeResultsCommands.Import(out))
        .addSubcommand(new NativeResultsCommands.Compare(out));
  }

  @Override
  public Integer call() {
    throw new ParameterException(
        Objects.requireNonNull(spec).commandLine(), "say what to do: emit, run, import or compare");
  }
}
