package org.shmemlab.cli;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.cluster.ArrayJob;
import org.shmemlab.plan.cluster.SlurmException;
import org.shmemlab.plan.cluster.SlurmSweep;
import org.shmemlab.plan.store.Share;
import org.shmemlab.plan.store.Simulations;
import org.shmemlab.plan.store.Store;
import org.shmemlab.plan.store.Sweep;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** {@code --on slurm}: simulations as an array job, and the hidden options of its tasks. */
final class SlurmOptions {
  /** Options that the tasks of a job get otherwise, or not at all. */
  private static final ImmutableSet<String> OURS =
      ImmutableSet.of(
          "--on",
          "--tasks",
          "--folder",
          "--sbatch",
          "--store",
          "--report",
          "--export",
          "-j",
          "--jobs");

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--on",
      paramLabel = "slurm",
      description = "compute as an array job of Slurm instead of here")
  private @Nullable String on;

  @Option(
      names = "--tasks",
      paramLabel = "N",
      defaultValue = "16",
      description = "tasks of the array job (default: ${DEFAULT-VALUE})")
  private int tasks;

  @Option(
      names = "--folder",
      paramLabel = "DIR",
      defaultValue = "plan.slurm",
      description = "where tasks write, the same on every node (default: ${DEFAULT-VALUE})")
  private Path folder = Path.of("plan.slurm");

  @Option(
      names = "--sbatch",
      paramLabel = "OPTIONS",
      description = "options for sbatch, as '--partition=long --time=10'")
  private @Nullable String sbatch;

  @Option(names = "--share-of", hidden = true)
  private @Nullable Integer shares;

  @Option(names = "--share", hidden = true)
  private int share;

  /** Whether this process is a task of a job. */
  boolean isTask() {
    return shares != null;
  }

  /** Where a task keeps its results. */
  Path part() {
    return SlurmSweep.part(folder, share);
  }

  /** What a task knows from the beginning. */
  Path known() {
    return SlurmSweep.known(folder);
  }

  /** The share of a task. */
  Simulations share(Store known, Sweep own, String revision) {
    return new Share(share, Objects.requireNonNull(shares), known, own, revision);
  }

  /** Whether this process submits a job. */
  boolean submits() {
    if (on != null && !on.equals("slurm")) {
      throw usage("--on " + on + ": there is slurm");
    }
    return on != null;
  }

  /** The simulations as array jobs. */
  Simulations job(Store store, String revision, PrintStream err) {
    if (tasks < 1 || tasks > 100_000) {
      throw usage("--tasks " + tasks + ": 1 to 100000");
    }
    Path shared = folder.toAbsolutePath().normalize();
    try {
      Files.createDirectories(shared);
    } catch (IOException problem) {
      throw usage("--folder " + folder + ": cannot be made: " + problem.getMessage());
    }
    ImmutableList<String> options =
        sbatch == null
            ? ImmutableList.of()
            : ImmutableList.copyOf(Splitter.on(' ').omitEmptyStrings().splitToList(sbatch));
    String[] said = {""};
    return new SlurmSweep(
        store,
        revision,
        new ArrayJob(command(shared), options, shared),
        tasks,
        (job, left) -> {
          String line = "shmemlab: array job " + job + ": " + left + " tasks left";
          if (!line.equals(said[0])) {
            err.println(line);
            said[0] = line;
          }
        });
  }

  // This very command with a share of it; the task's number follows.
  private ImmutableList<String> command(Path shared) {
    ImmutableList.Builder<String> words = ImmutableList.builder();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    Object command = Objects.requireNonNull(spec).root().userObject();
    words.add("-cp", System.getProperty("java.class.path"), command.getClass().getName());
    List<String> given =
        Objects.requireNonNull(spec).root().commandLine().getParseResult().originalArgs();
    for (int i = 0; i < given.size(); i++) {
      String word = given.get(i);
      String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      if (!OURS.contains(name)) {
        words.add(word);
      } else if (name.equals(word)) {
        i++; // its value
      }
    }
    return words
        .add("--jobs", "1", "--folder", shared.toString())
        .add("--share-of", String.valueOf(tasks), "--share")
        .build();
  }

  private ParameterException usage(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }

  /** What Slurm does not do, as a mistake of the command line. */
  ParameterException refused(SlurmException problem) {
    return usage("--on slurm: " + problem.getMessage());
  }
}
