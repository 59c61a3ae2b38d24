package org.shmemlab.jmh;

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
import org.shmemlab.model.machine.Machine;
import org.shmemlab.model.operation.Immediate;
import org.shmemlab.scenarios.CudaC;
import org.shmemlab.scenarios.runtime.RuntimeSystem;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Measures the price of a state for an explorer: a fork of a small machine, with one step of one PE
 * after it, and its fingerprint. Each PE has written {@code bytes} of memory before; a fork shares
 * them.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.NANOSECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
public class ForkCost {
  @Param({"64", "1048576"})
  private int bytes;

  private Machine machine;

  /** Brings two PEs into their loops. */
  @Setup
  public void start() {
    String source =
        """
        #include <shmem.h>
        #include <string.h>
        char data[%d];
        long x;
        int main(void) {
          shmem_init();
          memset(data, 1, sizeof data);
          for (;;) x = x + 1;
        }
        """
            .formatted(bytes);
    CudaC.Compiled compiled = CudaC.compile(new SourceFile("loop.c", source));
    if (compiled.program() == null) {
      throw new IllegalStateException(compiled.diagnostics().toString());
    }
    machine = new Machine(compiled.program(), Job.ofPes(2), new Immediate(), new RuntimeSystem());
    for (int turn = 0; turn < 4; turn++) {
      machine.run(0, 100);
      machine.run(1, 100);
    }
  }

  @Benchmark
  public Machine forkAndStep() {
    Machine fork = machine.fork();
    fork.run(0, 8);
    return fork;
  }

  @Benchmark
  public long forkStepAndFingerprint() {
    Machine fork = machine.fork();
    fork.run(0, 8);
    return fork.fingerprint().value();
  }
}
