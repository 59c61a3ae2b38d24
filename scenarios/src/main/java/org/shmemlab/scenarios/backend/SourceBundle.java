package org.shmemlab.scenarios.backend;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.shmemlab.scenarios.source.CompilerOptions;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Bundles a program as a real compiler gets it on another machine: its files with the headers that
 * they include, each at its place relative to the rest, and the options.
 *
 * @param files text by path below the folder of programs
 * @param sources the paths of the files that are compiled in addition to the main file
 * @param flags words for the compiler; paths in them begin at the folder that is built
 */
record SourceBundle(
    ImmutableMap<String, String> files,
    ImmutableList<String> sources,
    ImmutableList<String> flags) {
  private static final Pattern INCLUDE =
      Pattern.compile("(?m)^\\s*#\\s*include\\s*[<\"]([^>\"\\n]+)[>\"]");
  private static final Pattern PLAIN = Pattern.compile("[\\w./+-]+");
  private static final String PROGRAMS = "programs/";

  /** Why a program cannot be compiled there. */
  static final class Impossible extends Exception {
    private static final long serialVersionUID = 1L;

    Impossible(String reason) {
      super(reason);
    }
  }

  /**
   * The bundle of a program.
   *
   * @param name of the program there
   * @param ending of its main file there
   */
  static SourceBundle of(String name, String ending, SourceFile program) throws Impossible {
    CompilerOptions options = program.options();
    for (SourceFile file : program.files()) {
      if (file.isLaunch()) {
        throw new Impossible("its host part is a launch file, and the harness builds sources");
      }
      if (file.isCompiled()) {
        throw new Impossible("it has LLVM's code, and the harness builds sources");
      }
      if (!file.options().equals(options)) {
        throw new Impossible("its files have options of their own, and the harness has one set");
      }
    }
    return new Bundling(name, options).of(program, ending);
  }

  /** The way to it. */
  private static final class Bundling {
    private final String name;
    private final CompilerOptions options;
    private final List<Path> folders = new ArrayList<>();
    private final Map<Path, String> texts = new TreeMap<>();

    Bundling(String name, CompilerOptions options) {
      this.name = name;
      this.options = options;
    }

    SourceBundle of(SourceFile program, String ending) throws Impossible {
      List<Path> sources = new ArrayList<>();
      for (SourceFile file : program.files()) {
        Path path = absolute(file.path());
        sources.add(path);
        texts.put(path, file.text());
      }
      ImmutableList<String> words = options.flags();
      for (int i = 0; i + 1 < words.size(); i++) {
        if (words.get(i).equals("-I") || words.get(i).equals("-isystem")) {
          folders.add(absolute(words.get(i + 1)));
        }
      }
      addHeaders(sources);
      String main = PROGRAMS + name + "." + ending;
      if (texts.size() == 1) {
        return new SourceBundle(
            ImmutableMap.of(main, program.text()), ImmutableList.of(), flags(sources.get(0)));
      }
      Path root = root();
      ImmutableMap.Builder<String, String> files = ImmutableMap.builder();
      for (Map.Entry<Path, String> text : texts.entrySet()) {
        String place = place(root, text.getKey());
        if (!PLAIN.matcher(place).matches()) {
          throw new Impossible("the harness takes no such name of a file: " + place);
        }
        files.put(place, text.getValue());
      }
      String inside = place(root, sources.get(0)).substring(PROGRAMS.length());
      files.put(main, "#include \"" + inside + "\"\n");
      return new SourceBundle(
          files.buildOrThrow(),
          sources.subList(1, sources.size()).stream()
              .map(source -> place(root, source))
              .collect(ImmutableList.toImmutableList()),
          flags(root));
    }

    private String place(Path root, Path path) {
      return PROGRAMS + name + "/" + root.relativize(path);
    }

    /** The folder that holds all files. */
    private Path root() {
      Path root = null;
      for (Path file : texts.keySet()) {
        Path folder = file.resolveSibling("").normalize();
        while (root != null && !folder.startsWith(root)) {
          root = root.getParent();
        }
        root = root == null ? folder : root;
      }
      return root == null ? Path.of("/") : root;
    }

    // A header without a file here is one of the target machine.
    private void addHeaders(List<Path> sources) throws Impossible {
      Deque<Path> open = new ArrayDeque<>(sources);
      ImmutableList<String> words = options.flags();
      for (int i = 0; i + 1 < words.size(); i++) {
        if (words.get(i).equals("-include")) {
          add(words.get(i + 1), absolute("here"), open);
        }
      }
      while (!open.isEmpty()) {
        Path file = open.remove();
        Matcher include = INCLUDE.matcher(texts.getOrDefault(file, ""));
        while (include.find()) {
          add(include.group(1), file, open);
        }
      }
    }

    private void add(String header, Path from, Deque<Path> open) throws Impossible {
      @Nullable Path found = found(header, from);
      if (found != null && !texts.containsKey(found)) {
        try {
          texts.put(found, SourceFile.read(found).text());
        } catch (IOException problem) {
          throw new Impossible("cannot read " + found + ": " + problem.getMessage());
        }
        open.add(found);
      }
    }

    private @Nullable Path found(String header, Path from) {
      List<Path> places = new ArrayList<>();
      places.add(from.resolveSibling(""));
      places.addAll(folders);
      for (Path place : places) {
        Path file = place.resolve(header).normalize();
        if (Files.isRegularFile(file)) {
          return file;
        }
      }
      return null;
    }

    private ImmutableList<String> flags(Path root) {
      ImmutableList.Builder<String> flags = ImmutableList.builder();
      options.macros().forEach((macro, value) -> flags.add("-D" + macro + "=" + value));
      options.undefined().forEach(macro -> flags.add("-U" + macro));
      ImmutableList<String> words = options.flags();
      for (int i = 0; i < words.size(); i++) {
        String word = words.get(i);
        switch (word) {
          case "-I", "-isystem" -> {
            Path folder = absolute(words.get(++i));
            if (folder.startsWith(root)) { // else nothing of it is included
              flags.add(word, place(root, folder));
            }
          }
          case "-include" -> {
            @Nullable Path header = found(words.get(++i), absolute("here"));
            flags.add(word, header == null ? words.get(i) : place(root, header));
          }
          case CompilerOptions.CUDA_PATH, CompilerOptions.REPLACE, "-x" ->
              i++; // there is a toolkit there
          case CompilerOptions.CLOSED,
              CompilerOptions.OWN_HEADERS,
              CompilerOptions.MACHINE_HEADERS -> {} // about the compiler here
          default -> flags.add(word);
        }
      }
      return flags.build();
    }

    private static Path absolute(String path) {
      return Path.of(path).toAbsolutePath().normalize();
    }
  }
}
