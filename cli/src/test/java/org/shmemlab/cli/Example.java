package org.shmemlab.cli;

import com.google.common.base.Splitter;
import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Reads a program of the folder {@code examples}.
 *
 * @param more its other files and options, as its first lines name them
 * @param pes the number of PEs that they name
 * @param expected the lines that it prints, sorted
 */
record Example(Path source, List<String> more, int pes, List<String> expected) {
  private static final Pattern RUN =
      Pattern.compile("run: shmemlab run examples/(\\S+)(.*) -n (\\d+)");
  private static final Pattern SOURCE = Pattern.compile(".*\\.(cu|c|cpp|cc)");

  static Stream<Example> all() {
    try (Stream<Path> files = Files.walk(folder())) {
      return files
          .filter(file -> SOURCE.matcher(file.toString()).matches() && isStart(file))
          .sorted()
          .map(Example::of)
          .toList()
          .stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static Example named(String name) {
    return of(folder().resolve(name));
  }

  /** Runs it with the number of PEs that it names, and more options. */
  Session run(String... options) {
    ImmutableList<String> words =
        ImmutableList.<String>builder()
            .add("run", source.toString())
            .addAll(more)
            .add("-n", Integer.toString(pes))
            .add(options)
            .build();
    return Session.of(words.toArray(String[]::new));
  }

  @Override
  public String toString() {
    return String.valueOf(source.getFileName());
  }

  private static Example of(Path source) {
    try {
      String name = folder().relativize(source).toString();
      Matcher run = RUN.matcher(Files.readString(source));
      if (!run.find() || !run.group(1).equals(name)) {
        throw new AssertionError(name + " does not say how it is run");
      }
      Path expected = folder().resolve(name.replaceAll("\\.\\w+$", ".expected"));
      List<String> lines = Files.readAllLines(expected).stream().sorted().toList();
      List<String> more =
          Splitter.on(' ').omitEmptyStrings().splitToList(run.group(2)).stream()
              .map(word -> word.replaceFirst("^examples", folder().toString()))
              .toList();
      return new Example(source, more, Integer.parseInt(run.group(3)), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether a file is the first of its program: it says how that is run. */
  private static boolean isStart(Path file) {
    try {
      return file.resolveSibling("").equals(folder().resolve(""))
          || RUN.matcher(Files.readString(file)).find();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tests run in the folder of their module; the examples are next to it. */
  private static Path folder() {
    Path here = Path.of("").toAbsolutePath();
    for (Path at = here; at != null; at = at.getParent()) {
      if (Files.isDirectory(at.resolve("examples"))) {
        return at.resolve("examples");
      }
    }
    throw new AssertionError("no folder examples above " + here);
  }
}
