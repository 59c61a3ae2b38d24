package org.shmemlab.model.program;

/** The direction in which a number that a format lacks is rounded (IEEE 754-2019, section 4.3). */
public enum Rounding {
  NEAREST_EVEN,
  NEAREST_AWAY,
  ZERO,
  UP,
  DOWN
}
