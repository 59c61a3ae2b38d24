package org.shmemlab.transports.cost.stations;

/**
 * Drives agents: a message pattern or a program. The pipeline reports events; the driver answers by
 * issuing operations. All times are picoseconds.
 */
public interface Driver {
  /** The agent's call has returned, or the time that it asked for has come. */
  void resume(Pipeline pipeline, int agent, long now);

  /**
   * The data of an operation that was issued with {@link Issuing#NOTIFY} becomes visible at its
   * target; of a put with a signal, both.
   *
   * @param tag as given at issue
   * @param target the PE
   * @param time not before the present, and it may lie ahead
   */
  default void visible(Pipeline pipeline, int tag, int target, long time) {}

  /** A NIC, or the issuing thread itself, reads the source of a put: now. */
  default void sourceRead(Pipeline pipeline, int tag, long now) {}

  /** The remote words of a get are read: at this time, which may lie ahead. */
  default void remoteRead(Pipeline pipeline, int tag, long time) {}

  /** The issuer can see that the operation is complete, or has its value: now. */
  default void complete(Pipeline pipeline, int tag, long now) {}

  /** The time of a {@link Pipeline#remind} has come. */
  default void reminded(Pipeline pipeline, int what, long now) {}
}
