package org.shmemlab.cli.hardware;

import java.io.PrintStream;
import java.nio.file.Path;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.VersionProvider;
import org.shmemlab.scenarios.backend.NativeFolder;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs {@code shmemlab native emit}: writes a folder that builds and runs somewhere else. */
@Command(
    name = "emit",
    description = "Writes a folder with sources, harness and scripts: build.sh, run.sh.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the folder is written",
      "2:a mistake in the command line or in a source",
      "70:a bug of shmemlab",
      "71:not enough memory",
      "74:a file or standard output cannot be written"
    })
final class NativeEmitCommand implements Callable<Integer> {
  /** Names the contents of a folder besides files on the command line. */
  enum Suite {
    /** The measurements that fit the parameters of a platform. */
    measure
  }

  private final PrintStream out;
  private final PrintStream err;

  @Mixin private NativeSources sources = new NativeSources();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "where the folder is written")
  private Path folder = Path.of("");

  @Option(names = "--suite", description = "adds what no file says: ${COMPLETION-CANDIDATES}")
  private @Nullable Suite suite;

  NativeEmitCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    if (sources.isEmpty() && suite == null) {
      throw sources.usage("nothing to emit: name files, or --suite measure");
    }
    NativeFolder made = sources.write(folder, suite == Suite.measure, err);
    made.leftOut()
        .forEach(left -> out.print("left out " + left.file() + ": " + left.reason() + "\n"));
    out.print(
        ("wrote " + folder + " for " + sources.backend() + ": ")
            + (made.tests() + " litmus tests, " + made.programs() + " programs")
            + ((suite == null ? "" : ", measurements") + ", " + made.leftOut().size())
            + " left out\n");
    boolean broken = made.broken();
    return broken ? ExitCodes.USAGE : ExitCodes.OK;
  }
}
