package org.shmemlab.transports.rules;

import com.google.common.collect.ImmutableSet;
import java.util.Arrays;

/**
 * Lists the properties of a job's configuration that tables of transports name after {@code if} and
 * {@code unless}.
 */
enum OrderSetting {
  /** One queue pair leads from the side that issues to each PE. */
  ONE_QUEUE("oneQueue"),
  /** The device's side has one queue pair to each PE. */
  ONE_QUEUE_OF_DEVICE("oneQueueOfDevice"),
  /** The link lets a write overtake another on its queue pair. */
  WRITES_OVERTAKE("writesOvertake"),
  /** The request for a fence gets lost before it reaches the network. */
  FENCE_IS_LOST("fenceIsLost"),
  /** A wait or test does not make visible what was delivered. */
  FLUSH_IS_BYPASSED("flushIsBypassed"),
  /** The job has two PEs. */
  TWO_PES("twoPEs");

  /** The names of all. */
  static final ImmutableSet<String> KEYS =
      Arrays.stream(values()).map(setting -> setting.key).collect(ImmutableSet.toImmutableSet());

  private final String key;

  OrderSetting(String key) {
    this.key = key;
  }

  /** The setting of a name in a table, which has been checked. */
  static OrderSetting named(String key) {
    return Arrays.stream(values())
        .filter(setting -> setting.key.equals(key))
        .findFirst()
        .orElseThrow();
  }
}
