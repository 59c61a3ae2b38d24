package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;

/** Checks labs as pages that need no server. */
@Tag("browser")
class LabExportCommandTest {
  @TempDir private static Path folder;

  private static Path site;
  private static Session session;

  @BeforeAll
  static void export() throws IOException {
    Lab lab = Labs.known().find("3").orElseThrow();
    Path labs = Files.createDirectories(folder.resolve("labs"));
    Path place = Files.createDirectories(labs.resolve(lab.name()));
    for (Map.Entry<String, String> file : lab.files().entrySet()) {
      Files.writeString(place.resolve(file.getKey()), file.getValue());
    }
    site = folder.resolve("site");
    session = Session.of("lab", "export", site.toString(), "--labs", labs.toString());
  }

  @Test
  void everyVersionHasAPageAndEveryLinkLeadsToOne() throws IOException {
    assertThat(session.err()).isEmpty();
    assertThat(session.out()).isEqualTo("Open " + site.resolve("index.html") + "\n");
    assertThat(session.exitCode()).isZero();
    Map<String, String> pages = ExportedPages.in(site);
    assertThat(pages)
        .hasSize(9)
        .containsKeys(
            "index.html",
            "03_flag_overtakes_data.html",
            "03_flag_overtakes_data-start.html",
            "03_flag_overtakes_data-wrong-fence-at-reader.html",
            "03_flag_overtakes_data-solution.html");
    assertThat(pages.get("03_flag_overtakes_data.html"))
        .contains("PE 1: token 42", "Its grade: 2 of 10 points.", "Its grade: 10 of 10 points.")
        .contains(
            "A run of 2 PEs: ", "All orders of 2 PEs with TOKEN=42: Wrong in some order: conflict.")
        .contains("A fence orders what its own PE sends.");
  }

  @Test
  void aBrowserOpensThemFromTheFolder() {
    assumeTrue(Browser.exists(), "no Chromium with its driver");
    try (Browser browser = Browser.open(site.resolve("index.html"), 1000, 900)) {
      assertThat(browser.violations()).isEmpty();
      browser.find("main li a").click();
      browser.await(
          () -> browser.find("h1").getText().equals("Lab 3: The flag overtakes the data"));
      assertThat(browser.violations()).isEmpty();
      assertThat(browser.texts("details[open]")).isEmpty();
      browser.find("#start .prose a").click();
      browser.await(() -> browser.find("h1").getText().equals("Check of lab.cu"));
      assertThat(browser.find(".stepper output").getText()).contains("Here the two accesses meet");
      browser.find("[data-go=first]").click();
      assertThat(browser.find(".stepper output").getText()).startsWith("Before the first");
      assertThat(browser.complaints()).isEmpty();
    }
  }
}
