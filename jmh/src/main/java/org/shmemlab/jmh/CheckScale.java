package org.shmemlab.jmh;

import com.google.common.collect.ImmutableList;
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
import org.shmemlab.model.explore.Exploration;
import org.shmemlab.model.explore.SearchOptions;
import org.shmemlab.model.explore.engine.Engine;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.judge.ExplorationLimits;
import org.shmemlab.scenarios.judge.ProgramJudgement;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Measures the time of an exhaustive {@code check} of programs with many agents, compiled before. A
 * program that was not explored exhaustively, or has a finding, is an error.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class CheckScale {
  private static final long EXECUTIONS = 2_000;

  /** A program of agents that differ in nothing but their number. */
  public enum Many {
    /** Each thread of a block puts one word; then the block goes to a barrier of all PEs. */
    PUTS(
        2,
        """
        nvshmem_long_p(x + threadIdx.x, 1, !nvshmem_my_pe());
        nvshmemx_barrier_all_block();
        """),
    /** Each thread counts one word up, and one of them reads it after a barrier of the block. */
    COUNTS(
        1,
        """
        atomicAdd((unsigned long long *)x, 1);
        __syncthreads();
        if (!threadIdx.x) x[1] = x[0];
        """),
    /** The threads of a block meet at a barrier written by hand. */
    BARRIER(
        1,
        """
        x[threadIdx.x] = 1;
        __threadfence();
        atomicAdd((unsigned long long *)x + blockDim.x, 1);
        while (*(volatile long *)(x + blockDim.x) < blockDim.x);
        __threadfence();
        x[threadIdx.x] = x[threadIdx.x] + 1;
        """),
    /** Each thread of PE 1 adds one to a counter of PE 0, which waits for the full count. */
    ARRIVALS(
        2,
        """
        if (nvshmem_my_pe() == 1) nvshmem_long_atomic_add(x, 1, 0);
        else if (!threadIdx.x) nvshmem_long_wait_until(x, NVSHMEM_CMP_EQ, blockDim.x);
        """);

    private final int pes;
    private final String body;

    Many(int pes, String body) {
      this.pes = pes;
      this.body = body;
    }

    private SourceFile source(int threads) {
      return new SourceFile(
          "many.cu",
          """
          #include <nvshmem.h>
          #include <nvshmemx.h>
          __global__ void k(long *x) {
            %s
          }
          int main() {
            nvshmem_init();
            long *x = (long *)nvshmem_calloc(%d + 2, sizeof(long));
            void *arguments[] = {&x};
            nvshmemx_collective_launch((void *)k, 1, %d, arguments, 0, 0);
            cudaDeviceSynchronize();
            nvshmem_finalize();
          }
          """
              .formatted(body, threads, threads));
    }
  }

  @Param({"PUTS", "COUNTS", "BARRIER", "ARRIVALS"})
  public Many program = Many.PUTS;

  @Param({"16", "256", "1024"})
  public int threads;

  private SourceFile source;
  private Program compiled;

  /** Compiles the program. */
  @Setup
  public void compile() {
    source = program.source(threads);
    CudaC.Compiled result = CudaC.compile(source);
    if (result.program() == null) {
      throw new IllegalStateException(result.diagnostics().toString());
    }
    compiled = result.program();
  }

  @Benchmark
  public long check() {
    ExplorationLimits limits =
        new ExplorationLimits(Engine.AUTO, new SearchOptions(EXECUTIONS, 0, () -> false));
    Exploration exploration =
        ProgramJudgement.of(
                source, compiled, Job.ofPes(program.pes), ImmutableList.of(Profile.NVSHMEM), limits)
            .answers()
            .get(0)
            .exploration();
    if (!exploration.complete() || !exploration.findings().isEmpty()) {
      throw new IllegalStateException(exploration.findings().toString());
    }
    return exploration.states();
  }
}
