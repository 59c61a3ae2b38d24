package org.shmemlab.cli.source;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.shmemlab.scenarios.launch.LaunchFiles;
import org.shmemlab.scenarios.source.Programs;
import org.shmemlab.scenarios.source.SourceFile;

/** Finds and reads the files that a command line names. */
public final class SourceFiles {
  private static final String LITMUS = ".litmus";

  /** The endings of names of programs, in words. */
  static final String ENDINGS = endings();

  private SourceFiles() {}

  private static String endings() {
    ImmutableList<String> all = SourceFile.ENDINGS.asList();
    int last = all.size() - 1;
    return String.join(", ", all.subList(0, last)) + " or " + all.get(last);
  }

  /** A path that gives no source; the reason is one line for the user. */
  public static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;
    private final String reason;

    public Unreadable(String reason) {
      super(reason);
      this.reason = reason;
    }

    public String reason() {
      return reason;
    }
  }

  /**
   * All tests and programs of a command line: the files themselves and, in order of names, those
   * inside the folders.
   *
   * @see Programs
   */
  public static ImmutableList<SourceFile> of(List<Path> paths) throws Unreadable {
    ImmutableList.Builder<SourceFile> all = ImmutableList.builder();
    List<SourceFile> named = new ArrayList<>();
    for (Path path : paths) {
      if (!Files.exists(path)) {
        throw new Unreadable("no such file or folder: " + path);
      }
      if (Files.isDirectory(path)) {
        all.addAll(Programs.ofNamed(named));
        named.clear();
        all.addAll(Programs.ofFolders(inside(path)));
      } else if (isLitmus(path.toString()) || isProgram(path)) {
        named.add(read(path));
      } else {
        throw new Unreadable(
            "the name of a test ends in .litmus, that of a program in " + ENDINGS + ": " + path);
      }
    }
    return all.addAll(Programs.ofNamed(named)).build();
  }

  /** Reads a file that is to be part of a program. */
  static SourceFile program(Path file) throws Unreadable {
    if (!Files.exists(file)) {
      throw new Unreadable("no such file: " + file);
    }
    if (Files.isDirectory(file)) {
      throw new Unreadable("this is a directory, not a program: " + file);
    }
    if (!isProgram(file)) {
      throw new Unreadable("the name of a program ends in " + ENDINGS + ": " + file);
    }
    return read(file);
  }

  public static boolean isLitmus(String path) {
    return path.endsWith(LITMUS);
  }

  /** Whether this is the name of a program. */
  static boolean isProgram(Path path) {
    return SourceFile.ENDINGS.stream().anyMatch(path.toString()::endsWith);
  }

  /** Reads one file; of a launch file, those that it names, too. */
  public static SourceFile read(Path file) throws Unreadable {
    try {
      SourceFile source = SourceFile.read(file);
      return source.isLaunch() ? LaunchFiles.withParts(source) : source;
    } catch (AccessDeniedException denied) {
      throw new Unreadable("not readable: " + file);
    } catch (IOException problem) {
      throw new Unreadable("cannot read " + file + ": " + problem.getMessage());
    }
  }

  private static List<SourceFile> inside(Path folder) throws Unreadable {
    try (Stream<Path> all = Files.walk(folder)) {
      List<Path> found =
          all.filter(Files::isRegularFile)
              .filter(path -> isLitmus(path.toString()) || isProgram(path))
              .sorted()
              .toList();
      if (found.isEmpty()) {
        throw new Unreadable("no tests and no programs in this folder: " + folder);
      }
      List<SourceFile> files = new ArrayList<>();
      for (Path file : found) {
        files.add(read(file));
      }
      return files;
    } catch (IOException | UncheckedIOException problem) {
      throw new Unreadable("cannot read " + folder + ": " + problem.getMessage());
    }
  }
}
