package org.shmemlab.scenarios.runtime.files;

/** Says why a file cannot be used, as a number of {@code errno}. */
public final class FileRefused extends Exception {
  private static final long serialVersionUID = 1L;

  // Linux, asm-generic/errno-base.h
  public static final int NOT_THERE = 2;
  public static final int BROKEN = 5;
  public static final int BAD_DESCRIPTOR = 9;
  public static final int NO_ACCESS = 13;
  public static final int EXISTS = 17;
  public static final int IS_FOLDER = 21;
  public static final int INVALID = 22;
  public static final int TOO_MANY = 24;

  private final int number;

  public FileRefused(int number) {
    super("errno " + number, null, false, false);
    this.number = number;
  }

  /** The number of {@code errno}. */
  public int number() {
    return number;
  }
}
