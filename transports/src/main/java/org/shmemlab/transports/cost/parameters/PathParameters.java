package org.shmemlab.transports.cost.parameters;

/**
 * Every number that decides what an operation costs on one kind of path between two PEs. Times are
 * picoseconds, rates bytes per second.
 *
 * @param initiator the unit that puts a request on the wire
 * @param issue what a call costs the thread that makes it
 * @param stores what a loop moves from the GPU's own memory to the peer; only for {@link
 *     Initiator#STORES}
 * @param loads the same from the peer
 * @param putRate of the link, in the direction of a put
 * @param getRate of the link, for data that is fetched
 * @param latencyPs from the doorbell, or the store, to the remote memory, across one switch
 * @param hopPs for each further switch on the way
 * @param ackPs from remote memory back to where the issuer can see the completion, across one
 *     switch
 * @param messageGapPs shortest time between two messages of a port or NIC
 * @param duplexGapPs the same where it sends and receives
 * @param connections how many queue pairs slow the NIC down
 * @param queues queue pairs of GPU threads
 * @param proxy host threads that post for the GPU
 * @param atomicPs time of one atomic update or signal at the target
 * @param atomicByProxy whether the target's proxy executes atomics other than signals, or its
 *     memory or NIC
 * @param signalAfterAck whether a put's signal is sent only when its data has been acknowledged, as
 *     a fence of the thread does
 * @param fence what a fence does on the way
 * @param fencePs what it costs where it does not wait
 * @param quietPs what a quiet, or a blocking call, adds after the last acknowledgement; over stores
 *     it passes meanwhile (docs/calibration.md)
 * @param quietPerQueuePs what it adds for each queue that it polls
 * @param quietQueues queues that a quiet polls for each peer or altogether, as configured
 */
public record PathParameters(
    Initiator initiator,
    IssueCosts issue,
    ScopeRates stores,
    ScopeRates loads,
    double putRate,
    double getRate,
    long latencyPs,
    long hopPs,
    long ackPs,
    long messageGapPs,
    long duplexGapPs,
    ConnectionLaw connections,
    QueuePairs queues,
    Proxy proxy,
    long atomicPs,
    boolean atomicByProxy,
    boolean signalAfterAck,
    Fence fence,
    long fencePs,
    long quietPs,
    long quietPerQueuePs,
    int quietQueues) {

  /** The unit that puts a request on the wire. */
  public enum Initiator {
    /** GPU threads store to and load from the peer's memory. */
    STORES,
    /** GPU threads write requests to queue pairs of a NIC. */
    QUEUE_PAIRS,
    /** A host thread posts what GPU threads ask of it. */
    PROXY
  }

  /** The implementation of a fence. */
  public enum Fence {
    /** It returns; the path keeps order. */
    PASSES,
    /** It waits until everything earlier is acknowledged. */
    DRAINS,
    /** It returns although the path keeps no order: it is not carried out. */
    LOST
  }

  public PathParameters {
    if (!(putRate > 0) || !(getRate > 0)) {
      throw new IllegalArgumentException("a path needs a rate above 0 in both directions");
    }
    if (Math.min(Math.min(latencyPs, hopPs), Math.min(ackPs, messageGapPs)) < 0
        || Math.min(Math.min(duplexGapPs, atomicPs), Math.min(fencePs, quietPs)) < 0
        || quietPerQueuePs < 0
        || quietQueues < 0) {
      throw new IllegalArgumentException("the times of a path are not negative");
    }
  }

  /** The same path with another number of queue pairs, all of which a quiet polls. */
  public PathParameters withQueues(int count) {
    return with(queues.withCount(count), count, proxy, fence);
  }

  /** The same path with other queues and another fence. */
  public PathParameters with(
      QueuePairs otherQueues, int polled, Proxy otherProxy, Fence otherFence) {
    return new PathParameters(
        initiator,
        issue,
        stores,
        loads,
        putRate,
        getRate,
        latencyPs,
        hopPs,
        ackPs,
        messageGapPs,
        duplexGapPs,
        connections,
        otherQueues,
        otherProxy,
        atomicPs,
        atomicByProxy,
        signalAfterAck,
        otherFence,
        fencePs,
        quietPs,
        quietPerQueuePs,
        polled);
  }

  /** Whether later operations to one PE stay after earlier ones without a fence. */
  public boolean keepsOrder() {
    return initiator == Initiator.QUEUE_PAIRS || fence == Fence.PASSES;
  }

  /**
   * The cost of a quiet once everything is acknowledged (law 2 of docs/reference/network.md,
   * section 5.3).
   */
  public long quietCost() {
    return quietPs + quietPerQueuePs * quietQueues;
  }

  /**
   * When the fence of a thread between its stores and a signal ends.
   *
   * @param begin when the thread has stored
   * @param acknowledged when the last store is
   */
  public long fenceEndPs(long begin, long acknowledged) {
    return initiator == Initiator.STORES
        ? Math.max(acknowledged, begin + quietCost())
        : acknowledged;
  }

  /** The cost of a blocking call once its operation is acknowledged: it polls one queue. */
  public long waitCost() {
    return quietPs + (quietQueues == 0 ? 0 : quietPerQueuePs);
  }
}
