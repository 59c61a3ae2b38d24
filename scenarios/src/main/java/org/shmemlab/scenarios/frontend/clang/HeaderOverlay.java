package org.shmemlab.scenarios.frontend.clang;

import com.google.common.collect.ImmutableList;
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
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Puts files in the places of headers that a program includes: copies in Clang's dialect, where
 * they are in nvcc's, and the files of {@code --replace} (Clang Compiler User's Manual, {@code
 * -ivfsoverlay}).
 */
final class HeaderOverlay {
  private static final Pattern INCLUDE =
      Pattern.compile("^\\s*#\\s*include\\s*[<\"]([^>\"\\n]+)[>\"]", Pattern.MULTILINE);
  private static final long MOST_BYTES = 4L << 20;

  /** The beginning of the names of our own files for this. */
  private static final String OURS = "shmemlab/";

  private final List<Path> folders = new ArrayList<>();
  private final Map<Path, String> changed = new LinkedHashMap<>();
  private final Map<Path, Path> replaced = new LinkedHashMap<>();
  private final Map<String, Path> replacements = new LinkedHashMap<>();

  /**
   * Reads the headers that a source includes from folders of its own.
   *
   * @param places where headers of libraries are, ours among them
   */
  HeaderOverlay(SourceFile source, HeaderPlaces places) throws IOException {
    List<String> flags = source.options().flags();
    for (int i = 0; i + 1 < flags.size(); i++) {
      String value = flags.get(i + 1);
      switch (flags.get(i)) {
        case "-I", "-isystem" -> folders.add(Path.of(value).toAbsolutePath().normalize());
        case CompilerOptions.REPLACE -> {
          int equals = value.indexOf('=');
          replacements.put(
              value.substring(0, equals), file(value.substring(equals + 1), places.ours()));
        }
        default -> {}
      }
    }
    Path nvshmem = places.nvshmem();
    if (!replacements.isEmpty() && nvshmem != null) {
      folders.add(nvshmem);
    }
    Set<Path> seen = new LinkedHashSet<>();
    Deque<Path> open = new ArrayDeque<>();
    Path place = Path.of(source.path()).toAbsolutePath().resolveSibling("");
    included(source.text(), place, seen, open);
    while (!open.isEmpty()) {
      Path file = open.remove();
      Path instead = replacement(file);
      if (instead != null) {
        replaced.put(file, instead);
      }
      if (Files.size(file) > MOST_BYTES) {
        continue;
      }
      String text = Files.readString(file, StandardCharsets.ISO_8859_1);
      String rewritten = source.isCuda() ? NvccDialect.rewritten(text) : text;
      if (instead == null && !rewritten.equals(text)) {
        changed.put(file, rewritten);
      }
      included(text, file.resolveSibling(""), seen, open);
    }
  }

  /** A file of the user's, or one of ours. */
  private static Path file(String name, Path ours) {
    return name.startsWith(OURS)
        ? ours.resolve("replace").resolve(name.substring(OURS.length()))
        : Path.of(name).toAbsolutePath().normalize();
  }

  private @Nullable Path replacement(Path header) {
    for (Map.Entry<String, Path> one : replacements.entrySet()) {
      if (header.endsWith(one.getKey())) {
        return one.getValue();
      }
    }
    return null;
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
   * The words for a compiler that is to read them.
   *
   * @param source the file that is compiled; the files that they name are written next to it
   */
  ImmutableList<String> arguments(Path source) throws IOException {
    ImmutableList.Builder<String> words = ImmutableList.builder();
    List<String> copies = new ArrayList<>();
    for (Map.Entry<Path, String> one : changed.entrySet()) {
      Path copy = source.resolveSibling("header" + copies.size());
      Files.writeString(copy, one.getValue(), StandardCharsets.ISO_8859_1);
      copies.add(OpenFiles.entry("file", one.getKey(), copy));
    }
    overlay(source.resolveSibling("dialect.json"), false, copies, words);
    List<String> others = new ArrayList<>();
    replaced.forEach((header, file) -> others.add(OpenFiles.entry("file", header, file)));
    Path missing = source.resolveSibling("replaced"); // for names that no folder has
    replacements.forEach(
        (name, file) -> others.add(OpenFiles.entry("file", missing.resolve(name), file)));
    overlay(source.resolveSibling("replaced.json"), true, others, words);
    if (!replacements.isEmpty()) {
      words.add("-idirafter", missing.toString());
    }
    return words.build();
  }

  /**
   * @param named whether lines of the files have the names of the headers in whose places they are
   */
  private static void overlay(
      Path file, boolean named, List<String> entries, ImmutableList.Builder<String> words)
      throws IOException {
    if (!entries.isEmpty()) {
      Files.writeString(
          file,
          "{\"version\": 0, \"case-sensitive\": \"true\", \"use-external-names\": \"%s\", \"roots\": [\n%s]}\n"
              .formatted(named, String.join(",\n", entries)));
      words.add("-ivfsoverlay", file.toString());
    }
  }
}
