package org.shmemlab.conformance.inclusion;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import org.shmemlab.scenarios.litmus.Litmus;
import org.shmemlab.scenarios.litmus.LitmusProgram;
import org.shmemlab.scenarios.source.SourceFile;

/** Reads the litmus tests of a folder. */
public final class LitmusCatalogue {
  private LitmusCatalogue() {}

  /**
   * Every test of a folder and the folders in it, compiled: the shortest first, because they answer
   * soonest.
   *
   * @throws IOException if a file cannot be read
   * @throws IllegalArgumentException if a file is not a litmus test
   */
  public static ImmutableList<LitmusProgram> in(Path folder) throws IOException {
    List<Path> paths;
    try (var found = Files.walk(folder)) {
      paths = found.filter(path -> path.toString().endsWith(".litmus")).sorted().toList();
    }
    ImmutableList.Builder<LitmusProgram> tests = ImmutableList.builder();
    for (Path path : paths) {
      Litmus.Compiled compiled = Litmus.compile(SourceFile.read(path));
      if (compiled.program() == null) {
        throw new IllegalArgumentException(String.valueOf(compiled.diagnostics()));
      }
      tests.add(compiled.program());
    }
    Comparator<LitmusProgram> byLength =
        Comparator.comparingInt(program -> program.test().source().text().length());
    return ImmutableList.sortedCopyOf(
        byLength.thenComparing(program -> program.test().name()), tests.build());
  }
}
