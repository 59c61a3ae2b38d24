package org.shmemlab.jmh;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.job.Output;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Measures how many PEs fit and how long a whole job of them takes: an OpenSHMEM ring in which
 * every PE puts to the next, meets all others and checks what it got. The heap is held to 2 GiB; a
 * job that does not fit fails with an OutOfMemoryError. Goal: 65,536 PEs with one agent each.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 1)
@Measurement(iterations = 3)
public class PeCapacity {
  private static final String RING =
      """
      #include <shmem.h>
      #include <stdlib.h>
      long token;
      int main(void) {
        shmem_init();
        int me = shmem_my_pe(), n = shmem_n_pes();
        shmem_long_p(&token, me, (me + 1) % n);
        shmem_barrier_all();
        if (token != (me + n - 1) % n) abort();
        shmem_finalize();
        return 0;
      }
      """;

  @Param({"1024", "65536", "262144"})
  private int pes;

  private Program program;

  /** Compiles the ring. */
  @Setup
  public void compile() {
    CudaC.Compiled compiled = CudaC.compile(new SourceFile("ring.c", RING));
    if (compiled.program() == null) {
      throw new IllegalStateException(compiled.diagnostics().toString());
    }
    program = compiled.program();
  }

  @Benchmark
  public RunResult ring() {
    Machine machine = new Machine(program, Job.ofPes(pes), new Immediate(), new RuntimeSystem());
    RunResult result = new Runner(machine, new RoundRobin(), new Silent()).run();
    if (!(result instanceof RunResult.Finished)) {
      throw new IllegalStateException(result.toString());
    }
    return result;
  }

  private static final class Silent implements Runner.Observer {
    @Override
    public void output(List<Output> pieces) {}

    @Override
    public boolean goOn(long instructions) {
      return true;
    }
  }
}
