package org.shmemlab.cli.hardware;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSortedSet;
import java.io.PrintStream;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmemlab.cli.source.CompileOptions;
import org.shmemlab.cli.source.SourceFiles;
import org.shmemlab.model.job.JobLayout;
import org.shmemlab.scenarios.backend.Backend;
import org.shmemlab.scenarios.backend.EmissionSettings;
import org.shmemlab.scenarios.backend.NativeFolder;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.SourceFile;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/**
 * Collects the sources of a folder for real machines: the options of all commands that make one.
 */
final class NativeSources {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Parameters(
      arity = "0..*",
      paramLabel = "FILE",
      description = "litmus tests and programs, or folders of them")
  private List<Path> paths = ImmutableList.of();

  @Option(
      names = "--backend",
      defaultValue = "nvshmem",
      description = "nvshmem (GPUs) or openshmem (CPUs) (default: ${DEFAULT-VALUE})")
  private String backend = "";

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

  @Mixin private CompileOptions compiling = new CompileOptions();

  boolean isEmpty() {
    return paths.isEmpty() && !compiling.isLikeABuild();
  }

  /**
   * Makes the folder and writes it.
   *
   * @param measure whether the measurements are in it
   * @return what was made; what is wrong with sources is on {@code err} already
   */
  NativeFolder write(Path folder, boolean measure, PrintStream err) {
    NativeFolder made = emission(measure).of(files(err));
    made.diagnostics().forEach(diagnostic -> err.print(diagnostic + "\n"));
    try {
      made.write(folder);
    } catch (NativeFolder.NotOurs problem) {
      throw usage(String.valueOf(problem.getMessage()));
    }
    return made;
  }

  private EmissionSettings emission(boolean measure) {
    for (Backend known : Backend.values()) {
      if (known.key().equals(backend)) {
        if (measure && known != Backend.NVSHMEM) {
          throw usage("--suite measure: there are measurements for the nvshmem backend only");
        }
        if (instances < 1) {
          throw usage("--instances " + instances + ": at least 1");
        }
        for (int number : pes) {
          if (number < 1 || number > JobLayout.MAX_PES) {
            throw usage("-n " + number + ": a job has 1 to " + JobLayout.MAX_PES + " PEs");
          }
        }
        return new EmissionSettings(
            known, instances, seed, ImmutableSortedSet.copyOf(pes), measure);
      }
    }
    throw usage("--backend " + backend + ": nvshmem or openshmem");
  }

  private List<SourceFile> files(PrintStream err) {
    try {
      CompilerOptions options = compiling.options();
      return compiling
          .programs(paths, note -> err.print("shmemlab: --like: " + note + "\n"))
          .stream()
          .map(file -> file.isLitmus() ? file : file.compiledWith(options))
          .toList();
    } catch (SourceFiles.Unreadable problem) {
      throw usage(problem.reason());
    }
  }

  String backend() {
    return backend;
  }

  /** The command that has these options. */
  CommandSpec command() {
    return Objects.requireNonNull(spec);
  }

  ParameterException usage(String message) {
    return new ParameterException(command().commandLine(), message);
  }
}
