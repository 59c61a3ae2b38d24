package org.shmemlab.model.sketch;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.shmemlab.model.memory.Fault;

/** Asserts that calls are mistakes of a program. */
public final class Faults {
  private Faults() {}

  /** Fails unless something is refused with words that contain these. */
  public static void refused(Runnable what, String message) {
    assertThatThrownBy(what::run).isInstanceOf(Fault.class).hasMessageContaining(message);
  }
}
