package org.shmemlab.jmh;

import com.google.common.primitives.ImmutableIntArray;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;
import org.shmemlab.transports.network.Link;
import org.shmemlab.transports.network.NetworkEngine;
import org.shmemlab.transports.network.NetworkEngines;

/**
 * Measures the embedded network engine: completions per second of 1,000 flows that share one
 * bottleneck (goal: 100,000), and a permutation of 2 MB among 8,192 hosts (goal: 1 s).
 */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.Throughput)
@OutputTimeUnit(TimeUnit.SECONDS)
@Fork(1)
@Warmup(iterations = 3, time = 5)
@Measurement(iterations = 3, time = 5)
public class FlowSharing {
  private static final int CONCURRENT = 1_000;
  private static final int COMPLETIONS = 20_000;

  /** 400 Gb/s and half a microsecond. */
  private static final Link PORT = new Link(50e9, 500_000);

  private static final int HOSTS = 8_192;
  private static final int PER_LEAF = 64;

  /** All flows take the same route. */
  @Benchmark
  @OperationsPerInvocation(COMPLETIONS)
  public long oneRoute() {
    var engine = NetworkEngines.open(NetworkEngines.EMBEDDED, List.of(PORT, PORT));
    return keepBusy(engine, new int[] {engine.addRoute(ImmutableIntArray.of(0, 1))});
  }

  /** Each flow comes from a host of its own. */
  @Benchmark
  @OperationsPerInvocation(COMPLETIONS)
  public long incast() {
    var links = new ArrayList<Link>();
    for (var i = 0; i <= CONCURRENT; i++) {
      links.add(PORT);
    }
    var engine = NetworkEngines.open(NetworkEngines.EMBEDDED, links);
    var routes = new int[CONCURRENT];
    for (var i = 0; i < CONCURRENT; i++) {
      routes[i] = engine.addRoute(ImmutableIntArray.of(i, CONCURRENT));
    }
    return keepBusy(engine, routes);
  }

  /** For each flow that completes another starts, of another size. */
  private static long keepBusy(NetworkEngine engine, int[] routes) {
    for (var flow = 0; flow < CONCURRENT; flow++) {
      start(engine, routes, flow);
    }
    var done = new int[2];
    while (done[0] < COMPLETIONS) {
      done[1] = done[0];
      engine.advance(NetworkEngine.NEVER, flow -> done[0]++);
      for (; done[1] < done[0]; done[1]++) {
        start(engine, routes, CONCURRENT + done[1]);
      }
    }
    return engine.now();
  }

  private static void start(NetworkEngine engine, int[] routes, int flow) {
    var bytes = 65_536 + (flow * 7_919L) % 1_000_003;
    engine.start(engine.now(), routes[flow % routes.length], bytes, NetworkEngine.UNCAPPED);
  }

  /** On leaves of 64 hosts and 64 spines, each flow by the spine that its target names. */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  @Warmup(iterations = 3)
  @Measurement(iterations = 5)
  public long permutation() {
    return permute(flow -> 4_099 * flow % HOSTS, target -> target % PER_LEAF);
  }

  /** The same with spines drawn by a hash, so that flows meet by chance. */
  @Benchmark
  @BenchmarkMode(Mode.SingleShotTime)
  @OutputTimeUnit(TimeUnit.MILLISECONDS)
  @Warmup(iterations = 3)
  @Measurement(iterations = 5)
  public long permutationByHash() {
    return permute(flow -> 4_099 * flow % HOSTS, target -> (target * 0x9e3779b9) >>> 26);
  }

  private interface Choice {
    int of(int number);
  }

  private static long permute(Choice targets, Choice spines) {
    var leaves = HOSTS / PER_LEAF;
    var links = new ArrayList<Link>();
    // Host up, host down, leaf to spine, spine to leaf.
    for (var i = 0; i < 2 * HOSTS + 2 * leaves * PER_LEAF; i++) {
      links.add(PORT);
    }
    var engine = NetworkEngines.open(NetworkEngines.EMBEDDED, links);
    for (var host = 0; host < HOSTS; host++) {
      var target = targets.of(host);
      var spine = spines.of(target);
      var route =
          engine.addRoute(
              ImmutableIntArray.of(
                  host,
                  2 * HOSTS + host / PER_LEAF * PER_LEAF + spine,
                  3 * HOSTS + target / PER_LEAF * PER_LEAF + spine,
                  HOSTS + target));
      engine.start(0, route, 2_000_000, NetworkEngine.UNCAPPED);
    }
    var done = new int[1];
    while (done[0] < HOSTS) {
      engine.advance(NetworkEngine.NEVER, flow -> done[0]++);
    }
    return engine.now();
  }
}
