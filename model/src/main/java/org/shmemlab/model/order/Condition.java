package org.shmemlab.model.order;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What has to hold of an earlier operation and what comes later, so that an entry orders them. */
public enum Condition {
  /** Both are of one operation. */
  OWN,
  /** The later agent comes after the issue of the earlier operation: its own, or by CUDA. */
  KNOWN,
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
  /** Both touch a common byte of one PE. */
  SAME_BYTES,
  /** Both are of one context of OpenSHMEM. */
  SAME_CONTEXT;

  /** The words in tables. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', ' ').replace("pe", "PE");
  }

  /** The condition of these words. */
  static Optional<Condition> named(String key) {
    return Arrays.stream(values()).filter(condition -> condition.key().equals(key)).findFirst();
  }

  /** A bit of its own. */
  int bit() {
    return 1 << ordinal();
  }
}
