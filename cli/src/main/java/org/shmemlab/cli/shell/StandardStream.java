package org.shmemlab.cli.shell;

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
 * Writes standard output or error. A {@link PrintStream} swallows errors; this one remembers them,
 * so that a lost result is not taken for a reported one.
 */
public final class StandardStream extends OutputStream {
  private final String name;
  private final FileDescriptor descriptor;
  private final FileOutputStream bytes;
  private @Nullable IOException problem;

  public StandardStream(String name, FileDescriptor descriptor) {
    this.name = name;
    this.descriptor = descriptor;
    this.bytes = new FileOutputStream(descriptor);
  }

  /**
   * A stream that prints to it, in UTF-8 and as the bytes that a program printed, not line by line.
   *
   * @param coloured whether messages have colours
   */
  public PrintStream printing(boolean coloured) {
    OutputStream buffered = new BufferedOutputStream(this);
    return new PrintStream(
        coloured ? new ColouredMessages(buffered) : buffered, false, StandardCharsets.UTF_8);
  }

  /** The error, if there was one. */
  public @Nullable Unwritten unwritten() {
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

  // The file that the shell made of it, where the system names it.
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
