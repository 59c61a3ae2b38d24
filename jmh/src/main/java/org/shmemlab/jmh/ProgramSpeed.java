package org.shmemlab.jmh;

import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.AuxCounters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shmemlab.model.compiled.ExecutionMode;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.model.schedule.RoundRobin;
import org.shmemlab.model.schedule.RunResult;
import org.shmemlab.model.schedule.Runner;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Measures instructions per second of whole programs as {@code run} executes them, by the
 * interpreter alone and with byte code. Goals: 1,000 million for {@code LOOP}, 300 million for
 * {@code KERNEL}, and 60 s for {@code PUT_BW}, the traffic of NVSHMEM's {@code shmem_put_bw} with
 * its default options.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 1, time = 1)
@Measurement(iterations = 3, time = 1)
public class ProgramSpeed {
  /** A program without input. */
  public enum Kind {
    /** Integer arithmetic on one PE. */
    LOOP(
        1,
        "",
        """
        int sum = 1;
        for (int i = 0; i < 50000000; i++) sum = sum * 31 + (i ^ sum >> 7);
        printf("%d\\n", sum);
        """),
    /** 8 blocks of 256 threads that load two words and store one, again and again. */
    KERNEL(
        1,
        """
        __global__ void work(float *a, float *b, int n, int rounds) {
          int first = blockIdx.x * blockDim.x + threadIdx.x;
          for (int r = 0; r < rounds; r++)
            for (int i = first; i < n; i += gridDim.x * blockDim.x) a[i] = a[i] * 0.5f + b[i];
        }
        """,
        """
        int n = 1 << 16;
        float *a = (float *)nvshmem_calloc(n, sizeof(float)), *b;
        cudaMalloc(&b, n * sizeof(float));
        cudaMemset(b, 1, n * sizeof(float));
        work<<<8, 256>>>(a, b, n, 500);
        cudaDeviceSynchronize();
        nvshmem_free(a);
        """),
    /** 32 blocks of 256 threads put 4 bytes to 4 MiB, 15 times each, with barriers by hand. */
    PUT_BW(
        2,
        """
        __device__ void together(volatile unsigned *counter, unsigned round) {
          __syncthreads();
          if (!threadIdx.x) {
            __threadfence();
            if (atomicInc((unsigned *)counter, ~0u) == gridDim.x * round - 1) counter[1] += 1;
            while (counter[1] != round);
          }
          __syncthreads();
        }
        __global__ void work(double *data, volatile unsigned *counter, size_t count, int pe, int n) {
          double *own = data + blockIdx.x * (count / gridDim.x);
          for (int i = 0; i < n; i++) {
            nvshmemx_double_put_nbi_block(own, own, count / gridDim.x, pe);
            together(counter, i + 1);
          }
          if (!threadIdx.x) nvshmem_quiet();
          together(counter, n + 1);
        }
        """,
        """
        double *data = (double *)nvshmem_calloc(4 << 20, 1);
        unsigned *counter;
        cudaMalloc(&counter, 8);
        for (size_t size = 4; size <= 4 << 20; size *= 2) {
          for (int n = 5; n <= 10 && !nvshmem_my_pe(); n += 5) {
            cudaMemset(counter, 0, 8);
            work<<<32, 256>>>(data, counter, size / 8, 1, n);
            cudaDeviceSynchronize();
          }
          nvshmem_barrier_all();
        }
        nvshmem_free(data);
        """);

    private final int pes;
    private final String kernels;
    private final String body;

    Kind(int pes, String kernels, String body) {
      this.pes = pes;
      this.kernels = kernels;
      this.body = body;
    }

    private SourceFile source() {
      return new SourceFile(
          "speed.cu",
          """
          #include <cstdio>
          #include <nvshmem.h>
          #include <nvshmemx.h>
          %s
          int main() {
            nvshmem_init();
            %s
            nvshmem_finalize();
          }
          """
              .formatted(kernels, body));
    }
  }

  /** Counts the instructions of a run. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Counts {
    public long instructions;

    @Setup(Level.Iteration)
    public void reset() {
      instructions = 0;
    }
  }

  @Param({"LOOP", "KERNEL", "PUT_BW"})
  public Kind program = Kind.LOOP;

  @Param({"INTERPRETED", "COMPILED_WHERE_HOT"})
  public ExecutionMode mode = ExecutionMode.COMPILED_WHERE_HOT;

  private Program compiled;

  /** Compiles the program from its source. */
  @Setup
  public void compile() {
    CudaC.Compiled result = CudaC.compile(program.source());
    if (result.program() == null) {
      throw new IllegalStateException(result.diagnostics().toString());
    }
    compiled = result.program();
  }

  @Benchmark
  public RunResult run(Counts counts) {
    Machine machine =
        new Machine(compiled, Job.ofPes(program.pes), new Immediate(), new RuntimeSystem());
    machine.execute(mode);
    Runner runner = new Runner(machine, new RoundRobin(), new OutputRecorder(Long.MAX_VALUE));
    RunResult result = runner.run();
    if (!(result instanceof RunResult.Finished)) {
      throw new IllegalStateException(result.toString());
    }
    counts.instructions += runner.instructions();
    return result;
  }
}
