package org.shmemlab.scenarios.backend;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.Optional;
import java.util.stream.Collectors;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.scenarios.runtime.RuntimeSystem;

/** Predicts a program's output by the model. */
final class ExpectedOutput {
  /** A program that is still running after so many instructions is not predicted. */
  private static final long MOST_INSTRUCTIONS = 20_000_000;

  private ExpectedOutput() {}

  /**
   * The lines of standard output of all PEs, sorted, each with its newline; empty where the program
   * does not end well in the model.
   */
  static Optional<String> of(Program program, int pes) {
    Job job = new Job(pes, pes, ImmutableList.of(), ImmutableMap.of(), Job.Gpu.H200);
    Machine machine = new Machine(program, job, new Immediate(), new RuntimeSystem());
    OutputRecorder printed = new OutputRecorder(MOST_INSTRUCTIONS);
    RunResult result = new Runner(machine, new RoundRobin(), printed).run();
    boolean fine =
        result instanceof RunResult.Finished finished
            && finished.status().stream().allMatch(status -> status == 0);
    return fine
        ? Optional.of(
            printed
                .text(Output.STDOUT)
                .lines()
                .sorted()
                .map(line -> line + "\n")
                .collect(Collectors.joining()))
        : Optional.empty();
  }
}
