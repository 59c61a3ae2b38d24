package org.shmemlab.transports.cost.parameters;

import org.shmemlab.transports.cost.parameters.PathParameters.Initiator;

/** Paths with the seed values of docs/reference/network.md, section 5.2. */
public final class Seeds {
  private static final long US = 1_000_000;
  private static final long NS = 1_000;

  private Seeds() {}

  /** An H200; launches and fences are law 9 of docs/reference/network.md, section 5.3. */
  public static final GpuParameters H200 =
      new GpuParameters(
          1.98e9,
          132,
          500,
          300,
          2_500 * NS,
          500 * NS,
          1_100 * NS,
          20 * NS,
          540 * NS,
          100 * NS,
          2_000 * NS,
          3_000 * NS,
          new MemoryCosts(150 * NS, 200 * NS, 140 * NS),
          LoopCosts.NONE,
          MeetingCosts.NONE);

  /** NVLink through a switch. */
  public static PathParameters nvlink() {
    return new PathParameters(
        Initiator.STORES,
        IssueCosts.of(new IssueCost(0, 500 * NS)),
        new ScopeRates(3e9, 20e9, 45e9),
        ScopeRates.UNLIMITED,
        313e9,
        141e9,
        800 * NS,
        0,
        700 * NS,
        2 * NS,
        2 * NS,
        ConnectionLaw.NONE,
        QueuePairs.NONE,
        Proxy.NONE,
        160 * NS,
        false,
        false,
        PathParameters.Fence.PASSES,
        540 * NS,
        540 * NS,
        0,
        0);
  }

  /** IBGDA on a 400G ConnectX-7. */
  public static PathParameters ibgda(int queues) {
    return new PathParameters(
        Initiator.QUEUE_PAIRS,
        IssueCosts.of(new IssueCost(0, 5_310 * NS)),
        ScopeRates.UNLIMITED,
        ScopeRates.UNLIMITED,
        48e9,
        48e9,
        1_650 * NS,
        150 * NS,
        1_650 * NS,
        4 * NS,
        6_579,
        ConnectionLaw.through(1350, 3000, 0.41, 256),
        new QueuePairs(queues, true, 1024, 32_573, 0, 32, QueuePairs.Choice.BY_BLOCK),
        Proxy.NONE,
        100 * NS,
        false,
        false,
        PathParameters.Fence.DRAINS,
        0,
        1_650 * NS,
        500 * NS,
        queues);
  }

  /** IBRC on a 400G ConnectX-7. */
  public static PathParameters ibrc() {
    return new PathParameters(
        Initiator.PROXY,
        IssueCosts.of(new IssueCost(0, 990 * NS)),
        ScopeRates.UNLIMITED,
        ScopeRates.UNLIMITED,
        48e9,
        48e9,
        1_650 * NS,
        150 * NS,
        1_650 * NS,
        4 * NS,
        6_579,
        ConnectionLaw.through(1350, 3000, 0.41, 256),
        QueuePairs.NONE,
        new Proxy(1, 526 * NS, 263 * NS, 32, 0, 4 << 20),
        100 * NS,
        false,
        false,
        PathParameters.Fence.PASSES,
        540 * NS,
        US,
        500 * NS,
        1);
  }
}
