package org.shmemlab.cli.hardware;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.shell.ExitCodes;
import org.shmemlab.cli.shell.VersionProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs {@code shmemlab native run}: makes a folder, builds and runs it here, and compares. */
@Command(
    name = "run",
    description = "Runs tests and programs on this machine and compares them with the model.",
    mixinStandardHelpOptions = true,
    versionProvider = VersionProvider.class,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:all that was seen is allowed",
      "1:something did not build or run, or showed what the model does not allow",
      "2:a mistake in the command line or in a source, or the compiler is not there",
      "70:a bug of shmemlab",
      "71:not enough memory",
      "74:a file or standard output cannot be written"
    })
final class NativeRunCommand implements Callable<Integer> {
  private final PrintStream out;
  private final PrintStream err;

  @Mixin private NativeSources sources = new NativeSources();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      description = "where folder and results stay (default: nowhere)")
  private @Nullable Path kept;

  NativeRunCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    if (sources.isEmpty()) {
      throw sources.usage("nothing to run: name files");
    }
    Path folder = kept == null ? Files.createTempDirectory("shmemlab-native") : kept;
    try {
      if (sources.write(folder, false, err).broken()) {
        return ExitCodes.USAGE;
      }
      return run(folder.toAbsolutePath());
    } finally {
      if (kept == null) {
        remove(folder);
      }
    }
  }

  private int run(Path folder) throws IOException, InterruptedException {
    Path results = folder.resolve("results");
    int code = script(folder, "./build.sh");
    if (code != 0) {
      return code == ExitCodes.USAGE ? ExitCodes.USAGE : ExitCodes.PROGRAM_FAILED;
    }
    code = script(folder, "./run.sh", results.toString());
    List<Path> seen = litmusResults(results);
    int compared =
        seen.isEmpty() ? ExitCodes.OK : NativeResultsCommands.compare(seen, sources.command(), out);
    return code == 0 ? compared : ExitCodes.PROGRAM_FAILED;
  }

  /** Runs a script and shows what it says while it runs. */
  private int script(Path folder, String... command) throws IOException, InterruptedException {
    Process process =
        new ProcessBuilder(command).directory(folder.toFile()).redirectErrorStream(true).start();
    process.getOutputStream().close();
    try (var reader = process.inputReader(StandardCharsets.UTF_8)) {
      for (String line = reader.readLine(); line != null; line = reader.readLine()) {
        out.print(line + "\n");
        out.flush();
      }
    }
    return process.waitFor();
  }

  private static List<Path> litmusResults(Path results) throws IOException {
    if (!Files.isDirectory(results)) {
      return ImmutableList.of();
    }
    try (Stream<Path> files = Files.list(results)) {
      return files
          .filter(file -> file.getFileName().toString().matches("litmus.*\\.jsonl"))
          .sorted()
          .toList();
    }
  }

  private static void remove(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
