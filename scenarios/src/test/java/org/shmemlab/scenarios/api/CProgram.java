package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.SearchSpace;
import org.shmemlab.model.explore.states.Explorer;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.model.schedule.SeededRandom;
import org.shmemlab.model.spec.Conflicts;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Specification;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * A program around a few lines of C: {@code main} sets the library up, names {@code me} and {@code
 * n}, executes the lines, and finishes.
 */
final class CProgram {
  private static final long MOST_INSTRUCTIONS = 20_000_000;
  private static final String STANDARD =
      "#include <stdio.h>\n#include <stdlib.h>\n#include <stdint.h>\n#include <string.h>\n";

  private final Program program;

  private CProgram(String file, String source) {
    this(file, source, ImmutableList.of());
  }

  private CProgram(String file, String source, List<String> warnings) {
    CudaC.Compiled compiled = CudaC.compile(new SourceFile(file, source));
    assertThat(compiled.diagnostics())
        .extracting(Diagnostic::toString)
        .containsExactlyElementsOf(warnings);
    program = Objects.requireNonNull(compiled.program());
  }

  /** A program as it stands. */
  static CProgram whole(String source) {
    return new CProgram("test.c", source);
  }

  /** An OpenSHMEM program; {@code declarations} stand above main. */
  static CProgram shmem(String declarations, String body) {
    return new CProgram(
        "test.c",
        STANDARD
            + "#include <shmem.h>\n"
            + declarations
            + "\nint main(int argc, char **argv) {\n  shmem_init();\n"
            + "  int me = shmem_my_pe(), n = shmem_n_pes();\n"
            + body
            + "\n  shmem_finalize();\n  return 0;\n}\n");
  }

  /** An OpenSHMEM program. */
  static CProgram shmem(String body) {
    return shmem("", body);
  }

  /** An NVSHMEM program; {@code declarations} stand above main. */
  static CProgram nvshmem(String declarations, String body) {
    return new CProgram(
        "test.cu",
        STANDARD
            + "#include <nvshmem.h>\n#include <nvshmemx.h>\n"
            + declarations
            + "\nint main(int argc, char **argv) {\n  nvshmem_init();\n"
            + "  int me = nvshmem_my_pe(), n = nvshmem_n_pes();\n"
            + body
            + "\n  nvshmem_finalize();\n  return 0;\n}\n");
  }

  /** A program of plain CUDA; {@code declarations} stand above main. */
  static CProgram cuda(String declarations, String body) {
    return new CProgram(
        "test.cu", STANDARD + declarations + "\nint main() {\n" + body + "\n  return 0;\n}\n");
  }

  /** An MPI program. */
  static CProgram mpi(String body) {
    return mpi(ImmutableList.of(), body);
  }

  /** An MPI program with these warnings of the compiler. */
  static CProgram mpi(List<String> warnings, String body) {
    return new CProgram(
        "test.c",
        STANDARD
            + "#include <mpi.h>\n"
            + "int main(int argc, char **argv) {\n  int me, n;\n  MPI_Init(&argc, &argv);\n"
            + "  MPI_Comm_rank(MPI_COMM_WORLD, &me);\n  MPI_Comm_size(MPI_COMM_WORLD, &n);\n"
            + body
            + "\n  MPI_Finalize();\n  return 0;\n}\n",
        warnings);
  }

  /** The result of a run, and its output. */
  record Run(RunResult result, String output) {
    /** The lines that were printed, sorted; the program must have ended well. */
    List<String> lines() {
      assertThat(result).isInstanceOf(RunResult.Finished.class);
      assertThat(((RunResult.Finished) result).status()).containsOnly(0);
      List<String> lines = new ArrayList<>(output.lines().toList());
      lines.sort(null);
      return lines;
    }

    /** The program's failure. */
    String failure() {
      assertThat(result).isInstanceOf(RunResult.Failed.class);
      return ((RunResult.Failed) result).failure().text();
    }

    /** The condition of each blocked agent. */
    List<String> waits() {
      assertThat(result).isInstanceOf(RunResult.Deadlock.class);
      return ((RunResult.Deadlock) result).agents().stream().map(agent -> agent.what()).toList();
    }
  }

  /** Follows every order that a profile allows. */
  Exploration explore(int pes, Profile profile) {
    Specification rules = new Specification(profile);
    Machine machine = new Machine(program, Job.ofPes(pes), rules, new RuntimeSystem());
    return new Explorer(
            new SearchSpace(machine, Optional.of(new Conflicts(rules)), CProgram::printed),
            new SearchOptions(200_000, 0, () -> false))
        .run();
  }

  private static String printed(Machine end) {
    return end.takeOutput().stream().map(Output::text).collect(Collectors.joining());
  }

  /** Runs on so many PEs with numbers as arguments. */
  Run run(int pes, long... arguments) {
    return runScheduled(1, pes, arguments);
  }

  /** The same under the schedule of a seed. */
  Run runScheduled(int seed, int pes, long... arguments) {
    ImmutableList.Builder<String> words = ImmutableList.builder();
    for (long argument : arguments) {
      words.add(Long.toString(argument));
    }
    Job job = new Job(pes, pes, words.build(), ImmutableMap.of(), Job.Gpu.H200);
    OutputRecorder printed = new OutputRecorder(MOST_INSTRUCTIONS);
    Machine machine = new Machine(program, job, new Immediate(), new RuntimeSystem());
    RunResult result = new Runner(machine, new SeededRandom(seed), printed).run();
    return new Run(result, printed.text());
  }
}
