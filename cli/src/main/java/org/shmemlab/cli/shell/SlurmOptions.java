package org.shmemlab.cli.shell;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import com.google.common.hash.Hasher;
import com.google.common.hash.Hashing;
import com.google.common.io.MoreFiles;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.shmemlab.plan.cluster.ArrayJob;
import org.shmemlab.plan.cluster.PartialResults;
import org.shmemlab.plan.cluster.SlurmException;
import org.shmemlab.plan.cluster.SlurmUnits;
import org.shmemlab.plan.cluster.UnitsShare;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reads {@code --on slurm}: work as an array job, and the hidden options of its tasks. */
public final class SlurmOptions {
  private static final String FOLDER = "shmemlab.slurm";
  private static final int MOST_TASKS = 100_000;
  private static final Pattern SHORT_WITH_VALUE = Pattern.compile("-j\\d+");
  private static final Pattern NODES = Pattern.compile(":\\d+$");

  /** The options that say how the work is shared. */
  private static final ImmutableSet<String> OURS =
      ImmutableSet.of("--on", "--tasks", "--folder", "--sbatch", "--share-of", "--share");

  /** The options that say how results are reported, which tasks do not. */
  private static final ImmutableSet<String> TELLING =
      ImmutableSet.of(
          "--json",
          "--export",
          "--report",
          "--diagram",
          "--no-diagram",
          "--timing",
          "--save-replays",
          "--witness",
          "--store",
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
      defaultValue = FOLDER,
      description = "where tasks write, the same on every node (default: ${DEFAULT-VALUE})")
  private Path folder = Path.of(FOLDER);

  @Option(
      names = "--sbatch",
      paramLabel = "OPTIONS",
      preprocessor = OptionsOfOthers.class,
      description = "options for sbatch, as '--partition=long --time=10'")
  private @Nullable String sbatch;

  @Option(names = "--share-of", hidden = true)
  private @Nullable Integer shares;

  @Option(names = "--share", hidden = true)
  private int share;

  /** Whether this process is a task of a job. */
  public boolean isTask() {
    return shares != null;
  }

  /** The number of this task, from 0. */
  public int share() {
    return share;
  }

  /** How many tasks there are, this one among them. */
  public int shares() {
    return Objects.requireNonNull(shares);
  }

  /** The folder that all nodes see. */
  public Path folder() {
    return folder.toAbsolutePath().normalize();
  }

  /** How many tasks were asked for. */
  public int tasks() {
    return tasks;
  }

  /** Whether this process submits a job; whatever is wrong with the options is said. */
  public boolean submits() {
    if (on != null && !on.equals("slurm")) {
      throw usage("--on " + on + ": there is slurm");
    }
    Stream<String> others = Stream.of("--tasks", "--folder").filter(this::given);
    Stream.concat(others, Stream.of("--sbatch").filter(_ -> sbatch != null))
        .filter(_ -> on == null && !isTask())
        .forEach(option -> {
          throw usage(option + " is about an array job: add --on slurm");
        });
    if (tasks < 1 || tasks > MOST_TASKS) {
      throw usage("--tasks " + tasks + ": 1 to " + MOST_TASKS);
    }
    return on != null;
  }

  private boolean given(String option) {
    return Objects.requireNonNull(spec).commandLine().getParseResult().hasMatchedOption(option);
  }

  /**
   * The job, each of whose tasks is this very command with a share of it.
   *
   * @param of so many tasks
   * @param more words for the tasks
   */
  public ArrayJob job(int of, String... more) {
    ImmutableList<String> options =
        sbatch == null
            ? ImmutableList.of()
            : ImmutableList.copyOf(Splitter.on(' ').omitEmptyStrings().splitToList(sbatch));
    ImmutableList.Builder<String> words = ImmutableList.builder();
    words.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    words.addAll(ManagementFactory.getRuntimeMXBean().getInputArguments());
    Object command = Objects.requireNonNull(spec).root().userObject();
    words.add("-cp", System.getProperty("java.class.path"), command.getClass().getName());
    words.addAll(words()).add(more);
    words.add("--folder", folder().toString(), "--share-of", String.valueOf(of), "--share");
    return new ArrayJob(words.build(), options, made());
  }

  /**
   * Units as array jobs, of no more tasks than there are units.
   *
   * @param units how many there are
   * @param err receives how many tasks are left
   */
  public SlurmUnits units(long units, PrintStream err) {
    int of = (int) Math.min(tasks, units);
    return new SlurmUnits(new PartialResults(folder(), of), job(of), watcher(err));
  }

  /** This task's share of units. */
  public UnitsShare unitsShare() {
    return new UnitsShare(new PartialResults(made(), shares()), share);
  }

  private Path made() {
    try {
      Files.createDirectories(folder());
    } catch (IOException problem) {
      throw usage("--folder " + folder + ": cannot be made: " + problem.getMessage());
    }
    return folder();
  }

  /** Reports how many tasks are left. */
  public ArrayJob.Watcher watcher(PrintStream err) {
    String[] said = {""};
    return (job, left) -> {
      String line = "shmemlab: array job " + job + ": " + left + " tasks left";
      if (!line.equals(said[0])) {
        err.println(line);
        said[0] = line;
      }
    };
  }

  /** The words of the command that say what is computed. */
  private ImmutableList<String> words() {
    CommandSpec command = Objects.requireNonNull(spec);
    ImmutableList.Builder<String> words = ImmutableList.builder();
    List<String> given = command.root().commandLine().getParseResult().originalArgs();
    Set<String> without = ImmutableSet.<String>builder().addAll(OURS).addAll(TELLING).build();
    for (int i = 0; i < given.size(); i++) {
      String word = given.get(i);
      String name = word.contains("=") ? word.substring(0, word.indexOf('=')) : word;
      OptionSpec option = command.findOption(name);
      boolean takesNext = option != null && option.arity().max() > 0 && name.equals(word);
      if (without.contains(name) || SHORT_WITH_VALUE.matcher(word).matches()) {
        i += takesNext ? 1 : 0;
      } else {
        words.add(word);
        if (takesNext && i + 1 < given.size()) {
          words.add(given.get(++i)); // a value, whatever it looks like
        }
      }
    }
    return words.build();
  }

  /**
   * The identity of this command's work: its words, and the contents of the files that they name.
   */
  public String identity() {
    Hasher hasher = Hashing.sha256().newHasher();
    for (String word : words()) {
      hasher.putString(word, StandardCharsets.UTF_8).putByte((byte) 0);
      content(hasher, NODES.matcher(word).replaceFirst(""));
    }
    return hasher.hash().toString();
  }

  private static void content(Hasher hasher, String word) {
    try {
      Path path = Path.of(word);
      if (!word.isEmpty() && Files.isRegularFile(path)) {
        hasher.putString(
            MoreFiles.asByteSource(path).hash(Hashing.sha256()).toString(), StandardCharsets.UTF_8);
      }
    } catch (InvalidPathException notOne) {
      // a word that is no name of a file
    } catch (IOException problem) {
      throw new UncheckedIOException(problem);
    }
  }

  private ParameterException usage(String message) {
    return new ParameterException(Objects.requireNonNull(spec).commandLine(), message);
  }

  /** A refusal of Slurm, as a mistake of the command line. */
  public ParameterException refused(SlurmException problem) {
    return usage("--on slurm: " + problem.getMessage());
  }
}
