package org.shmemlab.plan.cluster;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.collect.Range;
import com.google.common.collect.RangeSet;
import com.google.common.collect.TreeRangeSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.shmemlab.scenarios.source.ShellWords;

/**
 * Tasks of an array job of Slurm that run one command, each with its number at the end of it.
 *
 * @param command the words before the number
 * @param options for {@code sbatch}, such as a partition
 * @param folder for the script and the logs of the tasks; every node reaches it by this path
 */
public record ArrayJob(ImmutableList<String> command, ImmutableList<String> options, Path folder) {
  /** Receives the number of the job, and how many of its tasks are not over yet. */
  @FunctionalInterface
  public interface Watcher {
    /** So many tasks wait or run. */
    void left(String job, int tasks);
  }

  /**
   * Submits the job. How its tasks end is not asked.
   *
   * @param tasks their numbers, from 0
   * @throws SlurmException if there is no Slurm, or it refuses the job
   */
  Submitted submit(Iterable<Integer> tasks) {
    List<String> submit = new ArrayList<>(List.of("sbatch", "--parsable", "--requeue"));
    submit.add("--array=" + ranges(tasks));
    submit.add("--job-name=shmemlab");
    submit.add("--open-mode=append");
    submit.add("--output=" + log("%a"));
    submit.addAll(options);
    submit.add(script().toString());
    return new Submitted(Splitter.on(';').splitToList(said(submit).strip()).get(0));
  }

  /** As {@code sbatch} wants numbers: 0-3,7. */
  static String ranges(Iterable<Integer> numbers) {
    RangeSet<Integer> ranges = TreeRangeSet.create();
    numbers.forEach(number -> ranges.add(Range.closedOpen(number, number + 1)));
    return ranges.asRanges().stream()
        .map(range -> {
          int last = range.upperEndpoint() - 1;
          return range.lowerEndpoint() == last ? "" + last : range.lowerEndpoint() + "-" + last;
        })
        .collect(Collectors.joining(","));
  }

  /** A job that Slurm knows. Where this process ends before it is closed, it is cancelled, too. */
  static final class Submitted implements AutoCloseable {
    private final String number;
    private final Thread cancel;
    private boolean over;

    private Submitted(String number) {
      this.number = number;
      this.cancel = new Thread(() -> ran(List.of("scancel", number)), "scancel");
      Runtime.getRuntime().addShutdownHook(cancel);
    }

    /** As Slurm counts jobs. */
    String number() {
      return number;
    }

    /** How many tasks wait or run. */
    int left() {
      int left = ArrayJob.left(number);
      over = left == 0;
      return left;
    }

    /** Cancels what still waits or runs. */
    @Override
    public void close() {
      if (!over) {
        ran(List.of("scancel", number));
      }
      try {
        Runtime.getRuntime().removeShutdownHook(cancel);
      } catch (IllegalStateException endsAlready) {
        // the job is being cancelled
      }
    }
  }

  /** The last message in the log of one of these tasks: mostly its error. */
  String complaint(Iterable<Integer> tasks) {
    for (int task : tasks) {
      Path log = log(String.valueOf(task));
      try {
        List<String> lines = Files.readAllLines(log);
        if (!lines.isEmpty()) {
          return log + " ends with: " + lines.getLast();
        }
      } catch (IOException none) {
        // a task that never began has no log
      }
    }
    return "no task said why; look at sacct or the logs of Slurm";
  }

  private Path log(String number) {
    return folder.resolve("task-" + number + ".log");
  }

  private Path script() {
    Path script = folder.resolve("task.sh");
    String words = command.stream().map(ShellWords::quoted).collect(Collectors.joining(" "));
    try {
      Files.writeString(script, "#!/bin/sh\nexec " + words + " \"$SLURM_ARRAY_TASK_ID\"\n");
    } catch (IOException problem) {
      throw new SlurmException("cannot write " + script + ": " + problem.getMessage());
    }
    return script;
  }

  // Slurm forgets a job some minutes after its end; then it is over, too.
  private static int left(String job) {
    Ran ran = ran(List.of("squeue", "--noheader", "--array", "--format=%T", "--jobs=" + job));
    if (ran.exitCode == 0) {
      return (int) ran.out.lines().filter(line -> !line.isBlank()).count();
    }
    if (ran.out.contains("Invalid job id")) {
      return 0;
    }
    return 1; // the controller does not answer for a while; the tasks go on
  }

  private static String said(List<String> words) {
    Ran ran = ran(words);
    if (ran.exitCode != 0) {
      throw new SlurmException(words.get(0) + " refuses: " + ran.out.strip().replace("\n", "; "));
    }
    return ran.out;
  }

  private record Ran(int exitCode, String out) {}

  private static Ran ran(List<String> words) {
    try {
      Process process = new ProcessBuilder(words).redirectErrorStream(true).start();
      process.getOutputStream().close();
      String out = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      return new Ran(process.waitFor(), out);
    } catch (IOException problem) {
      throw new SlurmException(
          "there is no " + words.get(0) + " here: run this where Slurm's commands are");
    } catch (InterruptedException stop) {
      Thread.currentThread().interrupt();
      throw new SlurmException("interrupted");
    }
  }
}
