package org.shmemlab.testing;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.DoubleSupplier;

/**
 * Measures a class of tests from its first test to its last, and fails one that takes long in a run
 * that executes a share of all draws, unless it has a tag that says why it does.
 *
 * <p>It counts wall time or the processor time of this process and its children, whichever is less:
 * other work on the machine adds to the one, several threads to the other. The limit is longer on a
 * {@linkplain Slowness slow machine}. With {@code -Dshmemlab.test.times=FILE} it adds a line to
 * that file.
 *
 * @param name of the class
 * @param tags of the class
 * @param wall at its beginning, in seconds
 * @param processor at its beginning, in seconds
 */
record ClassTime(String name, Set<String> tags, double wall, double processor) {
  /** Reasons for which a class of tests may take longer: CONTRIBUTING.md explains each. */
  static final Set<String> REASONS =
      Set.of("random", "catalogue", "compiler", "simulation", "browser");

  static final double LIMIT_SECONDS = 5;

  // Shared machines, those of continuous integration, vary by a factor of three: there, times are
  // written and printed, and fail nothing.
  private static final boolean ON_A_SHARED_MACHINE = System.getenv("CI") != null;
  private static final String FILE = System.getProperty("shmemlab.test.times", "");
  private static final Path STATISTICS = Path.of("/proc/self/stat");
  private static final double TICKS_PER_SECOND = 100;

  static ClassTime begin(Class<?> tested, Set<String> tags) {
    return new ClassTime(tested.getName(), tags, wallNow(), processorNow());
  }

  /** Ends the measurement; throws where the class took too long, except where {@code CI} is set. */
  void end() {
    double wallSeconds = wallNow() - wall;
    double processorSeconds = processorNow() - processor;
    write(wallSeconds, processorSeconds);
    if (!Draws.areWhole() && !ON_A_SHARED_MACHINE) {
      check(Math.min(wallSeconds, processorSeconds), Slowness::now);
    }
  }

  /** Throws where the class took longer than it may on a machine so many times as slow. */
  void check(double seconds, DoubleSupplier slowness) {
    if (seconds > LIMIT_SECONDS
        && tags.stream().noneMatch(REASONS::contains)
        && seconds > LIMIT_SECONDS * slowness.getAsDouble()) {
      throw new AssertionError(
          String.format(
              Locale.ROOT,
              "%s takes %.1f s, and a class of tests without a tag may take %.0f s (more on a slow or busy machine): make it"
                  + " faster, or tag it with one of %s (CONTRIBUTING.md, Build and test)",
              name,
              seconds,
              LIMIT_SECONDS,
              new TreeSet<>(REASONS)));
    }
  }

  private void write(double wallSeconds, double processorSeconds) {
    if (FILE.isEmpty()) {
      return;
    }
    String line =
        String.format(
            Locale.ROOT,
            "%8.2f %8.2f %s %s%n",
            wallSeconds,
            processorSeconds,
            name,
            String.join(",", new TreeSet<>(tags)));
    try {
      Files.writeString(Path.of(FILE), line, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
    } catch (IOException failed) {
      throw new AssertionError("cannot write the times of test classes into " + FILE, failed);
    }
  }

  private static double wallNow() {
    return System.nanoTime() / 1e9;
  }

  /** Linux counts the children that have ended, such as compilers; elsewhere they are left out. */
  private static double processorNow() {
    if (Files.isReadable(STATISTICS)) {
      try {
        // proc_pid_stat(5): utime, stime, cutime, cstime are fields 14 to 17, after the name in ()
        String statistics = Files.readString(STATISTICS);
        List<String> fields =
            List.of(statistics.substring(statistics.lastIndexOf(')') + 2).split(" "));
        return fields.subList(11, 15).stream().mapToLong(Long::parseLong).sum() / TICKS_PER_SECOND;
      } catch (IOException unreadable) {
        // as where there is no such file
      }
    }
    return ManagementFactory.getOperatingSystemMXBean()
            instanceof com.sun.management.OperatingSystemMXBean system
        ? system.getProcessCpuTime() / 1e9
        : wallNow();
  }
}
