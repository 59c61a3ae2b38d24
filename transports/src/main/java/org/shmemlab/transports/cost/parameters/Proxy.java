package org.shmemlab.transports.cost.parameters;

/**
 * The host threads that post requests for the GPU, one after another (docs/reference/nvshmem.md,
 * section 3.2).
 *
 * @param workers threads that share one queue
 * @param coldPs time for a request that finds the proxy idle or begins a batch, picoseconds
 * @param warmPs time for each further request of a batch, picoseconds
 * @param batch requests taken together at most
 * @param latencyPs from the end of that until the NIC knows of the request, picoseconds
 * @param ringBytes size of the queue; a full one holds back the threads of the GPU
 */
public record Proxy(
    int workers, long coldPs, long warmPs, int batch, long latencyPs, int ringBytes) {
  /** For paths without a proxy. */
  public static final Proxy NONE = new Proxy(1, 0, 0, 1, 0, Integer.MAX_VALUE);

  /** The same with another number of requests taken together. */
  public Proxy withBatch(int most) {
    return new Proxy(workers, coldPs, warmPs, most, latencyPs, ringBytes);
  }

  public Proxy {
    if (workers < 1 || batch < 1 || ringBytes < 1 || coldPs < 0 || warmPs < 0 || latencyPs < 0) {
      throw new IllegalArgumentException(
          "a proxy needs a worker, a batch and a ring of at least 1 and no negative time");
    }
  }
}
