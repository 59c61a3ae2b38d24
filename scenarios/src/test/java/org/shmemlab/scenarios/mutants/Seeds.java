package org.shmemlab.scenarios.mutants;

import com.google.common.collect.ImmutableList;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.shmemlab.scenarios.source.SourceFile;

/** The sound sources that mutants are made from. */
final class Seeds {
  /** Litmus tests are short and alike: one in so many is enough. */
  private static final int LITMUS_STRIDE = 8;

  private Seeds() {}

  /** All examples and the gallery, and a sample of the litmus tests, in order of their paths. */
  static ImmutableList<SourceFile> all() throws IOException {
    ImmutableList.Builder<SourceFile> seeds = ImmutableList.builder();
    for (String folder : new String[] {"examples", "gallery"}) {
      for (Path file : files(folder)) {
        if (file.toString().endsWith(".cu") || file.toString().endsWith(".c")) {
          seeds.add(SourceFile.read(file));
        }
      }
    }
    List<Path> tests =
        files("litmus").stream().filter(file -> file.toString().endsWith(".litmus")).toList();
    for (int i = 0; i < tests.size(); i += LITMUS_STRIDE) {
      seeds.add(SourceFile.read(tests.get(i)));
    }
    return seeds.build();
  }

  private static List<Path> files(String folder) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of("..", folder))) {
      return files.sorted().toList();
    }
  }
}
