package org.shmemlab.scenarios.ir;

/** A construct that has no meaning here yet; what it is, as a message shows it. */
final class NotSupported extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String construct;

  NotSupported(String construct) {
    super(construct, null, false, false);
    this.construct = construct;
  }

  String construct() {
    return construct;
  }
}
