package org.shmemlab.model.operation;

/**
 * Something that happens once to some words of an operation in flight (memory model, section 3).
 *
 * @param operation number of the operation in flight
 * @param kind the kind of event
 * @param from first word
 * @param to one past the last word
 */
public record Event(int operation, Kind kind, int from, int to) {

  /** The kinds of events; an operation has the ones its class names, in this order per word. */
  public enum Kind {
    /** A put reads its source. */
    SOURCE_READ,
    /** A get reads the remote words. */
    REMOTE_READ,
    /** Written words are in the home memory, and not yet visible to every observer. */
    DELIVERED,
    /** Written words become visible in the home memory. */
    VISIBLE,
    /** An update that is not one step reads the old value at the home. */
    UPDATE_READ,
    /** An atomic update happens at the home. */
    RMW,
    /** A value or word arrives where the issuing agent wanted it. */
    LANDED,
    /** The signal of a put_signal, or a signal_op, becomes visible. */
    SIGNAL_VISIBLE,
    /** The issuing side learns that everything is done. */
    ACKNOWLEDGED
  }
}
