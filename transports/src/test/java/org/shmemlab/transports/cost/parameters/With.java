package org.shmemlab.transports.cost.parameters;

/** Paths that differ from another in one part. */
public final class With {
  private With() {}

  public static PathParameters proxy(PathParameters p, Proxy proxy) {
    return with(p, p.queues(), proxy);
  }

  public static PathParameters queues(PathParameters p, QueuePairs queues) {
    return with(p, queues, p.proxy());
  }

  private static PathParameters with(PathParameters p, QueuePairs queues, Proxy proxy) {
    return new PathParameters(
        p.initiator(),
        p.issue(),
        p.stores(),
        p.loads(),
        p.putRate(),
        p.getRate(),
        p.latencyPs(),
        p.hopPs(),
        p.ackPs(),
        p.messageGapPs(),
        p.duplexGapPs(),
        p.connections(),
        queues,
        proxy,
        p.atomicPs(),
        p.atomicByProxy(),
        p.signalAfterAck(),
        p.fence(),
        p.fencePs(),
        p.quietPs(),
        p.quietPerQueuePs(),
        p.quietQueues());
  }
}
