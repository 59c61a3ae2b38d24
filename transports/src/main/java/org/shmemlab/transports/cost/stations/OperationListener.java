package org.shmemlab.transports.cost.stations;

/** Receives the events of operations from the stations. All times are picoseconds. */
interface OperationListener {
  /** The agent goes on now. */
  void resume(int agent, long now);

  /** The data of an operation becomes visible at its target, now or later. */
  void visible(int tag, int target, long time);

  /** The source of a put is read, now or later. */
  void sourceRead(int tag, long time);

  /** The remote words of a get are read, now or later. */
  void remoteRead(int tag, long time);

  /** The issuer can see that the operation is complete, or has its value. */
  void complete(int tag, long now);
}
