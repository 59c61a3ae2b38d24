package org.shmemlab.cli.shell;

import java.util.Locale;
import java.util.Optional;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.runtime.RuntimeSystem;

/**
 * Measures how many PEs of a program fit into memory, where a job was too large: a job of some
 * thousand PEs is made, before its first step, and weighed.
 */
public final class Capacity {
  /** Enough to weigh far more than all concurrent allocations. */
  private static final int SAMPLE = 16_384;

  /** The number of measurements: softly held memory may be freed during one. */
  private static final int TIMES = 3;

  private Capacity() {}

  /** A job that was too large, with the line that says so. */
  static final class TooLarge extends RuntimeException {
    private static final long serialVersionUID = 1L;

    TooLarge(String message, OutOfMemoryError cause) {
      super(message, cause);
    }
  }

  /** Does something with a job; if memory is full, reports how many PEs fit. */
  public static <T> T use(Program program, Job job, Use<T> use) {
    try {
      return use.apply();
    } catch (OutOfMemoryError full) {
      throw new TooLarge(words(program, job), full);
    }
  }

  /** Uses a job. */
  @FunctionalInterface
  public interface Use<T> {
    T apply();
  }

  private static String words(Program program, Job job) {
    String fit =
        bytesOfPe(program, job)
            .map(each ->
                String.format(
                    Locale.ROOT,
                    "; of this program about %,d fit before their first step, and in a check far"
                        + " fewer, which keeps a state for each step that is possible",
                    rounded(Runtime.getRuntime().maxMemory() / each)))
            .orElse("");
    return full(String.format(Locale.ROOT, " with %,d PEs%s", job.pes(), fit));
  }

  /**
   * The message where memory is full.
   *
   * @param what fills it, as far as that is known
   */
  static String full(String what) {
    return "not enough memory: "
        + (Runtime.getRuntime().maxMemory() >> 20)
        + " MiB are full"
        + what
        + "; run fewer PEs or threads, lower --budget, or give more with"
        + " JAVA_TOOL_OPTIONS=-Xmx16g";
  }

  // Two digits: it is an estimate, and the same from run to run.
  private static long rounded(long number) {
    long unit = 1;
    while (number / unit >= 100) {
      unit *= 10;
    }
    return number / unit * unit;
  }

  private static Optional<Long> bytesOfPe(Program program, Job job) {
    if (job.pes() < SAMPLE) {
      return Optional.empty(); // threads or states fill it, not PEs
    }
    try {
      long each = 0;
      for (int time = 0; time < TIMES; time++) {
        each = Math.max(each, weigh(program, job));
      }
      return each > 0 ? Optional.of(each) : Optional.empty();
    } catch (OutOfMemoryError stillFull) {
      return Optional.empty();
    }
  }

  private static long weigh(Program program, Job job) {
    Job small = new Job(SAMPLE, SAMPLE, job.arguments(), job.environment(), job.gpu());
    long before = used();
    Machine machine = new Machine(program, small, new Immediate(), new RuntimeSystem());
    return (used() - before) / machine.job().pes();
  }

  private static long used() {
    System.gc();
    System.gc(); // what the first one lets go of softly
    Runtime runtime = Runtime.getRuntime();
    return runtime.totalMemory() - runtime.freeMemory();
  }
}
