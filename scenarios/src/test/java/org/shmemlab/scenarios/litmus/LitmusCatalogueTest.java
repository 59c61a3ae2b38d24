package org.shmemlab.scenarios.litmus;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.shmemlab.scenarios.source.Diagnostic;
import org.shmemlab.scenarios.source.SourceFile;

/** The files of the catalogue: well-formed, complete, and consistent with each other. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS) // the files are read once
class LitmusCatalogueTest {
  private static final String STRICT = "nvshmem";
  private static final String LENIENT = "nvshmem-ordering-page";
  private static final String OPENSHMEM = "openshmem-1.6";

  private final Map<String, LitmusFile> tests = new LinkedHashMap<>();
  private final List<Diagnostic> findings = new ArrayList<>();

  LitmusCatalogueTest() throws IOException {
    for (Path file : files()) {
      Litmus.Parsed parsed = Litmus.parse(SourceFile.read(file));
      findings.addAll(parsed.diagnostics());
      if (parsed.test() != null) {
        tests.put(file.getFileName().toString(), parsed.test());
      }
    }
  }

  @Test
  void everyFileParses() {
    assertThat(findings).isEmpty();
    assertThat(tests).hasSizeGreaterThanOrEqualTo(160);
  }

  @Test
  void aFileHasTheNameOfItsTest() {
    tests.forEach((file, test) -> assertThat(file).isEqualTo(test.name() + ".litmus"));
  }

  @Test
  void noTwoTestsHaveOneName() throws IOException {
    assertThat(tests).hasSameSizeAs(files());
  }

  @Test
  void everyTestAnswersForEveryProfile() {
    for (LitmusFile test : tests.values()) {
      assertThat(test.expectations().keySet())
          .as(test.name())
          .containsExactly(STRICT, LENIENT, OPENSHMEM);
    }
  }

  @Test
  void everyReasonIsOneSentence() {
    for (LitmusFile test : tests.values()) {
      assertThat(test.why()).as(test.name()).endsWith(".").hasSizeBetween(20, 320);
    }
  }

  /** The strict profile promises less, so it never has the better verdict. */
  @Test
  void lenientIsNeverWorseThanStrict() {
    for (LitmusFile test : tests.values()) {
      assertThat(verdict(test, LENIENT))
          .as(test.name())
          .isGreaterThanOrEqualTo(verdict(test, STRICT));
    }
  }

  /**
   * A twin with the missing order has a better verdict under at least one profile, worse in none.
   */
  @Test
  void aRepairMakesTheVerdictBetter() {
    for (LitmusFile test : tests.values()) {
      for (String name : test.repairs()) {
        LitmusFile broken = Objects.requireNonNull(tests.get(name + ".litmus"), name);
        for (String profile : test.expectations().keySet()) {
          assertThat(verdict(test, profile))
              .as(test.name() + " repairs " + name + ", " + profile)
              .isGreaterThanOrEqualTo(verdict(broken, profile));
        }
        assertThat(verdict(test, STRICT))
            .as(test.name() + " repairs " + name)
            .isGreaterThan(verdict(broken, STRICT));
      }
    }
  }

  /** Whatever is undefined or hangs has a twin that shows the way out. */
  @Test
  void whatIsBrokenIsRepaired() {
    List<String> repaired =
        tests.values().stream().flatMap(test -> test.repairs().stream()).toList();
    for (LitmusFile test : tests.values()) {
      if (verdict(test, STRICT).compareTo(Verdict.DEADLOCK) <= 0) {
        assertThat(repaired).contains(test.name());
      }
    }
  }

  /** Verdicts from worst to best, as they are declared. */
  private static Verdict verdict(LitmusFile test, String profile) {
    return Objects.requireNonNull(test.expectations().get(profile), test.name()).verdict();
  }

  private static List<Path> files() throws IOException {
    try (var found = Files.walk(Path.of("..", "litmus"))) {
      return found.filter(file -> file.toString().endsWith(".litmus")).sorted().toList();
    }
  }
}
