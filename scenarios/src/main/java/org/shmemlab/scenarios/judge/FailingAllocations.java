package org.shmemlab.scenarios.judge;

import com.google.common.collect.ImmutableList;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.JobLimits.FailingAllocation;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.program.SourceLine;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.spec.Profile;

/**
 * Lists the jobs in which one symmetric allocation fails: {@code nvshmem_malloc}, {@code calloc}
 * and {@code align} give NULL at all PEs, as they do where the heap has no room (NVSHMEM API,
 * "Memory Management").
 */
public final class FailingAllocations {
  /** Jobs with so many allocations have no further ones that fail. */
  private static final int MOST = 32;

  private static final long MOST_INSTRUCTIONS = 20_000_000;

  private FailingAllocations() {}

  /** A job for each allocation that a run of the program makes. */
  public static ImmutableList<Job> of(Program program, Job job) {
    ImmutableList.Builder<Job> jobs = ImmutableList.builder();
    for (int number = 1; number <= MOST; number++) {
      Job failing = located(program, job.withFailing(new FailingAllocation(number, "")));
      if (place(failing).isEmpty()) {
        break;
      }
      jobs.add(failing);
    }
    return jobs.build();
  }

  /** The same job, which says where the allocation is asked for that fails. */
  public static Job located(Program program, Job job) {
    return job.allowance()
        .failing()
        .map(one -> job.withFailing(new FailingAllocation(one.number(), place(program, job))))
        .orElse(job);
  }

  private static String place(Job job) {
    return job.allowance().failing().map(FailingAllocation::place).orElse("");
  }

  private static String place(Program program, Job job) {
    Machine machine = FirstState.of(program, job, Profile.NVSHMEM);
    new Runner(machine, new RoundRobin(), new OutputRecorder(MOST_INSTRUCTIONS)).run();
    return machine.failedAllocation().map(SourceLine::toString).orElse("");
  }
}
