package org.shmemlab.jmh;

import com.google.common.collect.ImmutableList;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.patterns.Perftest;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platforms;

/**
 * Measures how long a sweep of 100 points takes in one virtual machine, the platform read anew for
 * each: target T8 of the simulator. A point is a bandwidth test of 32 blocks and 50 rounds, over
 * one of five transports, with one of 20 sizes from 64 B to 32 MiB.
 */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(1)
@Warmup(iterations = 0)
@Measurement(iterations = 3)
public class SweepSpeed {
  private static final ImmutableList<PathKind> REMOTE =
      ImmutableList.of(PathKind.IBGDA, PathKind.IBRC, PathKind.IBDEVX, PathKind.UCX);
  private static final int SIZES = 20;
  private static final Perftest.Options OPTIONS =
      new Perftest.Options(50, 32, 512, CallScope.BLOCK);

  /** All points; the sum of their bandwidths. */
  @Benchmark
  public double t8Sweep() {
    double sum = 0;
    for (int size = 0; size < SIZES; size++) {
      long bytes = 64L << size;
      sum += bandwidth(2, PathKind.IBGDA, bytes); // both on one node: over NVLink
      for (PathKind remote : REMOTE) {
        sum += bandwidth(1, remote, bytes);
      }
    }
    return sum;
  }

  private static double bandwidth(int perNode, PathKind remote, long bytes) {
    Fleet fleet = Fleets.on(Platforms.named("hgx-h200"), 2, perNode, remote);
    return Perftest.PUT_BW.run(fleet, bytes, OPTIONS);
  }
}
