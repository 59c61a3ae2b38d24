package org.shmemlab.conformance.inclusion;

import com.google.common.collect.ImmutableList;
import com.google.common.collect.ImmutableListMultimap;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.shmemlab.scenarios.observed.Observed;
import org.shmemlab.scenarios.observed.Results;

/**
 * Reads the results of litmus tests on real machines from a folder: {@code litmus.jsonl} of each
 * folder in it.
 *
 * @param files in the order of their names
 */
public record HardwareResults(ImmutableList<Results> files) {
  /** Of nothing. */
  public static final HardwareResults NONE = new HardwareResults(ImmutableList.of());

  /**
   * Reads a folder.
   *
   * @throws IOException if it is not there, or something in it cannot be read
   * @throws Results.Malformed if a file is not one that a native folder writes
   */
  public static HardwareResults in(Path folder) throws IOException, Results.Malformed {
    List<Path> paths;
    try (var found = Files.list(folder)) {
      paths =
          found
              .map(machine -> machine.resolve("litmus.jsonl"))
              .filter(Files::exists)
              .sorted()
              .toList();
    }
    ImmutableList.Builder<Results> files = ImmutableList.builder();
    for (Path path : paths) {
      files.add(Results.read(path));
    }
    return new HardwareResults(files.build());
  }

  /**
   * The outcomes observed over NVLink, the only transport measured so far, by the hash of the
   * test's source.
   */
  ImmutableListMultimap<String, Observed> byTest() {
    return files.stream()
        .flatMap(file -> file.tests().stream())
        .filter(test -> test.run().transport().isPresent())
        .collect(
            ImmutableListMultimap.toImmutableListMultimap(
                test -> test.program().test().source().sha256(), test -> test));
  }
}
