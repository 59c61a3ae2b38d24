package org.shmemlab.scenarios.frontend.clang;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Makes folders of the cache that are there as a whole or not at all, even if several processes
 * make them at once.
 */
final class Unpacking {
  private static final Pattern OWNED = Pattern.compile("[a-z]+-(\\d{1,18})-\\d+");

  /** Longer than any process needs such a folder. */
  private static final Duration LONGEST = Duration.ofMinutes(10);

  private Unpacking() {}

  /** Fills a folder. */
  interface Filling {
    void into(Path folder) throws IOException;
  }

  /**
   * A new folder for a while, whose name says which process it belongs to. Removes the folders that
   * killed processes have left.
   */
  static Path draft(Path parent, String kind) throws IOException {
    try (DirectoryStream<Path> all = Files.newDirectoryStream(parent, "{compiling,unpacking}-*")) {
      for (Path folder : all) {
        if (isLeft(folder)) {
          MoreFiles.deleteRecursively(folder, RecursiveDeleteOption.ALLOW_INSECURE);
        }
      }
    } catch (IOException anotherIsFaster) {
      // it may be taken away at the same time
    }
    return Files.createTempDirectory(parent, kind + "-" + ProcessHandle.current().pid() + "-");
  }

  // A process of another machine that shares the cache is not known here, but soon done.
  private static boolean isLeft(Path folder) throws IOException {
    Matcher name = OWNED.matcher(folder.getFileName().toString());
    boolean alive = name.matches() && ProcessHandle.of(Long.parseLong(name.group(1))).isPresent();
    FileTime used = Files.getLastModifiedTime(folder);
    return !alive && used.toInstant().isBefore(Instant.now().minus(LONGEST));
  }

  /**
   * Makes a folder next to its place and then gives it its name; another process may have been
   * faster.
   */
  static void whole(Path folder, Filling filling) throws IOException {
    Path parent = folder.getParent();
    if (parent == null) {
      throw new IOException(folder + " has no folder around it");
    }
    Files.createDirectories(parent);
    Path draft = draft(parent, "unpacking");
    try {
      filling.into(draft);
      Files.move(draft, folder, StandardCopyOption.ATOMIC_MOVE);
    } catch (IOException failed) {
      MoreFiles.deleteRecursively(draft, RecursiveDeleteOption.ALLOW_INSECURE);
      if (!Files.isDirectory(folder)) {
        throw failed;
      }
    }
  }
}
