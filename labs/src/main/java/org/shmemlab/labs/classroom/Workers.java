package org.shmemlab.labs.classroom;

import com.google.common.collect.ImmutableList;
import java.io.BufferedReader;
import java.io.BufferedWriter;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.OutputStreamWriter;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.IntConsumer;
import org.jspecify.annotations.Nullable;
import org.shmemlab.labs.grading.Grade;
import org.shmemlab.labs.grading.Grading;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Grades answers in processes of their own, so that none can take memory or time from another: one
 * that needs more than it may ends its process, and the next answer gets a fresh one.
 */
public final class Workers implements AutoCloseable {
  private static final String MEMORY = "the program needs more memory than a lab allows";
  private static final String TIME = "to look at its orders takes longer than a lab allows";

  /** How a process ends by {@code -XX:+ExitOnOutOfMemoryError} (java, "Advanced Options"). */
  private static final int OUT_OF_MEMORY = 3;

  private static final int POLL_MILLIS = 5;
  private static final int POLLS_PER_LOOK = 20; // at the time that was used

  /**
   * What one answer may take. Counts end the usual endless program long before (see {@code
   * grading.Limits}); these are for what no count knows.
   *
   * @param mebibytes of Java's heap
   * @param processor time of a processor
   */
  public record Allowance(int mebibytes, Duration processor) {
    /** Ten times what the labs that come along need. */
    public static final Allowance USUAL = new Allowance(512, Duration.ofMinutes(2));
  }

  private final Allowance allowance;
  private final Optional<Path> folder;
  private final ExecutorService threads;
  private final ThreadLocal<Seat> seats;
  private final List<Seat> taken = new ArrayList<>();

  /**
   * @param count how many answers are looked at at once
   * @param folder where the labs are; empty for those that come along
   */
  public Workers(int count, Allowance allowance, Optional<Path> folder) {
    this.allowance = allowance;
    this.folder = folder;
    this.threads = Executors.newFixedThreadPool(count);
    this.seats = ThreadLocal.withInitial(this::seat);
  }

  private synchronized Seat seat() {
    Seat seat = new Seat();
    taken.add(seat);
    return seat;
  }

  /**
   * Grades answers.
   *
   * @param answers each with its lab
   * @param done is told how many have their grade
   * @return the grades in the order of the answers
   */
  public ImmutableList<Grade> grade(List<Task> answers, IntConsumer done)
      throws IOException, InterruptedException {
    List<Future<Grade>> all = new ArrayList<>();
    for (Task task : answers) {
      all.add(threads.submit(() -> seats.get().grade(task)));
    }
    ImmutableList.Builder<Grade> grades = ImmutableList.builder();
    int count = 0;
    for (Future<Grade> each : all) {
      try {
        grades.add(each.get());
      } catch (ExecutionException failed) {
        if (failed.getCause() instanceof IOException broken) {
          throw broken;
        }
        throw new IllegalStateException(failed.getCause());
      }
      done.accept(++count);
    }
    return grades.build();
  }

  /** An answer to a lab. */
  public record Task(Lab lab, SourceFile source) {}

  @Override
  public synchronized void close() {
    threads.shutdownNow();
    taken.forEach(Seat::end);
  }

  /** Where this class and all that it needs came from. */
  private static String classPath() {
    StringBuilder path = new StringBuilder();
    if (Workers.class.getClassLoader() instanceof URLClassLoader loader) {
      for (URL url : loader.getURLs()) {
        path.append(url.getPath()).append(File.pathSeparator);
      }
    }
    return path + System.getProperty("java.class.path");
  }

  /** A place for one process at a time. */
  private final class Seat {
    private @Nullable Process process;
    private @Nullable BufferedWriter in;
    private @Nullable BufferedReader out;

    Grade grade(Task task) throws IOException, InterruptedException {
      Process running = process;
      if (running == null || !running.isAlive()) {
        running = start();
      }
      long before = used(running);
      String asked =
          Worker.JSON.writeValueAsString(
              new Worker.Request(task.lab.name(), task.source.path(), task.source.text()));
      BufferedWriter to = in;
      BufferedReader from = out;
      if (to == null || from == null) {
        throw new IllegalStateException("not started");
      }
      try {
        to.write(asked + "\n");
        to.flush();
      } catch (IOException gone) {
        throw new IOException("one of them ended with exit code " + end(running), gone);
      }
      boolean late = false;
      for (int polls = 1; !from.ready() && running.isAlive() && !late; polls++) {
        Thread.sleep(POLL_MILLIS);
        late =
            polls % POLLS_PER_LOOK == 0 && used(running) - before > allowance.processor.toNanos();
      }
      String line = late ? null : from.readLine();
      if (line != null && line.startsWith(Worker.ANSWER)) {
        return Worker.JSON.readValue(line, Grade.class);
      }
      if (!late) {
        running.waitFor();
      }
      int exitCode = end(running);
      if (!late && exitCode != OUT_OF_MEMORY) {
        throw new IOException("one of them ended with exit code " + exitCode);
      }
      return Grading.none(task.lab, "endless", late ? TIME : MEMORY);
    }

    private Process start() throws IOException {
      List<String> command = new ArrayList<>();
      command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
      command.add("-Xmx" + allowance.mebibytes + "m");
      command.add("-Xss16m");
      command.add("-XX:+UseSerialGC");
      command.add("-XX:+ExitOnOutOfMemoryError");
      command.add("-XX:-UsePerfData");
      command.add("-Xlog:disable");
      command.add("--enable-native-access=ALL-UNNAMED");
      String compiler = System.getProperty("shmemlab.llvm");
      if (compiler != null) {
        command.add("-Dshmemlab.llvm=" + compiler);
      }
      command.add("-cp");
      command.add(classPath());
      command.add(Worker.class.getName());
      folder.ifPresent(labs -> command.add(labs.toString()));
      Process started =
          new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
      process = started;
      in =
          new BufferedWriter(
              new OutputStreamWriter(started.getOutputStream(), StandardCharsets.UTF_8));
      out =
          new BufferedReader(
              new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
      return started;
    }

    private static long used(Process running) {
      return running.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
    }

    void end() {
      if (process != null) {
        end(process);
      }
    }

    private int end(Process running) {
      process = null;
      return running.destroyForcibly().onExit().join().exitValue();
    }
  }
}
