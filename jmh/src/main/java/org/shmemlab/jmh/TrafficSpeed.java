package org.shmemlab.jmh;

import java.util.Locale;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shmemlab.model.program.CallScope;
import org.shmemlab.transports.cost.fleet.Fleet;
import org.shmemlab.transports.cost.fleet.Fleets;
import org.shmemlab.transports.patterns.AllToAll;
import org.shmemlab.transports.patterns.Dispatch;
import org.shmemlab.transports.patterns.DisseminationBarrier;
import org.shmemlab.transports.patterns.Pattern;
import org.shmemlab.transports.platform.PathKind;
import org.shmemlab.transports.platform.Platforms;

/**
 * Measures how long whole runs of message patterns take through the queues of the cost model, on
 * nodes of eight GPUs: targets T1a, T1b, T2 and T3 of the simulator.
 */
@State(org.openjdk.jmh.annotations.Scope.Benchmark)
@BenchmarkMode(Mode.SingleShotTime)
@OutputTimeUnit(TimeUnit.MILLISECONDS)
@Fork(value = 1, jvmArgsAppend = "-Xmx6g")
@Warmup(iterations = 3)
@Measurement(iterations = 5)
public class TrafficSpeed {
  private static final int NODE = 8;
  private static final long POLL_PS = 100_000;

  @Param({"ibgda", "ibrc"})
  private String transport = "";

  /** 1,024 PEs, 1 KiB to every PE by blocking puts: 1,047,552 messages. */
  @Benchmark
  public Pattern.Result t1aChained() {
    return allToAll(true);
  }

  /** The same by 1,023 non-blocking puts of each PE and one quiet. */
  @Benchmark
  public Pattern.Result t1bIndependent() {
    return allToAll(false);
  }

  /** One dissemination barrier of 1,048,576 PEs: 20,971,520 messages. */
  @Benchmark
  @Warmup(iterations = 1)
  @Measurement(iterations = 2)
  public Pattern.Result t2Barrier() {
    int pes = 1 << 20;
    DisseminationBarrier barrier = new DisseminationBarrier(pes, 2, POLL_PS, CallScope.THREAD);
    return finished(Pattern.run(fleet(pes), barrier), barrier.finished());
  }

  /** 256 PEs, 128 tokens of 7 KiB each to 8 experts: 262,144 puts and 65,536 counts. */
  @Benchmark
  public Pattern.Result t3Dispatch() {
    Dispatch dispatch = new Dispatch(256, 16, 128, 8, 7 << 10, POLL_PS);
    return finished(Pattern.run(fleet(256), dispatch), dispatch.finished());
  }

  private Pattern.Result allToAll(boolean chained) {
    AllToAll pattern = new AllToAll(1024, 1 << 10, chained);
    return finished(Pattern.run(fleet(1024), pattern), pattern.finished());
  }

  private Fleet fleet(int pes) {
    PathKind remote = PathKind.valueOf(transport.toUpperCase(Locale.ROOT));
    return Fleets.on(Platforms.named("hgx-h200"), pes, NODE, remote);
  }

  private static Pattern.Result finished(Pattern.Result result, boolean all) {
    if (!all) {
      throw new IllegalStateException("some PE has not finished: " + result);
    }
    return result;
  }
}
