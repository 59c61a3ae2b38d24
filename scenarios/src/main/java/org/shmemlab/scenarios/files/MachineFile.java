package org.shmemlab.scenarios.files;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;
import org.shmemlab.scenarios.runtime.files.FileRefused;
import org.shmemlab.scenarios.runtime.files.OpenFile;

/** Reads and writes a file of this machine. */
record MachineFile(FileChannel channel) implements OpenFile {
  @Override
  public long size() throws FileRefused {
    try {
      return channel.size();
    } catch (IOException broken) {
      throw new FileRefused(FileRefused.BROKEN);
    }
  }

  @Override
  public byte[] read(long position, int most) throws FileRefused {
    ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(most, Math.max(0, size() - position)));
    try {
      while (bytes.hasRemaining()) {
        if (channel.read(bytes, position + bytes.position()) < 0) {
          break;
        }
      }
    } catch (IOException broken) {
      throw new FileRefused(FileRefused.BROKEN);
    }
    return Arrays.copyOf(bytes.array(), bytes.position());
  }

  @Override
  public void write(long position, byte[] bytes) throws FileRefused {
    ByteBuffer all = ByteBuffer.wrap(bytes);
    try {
      while (all.hasRemaining()) {
        channel.write(all, position + all.position());
      }
    } catch (IOException broken) {
      throw new FileRefused(FileRefused.BROKEN);
    }
  }

  @Override
  public void close() throws FileRefused {
    try {
      channel.close();
    } catch (IOException broken) {
      throw new FileRefused(FileRefused.BROKEN);
    }
  }
}
