package org.shmemlab.model.operation;

import org.shmemlab.model.memory.Fault;

/** The two ways of updating a signal word (NVSHMEM API, "Signal operations"). */
public enum SignalOperator {
  SET,
  ADD;

  /** The signal word after an update by {@code value}. */
  public long apply(long now, long value) {
    return switch (this) {
      case SET -> value;
      case ADD -> now + value;
    };
  }

  private static final int SET_NUMBER = 9;
  private static final int ADD_NUMBER = 10;

  /** Whether a number is that of an operator. */
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
    throw new Fault(
        "signal operator %s is neither SIGNAL_SET (%s) nor SIGNAL_ADD (%s)",
        number, SET_NUMBER, ADD_NUMBER);
  }
}
