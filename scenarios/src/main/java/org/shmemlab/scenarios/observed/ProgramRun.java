package org.shmemlab.scenarios.observed;

import java.util.Optional;

/**
 * How one program ended on a real machine.
 *
 * @param program folder and name
 * @param pes number of PEs
 * @param exit exit code; 124 where it did not end
 * @param asPredicted whether it printed the output that the model predicts for so many PEs; empty
 *     where the model had no answer, as for a program that hangs
 * @param announced the finding that its own header announces: "nothing", "conflict", ...; "-" where
 *     it announces none
 */
public record ProgramRun(
    String program, int pes, int exit, Optional<Boolean> asPredicted, String announced) {
  /** Whether the program has a bug and says so. */
  public boolean announcesBug() {
    return !announced.equals("-") && !announced.equals("nothing");
  }

  /** Whether it ended well and printed the predicted output. */
  public boolean good() {
    return exit == 0 && asPredicted.orElse(false);
  }

  /** Whether a user would see its failure: another output, an error, no end. */
  public boolean showsBug() {
    return exit != 0 || !asPredicted.orElse(true);
  }
}
