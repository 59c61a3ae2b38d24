package org.shmemlab.labs.lesson;

import com.google.common.collect.ImmutableList;

/** Maps calls to the names that labs have for their kinds, whatever their types and prefixes. */
public final class CallWords {
  /** All of them. */
  public static final ImmutableList<String> ALL =
      ImmutableList.of(
          "put",
          "put_nbi",
          "p",
          "get",
          "get_nbi",
          "g",
          "put_signal",
          "put_signal_nbi",
          "signal_op",
          "signal_wait",
          "signal_fetch",
          "atomic",
          "fence",
          "quiet",
          "wait",
          "test",
          "barrier",
          "sync",
          "collective",
          "threadfence",
          "threadfence_block",
          "syncthreads");

  private CallWords() {}
}
