package org.shmemlab.labs.classroom;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.shmemlab.labs.grading.GradingLimits;
import org.shmemlab.scenarios.source.SourceFile;

/**
 * Finds answers. A folder with programs ({@code .cu}) is that of one student; any other folder
 * holds the folders of students. Links are not followed: they may lead anywhere.
 */
public final class Submissions {
  private static final String ENDING = ".cu";

  private Submissions() {}

  /** A path that cannot be read; the message says why. */
  public static final class Unreadable extends Exception {
    private static final long serialVersionUID = 1L;

    Unreadable(String message) {
      super(message);
    }
  }

  /** All answers of these folders and files, those of each in order of names. */
  public static ImmutableList<Submission> in(List<Path> paths) throws Unreadable {
    ImmutableList.Builder<Submission> all = ImmutableList.builder();
    for (Path path : paths) {
      if (Files.isRegularFile(path) && isProgram(path)) {
        all.add(read(path));
      } else if (Files.isDirectory(path)) {
        ImmutableList<Submission> found = inFolder(path);
        if (found.isEmpty()) {
          throw new Unreadable("no " + ENDING + " in this folder or in the folders in it: " + path);
        }
        all.addAll(found);
      } else {
        throw new Unreadable(
            Files.exists(path)
                ? "neither a folder nor a program (" + ENDING + "): " + path
                : "no such file or folder: " + path);
      }
    }
    return all.build();
  }

  private static ImmutableList<Submission> inFolder(Path folder) throws Unreadable {
    ImmutableList<Submission> here = programs(folder);
    if (!here.isEmpty()) {
      return here;
    }
    ImmutableList.Builder<Submission> all = ImmutableList.builder();
    for (Path student : list(folder)) {
      if (Files.isDirectory(student, LinkOption.NOFOLLOW_LINKS)) {
        all.addAll(programs(student));
      }
    }
    return all.build();
  }

  private static ImmutableList<Submission> programs(Path folder) throws Unreadable {
    ImmutableList.Builder<Submission> all = ImmutableList.builder();
    for (Path file : list(folder)) {
      if (isProgram(file) && Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        all.add(read(file));
      }
    }
    return all.build();
  }

  private static List<Path> list(Path folder) throws Unreadable {
    try (Stream<Path> inside = Files.list(folder)) {
      return inside.sorted().toList();
    } catch (IOException problem) {
      throw new Unreadable("cannot read the folder " + folder);
    }
  }

  private static boolean isProgram(Path file) {
    return file.toString().endsWith(ENDING);
  }

  /** Reads one answer; of one that is too large, enough to see that. */
  private static Submission read(Path file) throws Unreadable {
    Path name = file.getFileName();
    Path folder = file.toAbsolutePath().normalize().getParent();
    Path student = folder == null ? null : folder.getFileName();
    try (var in = Files.newInputStream(file)) {
      byte[] bytes = in.readNBytes(GradingLimits.USUAL.sourceBytes() + 1);
      return new Submission(
          String.valueOf(student == null ? "" : student),
          new SourceFile(String.valueOf(name), new String(bytes, StandardCharsets.UTF_8)));
    } catch (IOException problem) {
      throw new Unreadable("cannot read " + file);
    }
  }
}
