package org.shmemlab.scenarios.runtime;

/**
 * Holds an open file of a PE.
 *
 * @param position of the next access
 * @param state {@link #AT_END} after a read that came to the end, {@link #FAILED} after a failure
 */
record FileDescriptor(OpenFile file, String place, FileFlags flags, long position, int state) {
  static final int AT_END = 1;
  static final int FAILED = 2;

  FileDescriptor at(long now) {
    return new FileDescriptor(file, place, flags, now, state);
  }

  FileDescriptor with(int more) {
    return new FileDescriptor(file, place, flags, position, state | more);
  }

  FileDescriptor without(int less) {
    return new FileDescriptor(file, place, flags, position, state & ~less);
  }
}
