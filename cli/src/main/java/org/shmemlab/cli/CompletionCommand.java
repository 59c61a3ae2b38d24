package org.shmemlab.cli;

import java.io.PrintStream;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.VersionProvider;
import picocli.AutoComplete;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** Runs {@code shmemlab completion}: prints a script that lets a shell complete the command. */
@Command(
    name = "completion",
    description = "Prints a script that completes commands and options in a shell.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    footer = {
      "",
      "bash: source <(shmemlab completion bash)",
      "zsh:  source <(shmemlab completion zsh)",
      "fish: shmemlab completion fish | source"
    })
final class CompletionCommand implements Callable<Integer> {
  /** The shells, as they are called. */
  enum Shell {
    bash,
    zsh,
    fish
  }

  private final PrintStream out;
  private final Supplier<CommandLine> command;

  @Parameters(paramLabel = "SHELL", description = "${COMPLETION-CANDIDATES}")
  private @Nullable Shell shell;

  CompletionCommand(PrintStream out, Supplier<CommandLine> command) {
    this.command = command;
    this.out = out;
  }

  @Override
  public Integer call() {
    CommandLine all = command.get();
    out.print(
        switch (Objects.requireNonNull(shell)) {
          // zsh runs the script of bash by its own bashcompinit, which the script starts
          case bash, zsh -> AutoComplete.bash("shmemlab", all);
          case fish -> new FishCompletion("shmemlab").script(all.getCommandSpec());
        });
    out.flush();
    return ExitCodes.OK;
  }
}
