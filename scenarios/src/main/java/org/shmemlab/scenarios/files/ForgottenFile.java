package org.shmemlab.scenarios.files;

import org.shmemlab.scenarios.runtime.FileRefused;
import org.shmemlab.scenarios.runtime.OpenFile;

/** Takes the bytes that a search writes to a file, and keeps none. */
record ForgottenFile(long size) implements OpenFile {
  @Override
  public byte[] read(long position, int most) throws FileRefused {
    throw new FileRefused(FileRefused.BAD_DESCRIPTOR);
  }

  @Override
  public void write(long position, byte[] bytes) {}

  @Override
  public void close() {}
}
