package org.shmemlab.transports.cost;

/** Is told where each operation spends its time: for breakdowns and timelines. */
@FunctionalInterface
public interface StageListener {
  /**
   * An operation is in a stage from one time to another, picoseconds.
   *
   * @param stage where
   * @param place the PE, network card or queue pair that the stage belongs to, by its number
   * @param tag the operation's
   */
  void stage(Stage stage, int place, int tag, long from, long to);
}
