package org.shmemlab.model.threads;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** Lists the clocks between which rules let order flow. */
public enum ClockName {
  /** Of a thread: the accesses that happen-before its next one, its own earlier ones included. */
  BEFORE,
  /** Of a thread: the accesses that its fences have released, for its later atomics to carry. */
  RELEASED,
  /** Of a thread: the releases that its atomics have observed, for its later fences to acquire. */
  OBSERVED,
  /** Of an atomic's word: the releases that the value written carries. */
  WORD,
  /** The accesses that happen-before the next ones of the other agents of the event. */
  OTHERS,
  /** Of a thread: the accesses to shared memory that happen-before its bulk copies, too. */
  ASYNC_SHARED,
  /** Of a thread: the same in global memory. */
  ASYNC_GLOBAL;

  /** The name in tables. */
  String key() {
    return name().toLowerCase(Locale.ROOT).replace('_', '.');
  }

  /** The clock of a name in tables. */
  static Optional<ClockName> named(String key) {
    return Arrays.stream(values()).filter(clock -> clock.key().equals(key)).findFirst();
  }

  /** Whether it is one clock for each scope. */
  boolean isScoped() {
    return this == RELEASED || this == OBSERVED || this == WORD;
  }
}
