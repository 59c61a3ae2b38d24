package org.shmemlab.conformance.shape;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/**
 * Lists the files of the source tree, without what builds and tools leave there.
 *
 * @param root the folder that holds the launcher
 * @param files relative to it, sorted
 */
record SourceTree(Path root, List<Path> files) {
  private static final Set<String> NOT_OURS =
      Set.of("target", ".git", ".idea", ".vscode", "__pycache__", "release", "shmemlab.slurm");

  /** The database that a plan leaves where it was run. */
  private static final String STORE = "plan.duckdb";

  /** The tree that this test runs in: the tests of a module run in the module's own folder. */
  static SourceTree here() {
    var here = Path.of("").toAbsolutePath();
    for (var folder = here; folder != null; folder = folder.getParent()) {
      if (Files.exists(folder.resolve("shmemlab")) && Files.exists(folder.resolve("mvnw"))) {
        return new SourceTree(folder, files(folder));
      }
    }
    throw new AssertionError("no shmemlab and mvnw above " + here);
  }

  String text(Path file) {
    try {
      return Files.readString(root.resolve(file), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(file + ": not readable as UTF-8", e);
    }
  }

  private static List<Path> files(Path root) {
    var files = new TreeSet<Path>();
    try {
      Files.walkFileTree(
          root,
          new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
              return NOT_OURS.contains(String.valueOf(folder.getFileName()))
                  ? FileVisitResult.SKIP_SUBTREE
                  : FileVisitResult.CONTINUE;
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
              String name = String.valueOf(file.getFileName());
              if (attributes.isRegularFile()
                  && !NOT_OURS.contains(name)
                  && !name.startsWith(STORE)) {
                files.add(root.relativize(file));
              }
              return FileVisitResult.CONTINUE;
            }
          });
    } catch (IOException e) {
      throw new AssertionError("cannot walk " + root, e);
    }
    return List.copyOf(files);
  }
}
