package org.shmemlab.scenarios;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;

/** Compiles texts and runs them, for tests. */
final class Running {
  private static final long MOST_INSTRUCTIONS = 50_000_000;

  private Running() {}

  /** The diagnostics of a text, as lines without the file's name: {@code 3: error: …}. */
  static List<String> diagnostics(String file, String text) {
    return CudaC.compile(new SourceFile(file, text)).diagnostics().stream()
        .map(Diagnostic::toString)
        .map(line -> line.substring(file.length() + 1))
        .toList();
  }

  /** The output of a program on so many PEs, then how it ended unless every PE returned 0. */
  static String output(String file, String text, int pes) {
    return output(new SourceFile(file, text), pes);
  }

  /** The same of a source with its options. */
  static String output(SourceFile source, int pes) {
    CudaC.Compiled compiled = CudaC.compile(source);
    Program program = compiled.program();
    if (program == null) {
      return compiled.diagnostics().toString();
    }
    Job job = new Job(pes, pes, ImmutableList.of(), ImmutableMap.of(), Job.Gpu.H200);
    Machine machine = new Machine(program, job, new Immediate(), new RuntimeSystem());
    OutputRecorder printed = new OutputRecorder(MOST_INSTRUCTIONS);
    RunResult result = new Runner(machine, new RoundRobin(), printed).run();
    boolean fine =
        result instanceof RunResult.Finished finished
            && finished.status().stream().allMatch(status -> status == 0);
    return fine ? printed.text() : printed.text() + result;
  }
}
