package org.shmemlab.cli.check;

import com.google.common.collect.ImmutableList;
import com.google.common.primitives.Ints;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobLimits.FailingAllocation;
import org.shmemlab.model.program.Program;
import org.shmemlab.scenarios.judge.FailingAllocations;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Spec;

/** Reads the option of {@code check} about calls that fail. */
final class FailureOptions {
  private static final String ALLOCATION = "allocation";

  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec spec;

  @Option(
      names = "--failures",
      paramLabel = "allocation[:N]",
      description =
          "look, too, at what happens where one call of nvshmem_malloc, calloc or align gives NULL:"
              + " each in turn, or the Nth alone")
  private @Nullable String failures;

  /** Whether calls fail. */
  boolean given() {
    return failures != null;
  }

  /** Refuses a value that names no calls. */
  void check() {
    if (failures != null && !failures.equals(ALLOCATION)) {
      number(failures);
    }
  }

  /** A job as a check begins with it: that of the Nth failing allocation, if one is named. */
  Job first(Job job) {
    return failures == null || failures.equals(ALLOCATION)
        ? job
        : job.withFailing(new FailingAllocation(number(failures), ""));
  }

  /** The jobs after that, each with another failing allocation. */
  ImmutableList<Job> others(Program program, Job job) {
    return ALLOCATION.equals(failures) ? FailingAllocations.of(program, job) : ImmutableList.of();
  }

  private int number(String text) {
    Integer number =
        text.startsWith(ALLOCATION + ":")
            ? Ints.tryParse(text.substring(ALLOCATION.length() + 1))
            : null;
    if (number == null || number < 1) {
      throw new ParameterException(
          Objects.requireNonNull(spec).commandLine(),
          "--failures " + text + ": write allocation, or allocation:N for the Nth alone");
    }
    return number;
  }
}
