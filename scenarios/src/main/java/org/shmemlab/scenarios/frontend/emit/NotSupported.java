package org.shmemlab.scenarios.frontend.emit;

/** A construct that has no meaning here yet; what it is, as a message shows it. */
public final class NotSupported extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final String construct;
  private boolean told;

  public NotSupported(String construct) {
    super(construct, null, false, false);
    this.construct = construct;
  }

  /** Of something that is wrong and has been told as an error. */
  public static NotSupported told(String construct) {
    NotSupported gap = new NotSupported(construct);
    gap.told = true;
    return gap;
  }

  public boolean isTold() {
    return told;
  }

  public String construct() {
    return construct;
  }
}
