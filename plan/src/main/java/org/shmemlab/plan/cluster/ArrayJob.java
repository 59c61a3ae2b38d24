package org.shmemlab.plan.cluster;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import com.google.common.util.concurrent.Uninterruptibles;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
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
  private static final Duration LOOK = Duration.ofSeconds(1);

  /** Is told the number of the job, and how many of its tasks are not over yet. */
  @FunctionalInterface
  public interface Watcher {
    /** So many tasks wait or run. */
    void left(String job, int tasks);
  }

  /**
   * Submits the job and waits until none of its tasks waits or runs; how they ended is not asked.
   * Where this process ends before, the job is cancelled.
   *
   * @throws SlurmException if there is no Slurm, or it refuses the job
   */
  public void run(int tasks, Watcher watcher) {
    List<String> submit = new ArrayList<>(List.of("sbatch", "--parsable", "--requeue"));
    submit.add("--array=0-" + (tasks - 1));
    submit.add("--job-name=shmemlab");
    submit.add("--open-mode=append");
    submit.add("--output=" + log("%a"));
    submit.addAll(options);
    submit.add(script().toString());
    String job = Splitter.on(';').splitToList(said(submit).strip()).get(0);
    Thread cancel = new Thread(() -> said(List.of("scancel", job)), "scancel");
    Runtime.getRuntime().addShutdownHook(cancel);
    try {
      for (int left = tasks; left > 0; left = left(job)) {
        watcher.left(job, left);
        Uninterruptibles.sleepUninterruptibly(LOOK);
      }
    } finally {
      try {
        Runtime.getRuntime().removeShutdownHook(cancel);
      } catch (IllegalStateException endsAlready) {
        // the job is being cancelled
      }
    }
  }

  /** The log of a task. */
  Path log(String number) {
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
    return 1; // the controller does not answer for a moment; the tasks go on
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
