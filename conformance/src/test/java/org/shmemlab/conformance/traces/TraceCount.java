package org.shmemlab.conformance.traces;

import com.google.common.collect.ImmutableList;

/**
 * Counts the accepted traces.
 *
 * @param accepted how many were, by every judge that was asked
 * @param all how many there were
 * @param refusals what was wrong with the others, one line each
 */
public record TraceCount(int accepted, int all, ImmutableList<String> refusals) {
  /** No traces. */
  public static final TraceCount NONE = new TraceCount(0, 0, ImmutableList.of());

  /** These traces and others. */
  public TraceCount plus(TraceCount other) {
    return new TraceCount(
        accepted + other.accepted,
        all + other.all,
        ImmutableList.<String>builder().addAll(refusals).addAll(other.refusals).build());
  }

  /** {@code traces accepted: 12 of 12}. */
  public String text() {
    return "traces accepted: %d of %d".formatted(accepted, all);
  }
}
