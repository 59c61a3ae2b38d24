package org.shmemlab.scenarios.accepted;

/** Says why a finding counts no more. */
public sealed interface Acceptance {
  /** The word in reports. */
  String word();

  /** The whole reason, for a line of text. */
  String reason();

  /** The baseline has it. */
  record Known() implements Acceptance {
    @Override
    public String word() {
      return "known";
    }

    @Override
    public String reason() {
      return "known: the baseline has it";
    }
  }

  /** A comment allows it. */
  record Allowed(Allowance by) implements Acceptance {
    @Override
    public String word() {
      return "allowed";
    }

    @Override
    public String reason() {
      return "allowed, because " + by.reason();
    }
  }
}
