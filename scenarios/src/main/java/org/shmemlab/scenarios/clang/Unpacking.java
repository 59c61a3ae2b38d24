package org.shmemlab.scenarios.clang;

import com.google.common.io.MoreFiles;
import com.google.common.io.RecursiveDeleteOption;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Folders of the cache that are there as a whole or not at all, whoever else makes them, too. */
final class Unpacking {
  private Unpacking() {}

  /** Fills a folder. */
  interface Filling {
    void into(Path folder) throws IOException;
  }

  /** Makes a folder beside its place and then gives it its name; another may have been faster. */
  static void whole(Path folder, Filling filling) throws IOException {
    Path parent = folder.getParent();
    if (parent == null) {
      throw new IOException(folder + " has no folder around it");
    }
    Files.createDirectories(parent);
    Path draft = Files.createTempDirectory(parent, "unpacking-");
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
