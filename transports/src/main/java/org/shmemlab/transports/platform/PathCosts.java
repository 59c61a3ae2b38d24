package org.shmemlab.transports.platform;

import static org.shmemlab.transports.platform.Dimension.BANDWIDTH;
import static org.shmemlab.transports.platform.Dimension.COUNT;
import static org.shmemlab.transports.platform.Dimension.CYCLES;
import static org.shmemlab.transports.platform.Dimension.RATE;
import static org.shmemlab.transports.platform.Dimension.SIZE;
import static org.shmemlab.transports.platform.Dimension.TIME;

import org.jspecify.annotations.Nullable;

/**
 * Holds the costs of communication on one path.
 *
 * @param issue one thread's call, until it can go on
 * @param queues the queue pairs or endpoints that carry it; null for loads and stores
 * @param proxy the host's thread that posts; null where GPU threads post themselves
 * @param latency one way for a small message: from being posted (the doorbell, the store) until it
 *     is visible in the other GPU's memory, across one switch
 * @param bandwidth of large transfers by one PE
 * @param quiet waiting for everything issued before
 * @param amo atomic operations
 * @param consistency the extra step after which data that a NIC wrote may be read by the GPU (a
 *     flushing read), where a path needs one; null where it needs none
 * @param cards how many NICs of its GPU a PE uses; null for one, as NVSHMEM 3.4.5's proxies
 */
public record PathCosts(
    Issue issue,
    @MayLack @Nullable Queues queues,
    @MayLack @Nullable Proxy proxy,
    @In(TIME) Quantity latency,
    Bandwidth bandwidth,
    Quiet quiet,
    Amo amo,
    @MayLack @In(TIME) @Nullable Quantity consistency,
    @MayLack @Nullable Cards cards) {

  /**
   * The cost of a call for the issuing thread: cycles / clock of the SM + base, as Baydamirli et
   * al. 2026 (Table 6) found by changing the clock.
   *
   * @param cycles the part that scales with the clock of the SM
   * @param get the same for a call that fetches data; null where it is no less
   * @param word the same for a call that moves one word: p, g, atomics, signals; null where it is
   *     no less
   * @param base the part that does not: stores to the NIC or to host memory
   */
  public record Issue(
      @In(CYCLES) Quantity cycles,
      @MayLack @In(CYCLES) @Nullable Quantity get,
      @MayLack @In(CYCLES) @Nullable Quantity word,
      @In(TIME) Quantity base) {
    /** The time on an SM of this clock, in picoseconds. */
    public long picoseconds(Quantity clock) {
      return Math.round(cycles.cycles() / clock.hertz() * 1e12) + base.picoseconds();
    }
  }

  /**
   * Queue pairs or endpoints of one PE.
   *
   * @param count how many a PE uses towards one other PE unless told otherwise
   * @param gap between two operations that a lone thread posts to one queue
   * @param rate most messages of one queue, when a warp or more threads post to it together
   * @param batch most requests that one doorbell announces
   * @param depth requests that fit in a queue
   */
  public record Queues(
      @In(COUNT) Quantity count,
      @In(TIME) Quantity gap,
      @In(RATE) Quantity rate,
      @In(COUNT) Quantity batch,
      @In(COUNT) Quantity depth) {}

  /**
   * The host's thread that makes work of the NIC out of requests in a ring, first come, first
   * served.
   *
   * @param latency from a request being in an idle ring until it is posted to the NIC
   * @param cold messages per second while the core runs at its base clock
   * @param warm messages per second once it runs at its highest
   * @param workers threads of one PE
   * @param batch most requests taken from the ring at once
   * @param ring bytes of requests that fit in the ring
   */
  public record Proxy(
      @In(TIME) Quantity latency,
      @In(RATE) Quantity cold,
      @In(RATE) Quantity warm,
      @In(COUNT) Quantity workers,
      @In(COUNT) Quantity batch,
      @In(SIZE) Quantity ring) {}

  /**
   * The NICs of one PE, the nearest ones of its GPU, which its messages take in rotation.
   *
   * @param count how many at most; a GPU has no more than its share of its node's NICs
   * @param stripe bytes from which on a message is cut into equal pieces, one for each NIC; null
   *     where none is
   */
  public record Cards(@In(COUNT) Quantity count, @MayLack @In(SIZE) @Nullable Quantity stripe) {}

  /**
   * Large transfers. The bandwidth of the links is a limit of its own.
   *
   * @param put bulk puts of a whole GPU
   * @param get bulk gets of a whole GPU
   * @param p single elements put by many threads; null where it is the message rate that limits
   * @param g single elements fetched by many threads; null where the message rate limits
   * @param perSm what one SM moves by loads and stores; null where the NIC moves the data
   */
  public record Bandwidth(
      @In(BANDWIDTH) Quantity put,
      @In(BANDWIDTH) Quantity get,
      @MayLack @In(BANDWIDTH) @Nullable Quantity p,
      @MayLack @In(BANDWIDTH) @Nullable Quantity g,
      @MayLack @In(BANDWIDTH) @Nullable Quantity perSm) {}

  /**
   * Waiting until nothing is outstanding: the last acknowledgement, and then base + perQueue ×
   * queues (Baydamirli et al. 2026, Tables 7 and 8).
   *
   * @param base once
   * @param perQueue for each configured queue that is polled, whether it was used or not
   */
  public record Quiet(@In(TIME) Quantity base, @In(TIME) Quantity perQueue) {}

  /**
   * Atomic operations.
   *
   * @param latency what the operation adds at the target to the latency of a small message
   * @param rate most operations per second on one address
   */
  public record Amo(@In(TIME) Quantity latency, @In(RATE) Quantity rate) {}
}
