package org.shmemlab.transports.rules;

/** The way that a part of an operation takes to its target, and who carries it out there. */
enum Transaction {
  /** Stores of a GPU thread into the peer's memory. */
  STORE,
  /** Loads of a GPU thread from there. */
  LOAD,
  /** An atomic of a GPU thread there: one with the peer's own atomics. */
  UPDATE,
  /** A copy that the host queues on one of the library's streams. */
  COPY,
  /** A write of the network card. */
  WRITE,
  /** A read of the network card. */
  READ,
  /** An update by the target's network card: one with that card's others only. */
  ATOMIC,
  /** A message that the target's proxy thread carries out: one with that thread's others only. */
  MESSAGE;

  /** Whether a thread of the GPU does it by itself. */
  boolean ofThread() {
    return this == STORE || this == LOAD || this == UPDATE;
  }

  /** Whether it goes through a network card. */
  boolean ofNetwork() {
    return this == WRITE || this == READ || this == ATOMIC || this == MESSAGE;
  }

  /** Whether another than the GPU carries it out by reading, computing and writing back. */
  boolean outsideGpu() {
    return this == ATOMIC || this == MESSAGE;
  }
}
