package org.shmemlab.conformance.axiomatic;

/** A program uses something that the axioms here do not speak of. */
final class BeyondAxioms extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String reason;

  /**
   * @param reason what it uses, as in "a loop that reads memory"
   */
  BeyondAxioms(String reason) {
    super(reason, null, false, false);
    this.reason = reason;
  }

  String reason() {
    return reason;
  }
}
