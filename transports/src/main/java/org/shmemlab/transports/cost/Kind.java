package org.shmemlab.transports.cost;

/** What an operation moves, as far as its cost goes. */
public enum Kind {
  /** Data to the target. */
  PUT,
  /** Data from the target. */
  GET,
  /** One word of a thread to the target. */
  P,
  /** One word of the target for a thread. */
  G,
  /** One word that somebody waits for. */
  SIGNAL,
  /** Data, and then a word that somebody waits for. */
  PUT_SIGNAL,
  /** An atomic update without a result. */
  ATOMIC,
  /** An atomic update whose old value comes back. */
  FETCH;

  private static final Kind[] ALL = values();

  static Kind of(int ordinal) {
    return ALL[ordinal];
  }

  /** Whether something comes back that the issuer waits for. */
  boolean returns() {
    return isGet() || this == FETCH;
  }

  /** Whether data moves to the target, and nothing else. */
  boolean isPut() {
    return this == PUT || this == P;
  }

  /** Whether data of the target is asked for. */
  boolean isGet() {
    return this == GET || this == G;
  }

  /** Bytes of the request in a proxy's queue (docs/reference/nvshmem.md, section 3.2). */
  int requestBytes() {
    return switch (this) {
      case PUT, GET, P, G -> 32;
      case SIGNAL, ATOMIC, FETCH -> 40;
      case PUT_SIGNAL -> 48;
    };
  }
}
