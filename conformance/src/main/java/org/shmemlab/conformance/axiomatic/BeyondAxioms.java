package org.shmemlab.conformance.axiomatic;

/** Refuses a program that uses a feature outside of the axioms here. */
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
