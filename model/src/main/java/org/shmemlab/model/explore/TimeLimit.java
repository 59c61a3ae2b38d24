package org.shmemlab.model.explore;

/** How long an exploration goes on: this package knows no clock, but others may bring one. */
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
