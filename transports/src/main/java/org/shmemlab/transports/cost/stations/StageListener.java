package org.shmemlab.transports.cost.stations;

/** Receives the stages in which each operation spends its time: for breakdowns and timelines. */
@FunctionalInterface
public interface StageListener {
  /** A unit that serves operations. */
  enum Server {
    /** The port of a PE's GPU, through which it loads and stores. */
    PORT,
    /** A NIC. */
    CARD,
    /** The proxy thread of a PE. */
    PROXY,
    /** A queue pair. */
    QUEUE_PAIR
  }

  /**
   * An operation is in a stage from one time to another, picoseconds.
   *
   * @param stage where
   * @param server what kind of station serves it there
   * @param number of the server: of the PE, NIC or queue pair
   * @param tag the operation's
   */
  void stage(Stage stage, Server server, int number, int tag, long from, long to);
}
