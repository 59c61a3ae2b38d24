package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.machine.Job;
import org.shmemlab.scenarios.backend.Backend;
import org.shmemlab.scenarios.backend.Emission;
import org.shmemlab.scenarios.backend.NativeFolder;
import org.shmemlab.scenarios.source.SourceFile;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code shmemlab native emit}: a folder that builds and runs somewhere else. */
@Command(
    name = "emit",
    description = "Writes a folder with sources, harness and scripts: build.sh, run.sh.",
    mixinStandardHelpOptions = true,
    versionProvider = Version.class,
    sortOptions = false,
    exitCodeListHeading = "Exit codes:%n",
    exitCodeList = {
      "0:the folder is written",
      "2:a mistake in the command line or in a source",
      "70:a bug of shmemlab"
    })
final class NativeEmitCommand implements Callable<Integer> {
  /** What a folder can hold besides files that are named. */
  enum Suite {
    /** The measurements that fit the parameters of a platform. */
    measure
  }

  private final PrintStream out;
  private final PrintStream err;

  @Spec private @Nullable CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "litmus tests and programs, or folders of them")
  private List<Path> paths = ImmutableList.of();

  @Option(
      names = {"-o", "--output"},
      paramLabel = "DIR",
      required = true,
      description = "where the folder is written")
  private Path folder = Path.of("");

  @Option(
      names = "--backend",
      defaultValue = "nvshmem",
      description = "nvshmem (GPUs) or openshmem (CPUs) (default: ${DEFAULT-VALUE})")
  private String backend = "";

  @Option(names = "--suite", description = "adds what no file says: ${COMPLETION-CANDIDATES}")
  private @Nullable Suite suite;

  @Option(
      names = "--instances",
      paramLabel = "N",
      defaultValue = "65536",
      description = "how often each litmus test runs (default: ${DEFAULT-VALUE})")
  private long instances;

  @Option(
      names = "--seed",
      paramLabel = "S",
      defaultValue = "1",
      description = "of the delays and of places in memory (default: ${DEFAULT-VALUE})")
  private long seed;

  @Option(
      names = {"-n", "--pes"},
      paramLabel = "PES",
      split = ",",
      defaultValue = "2,4",
      description =
          "numbers of PEs that programs run on, besides what they name themselves"
              + " (default: ${DEFAULT-VALUE})")
  private List<Integer> pes = ImmutableList.of();

  NativeEmitCommand(PrintStream out, PrintStream err) {
    this.out = out;
    this.err = err;
  }

  @Override
  public Integer call() {
    if (paths.isEmpty() && suite == null) {
      throw usage("nothing to emit: name files, or --suite measure");
    }
    Emission emission = emission();
    NativeFolder made = emission.of(sources());
    made.diagnostics().forEach(diagnostic -> err.print(diagnostic + "\n"));
    try {
      made.write(folder);
    } catch (IOException problem) {
      throw usage("cannot write " + folder + ": " + problem.getMessage());
    }
    made.leftOut()
        .forEach(left -> out.print("left out " + left.file() + ": " + left.reason() + "\n"));
    out.print(
        ("wrote " + folder + " for " + emission.backend().key() + ": ")
            + (made.tests() + " litmus tests, " + made.programs() + " programs")
            + ((suite == null ? "" : ", measurements")
                + ", "
                + made.leftOut().size()
                + " left out\n"));
    boolean broken = made.diagnostics().stream().anyMatch(one -> one.toString().contains("error:"));
    return broken ? ExitCodes.USAGE : ExitCodes.OK;
  }

  private Emission emission() {
    for (Backend known : Backend.values()) {
      if (known.key().equals(backend)) {
        if (suite != null && known != Backend.NVSHMEM) {
          throw usage("--suite measure: there are measurements for the nvshmem backend only");
        }
        if (instances < 1) {
          throw usage("--instances " + instances + ": at least 1");
        }
        for (int number : pes) {
          if (number < 1 || number > Job.MAX_PES) {
            throw usage("-n " + number + ": a job has 1 to " + Job.MAX_PES + " PEs");
          }
        }
        return new Emission(
            known, instances, seed, ImmutableSortedSet.copyOf(pes), suite == Suite.measure);
      }
    }
    throw usage("--backend " + backend + ": nvshmem or openshmem");
  }

  private List<SourceFile> sources() {
    try {
      return SourceFiles.of(paths);
    } catch (SourceFiles.Unreadable problem) {
      throw usage(problem.reason());
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }
}
