package org.shmemlab.model.operation;

import com.google.common.collect.ImmutableSet;
import com.google.common.collect.Sets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * Lists the transactions that carry a part of an operation to its target, with the unit that
 * carries it out there.
 */
public enum Transaction {
  /** Stores of a GPU thread into the peer's memory. */
  STORE,
  /** Loads of a GPU thread from there. */
  LOAD,
  /** An atomic of a GPU thread there: one with the peer's own atomics. */
  UPDATE,
  /** A bulk copy that a GPU thread starts: the Tensor Memory Accelerator reads and writes. */
  BULK,
  /** A copy that the host queues on one of the library's streams. */
  COPY,
  /** A write of the NIC. */
  WRITE,
  /** A read of the NIC. */
  READ,
  /** An update by the target's NIC: one with that NIC's others only. */
  ATOMIC,
  /** A message that the target's proxy thread carries out: one with that thread's others only. */
  MESSAGE;

  /** Those that threads of the GPU carry out themselves. */
  public static final ImmutableSet<Transaction> OF_THREAD =
      Sets.immutableEnumSet(STORE, LOAD, UPDATE);

  /** Those that go through a NIC. */
  public static final ImmutableSet<Transaction> OF_NETWORK =
      Sets.immutableEnumSet(WRITE, READ, ATOMIC, MESSAGE);

  /** The name in tables of order. */
  public String key() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The transaction of a name in tables. */
  public static Optional<Transaction> named(String key) {
    return Arrays.stream(values()).filter(way -> way.key().equals(key)).findFirst();
  }

  /** A bit of its own. */
  public int bit() {
    return 1 << ordinal();
  }

  /** Whether it goes through a NIC. */
  public boolean ofNetwork() {
    return OF_NETWORK.contains(this);
  }

  /** Whether another than the GPU carries it out by reading, computing and writing back. */
  public boolean outsideGpu() {
    return this == ATOMIC || this == MESSAGE;
  }
}
