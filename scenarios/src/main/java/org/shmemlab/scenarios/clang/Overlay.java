package org.shmemlab.scenarios.clang;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.shmemlab.scenarios.source.SourceFile;

/** Lets the compiler find a source's text under its path, whatever the disk holds there. */
final class Overlay {
  private Overlay() {}

  /** Writes the text and, in the notation of Clang's {@code -ivfsoverlay}, where it belongs. */
  static Path of(SourceFile file, Path folder) throws IOException {
    Path text = folder.resolve("source");
    Files.write(text, file.bytes());
    Path path = Path.of(file.path()).toAbsolutePath().normalize();
    Path overlay = folder.resolve("overlay");
    Files.writeString(
        overlay,
        "{\"version\": 0, \"use-external-names\": false, \"roots\": [{\"type\": \"file\", \"name\":"
            + " "
            + quoted(path)
            + ", \"external-contents\": "
            + quoted(text)
            + "}]}");
    return overlay;
  }

  private static String quoted(Path path) {
    return '"' + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
