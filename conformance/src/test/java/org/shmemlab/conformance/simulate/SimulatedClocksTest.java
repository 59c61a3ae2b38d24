package org.shmemlab.conformance.simulate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.shmemlab.model.job.Job;
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.model.program.Program;
import org.shmemlab.model.schedule.OutputRecorder;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.patterns.Perftest;
import org.shmemlab.transports.patterns.TimedLoop;
import org.shmemlab.transports.platform.Platforms;
import org.shmemlab.transports.rules.Settings;
import org.shmemlab.transports.rules.Transport;
import org.shmemlab.transports.rules.TransportRules;
import org.shmemlab.transports.simulate.TimedResult;
import org.shmemlab.transports.simulate.TimedRun;

/**
 * Checks that a program that times itself in simulated time prints the time that the simulation
 * reports.
 */
class SimulatedClocksTest {
  private static final long MOST_INSTRUCTIONS = 20_000_000;

  private static final int PES = 2;
  private static final int ROUNDS = 50;
  private static final Fleet FLEET =
      Fleets.on(
          Platforms.named("h200-nvlink-measured"),
          Transport.of("nvlink", Settings.DEFAULT),
          PES,
          PES);

  private OutputRecorder printed = new OutputRecorder(MOST_INSTRUCTIONS);

  @Test
  void everyClockShowsTheSameTime() {
    TimedResult result =
        run(
            """
            #include <chrono>
            #include <cstdio>
            #include <ctime>
            #include <mpi.h>
            #include <nvshmem.h>
            #include <sys/time.h>
            __device__ long long cycles, before, after;
            __device__ long long now() {
              long long t;
              asm volatile("mov.u64 %%0, %%%%globaltimer;" : "=l"(t));
              return t;
            }
            __global__ void puts(long *x) {
              before = now();
              long long start = clock64();
              for (int i = 0; i < %d; i++) {
                nvshmem_long_p(x, 1, 1);
                nvshmem_quiet();
              }
              cycles = clock64() - start;
              after = now();
            }
            int main() {
              nvshmem_init();
              long *x = (long *)nvshmem_calloc(1, sizeof(long));
              if (nvshmem_my_pe() == 0) {
                cudaEvent_t first, second;
                cudaEventCreate(&first);
                cudaEventCreate(&second);
                timespec t0, t1;
                timeval v0, v1;
                auto c0 = std::chrono::steady_clock::now();
                double w0 = MPI_Wtime();
                gettimeofday(&v0, 0);
                clock_gettime(CLOCK_MONOTONIC, &t0);
                cudaEventRecord(first, 0);
                puts<<<1, 1>>>(x);
                cudaEventRecord(second, 0);
                cudaEventSynchronize(second);
                clock_gettime(CLOCK_MONOTONIC, &t1);
                gettimeofday(&v1, 0);
                double w1 = MPI_Wtime();
                auto c1 = std::chrono::steady_clock::now();
                float milliseconds;
                cudaEventElapsedTime(&milliseconds, first, second);
                long long counted, begin, end;
                cudaMemcpyFromSymbol(&counted, cycles, 8);
                cudaMemcpyFromSymbol(&begin, before, 8);
                cudaMemcpyFromSymbol(&end, after, 8);
                printf("%%lld %%lld %%.0f %%ld %%ld %%.0f %%ld\\n", counted, end - begin,
                    milliseconds * 1e6, (t1.tv_sec - t0.tv_sec) * 1000000000L + t1.tv_nsec - t0.tv_nsec,
                    ((v1.tv_sec - v0.tv_sec) * 1000000L + v1.tv_usec - v0.tv_usec) * 1000,
                    (w1 - w0) * 1e9,
                    (long)std::chrono::duration_cast<std::chrono::nanoseconds>(c1 - c0).count());
              }
              nvshmem_barrier_all();
              nvshmem_free(x);
              nvshmem_finalize();
            }
            """
                .formatted(ROUNDS));
    List<Double> shown =
        printed.text().trim().transform(line -> List.of(line.split(" "))).stream()
            .map(Double::parseDouble)
            .toList();
    double onDevice = shown.get(1);
    assertThat(shown.get(0) / FLEET.gpu().smHz() * 1e9).isCloseTo(onDevice, within(50.0));
    assertThat(onDevice).isGreaterThan(500.0 * ROUNDS).isLessThan(result.picoseconds() / 1e3);
    for (double around : shown.subList(2, shown.size())) { // launch and end of the kernel, too
      assertThat(around).isBetween(onDevice - 1_000, onDevice + 30_000);
    }
  }

  @Test
  void anEmptyKernelTakesBetweenEventsWhatWasMeasured() {
    run(KERNELS.formatted("", "k<<<1, 1>>>(x)"));
    assertThat(Double.parseDouble(printed.text().trim()))
        .isCloseTo(FLEET.gpu().loops().launchPs() / 1e6, within(0.01));
    run(KERNELS.formatted("", "nvshmemx_collective_launch((void *)k, 1, 1, arguments, 0, 0)"));
    assertThat(Double.parseDouble(printed.text().trim()))
        .isCloseTo(FLEET.gpu().loops().jointLaunchPs() / 1e6, within(0.01));
  }

  @Test
  void aLoopThatTimesItselfPrintsTheTimesOfPerftest() {
    run(
        KERNELS.formatted(
            "for (int i = 0; i < 10; i++) { nvshmem_int_put_nbi((int *)x, (int *)x, 128, 1);"
                + " nvshmem_quiet(); }",
            "if (nvshmem_my_pe() == 0) k<<<1, 1>>>(x)"));
    Perftest.Options options =
        new Perftest.Options(
            10, 1, 1, CallScope.THREAD, Integer.BYTES, false, true, TimedLoop.BENCHMARK);
    assertThat(Double.parseDouble(printed.text().trim()) / 10)
        .isCloseTo(Perftest.PUT_LATENCY.run(FLEET, 512, options), withinPercentage(1));
  }

  @Test
  void aBarrierOfAPartOfABlockCostsWhatThatOfTheBlockDoes() {
    String barrier = "k<<<1, 64>>>(x)";
    run(KERNELS.formatted("__syncthreads();", barrier));
    double whole = Double.parseDouble(printed.text().trim());
    run(KERNELS.formatted("asm volatile(\"bar.sync 12, 64;\");", barrier));
    assertThat(Double.parseDouble(printed.text().trim())).isCloseTo(whole, within(0.05));
  }

  private static final String KERNELS =
      """
      #include <cstdio>
      #include <nvshmem.h>
      #include <nvshmemx.h>
      __global__ void k(long *x) {
        %s
      }
      int main() {
        nvshmem_init();
        long *x = (long *)nvshmem_calloc(64, sizeof(long));
        void *arguments[] = {&x};
        cudaEvent_t first, second;
        cudaEventCreate(&first);
        cudaEventCreate(&second);
        cudaEventRecord(first, 0);
        %s;
        cudaEventRecord(second, 0);
        cudaEventSynchronize(second);
        float milliseconds;
        cudaEventElapsedTime(&milliseconds, first, second);
        if (nvshmem_my_pe() == 0) printf("%%f\\n", milliseconds * 1e3);
        nvshmem_barrier_all();
        nvshmem_free(x);
        nvshmem_finalize();
      }
      """;

  private TimedResult run(String source) {
    printed = new OutputRecorder(MOST_INSTRUCTIONS);
    CudaC.Compiled compiled = CudaC.compile(new SourceFile("clocks.cu", source));
    Program program = compiled.program();
    if (program == null) {
      throw new AssertionError(compiled.diagnostics().toString());
    }
    Job job = new Job(PES, PES, ImmutableList.of(), ImmutableMap.of(), Job.Gpu.H200);
    TransportRules rules = new TransportRules(FLEET.routes());
    return new TimedRun(new Machine(program, job, rules, new RuntimeSystem()), FLEET, 0, 1, printed)
        .run();
  }
}
