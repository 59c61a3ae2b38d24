package org.shmemlab.scenarios.runtime.files;

/**
 * Holds an open file of a PE.
 *
 * @param position of the next access
 * @param state {@link #AT_END} after a read that came to the end, {@link #FAILED} after a failure
 */
public record FileDescriptor(
    OpenFile file, String place, FileFlags flags, long position, int state) {
  public static final int AT_END = 1;
  public static final int FAILED = 2;

  public FileDescriptor at(long now) {
    return new FileDescriptor(file, place, flags, now, state);
  }

  public FileDescriptor with(int more) {
    return new FileDescriptor(file, place, flags, position, state | more);
  }

  public FileDescriptor without(int less) {
    return new FileDescriptor(file, place, flags, position, state & ~less);
  }
}
