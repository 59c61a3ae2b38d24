package org.shmemlab.scenarios.runtime;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.Arrays;

/** Reads and writes one open file at positions that its user keeps. */
sealed interface OpenFile {
  /** Bytes of the file now. */
  long size() throws IOException;

  /** At most so many bytes from a position on; fewer at the end. */
  byte[] read(long position, int most) throws IOException;

  /** Writes all of some bytes at a position. */
  void write(long position, byte[] bytes) throws IOException;

  /** Gives the file back. */
  default void close() throws IOException {}

  /** Is a file of this machine. */
  record OfMachine(FileChannel channel) implements OpenFile {
    @Override
    public long size() throws IOException {
      return channel.size();
    }

    @Override
    public byte[] read(long position, int most) throws IOException {
      long there = Math.max(0, channel.size() - position);
      ByteBuffer bytes = ByteBuffer.allocate((int) Math.min(most, there));
      while (bytes.hasRemaining()) {
        if (channel.read(bytes, position + bytes.position()) < 0) {
          break;
        }
      }
      return Arrays.copyOf(bytes.array(), bytes.position());
    }

    @Override
    public void write(long position, byte[] bytes) throws IOException {
      ByteBuffer all = ByteBuffer.wrap(bytes);
      while (all.hasRemaining()) {
        channel.write(all, position + all.position());
      }
    }

    @Override
    public void close() throws IOException {
      channel.close();
    }
  }

  /** Is what a file held when it was first read. */
  final class Kept implements OpenFile {
    private final byte[] content;

    Kept(byte[] content) {
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
    public void write(long position, byte[] bytes) {
      throw new IllegalStateException("opened for reading alone");
    }
  }

  /** Is a file of which a search keeps nothing. */
  record Forgotten(long size) implements OpenFile {
    @Override
    public byte[] read(long position, int most) {
      throw new IllegalStateException("nothing was kept");
    }

    @Override
    public void write(long position, byte[] bytes) {}
  }
}
