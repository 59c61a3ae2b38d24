package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestFactory;
import org.shmemlab.testing.Draws;

/**
 * Checks programs as their authors write them: performance suites, test suites, kernels of mixtures
 * of experts. The head of each says on how many PEs it runs, its output, the command's messages
 * besides that, and the macros with which a check finds something; without one, a check finds
 * nothing.
 */
@Tag("catalogue")
class ProgramsTest {
  private static final Path FOLDER = Path.of("src", "test", "resources", "programs");

  @TestFactory
  Stream<DynamicTest> runAndAreJudgedAsTheirHeadsSay() throws IOException {
    List<DynamicTest> tests = new ArrayList<>();
    try (Stream<Path> files = Files.list(FOLDER)) {
      for (Path file : files.sorted().toList()) {
        String name = file.getFileName().toString();
        String text = Files.readString(file);
        tests.add(DynamicTest.dynamicTest(name + " runs", () -> runs(file, text)));
        tests.add(
            DynamicTest.dynamicTest(
                name + " is checked", () -> finds(file, text, "-DPLAIN", "nothing")));
        for (String with : values(text, "with")) {
          String[] words = with.split(": ", 2);
          tests.add(
              DynamicTest.dynamicTest(
                  name + " with " + words[0], () -> finds(file, text, words[0], words[1])));
        }
      }
    }
    return Draws.of(tests).stream();
  }

  private static void runs(Path file, String text) {
    Session run = Session.of("run", file.toString(), "-n", pes(text));
    assertThat(run.out()).isEqualTo(lines(text, "prints:"));
    assertThat(run.err()).isEqualTo(lines(text, "says:"));
    assertThat(run.exitCode()).isZero();
  }

  private static void finds(Path file, String text, String macro, String what) {
    String profile = text.contains("<shmem.h>") ? "openshmem-1.6" : "nvshmem";
    Session check =
        Session.of("check", file.toString(), macro, "-n", pes(text), "--profile", profile);
    assertThat(check.err()).isEmpty();
    assertThat(check.out())
        .contains(what.equals("nothing") ? "Verdict nothing found" : "error: " + what);
  }

  private static String lines(String text, String key) {
    return values(text, key).stream().map(line -> line + "\n").collect(Collectors.joining());
  }

  private static String pes(String text) {
    return values(text, "pes:").get(0);
  }

  private static List<String> values(String text, String key) {
    return Pattern.compile("(?m)^// " + key + " (.*)$")
        .matcher(text)
        .results()
        .map(found -> found.group(1))
        .toList();
  }
}
