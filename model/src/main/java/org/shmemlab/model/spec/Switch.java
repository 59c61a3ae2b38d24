package org.shmemlab.model.spec;

import java.util.Arrays;
import java.util.Optional;

/**
 * A question that the documents answer differently (memory model, section 6). On is the answer that
 * gives a program more to rely on, so switching one off never removes an outcome, but for {@link
 * #STREAMS_RUN_AT_ONCE}, of which both answers are explored.
 */
public enum Switch {
  /** A fence orders non-blocking puts too (ordering page, OpenSHMEM 1.6), or not (the table). */
  FENCE_COVERS_NBI("fenceCoversNbi"),
  /** A wait or test may watch a word that p writes, or only AMOs and signals. */
  P_IS_WAITABLE("pIsWaitable"),
  /** Reading a signal by signal_fetch orders later accesses, as wait and test do. */
  SIGNAL_FETCH_SYNCHRONISES("signalFetchSynchronises"),
  /** Blocking fetching AMOs take effect in program order, or are relaxed as NVSHMEM says. */
  FETCHES_IN_PROGRAM_ORDER("fetchesInProgramOrder"),
  /** quiet drains the whole PE, or the operations whose issue happens-before the call. */
  QUIET_DRAINS_PE("quietDrainsPe"),
  /** Signals of different operators on one word are atomic to each other. */
  SIGNAL_OPERATORS_MIX("signalOperatorsMix"),
  /**
   * A fence orders the operations of the whole PE (OpenSHMEM knows no sides), or only those of its
   * own side, the host or the device (NVSHMEM API, "Memory Ordering").
   */
  FENCE_COVERS_BOTH_SIDES("fenceCoversBothSides"),
  /**
   * Any memory of a PE may be the local side of its transfers ("local or symmetric address",
   * NVSHMEM API, "Remote Memory Access"), or only symmetric or registered memory, as a NIC needs
   * (NVSHMEM API, "Memory Management", nvshmemx_buffer_register).
   */
  ANY_LOCAL_SIDE("anyLocalSide"),
  /**
   * A thread's own atomic or volatile loads of system scope may poll a word that AMOs, signals and
   * p write, as NVSHMEM's own waits do ({@code nvshmemi_wait_until} of 3.4.5), and show the writes
   * as far as the load or a later fence acquires them (PTX ISA, "Release and Acquire Patterns"); or
   * only waits and tests are atomic to these writes (NVSHMEM API, "Point-To-Point
   * Synchronization").
   */
  OWN_ATOMIC_POLLS_MAY_WATCH("ownAtomicPollsMayWatch"),
  /**
   * A strong signal of NCCL is ordered after earlier signals without data, too, or only after puts
   * ("Device API – GIN", "Signals and Counters").
   */
  STRONG_COVERS_SIGNALS("strongCoversSignals"),
  /**
   * A flush of NCCL is for all operations of its context, or for those whose issue happens-before
   * it ("Device API – GIN", "flush").
   */
  FLUSH_DRAINS_CONTEXT("flushDrainsContext"),
  /**
   * Tasks of several streams of a GPU may run at the same time, or one after another, in the order
   * in which they were queued. CUDA promises neither: streams "may execute their commands out of
   * order with respect to one another or concurrently; this behavior is not guaranteed" (CUDA C++
   * Programming Guide, "Streams"), and {@code CUDA_DEVICE_MAX_CONNECTIONS=1} gives all streams one
   * queue of the hardware ("CUDA Environment Variables").
   */
  STREAMS_RUN_AT_ONCE("streamsRunAtOnce"),
  /**
   * The atomics of a GPU's threads take effect in one order for all of them, which contains program
   * order, as the searches assume; or, as PTX says, a load may return an older value, and a store
   * be older than others, as far as "Causality Order", "Coherence" and "Fence-SC" allow (PTX ISA,
   * "Memory Consistency Model", "Axioms"). No document gives the promise: switching it off is a
   * deeper search.
   */
  ATOMICS_IN_ONE_ORDER("atomicsInOneOrder");

  private final String key;

  Switch(String key) {
    this.key = key;
  }

  /** The switch of a name on the command line. */
  public static Optional<Switch> named(String key) {
    return Arrays.stream(values()).filter(option -> option.key.equals(key)).findFirst();
  }

  /** The name on the command line. */
  public String key() {
    return key;
  }
}
