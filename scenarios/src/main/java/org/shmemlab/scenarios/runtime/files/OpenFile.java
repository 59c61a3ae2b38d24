package org.shmemlab.scenarios.runtime.files;

/** Reads and writes one open file at positions that its user keeps. */
public interface OpenFile {
  /** Bytes of the file now. */
  long size() throws FileRefused;

  /** At most so many bytes from a position on; fewer at the end. */
  byte[] read(long position, int most) throws FileRefused;

  /** Writes all of some bytes at a position. */
  void write(long position, byte[] bytes) throws FileRefused;

  /** Gives the file back. */
  void close() throws FileRefused;
}
