package org.shmemlab.labs.workers;

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
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.frontend.clang.Toolchain;

/** Keeps one process at a time; when it ends, the next takes its place. */
final class WorkerSlot {
  private static final String MEMORY = "the program needs more memory than a lab allows";
  private static final String TIME = "to look at its orders takes longer than a lab allows";

  /** How a process ends by {@code -XX:+ExitOnOutOfMemoryError} (java, "Advanced Options"). */
  private static final int OUT_OF_MEMORY = 3;

  private static final int POLL_MILLIS = 5;
  private static final int POLLS_PER_LOOK = 20; // at the time that was used

  private final RequestLimits allowance;
  private final List<String> arguments;
  private @Nullable Process process;
  private @Nullable BufferedWriter in;
  private @Nullable BufferedReader out;
  private boolean closed;

  WorkerSlot(RequestLimits allowance, String version, Optional<Path> folder) {
    this.allowance = allowance;
    List<String> all = new ArrayList<>();
    all.add(version);
    folder.ifPresent(labs -> all.add(labs.toString()));
    this.arguments = List.copyOf(all);
  }

  Answered ask(Request request) throws IOException, InterruptedException {
    Process running = started();
    BufferedWriter to = in;
    BufferedReader from = out;
    if (to == null || from == null) {
      throw new IllegalStateException("not started");
    }
    long before = used(running);
    try {
      to.write(Worker.JSON.writeValueAsString(request) + "\n");
      to.flush();
    } catch (IOException gone) {
      throw new IOException("one of them ended with exit code " + end(running), gone);
    }
    boolean late = false;
    for (int polls = 1; !from.ready() && running.isAlive() && !late; polls++) {
      Thread.sleep(POLL_MILLIS);
      late =
          polls % POLLS_PER_LOOK == 0 && used(running) - before > allowance.processor().toNanos();
    }
    String line = late ? null : from.readLine();
    if (line != null && line.startsWith(Worker.ANSWER)) {
      Reply reply = Worker.JSON.readValue(line, Reply.class);
      return new Answered(reply, Duration.ofNanos(used(running) - before));
    }
    if (!late) {
      running.waitFor();
    }
    int exitCode = end(running);
    if (!late && exitCode != OUT_OF_MEMORY) {
      throw new IOException("one of them ended with exit code " + exitCode);
    }
    started(); // so that no request waits for it later
    return new Answered(new Reply.TooMuch(late ? TIME : MEMORY), allowance.processor());
  }

  private synchronized Process started() throws IOException {
    if (process != null && process.isAlive()) {
      return process;
    }
    if (closed) {
      throw new IOException("closed");
    }
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.add("-Xmx" + allowance.mebibytes() + "m");
    command.add("-Xss16m");
    command.add("-XX:+UseSerialGC");
    command.add("-XX:+ExitOnOutOfMemoryError");
    command.add("-XX:-UsePerfData");
    command.add("-Xlog:disable");
    command.add("--enable-native-access=ALL-UNNAMED");
    command.addAll(Toolchain.options());
    command.add("-cp");
    command.add(classPath());
    command.add(Worker.class.getName());
    command.addAll(arguments);
    Process started =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
    process = started;
    in =
        new BufferedWriter(
            new OutputStreamWriter(started.getOutputStream(), StandardCharsets.UTF_8));
    out =
        new BufferedReader(new InputStreamReader(started.getInputStream(), StandardCharsets.UTF_8));
    return started;
  }

  private static long used(Process running) {
    return running.info().totalCpuDuration().map(Duration::toNanos).orElse(0L);
  }

  /** Where this class and all that it needs came from. */
  static String classPath() {
    StringBuilder path = new StringBuilder();
    if (WorkerSlot.class.getClassLoader() instanceof URLClassLoader loader) {
      for (URL url : loader.getURLs()) {
        path.append(url.getPath()).append(File.pathSeparator);
      }
    }
    return path + System.getProperty("java.class.path");
  }

  synchronized void close() {
    closed = true;
    if (process != null) {
      end(process);
    }
  }

  private synchronized int end(Process running) {
    process = null;
    return running.destroyForcibly().onExit().join().exitValue();
  }
}
