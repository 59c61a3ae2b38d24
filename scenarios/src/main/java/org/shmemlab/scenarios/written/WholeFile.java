package org.shmemlab.scenarios.written;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/**
 * Writes files next to their place and moves them there when they are complete. A full disk, a
 * process that is killed or a writer that fails leaves no part of a file under its name.
 */
public final class WholeFile {
  /** Longest beginning of a name that the name of its draft has, so that file systems take it. */
  private static final int KEPT = 60;

  private WholeFile() {}

  /** Puts the content of a file into a stream. */
  @FunctionalInterface
  public interface Content {
    /** Writes all of it. */
    void writeTo(OutputStream out) throws IOException;
  }

  /**
   * Writes a text in UTF-8.
   *
   * @throws Unwritten if the file cannot be written; it is then as it was before
   */
  public static void write(Path file, String text) {
    write(file, out -> out.write(text.getBytes(StandardCharsets.UTF_8)));
  }

  /**
   * Makes a folder, and those that it is in, unless it is there.
   *
   * @throws Unwritten if that is not possible
   */
  public static void folder(Path folder) {
    try {
      Files.createDirectories(folder);
    } catch (IOException problem) {
      throw new Unwritten(folder.toString(), problem);
    }
  }

  /**
   * Writes a file. One that is no ordinary file, such as a pipe, is written in place; the target of
   * a link is written, and the link stays.
   *
   * @throws Unwritten if the file cannot be written; it is then as it was before
   */
  public static void write(Path file, Content content) {
    try {
      if (!Files.exists(file)) {
        whole(file, content);
      } else if (!Files.isRegularFile(file)) {
        try (OutputStream out = Files.newOutputStream(file)) {
          content.writeTo(out);
        }
      } else if (Files.isWritable(file)) {
        whole(file.toRealPath(), content);
      } else {
        throw new AccessDeniedException(file.toString());
      }
    } catch (IOException problem) {
      throw new Unwritten(file.toString(), problem);
    }
  }

  private static void whole(Path file, Content content) throws IOException {
    String name = String.valueOf(file.getFileName());
    String beginning = name.substring(0, Math.min(name.length(), KEPT));
    Path draft =
        file.resolveSibling("." + beginning + "." + ProcessHandle.current().pid() + ".part");
    draft.toFile().deleteOnExit(); // where a signal ends the process meanwhile
    try {
      try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(draft))) {
        content.writeTo(out);
      }
      Files.move(draft, file, StandardCopyOption.ATOMIC_MOVE);
    } finally {
      Files.deleteIfExists(draft);
    }
  }
}
