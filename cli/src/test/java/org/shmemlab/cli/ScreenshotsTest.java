package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.shmemlab.labs.web.LabServer;

/** Makes the pictures of the documentation; skipped unless {@code scripts/screenshots} asks. */
@Tag("browser")
class ScreenshotsTest {
  private static final String FOLDER = "shmemlab.screenshots";

  @TempDir private Path folder = Path.of("");

  @BeforeAll
  static void isAsked() {
    assumeTrue(System.getProperty(FOLDER) != null, "nobody asks for pictures");
    assertThat(Browser.exists()).as("Chromium with its driver").isTrue();
  }

  @Test
  void ofAConflict() throws IOException {
    Path page = page("gallery/01_flag_overtakes_data/before.cu");
    try (Browser browser = Browser.open(page, 1280, 1000)) {
      browser.prefer("light");
      save(browser.picture(".diagram"), "check-diagram");
      browser.prefer("dark");
      save(browser.picture("#file-1-finding-1"), "check-dark");
    }
    try (Browser browser = Browser.open(page, 390, 844)) {
      browser.prefer("light");
      save(browser.picture("#file-1-finding-1"), "check-narrow");
    }
  }

  @Test
  void ofLitmusTests() throws IOException {
    try (Browser browser = Browser.open(page("litmus/mp"), 1280, 1000)) {
      browser.prefer("light");
      save(browser.picture(), "check-litmus");
    }
    Path page = page("litmus/mp/MP+amo+none+diff.litmus");
    try (Browser browser = Browser.open(page, 1280, 1000)) {
      browser.prefer("light");
      save(browser.picture("#file-1"), "check-outcomes");
    }
  }

  @Test
  void ofARunInSimulatedTime() throws IOException {
    Path file = folder.resolve("run.html");
    Session session =
        Session.of(
            "run",
            "../examples/ring_shift.cu",
            "-n",
            "16",
            "--platform",
            "hgx-h200",
            "--report",
            file.toString());
    assertThat(session.err()).isEmpty();
    try (Browser browser = Browser.open(file, 1280, 1000)) {
      browser.prefer("light");
      save(browser.picture(), "run-page");
      browser.prefer("dark");
      save(browser.picture(".drawing"), "run-traffic");
    }
  }

  @Test
  void ofThePageToWorkIn() throws IOException, InterruptedException {
    try (LabServer server = LabPageTest.serve(Optional.empty())) {
      try (Browser browser = Browser.open(LabPageTest.page(server), 1280, 1000)) {
        browser.prefer("light");
        LabPageTest.choose(browser, "03_flag_overtakes_data");
        LabPageTest.press(browser, "check");
        browser.within(
            "#orders iframe",
            () -> browser.value("document.querySelector('.diagram').scrollIntoView() ?? true"));
        browser.value("document.querySelector('.tabs').scrollIntoView() ?? true");
        save(browser.picture(), "lab-orders");
        LabPageTest.press(browser, "grade");
        browser.value("scrollTo(0, 0) ?? true");
        save(browser.picture(), "lab-page");
      }
      try (Browser browser = Browser.open(LabPageTest.page(server), 1280, 1000)) {
        browser.prefer("dark");
        LabPageTest.choose(browser, "11_expert_dispatch");
        LabPageTest.press(browser, "time");
        browser.within(
            "#timeline iframe",
            () -> browser.await(() -> !browser.texts(".timeline .legend").get(0).isEmpty()));
        browser.value("document.querySelector('.tabs').scrollIntoView() ?? true");
        save(browser.picture(), "lab-timeline-dark");
      }
      try (Browser browser = Browser.open(LabPageTest.page(server), 390, 844)) {
        browser.prefer("light");
        LabPageTest.choose(browser, "03_flag_overtakes_data");
        LabPageTest.press(browser, "run");
        browser.value("document.querySelector('#program').scrollIntoView() ?? true");
        save(browser.picture(), "lab-narrow");
      }
    }
  }

  private Path page(String path) {
    Path file = folder.resolve(path.replace('/', '_') + ".html");
    Session session =
        Session.of("check", Path.of("..").resolve(path).toString(), "--report", file.toString());
    assertThat(session.err()).isEmpty();
    return file;
  }

  private static void save(byte[] picture, String name) throws IOException {
    Path images = Path.of(System.getProperty(FOLDER));
    Files.createDirectories(images);
    Files.write(images.resolve(name + ".png"), picture);
  }
}
