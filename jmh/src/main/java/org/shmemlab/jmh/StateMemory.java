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
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shmemlab.model.explore.engine.Engine;

/**
 * Measures whether so many states fit into the heap, with all states to be expanded: an exploration
 * that does not fit fails with an OutOfMemoryError. Goal: 20 million in 2 GiB, which is 107 bytes
 * for each; a million in 100 MiB leaves as much to each.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx2g")
@Warmup(iterations = 0)
@Measurement(iterations = 1)
public class StateMemory {
  @Param({"1000000", "20000000"})
  private long states;

  @Benchmark
  public long explore() {
    return new RingOfAtomics(5, 2).explore(Engine.STATES, "nvshmem", states).states();
  }
}
