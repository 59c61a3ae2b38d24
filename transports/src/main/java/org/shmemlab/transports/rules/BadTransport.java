package org.shmemlab.transports.rules;

/** Refuses a transport or setting that there is not: the message says which there are. */
public final class BadTransport extends IllegalArgumentException {
  private static final long serialVersionUID = 1;

  /** With one line that says what is wrong and what there is. */
  public BadTransport(String message) {
    super(message);
  }

  /** The message, which is never missing. */
  public String text() {
    return String.valueOf(getMessage());
  }
}
