package org.shmemlab.scenarios.backend;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableMap;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.shmemlab.scenarios.source.Diagnostic;

/**
 * A folder that builds and runs somewhere else.
 *
 * @param files text by path within the folder; scripts end in {@code .sh}
 * @param tests number of litmus tests in it
 * @param programs number of programs in it
 * @param leftOut what was given but is not in it
 * @param diagnostics what is wrong with sources; those are not in it either
 */
public record NativeFolder(
    ImmutableMap<String, String> files,
    int tests,
    int programs,
    ImmutableList<LeftOut> leftOut,
    ImmutableList<Diagnostic> diagnostics) {

  /** Whether a source is not in it because something is wrong with it. */
  public boolean broken() {
    return diagnostics.stream().anyMatch(one -> one.severity() == Diagnostic.Severity.ERROR);
  }

  /**
   * Writes the files; others that are there stay.
   *
   * @throws IOException where that is not possible
   */
  public void write(Path folder) throws IOException {
    for (Map.Entry<String, String> entry : files.entrySet()) {
      Path file = folder.resolve(entry.getKey());
      Files.createDirectories(file.toAbsolutePath().getParent());
      Files.writeString(file, entry.getValue());
      File asFile = file.toFile();
      if (entry.getKey().endsWith(".sh") && !asFile.setExecutable(true)) {
        throw new IOException("cannot make it executable: " + file);
      }
    }
  }
}
