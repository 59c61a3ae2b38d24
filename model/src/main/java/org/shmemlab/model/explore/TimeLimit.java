package org.shmemlab.model.explore;

/**
 * Decides when an exploration has to stop: this package knows no clock, but others may provide one.
 */
public interface TimeLimit {
  /** Without end. */
  TimeLimit UNHURRIED =
      new TimeLimit() {
        @Override
        public TimeLimit begun() {
          return this;
        }

        @Override
        public boolean givesWay() {
          return false;
        }

        @Override
        public boolean isOver() {
          return false;
        }
      };

  /** The pace of an exploration that begins now. */
  TimeLimit begun();

  /** Whether a search of all orders is to end, so that schedules drawn at random begin. */
  boolean givesWay();

  /** Whether the exploration is to end. */
  boolean isOver();
}
