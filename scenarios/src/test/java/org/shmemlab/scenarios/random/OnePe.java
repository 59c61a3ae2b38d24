package org.shmemlab.scenarios.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.util.stream.Collectors;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;

/** Compiles and runs a source by our front-end and machine. */
final class OnePe {
  private static final long MAX_INSTRUCTIONS = 200_000_000;

  private OnePe() {}

  /** Compiles and runs; the output, or the messages about the source or the run. */
  static String output(String source, Dialect dialect) {
    CudaC.Compiled compiled = CudaC.compile(new SourceFile("program" + dialect.suffix(), source));
    if (compiled.program() == null) {
      return compiled.diagnostics().stream()
          .map(Object::toString)
          .collect(Collectors.joining("\n", "", "\n"));
    }
    OutputRecorder printed = new OutputRecorder(MAX_INSTRUCTIONS);
    RunResult result =
        new Runner(
                new Machine(compiled.program(), Job.ofPes(1), new Immediate(), new RuntimeSystem()),
                new RoundRobin(),
                printed)
            .run();
    return result instanceof RunResult.Finished finished && finished.status().getFirst() == 0
        ? printed.text()
        : printed.text() + result + "\n";
  }

  /** Compares the output with that of gcc or g++, if there is one. */
  static void printsTheSameAsGcc(String source, Dialect dialect) {
    assumeTrue(Gcc.exists(dialect));
    try (Gcc gcc = new Gcc(dialect)) {
      Gcc.Result expected = gcc.run(source);
      assertThat(expected.accepted()).as(expected.text()).isTrue();
      assertThat(output(source, dialect)).isEqualTo(expected.text());
    }
  }
}
