package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Runs the compiler once, within limits, so that it ends whatever the source. */
final class CompilerRun {
  /**
   * The limits of a run.
   *
   * @param seconds of a processor
   * @param gibibytes of memory
   * @param closed whether it starts in the folder of the source, as one has to that sees no other
   */
  record Limits(int seconds, int gibibytes, boolean closed) {
    /** Far more than any program needs. */
    static final Limits USUAL = new Limits(20, 12, false);

    /** More than a short program needs, where many of them are compiled. */
    static final Limits OF_STRANGERS = new Limits(10, 2, true);

    String shell() {
      return "ulimit -t %d; ulimit -v %d; exec \"$@\"".formatted(seconds, gibibytes << 20);
    }
  }

  /** How the compiler ends that found errors; a crash of it, and a limit, end it otherwise. */
  private static final int ERRORS = 1;

  /**
   * From here on a shell says that it could not run a program (POSIX, Shell, 2.8.2); then signals.
   */
  private static final int NOT_RUN = 126;

  private static final int FIRST_SIGNAL = 128;

  /** SIGINT and SIGTERM (POSIX, signal.h): the user stops it, and the source has no fault. */
  private static final ImmutableSet<Integer> STOPS =
      ImmutableSet.of(FIRST_SIGNAL + 2, FIRST_SIGNAL + 15);

  private static final String GIVEN_UP =
      "Clang gave up on this source: it crashed, or needed more than %d seconds or %d GiB (exit"
          + " code %d); leave out parts of the source to find which one it is, or name another"
          + " Clang by "
          + Toolchain.VARIABLE;

  private final ImmutableList<String> arguments;
  private final Path output;
  private final Path messages;
  private final Path dependencies;
  private final Limits limits;
  private @Nullable Process process;

  /**
   * @param arguments all but where things are written
   * @param source the text; the output lies next to it
   * @param side the name of those files
   */
  CompilerRun(ImmutableList<String> arguments, Path source, String side, Limits limits) {
    this.limits = limits;
    output = source.resolveSibling(side + ".bc");
    messages = source.resolveSibling(side + ".txt");
    dependencies = source.resolveSibling(side + ".d");
    this.arguments =
        ImmutableList.<String>builder()
            .add("/bin/sh", "-c", limits.shell(), "sh")
            .addAll(arguments)
            .add("-o", output.toString(), "-MD", "-MF", dependencies.toString())
            .add(source.toString())
            .build();
  }

  void start() throws IOException {
    ProcessBuilder builder = new ProcessBuilder(arguments);
    builder.environment().put("LC_ALL", "C");
    if (limits.closed) {
      builder.directory(output.resolveSibling("").toFile());
    }
    builder.redirectOutput(ProcessBuilder.Redirect.DISCARD);
    builder.redirectError(messages.toFile());
    process = builder.start();
  }

  /** Waits for its end; gives its exit code. */
  int await() throws InterruptedException {
    if (process == null) {
      throw new IllegalStateException("not started");
    }
    return process.waitFor();
  }

  /** Stops it where it still runs, and comes back when it writes no more. */
  void end() {
    if (process != null) {
      process.destroyForcibly();
      boolean interrupted = false;
      while (process.isAlive()) {
        try {
          process.waitFor(); // a future of its end would need a thread of the common pool
        } catch (InterruptedException problem) {
          interrupted = true;
        }
      }
      if (interrupted) {
        Thread.currentThread().interrupt();
      }
    }
  }

  byte[] output() throws IOException {
    return Files.readAllBytes(output);
  }

  /** The messages, line by line. */
  ImmutableList<String> messages() throws IOException {
    // a source that is quoted may hold any bytes
    String text = new String(Files.readAllBytes(messages), StandardCharsets.UTF_8);
    ImmutableList<String> lines = text.lines().collect(ImmutableList.toImmutableList());
    int code = process == null ? 0 : process.exitValue();
    if (code >= NOT_RUN && code < FIRST_SIGNAL) {
      String why = lines.isEmpty() ? "exit code " + code : lines.getLast();
      return ImmutableList.of(
          ("error: Clang cannot be started: " + why)
              + "; it needs glibc 2.34, libstdc++ of GCC 12 and zlib, or later ones");
    }
    if (STOPS.contains(code)) {
      return ImmutableList.of("error: Clang was stopped before it had read this source");
    }
    return code > ERRORS
        ? ImmutableList.of("error: " + GIVEN_UP.formatted(limits.seconds, limits.gibibytes, code))
        : lines;
  }

  /**
   * The files that it read, from the rule that it writes for make: blanks and number signs have a
   * backslash before them, dollar signs are doubled, and lines end in a backslash.
   */
  ImmutableList<Path> read() throws IOException {
    String rule = Files.readString(dependencies, StandardCharsets.UTF_8).replace("\\\n", " ");
    ImmutableList.Builder<Path> files = ImmutableList.builder();
    StringBuilder name = new StringBuilder();
    int i = rule.indexOf(": ") + 1;
    for (; i <= rule.length(); i++) {
      char c = i == rule.length() ? '\n' : rule.charAt(i);
      char next = i + 1 < rule.length() ? rule.charAt(i + 1) : '\n';
      if (c == '\\' && (next == ' ' || next == '#')) {
        name.append(next);
        i++;
      } else if (c == '$' && next == '$') {
        name.append('$');
        i++;
      } else if (c == ' ' || c == '\n') {
        if (!name.isEmpty()) {
          files.add(Path.of(name.toString()));
          name.setLength(0);
        }
      } else {
        name.append(c);
      }
    }
    return files.build();
  }
}
