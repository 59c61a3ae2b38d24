package org.shmemlab.scenarios.frontend.clang;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Restricts the compiler to few of this machine's files, for sources that may read no others:
 * itself, our headers and the compiler's own. Every path that a source can name ({@code #include},
 * {@code #embed}, {@code __has_include}) goes through the compiler's virtual file system, which
 * holds nothing else (Clang 20 documentation, "Clang Compiler User's Manual", {@code -ivfsoverlay};
 * LLVM, {@code RedirectingFileSystem}, "redirect-only").
 */
final class OpenFiles {
  private final Toolchain toolchain;

  OpenFiles(Toolchain toolchain) {
    this.toolchain = toolchain;
  }

  /**
   * The words for a compiler that is to see nothing else.
   *
   * @param source the file that is compiled; the overlay is written next to it
   */
  String[] arguments(Path source) throws IOException {
    Path file = source.resolveSibling("open.json");
    String overlay =
        """
        {"version": 0, "case-sensitive": "true", "redirecting-with": "redirect-only", "roots": [
        %s,
        %s,
        %s,
        %s]}
        """
            .formatted(
                entry("directory-remap", toolchain.headers()),
                entry("directory-remap", toolchain.clang().resolveSibling("resources")),
                entry("file", source),
                entry("file", Path.of("/dev/null"))); // see the line for CUDA on the host
    Files.writeString(file, overlay);
    return new String[] {
      "-ivfsoverlay",
      file.toString(),
      "-fmacro-prefix-map=" + headers() + "=",
      "-fmacro-prefix-map=" + resources() + "=",
      "-fdebug-prefix-map=" + headers() + "=" + HeaderPlaces.UNNAMED + "/",
      "-fdebug-prefix-map=" + resources() + "=" + HeaderPlaces.UNNAMED + "/"
    };
  }

  /**
   * A line of the compiler's without the folders of those files, of which a source is not to learn
   * either: they are this machine's.
   */
  String unnamed(String message) {
    return message.replace(headers(), "").replace(resources(), "");
  }

  private String headers() {
    return toolchain.headers() + "/";
  }

  private String resources() {
    return toolchain.clang().resolveSibling("resources") + "/";
  }

  private static String entry(String type, Path path) {
    return entry(type, path, path);
  }

  /** A file or folder of a virtual file system, and where its content is. */
  static String entry(String type, Path path, Path content) {
    return "{\"type\": \"%s\", \"name\": %s, \"external-contents\": %s}"
        .formatted(type, quoted(path), quoted(content));
  }

  private static String quoted(Path path) {
    return "\"" + path.toString().replace("\\", "\\\\").replace("\"", "\\\"") + "\"";
  }
}
