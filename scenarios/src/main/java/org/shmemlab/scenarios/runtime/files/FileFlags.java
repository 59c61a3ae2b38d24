package org.shmemlab.scenarios.runtime.files;

/**
 * Reads the flags of {@code open} (POSIX.1, "open"), with Linux's numbers.
 *
 * @param bits the argument
 */
public record FileFlags(int bits) {
  private static final int ACCESS = 3;
  private static final int READ_ONLY = 0;
  private static final int WRITE_ONLY = 1;
  private static final int CREATE = 0100;
  private static final int EXCLUSIVE = 0200;
  private static final int TRUNCATE = 01000;
  private static final int APPEND = 02000;

  public boolean reads() {
    return (bits & ACCESS) != WRITE_ONLY;
  }

  public boolean writes() {
    return (bits & ACCESS) != READ_ONLY;
  }

  public boolean creates() {
    return writes() && (bits & CREATE) != 0;
  }

  public boolean isExclusive() {
    return (bits & EXCLUSIVE) != 0;
  }

  public boolean truncates() {
    return writes() && (bits & TRUNCATE) != 0;
  }

  public boolean appends() {
    return (bits & APPEND) != 0;
  }
}
