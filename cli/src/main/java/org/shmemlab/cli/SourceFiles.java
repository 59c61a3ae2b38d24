package org.shmemlab.cli;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.shmemlab.scenarios.source.SourceFile;

/** Finds and reads the files that a command line names. */
final class SourceFiles {
  private static final ImmutableList<String> PROGRAMS =
      ImmutableList.of(".cu", ".c", ".cpp", ".cc", ".ll");
  private static final String LITMUS = ".litmus";

  private SourceFiles() {}

  /** A path that gives no source; the reason is one line for the user. */
  static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;
    private final String reason;

    Unreadable(String reason) {
      super(reason);
      this.reason = reason;
    }

    String reason() {
      return reason;
    }
  }

  /** The files themselves and, in order of names, all tests and programs inside the folders. */
  static ImmutableList<SourceFile> of(List<Path> paths) throws Unreadable {
    ImmutableList.Builder<SourceFile> files = ImmutableList.builder();
    for (Path path : paths) {
      if (!Files.exists(path)) {
        throw new Unreadable("no such file or folder: " + path);
      }
      if (Files.isDirectory(path)) {
        for (Path file : inside(path)) {
          files.add(read(file));
        }
      } else if (isLitmus(path.toString()) || isProgram(path)) {
        files.add(read(path));
      } else {
        throw new Unreadable(
            "the name of a test ends in .litmus, that of a program in .cu, .c, .cpp, .cc or .ll: "
                + path);
      }
    }
    return files.build();
  }

  static boolean isLitmus(String path) {
    return path.endsWith(LITMUS);
  }

  /** Whether this is the name of a program. */
  static boolean isProgram(Path path) {
    return PROGRAMS.stream().anyMatch(path.toString()::endsWith);
  }

  /** Reads one file. */
  static SourceFile read(Path file) throws Unreadable {
    try {
      return SourceFile.read(file);
    } catch (AccessDeniedException denied) {
      throw new Unreadable("not readable: " + file);
    } catch (IOException problem) {
      throw new Unreadable("cannot read " + file + ": " + problem.getMessage());
    }
  }

  private static List<Path> inside(Path folder) throws Unreadable {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> found =
          all.filter(Files::isRegularFile)
              .filter(path -> isLitmus(path.toString()) || isProgram(path))
              .sorted()
              .toList();
      if (found.isEmpty()) {
        throw new Unreadable("no tests and no programs in this folder: " + folder);
      }
      return found;
    } catch (IOException | UncheckedIOException problem) {
      throw new Unreadable("cannot read " + folder + ": " + problem.getMessage());
    }
  }
}
