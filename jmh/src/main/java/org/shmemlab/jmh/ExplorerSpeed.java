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
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shmemlab.model.explore.engine.Engine;

/**
 * Measures how many states the explorer keeps per second, and how many executions the reduced one
 * runs, on one core. {@code states} and {@code executions} in the output are the rates. Goals: 3
 * million and 1 million.
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 3, time = 5)
public class ExplorerSpeed {
  private static final int EXECUTIONS = 200;

  private RingOfAtomics three;
  private RingOfAtomics four;

  /** Counts the work of the explorations. */
  @State(Scope.Thread)
  @AuxCounters(AuxCounters.Type.OPERATIONS)
  public static class Done {
    public long states;
    public long executions;

    /** Counts from zero in each iteration. */
    @Setup(Level.Iteration)
    public void reset() {
      states = 0;
      executions = 0;
    }
  }

  /** Compiles the rings. */
  @Setup
  public void compile() {
    three = new RingOfAtomics(3, 2);
    four = new RingOfAtomics(4, 2);
  }

  /** 12 operations on 3 PEs whose fetches come in program order: all states. */
  @Benchmark
  public void twelveOperations(Done done) {
    done.states += three.explore(Engine.STATES, "openshmem-1.6", Long.MAX_VALUE).states();
  }

  /** The first 60,000 states of 16 operations on 4 PEs in any order. */
  @Benchmark
  public void sixteenOperations(Done done) {
    done.states += four.explore(Engine.STATES, "nvshmem", 60_000).states();
  }

  /** The first 200 executions of the same. */
  @Benchmark
  public void sixteenOperationsReduced(Done done) {
    done.states += four.explore(Engine.DPOR, "nvshmem", EXECUTIONS).states();
    done.executions += EXECUTIONS;
  }
}
