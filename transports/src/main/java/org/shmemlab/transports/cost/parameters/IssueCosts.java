package org.shmemlab.transports.cost.parameters;

/**
 * Holds the costs of a call for the thread that makes it, by kind of call.
 *
 * @param put calls that move data to the target, and what comes with it
 * @param get calls that fetch data
 * @param word calls that move one word: p, g, atomics, signals
 */
public record IssueCosts(IssueCost put, IssueCost get, IssueCost word) {
  /** The same for every call. */
  public static IssueCosts of(IssueCost every) {
    return new IssueCosts(every, every, every);
  }

  /** The cost of a call. */
  public IssueCost of(TransferKind kind) {
    return switch (kind) {
      case PUT, PUT_SIGNAL -> put;
      case GET -> get;
      case P, G, SIGNAL, ATOMIC, FETCH -> word;
    };
  }
}
