package org.shmemlab.labs.grading;

import java.util.Arrays;
import java.util.function.Predicate;
import org.shmemlab.model.spec.Profile;
import org.shmemlab.model.spec.Switch;

/**
 * Explains why an answer is right by one of NVSHMEM's documents and wrong by the other, the same in
 * every lab: the promise on which it relies is the one that, added to the weaker document, makes it
 * right.
 */
final class OneDocument {
  private static final String BOTH =
      "Half of the points: this is right by one of NVSHMEM's two documents only. ";
  private static final String OPEN =
      "Half of the points: NCCL's documents leave open whether this is right. ";

  private OneDocument() {}

  /**
   * The reason, and a program that is right by both.
   *
   * @param weaker the profile that promises less
   * @param other the one by which the answer is right
   * @param right whether nothing is wrong under a profile
   */
  static String reason(Profile weaker, Profile other, Predicate<Profile> right) {
    boolean nccl = weaker.isOfNccl();
    return (nccl ? OPEN : BOTH)
        + Arrays.stream(Switch.values())
            .filter(other::has)
            .filter(promise -> right.test(weaker.with(promise, true)))
            .findFirst()
            .map(OneDocument::text)
            .orElse(
                nccl
                    ? "It relies on several answers that they do not give."
                    : "It relies on several promises of the page \"Memory Ordering\" that the table"
                        + " of \"Using NVSHMEM\" does not make.");
  }

  private static String text(Switch promise) {
    return switch (promise) {
      case FENCE_COVERS_NBI ->
          "The page \"Memory Ordering\" lets a fence order every put before it. The table of \"Using"
              + " NVSHMEM\" lets it order blocking puts alone, so that a non-blocking one may still"
              + " be on its way. By both, a quiet in the place of the fence suffices, or a blocking"
              + " put before the fence.";
      case P_IS_WAITABLE ->
          "The page \"Memory Ordering\" lets a wait look at a word that nvshmem_p writes. By the"
              + " other document a wait is for words that atomics and signals write. By both, an"
              + " atomic or a signal that writes the word suffices.";
      case SIGNAL_FETCH_SYNCHRONISES ->
          "The page \"Memory Ordering\" lets signal_fetch order the accesses after it. By the other"
              + " document it only reads the word. By both, nvshmem_signal_wait_until suffices.";
      case FETCHES_IN_PROGRAM_ORDER ->
          "The page \"Memory Ordering\" lets atomics that return a value take effect in the order of"
              + " the program. By the other document they are not ordered. By both, a quiet"
              + " between them suffices.";
      case QUIET_DRAINS_PE ->
          "The page \"Memory Ordering\" lets a quiet complete the operations of all threads of the"
              + " PE. By the other document it completes those of threads that have met the caller"
              + " before. By both, a __syncthreads before the quiet suffices.";
      case SIGNAL_OPERATORS_MIX ->
          "The page \"Memory Ordering\" lets signals SET and ADD the same word at the same time. By"
              + " the other document one word takes one operator. By both, a single operator"
              + " for each word suffices.";
      case ANY_LOCAL_SIDE ->
          "The page \"Remote Memory Access\" takes any memory as the local side of a transfer. By"
              + " the page \"Memory Management\" it has to be symmetric or registered. By both,"
              + " a buffer of nvshmem_malloc suffices.";
      case STREAMS_RUN_AT_ONCE ->
          "CUDA promises neither that tasks of two streams run at the same time nor that they do"
              + " not, so that a task may wait for ever for one that was queued later. By both,"
              + " the task that is waited for has to be queued first.";
      case STRONG_COVERS_SIGNALS ->
          "It takes a strong signal as one that covers earlier signals, too. They say so of puts"
              + " alone. A wait for each signal suffices in any case.";
      case FLUSH_DRAINS_CONTEXT ->
          "It takes a flush as one that covers the operations of all threads. They say so of the"
              + " calling group. A __syncthreads before the flush suffices in any case.";
      default ->
          "It relies on a promise of one document ("
              + promise.key()
              + ") that the other does not"
              + " make: docs/memory-model.md, section 6.";
    };
  }
}
