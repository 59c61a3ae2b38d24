package org.shmemlab.scenarios.frontend.clang;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Headers of a program in the words of Clang, where they have some of nvcc's: the compiler reads
 * copies of them in their places (Clang Compiler User's Manual, {@code -ivfsoverlay}).
 */
final class DialectOverlay {
  private static final Pattern INCLUDE =
      Pattern.compile("^\\s*#\\s*include\\s*[<\"]([^>\"\\n]+)[>\"]", Pattern.MULTILINE);
  private static final long MOST_BYTES = 4L << 20;

  private final List<Path> folders = new ArrayList<>();
  private final Map<Path, String> changed = new LinkedHashMap<>();

  /** Looks at the headers that a source includes from folders of its own. */
  DialectOverlay(SourceFile source) throws IOException {
    List<String> flags = source.options().flags();
    for (int i = 0; i + 1 < flags.size(); i++) {
      if (flags.get(i).equals("-I") || flags.get(i).equals("-isystem")) {
        folders.add(Path.of(flags.get(i + 1)).toAbsolutePath().normalize());
      }
    }
    Set<Path> seen = new LinkedHashSet<>();
    Deque<Path> open = new ArrayDeque<>();
    Path place = Path.of(source.path()).toAbsolutePath().resolveSibling("");
    included(source.text(), place, seen, open);
    while (!open.isEmpty()) {
      Path file = open.remove();
      if (Files.size(file) > MOST_BYTES) {
        continue;
      }
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      String rewritten = NvccDialect.rewritten(text);
      if (!rewritten.equals(text)) {
        changed.put(file, rewritten);
      }
      included(text, file.resolveSibling(""), seen, open);
    }
  }

  private void included(String text, Path place, Set<Path> seen, Deque<Path> open) {
    Matcher include = INCLUDE.matcher(text);
    while (include.find()) {
      for (Path folder : places(place)) {
        try {
          Path file = folder.resolve(include.group(1)).normalize();
          if (Files.isRegularFile(file)) {
            if (seen.add(file)) {
              open.add(file);
            }
            break;
          }
        } catch (InvalidPathException notAName) {
          break; // the compiler says so
        }
      }
    }
  }

  private List<Path> places(Path first) {
    List<Path> all = new ArrayList<>();
    all.add(first);
    all.addAll(folders);
    return all;
  }

  /**
   * The words for a compiler that is to read the copies.
   *
   * @param source the file that is compiled; the copies are written beside it
   */
  String[] arguments(Path source) throws IOException {
    if (changed.isEmpty()) {
      return new String[0];
    }
    List<String> entries = new ArrayList<>();
    for (Map.Entry<Path, String> one : changed.entrySet()) {
      Path copy = source.resolveSibling("header" + entries.size());
      Files.writeString(copy, one.getValue(), StandardCharsets.ISO_8859_1);
      entries.add(OpenFiles.entry("file", one.getKey(), copy));
    }
    Path file = source.resolveSibling("dialect.json");
    Files.writeString(
        file,
        "{\"version\": 0, \"case-sensitive\": \"true\", \"use-external-names\": \"false\","
            + " \"roots\": [\n"
            + String.join(",\n", entries)
            + "]}\n");
    return new String[] {"-ivfsoverlay", file.toString()};
  }
}
