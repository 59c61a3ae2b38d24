package org.shmemlab.cli;

import com.google.common.io.MoreFiles;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Copies of folders, for commands that may write into them. */
final class Copies {
  private Copies() {}

  /** All files of a folder, where there is one, into another folder. */
  static void of(Path folder, Path to) throws IOException {
    if (!Files.isDirectory(folder)) {
      return;
    }
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path file : all.filter(Files::isRegularFile).sorted().toList()) {
        Path copy = to.resolve(folder.relativize(file).toString());
        MoreFiles.createParentDirectories(copy);
        Files.copy(file, copy);
      }
    }
  }
}
