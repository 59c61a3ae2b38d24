package org.shmemlab.scenarios.observed;

import com.google.common.collect.ImmutableList;
import org.shmemlab.scenarios.litmus.LitmusProgram;

/**
 * How often each outcome of a test was seen in one run.
 *
 * @param program the test, compiled from the source in the results
 * @param timeouts instances in which a wait did not end
 * @param lost instances whose outcomes the harness had no room to count apart
 */
public record Observed(
    Run run, LitmusProgram program, ImmutableList<Count> outcomes, long timeouts, long lost) {
  /**
   * One outcome.
   *
   * @param values as the model writes them: {@code 1:r0=0; x@1=2;}
   * @param count instances
   * @param witness whether it fulfils the test's condition
   */
  public record Count(String values, long count, boolean witness) {}

  /** All instances. */
  public long instances() {
    return timeouts + lost + outcomes.stream().mapToLong(Count::count).sum();
  }
}
