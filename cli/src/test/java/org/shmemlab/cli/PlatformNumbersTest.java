package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.common.io.Resources;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.shmemlab.testing.Draws;
import org.shmemlab.transports.platform.Platforms;

/** Checks that any number in a platform is refused in a line, or programs run on it. */
@Tag("catalogue")
class PlatformNumbersTest {
  private static final Pattern NUMBER = Pattern.compile("value: ([-+.eE0-9]+)( ?)([^,]*)");
  private static final Pattern RANGE = Pattern.compile("range: [^,]*, ");

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"0", "1e300", "1e-300", "2147483648", "0.001"})
  void anyNumberIsRefusedOrWorks(String number) throws IOException {
    String usual =
        RANGE
            .matcher(
                Resources.toString(
                    Resources.getResource(Platforms.class, "hgx-h200.yaml"),
                    StandardCharsets.UTF_8))
            .replaceAll("");
    List<MatchResult> places = NUMBER.matcher(usual).results().toList();
    assertThat(places.size()).isGreaterThan(50);
    Path file = folder.resolve("odd.yaml");
    List<String> wrong = new ArrayList<>();
    for (MatchResult place : Draws.of(places)) {
      Files.writeString(
          file, usual.substring(0, place.start(1)) + number + usual.substring(place.end(1)));
      for (String test : List.of("alltoall --pes 16", "p-bw --transport ibgda -c 2")) {
        String command = "perftest " + test + " -b 8 -e 131072 -f 128 --platform " + file;
        Session session = Session.of(command.split(" "));
        if (session.exitCode() != 0 && session.exitCode() != 2) {
          String line = usual.substring(usual.lastIndexOf('\n', place.start()) + 1, place.start());
          wrong.add(line.strip() + " " + number + ": " + session.err());
        }
      }
    }
    assertThat(wrong).isEmpty();
  }
}
