package org.shmemlab.model.operation;

import org.shmemlab.model.memory.Fault;

/** The ways of updating a signal word. */
public enum SignalOperator {
  /** NVSHMEM API, "Signaling operations". */
  SET,
  /** NVSHMEM API, "Signaling operations"; a weak signal of NCCL. */
  ADD,
  /** A strong signal of NCCL, which adds ("Device API – GIN", "Signals and Counters"). */
  STRONG_ADD,
  /** A local action of NCCL: it adds when the source of its put is read (the same). */
  COUNT;

  /** The signal word after an update by {@code value}. */
  public long apply(long now, long value) {
    return switch (this) {
      case SET -> value;
      case ADD, STRONG_ADD, COUNT -> now + value;
    };
  }

  /** Whether an update adds to the word, so that two of them commute. */
  public boolean adds() {
    return this != SET;
  }

  private static final long SET_NUMBER = 9;

  /** The number of an addition, as programs pass it: of a weak signal of NCCL, too. */
  public static final long ADD_NUMBER = 10;

  /** The number of a strong signal, beyond those that a program can pass. */
  public static final long STRONG_ADD_NUMBER = (1L << 32) + 1;

  /** The number of a counter's update, likewise. */
  public static final long COUNT_NUMBER = (1L << 32) + 2;

  /** Whether a number is that of an operator which programs pass. */
  public static boolean isOne(long number) {
    return number == SET_NUMBER || number == ADD_NUMBER;
  }

  /**
   * The operator of a number as programs pass it: NVSHMEM_SIGNAL_SET = 9, NVSHMEM_SIGNAL_ADD = 10
   * (NVSHMEM 3.4.5, device_host_transport/nvshmem_common_transport.h).
   *
   * @throws Fault for any other number
   */
  public static SignalOperator of(long number) {
    if (number == SET_NUMBER) {
      return SET;
    }
    if (number == ADD_NUMBER) {
      return ADD;
    }
    if (number == STRONG_ADD_NUMBER) {
      return STRONG_ADD;
    }
    if (number == COUNT_NUMBER) {
      return COUNT;
    }
    throw new Fault(
        "signal operator %s is neither SIGNAL_SET (%s) nor SIGNAL_ADD (%s)",
        number, SET_NUMBER, ADD_NUMBER);
  }
}
