package org.shmemlab.cli;

import java.io.BufferedOutputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.written.Unwritten;

/**
 * Standard output or error. A {@link PrintStream} swallows what goes wrong; this one remembers it,
 * so that a result that nobody got is not taken for one that was told.
 */
final class StandardStream extends OutputStream {
  private final String name;
  private final FileDescriptor descriptor;
  private final FileOutputStream bytes;
  private @Nullable IOException problem;

  StandardStream(String name, FileDescriptor descriptor) {
    this.name = name;
    this.descriptor = descriptor;
    this.bytes = new FileOutputStream(descriptor);
  }

  /**
   * What is printed to it, in UTF-8 and as the bytes that a program printed, not line by line.
   *
   * @param coloured whether messages have colours
   */
  PrintStream printing(boolean coloured) {
    OutputStream buffered = new BufferedOutputStream(this);
    return new PrintStream(
        coloured ? new ColouredMessages(buffered) : buffered, false, StandardCharsets.UTF_8);
  }

  /** What went wrong, if anything did. */
  @Nullable Unwritten unwritten() {
    return problem == null ? null : new Unwritten(name + where(), problem);
  }

  @Override
  public void write(int one) throws IOException {
    write(new byte[] {(byte) one}, 0, 1);
  }

  @Override
  public void write(byte[] some, int from, int length) throws IOException {
    try {
      bytes.write(some, from, length);
    } catch (IOException failed) {
      problem = problem == null ? failed : problem;
      throw failed;
    }
  }

  // The file that the shell made of it, where the system tells.
  private String where() {
    int number = descriptor == FileDescriptor.out ? 1 : 2;
    try {
      Path file = Files.readSymbolicLink(Path.of("/proc/self/fd", String.valueOf(number)));
      return file.isAbsolute() ? " (" + file + ")" : "";
    } catch (IOException | UnsupportedOperationException untold) {
      return "";
    }
  }
}
