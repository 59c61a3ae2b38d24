package org.shmemlab.scenarios.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.io.Resources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Programs print the same here and with a library that implements OpenSHMEM 1.4. */
class CollectivesAgainstOpenMpiTest {
  private static final int PES = 4;

  @TempDir Path folder;

  @Test
  void activeSetsGiveWhatTheyGiveThere() throws Exception {
    String source =
        Resources.toString(
            Resources.getResource(CollectivesAgainstOpenMpiTest.class, "active_sets.c"),
            StandardCharsets.UTF_8);
    Path file = Files.writeString(folder.resolve("active_sets.c"), source);
    assumeTrue(
        ended(folder.resolve("said"), "oshcc", "-w", file.toString(), "-o", file + ".exe"),
        "skipped: apt-get install openmpi-bin libopenmpi-dev");
    Path printed = folder.resolve("printed");
    // An MPI library may crash as it ends, after all of the output.
    ended(
        printed,
        "oshrun",
        "--allow-run-as-root",
        "--oversubscribe",
        "-np",
        String.valueOf(PES),
        file + ".exe");
    List<String> theirs =
        Files.readAllLines(printed).stream()
            .filter(line -> line.matches("[0-" + (PES - 1) + "] [a-z].*"))
            .sorted()
            .toList();
    assertThat(theirs).hasSize(2 + 5 * PES + PES - 1);
    assertThat(CProgram.whole(source).run(PES).lines()).isEqualTo(theirs);
  }

  private static boolean ended(Path output, String... command) throws InterruptedException {
    try {
      return new ProcessBuilder(command)
              .redirectErrorStream(false)
              .redirectError(ProcessBuilder.Redirect.DISCARD)
              .redirectOutput(output.toFile())
              .start()
              .waitFor()
          == 0;
    } catch (IOException notInstalled) {
      return false;
    }
  }
}
