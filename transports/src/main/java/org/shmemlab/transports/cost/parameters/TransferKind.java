package org.shmemlab.transports.cost.parameters;

/** Lists the kinds of transfers with costs of their own. */
public enum TransferKind {
  /** Data to the target. */
  PUT("put"),
  /** Data from the target. */
  GET("get"),
  /** One word of a thread to the target. */
  P("p"),
  /** One word of the target for a thread. */
  G("g"),
  /** One word that an agent waits for. */
  SIGNAL("signal"),
  /** Data, and then a word that an agent waits for. */
  PUT_SIGNAL("put with signal"),
  /** An atomic update without a result. */
  ATOMIC("atomic"),
  /** An atomic update whose old value comes back. */
  FETCH("fetching atomic");

  private static final TransferKind[] ALL = values();

  private final String text;

  TransferKind(String text) {
    this.text = text;
  }

  /** How reports call it. */
  public String text() {
    return text;
  }

  public static TransferKind of(int ordinal) {
    return ALL[ordinal];
  }

  /** Whether something comes back that the issuer waits for. */
  public boolean returns() {
    return isGet() || this == FETCH;
  }

  /** Whether data moves to the target, and nothing else. */
  public boolean isPut() {
    return this == PUT || this == P;
  }

  /** Whether data of the target is asked for. */
  public boolean isGet() {
    return this == GET || this == G;
  }

  /** Whether it is an atomic memory operation. */
  public boolean isAtomic() {
    return this == ATOMIC || this == FETCH;
  }

  /** Bytes of the request in a proxy's queue (docs/reference/nvshmem.md, section 3.2). */
  public int requestBytes() {
    return switch (this) {
      case PUT, GET, P, G -> 32;
      case SIGNAL, ATOMIC, FETCH -> 40;
      case PUT_SIGNAL -> 48;
    };
  }
}
