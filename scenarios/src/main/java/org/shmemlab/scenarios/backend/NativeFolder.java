package org.shmemlab.scenarios.backend;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedSet;
import com.google.common.collect.Sets;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.written.Unwritten;
import org.shmemlab.scenarios.written.WholeFile;

/**
 * A folder that builds and runs somewhere else.
 *
 * @param files text by path within the folder; scripts end in {@code .sh}
 * @param tests number of litmus tests in it
 * @param programs number of programs in it
 * @param leftOut tests and programs that were given but are not in it
 * @param diagnostics errors in sources; those are not in it either
 */
public record NativeFolder(
    ImmutableMap<String, String> files,
    int tests,
    int programs,
    ImmutableList<LeftOut> leftOut,
    ImmutableList<Diagnostic> diagnostics) {
  /** The file that names all other files of the folder. */
  static final String LIST = "emitted.txt";

  /** Whether a source is not in it because something is wrong with it. */
  public boolean broken() {
    return diagnostics.stream().anyMatch(one -> one.severity() == Diagnostic.Severity.ERROR);
  }

  /**
   * A file in the folder that the emission did not write, where one of its own would have to be.
   */
  public static final class NotOurs extends Exception {
    private static final long serialVersionUID = 1L;

    NotOurs(Path file) {
      super(
          file
              + " is there already, and no earlier call wrote it; name another folder, or remove"
              + " the file");
    }
  }

  /**
   * Writes the files, and {@link #LIST}, which names them. Removes files of an earlier emission
   * that this one does not have; all other files stay as they are.
   *
   * @throws NotOurs where a file of another origin is in the way; nothing is changed then
   * @throws Unwritten where a file cannot be written
   */
  public void write(Path folder) throws NotOurs {
    ImmutableSet<String> earlier = earlier(folder);
    for (String name : files.keySet()) {
      Path file = folder.resolve(name);
      if (Files.exists(file) && !earlier.contains(name)) {
        throw new NotOurs(file);
      }
    }
    WholeFile.folder(folder);
    WholeFile.write(
        folder.resolve(LIST), lines(Sets.union(earlier, files.keySet()))); // should this one end
    for (String gone : Sets.difference(earlier, files.keySet())) {
      remove(folder, gone);
    }
    for (Map.Entry<String, String> entry : files.entrySet()) {
      Path file = folder.resolve(entry.getKey());
      WholeFile.folder(file.resolveSibling("").toAbsolutePath());
      WholeFile.write(file, entry.getValue());
      if (entry.getKey().endsWith(".sh") && !file.toFile().setExecutable(true)) {
        throw new Unwritten(file.toString(), new IOException("it cannot be made executable"));
      }
    }
    WholeFile.write(folder.resolve(LIST), lines(files.keySet()));
  }

  private static String lines(Set<String> names) {
    return String.join("\n", ImmutableSortedSet.copyOf(names)) + "\n";
  }

  private static ImmutableSet<String> earlier(Path folder) {
    Path list = folder.resolve(LIST);
    if (!Files.isRegularFile(list)) {
      return ImmutableSet.of();
    }
    try {
      return ImmutableSet.copyOf(Files.readAllLines(list));
    } catch (IOException problem) {
      throw new Unwritten(list.toString(), problem);
    }
  }

  private static void remove(Path folder, String name) {
    Path here = folder.toAbsolutePath().normalize();
    Path file = here.resolve(name).normalize();
    if (file.startsWith(here) && Files.isRegularFile(file)) {
      try {
        Files.delete(file);
      } catch (IOException problem) {
        throw new Unwritten(file.toString(), problem);
      }
    }
  }
}
