package org.shmemlab.model.order;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Lists the conditions on an earlier operation and a later point under which an entry orders them.
 */
public enum RuleCondition {
  /** Both are of one operation. */
  OWN,
  /**
   * The issue of the earlier operation happens-before the later agent's step: by program order, or
   * by CUDA.
   */
  ISSUED_BEFORE,
  /** A fence of the side that issued the earlier operation, host or device, is in between. */
  FENCE,
  /** A fence is in between, of whichever side. */
  FENCE_OF_EITHER_SIDE,
  /** One agent issues both. */
  SAME_AGENT,
  /** One PE issues both. */
  SAME_PE,
  /** Both are to one PE. */
  SAME_TARGET,
  /** Both access a common byte of one PE. */
  SAME_BYTES,
  /** Both are of one context of OpenSHMEM. */
  SAME_CONTEXT,
  /** The later one is a strong signal of NCCL. */
  STRONG,
  /** The later one is the update of a counter of NCCL, by the earlier one. */
  COUNTED,
  /** One side of the library, host or device, carries out both. */
  SAME_SIDE,
  /** One queue pair of a network certainly takes both to one PE. */
  SAME_QUEUE,
  /** The host itself issues both: no kernel, and no stream. */
  ON_HOST,
  /** A stream issues it. */
  ON_STREAM,
  /** It is to the PE of the later call. */
  TO_THIS_PE,
  /** Some of its data is delivered to memory, and not visible yet. */
  DELIVERED;

  /** The conditions that transports alone define. */
  static final ImmutableSet<RuleCondition> OF_TRANSPORTS =
      Sets.immutableEnumSet(SAME_SIDE, SAME_QUEUE, ON_HOST, ON_STREAM, TO_THIS_PE, DELIVERED);

  /** The words in tables. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ').replace("pe", "PE");
  }

  /** The condition of these words. */
  static Optional<RuleCondition> named(String key) {
    return Arrays.stream(values()).filter(condition -> condition.key().equals(key)).findFirst();
  }

  /** A bit of its own. */
  int bit() {
    return 1 << ordinal();
  }
}
