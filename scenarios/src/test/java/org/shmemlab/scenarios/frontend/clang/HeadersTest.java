package org.shmemlab.scenarios.frontend.clang;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class HeadersTest {
  private static final Path FOLDER =
      Path.of("src", "main", "resources", "org", "shmemlab", "scenarios", "include");

  /** A header that the list leaves out would be missing where programs are compiled. */
  @Test
  void theListNamesEveryHeader() throws IOException {
    List<String> listed = Files.readAllLines(FOLDER.resolve("index.txt"));
    try (Stream<Path> files = Files.walk(FOLDER)) {
      assertThat(
              files
                  .filter(Files::isRegularFile)
                  .map(file -> FOLDER.relativize(file).toString().replace('\\', '/'))
                  .filter(name -> !name.equals("index.txt")))
          .containsExactlyInAnyOrderElementsOf(listed);
    }
  }
}
