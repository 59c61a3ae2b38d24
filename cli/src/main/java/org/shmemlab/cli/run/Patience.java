package org.shmemlab.cli.run;

/**
 * Limits the length of a run. Without a limit of the user's, it ends when the program has printed
 * nothing for so long that it is more likely to be in a loop without end than to compute.
 */
final class Patience {
  /** Several minutes on one core. */
  static final long MOST_SILENT = 20_000_000_000L;

  /** Instructions that take about as long as a step between them does. */
  private static final int STEP = 20;

  private final long mostInstructions;
  private final long mostSilent;
  private long steps;
  private long since; // effort when something was printed last
  private long effort;

  /**
   * A run's patience.
   *
   * @param mostInstructions of all PEs together, as the user says; {@code Long.MAX_VALUE} where he
   *     says nothing
   * @param mostSilent instructions without output where he says nothing
   */
  Patience(long mostInstructions, long mostSilent) {
    this.mostInstructions = mostInstructions;
    this.mostSilent = mostInstructions == Long.MAX_VALUE ? mostSilent : Long.MAX_VALUE;
  }

  /** Something was printed. */
  void printed() {
    since = effort;
  }

  /** Whether the run may go on after another step. */
  boolean lasts(long instructions) {
    steps++;
    effort = instructions + STEP * steps;
    return instructions < mostInstructions && !isOver();
  }

  /** Whether the program was silent for too long. */
  boolean isOver() {
    return effort - since >= mostSilent;
  }
}
