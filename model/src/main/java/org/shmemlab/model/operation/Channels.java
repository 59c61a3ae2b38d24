package org.shmemlab.model.operation;

import org.jspecify.annotations.Nullable;

/**
 * Names the transactions that carry the two parts of an operation.
 *
 * @param data everything but the signal of a put_signal; of a signal_op, its signal. Null: the
 *     rules do not distinguish channels
 * @param signal the signal; null: there is none, or channels are not distinguished
 */
public record Channels(@Nullable Transaction data, @Nullable Transaction signal) {
  /** Of rules that do not distinguish channels. */
  public static final Channels UNTOLD = new Channels(null, null);

  /** Whether the data goes through a NIC, as far as the rules distinguish channels. */
  public boolean mayBeOfNetwork() {
    return data == null || data.ofNetwork();
  }

  /** The bit of a channel in sets of transactions; an unknown one is in none but that of all. */
  static int bit(@Nullable Transaction way) {
    return way == null ? Integer.MIN_VALUE : way.bit();
  }
}
