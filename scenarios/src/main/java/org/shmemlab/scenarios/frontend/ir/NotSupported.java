package org.shmemlab.scenarios.frontend.ir;

/** A construct that has no meaning here yet; what it is, as a message shows it. */
final class NotSupported extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String construct;
  private boolean told;

  NotSupported(String construct) {
    super(construct, null, false, false);
    this.construct = construct;
  }

  /** Of something that is wrong and has been told as an error. */
  static NotSupported told(String construct) {
    NotSupported gap = new NotSupported(construct);
    gap.told = true;
    return gap;
  }

  boolean isTold() {
    return told;
  }

  String construct() {
    return construct;
  }
}
