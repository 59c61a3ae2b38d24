package org.shmemlab.model.memory;

/**
 * What a program did wrong, in one line, without the place: whoever knows the place adds it. Thrown
 * by every access outside bounds, lifetime or reach, and by misuse of the libraries.
 */
public final class Fault extends RuntimeException {
  private static final long serialVersionUID = 1L;
  private boolean unknown;

  public Fault(String message) {
    super(message, null, false, false); // a program's mistake needs no Java stack
  }

  /** What the program may do, and nobody here knows the meaning of. */
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
