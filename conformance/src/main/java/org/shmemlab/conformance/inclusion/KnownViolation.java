package org.shmemlab.conformance.inclusion;

import com.google.common.collect.ImmutableSet;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;
import org.shmemlab.scenarios.litmus.LitmusProgram;

/**
 * Explains why a link of the chain is broken: where an implementation does not keep what the
 * documents promise, and where a model of one is too simple.
 */
public enum KnownViolation {
  /**
   * In 3.5 the proxy takes a fence for one of a list of queue pairs, of which there are none
   * (host/proxy/proxy.cpp:1312-1316). It does harm where the network does not keep order anyway.
   */
  LOST_FENCE(
      "the proxy of 3.5 loses the device's fence",
      "nvshmem_fence",
      ImmutableSet.of(InclusionRelation.TRANSPORT_IN_SPECIFICATION),
      ImmutableSet.of("ucx@3.5", "cxi@3.5", "verbs@3.5", "efa@3.5")),
  /** The device's sync has no fence (nvshmem_defines.h, sync): it does not order direct stores. */
  SYNC_WITHOUT_FENCE(
      "the device's sync does not publish stores through mapped pointers",
      "nvshmem_ptr[^@]*nvshmem_sync",
      ImmutableSet.of(InclusionRelation.TRANSPORT_IN_SPECIFICATION),
      ImmutableSet.of("nvlink", "pcie", Column.OF_GPUS.key())),
  /**
   * The device's signal_wait_until and sync poll and have no fence (nvshmem_defines.h:577-590), so
   * a load after them can be answered by a cache (results/README.md).
   */
  WAIT_WITHOUT_FENCE(
      "the device's signal_wait_until and sync only poll, so a later load can be answered with the"
          + " value that the cache held",
      "nvshmem_signal_wait_until|nvshmem_sync",
      ImmutableSet.of(
          InclusionRelation.TRANSPORT_IN_SPECIFICATION,
          InclusionRelation.HARDWARE_IN_SPECIFICATION),
      ImmutableSet.of("nvlink", Column.OF_GPUS.key(), Column.OBSERVED.key()));

  private final String words;
  private final Pattern calls;
  private final ImmutableSet<InclusionRelation> relations;
  private final ImmutableSet<String> columns;

  KnownViolation(
      String words,
      String calls,
      ImmutableSet<InclusionRelation> relations,
      ImmutableSet<String> columns) {
    this.words = words;
    this.calls = Pattern.compile(calls);
    this.relations = relations;
    this.columns = columns;
  }

  /** The reason in words. */
  public String words() {
    return words;
  }

  /** The known violation of a relation by a column that this test can show. */
  public static Optional<KnownViolation> of(
      LitmusProgram program, InclusionRelation relation, Column inner) {
    String text = program.test().source().text();
    return Arrays.stream(values())
        .filter(known -> known.relations.contains(relation))
        .filter(known -> known.columns.contains(inner.key()) && known.calls.matcher(text).find())
        .findFirst();
  }
}
