package org.shmemlab.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A program of the folder {@code examples}.
 *
 * @param pes the number of PEs that its first lines name
 * @param expected the lines that it prints, sorted
 */
record Example(Path source, int pes, List<String> expected) {
  private static final Pattern RUN = Pattern.compile("run: shmemlab run examples/(\\S+) -n (\\d+)");

  static Stream<Example> all() {
    try (Stream<Path> files = Files.list(folder())) {
      return files
          .filter(file -> file.toString().matches(".*\\.(cu|c)"))
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
    Stream<String> first = Stream.of("run", source.toString(), "-n", Integer.toString(pes));
    return Session.of(Stream.concat(first, Stream.of(options)).toArray(String[]::new));
  }

  @Override
  public String toString() {
    return String.valueOf(source.getFileName());
  }

  private static Example of(Path source) {
    try {
      String name = String.valueOf(source.getFileName());
      Matcher run = RUN.matcher(Files.readString(source));
      if (!run.find() || !run.group(1).equals(name)) {
        throw new AssertionError(name + " does not say how it is run");
      }
      Path expected = source.resolveSibling(name.replaceAll("\\.\\w+$", ".expected"));
      List<String> lines = Files.readAllLines(expected).stream().sorted().toList();
      return new Example(source, Integer.parseInt(run.group(2)), lines);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Tests run in the folder of their module; the examples are beside it. */
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
