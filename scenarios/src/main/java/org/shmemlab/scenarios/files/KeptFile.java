package org.shmemlab.scenarios.files;

import java.util.Arrays;
import org.shmemlab.scenarios.runtime.FileRefused;
import org.shmemlab.scenarios.runtime.OpenFile;

/** Reads the bytes that a file held when a search first opened it. */
final class KeptFile implements OpenFile {
  private final byte[] content;

  KeptFile(byte[] content) {
    this.content = content;
  }

  @Override
  public long size() {
    return content.length;
  }

  @Override
  public byte[] read(long position, int most) {
    int from = (int) Math.min(position, content.length);
    return Arrays.copyOfRange(content, from, (int) Math.min(content.length, (long) from + most));
  }

  @Override
  public void write(long position, byte[] bytes) throws FileRefused {
    throw new FileRefused(FileRefused.BAD_DESCRIPTOR);
  }

  @Override
  public void close() {}
}
