package org.shmemlab.model.memory;

/**
 * Reports a mistake of a program, in one line, without the place: a caller that knows the place
 * adds it. Thrown by every access outside bounds, lifetime or reach, and by misuse of the
 * libraries.
 */
public final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private boolean unknown;

  public Fault(String message) {
    super(message, null, false, false); // a program's mistake needs no Java stack
  }

  /** A fault for code that is legal and whose meaning is not modelled. */
  public static Fault unknown(String message) {
    Fault fault = new Fault(message);
    fault.unknown = true;
    return fault;
  }

  /** Whether it is no mistake of the program. */
  public boolean isUnknown() {
    return unknown;
  }

  /** The line for the user; never null. */
  public String text() {
    String message = getMessage();
    return message == null ? "fault" : message;
  }
}
