package org.shmemlab.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.google.common.collect.ImmutableSet;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.Keys;
import org.shmemlab.labs.lesson.Lab;
import org.shmemlab.labs.lesson.Labs;
import org.shmemlab.labs.web.LabServer;

/** Checks the page to work in, as a student uses it. */
@Tag("browser")
class LabPageTest {
  private static final int LABS = Labs.known().all().size();
  private static LabServer server;

  @TempDir private Path folder;

  @BeforeAll
  static void open() throws IOException, InterruptedException {
    assumeTrue(Browser.exists(), "no Chromium with its driver");
    server = serve(Optional.empty());
  }

  static LabServer serve(Optional<String> token) throws IOException, InterruptedException {
    return LabServer.open(
        new LabServer.Setting(
            new InetSocketAddress(InetAddress.getLoopbackAddress(), 0),
            ImmutableSet.of(),
            token,
            Labs.known(),
            false,
            Optional.empty(),
            1,
            LabServer.Setting.PATIENCE,
            "0"));
  }

  static URI page(LabServer server) {
    return URI.create("http://127.0.0.1:" + server.address().getPort() + "/");
  }

  @AfterAll
  static void close() {
    if (server != null) {
      server.close();
    }
  }

  @Test
  void aStudentWorksThroughALab() {
    try (Browser browser = Browser.open(page(server), 1280, 1000)) {
      choose(browser, "03_flag_overtakes_data");
      assertThat(browser.find("#title").getText()).isEqualTo("Lab 3: The flag overtakes the data");

      // The lesson, and a hint.
      assertThat(browser.find("#text").getText()).contains("Repair lab.cu");
      assertThat(browser.texts("#text details[open]")).isEmpty();
      browser.find("#text details:nth-of-type(2) summary").click();
      assertThat(browser.texts("#text details[open]"))
          .singleElement()
          .asString()
          .contains("The mistake is at PE 0");

      // A run shows what each PE prints; nothing seems to be wrong.
      press(browser, "run");
      assertThat(status(browser)).isEqualTo("All 2 PEs ended as they should.");
      assertThat(browser.texts("#output .lines li")).containsExactly("PE 1\nPE 1: token 42");

      // All orders: what is wrong stands in the editor, and in a diagram to step through.
      press(browser, "check");
      assertThat(status(browser)).isEqualTo("Wrong in some order: conflict.");
      assertThat(browser.texts(".cm-lintRange-error")).containsExactly("nvshmem_int_put_nbi", "*");
      browser.await(() -> browser.texts("#orders iframe").size() == 1);
      browser.within(
          "#orders iframe",
          () -> {
            browser.await(() -> !browser.texts(".stepper output").isEmpty());
            assertThat(browser.find(".stepper output").getText())
                .contains("Here the two accesses meet");
            browser.find("[data-go=back]").click();
            assertThat(browser.find(".stepper output").getText())
                .doesNotContain("Here the two accesses meet");
          });

      press(browser, "grade");
      assertThat(status(browser)).isEqualTo("2 of 10 points");
      assertThat(browser.find(".result.wrong .say").getText())
          .startsWith("The flag may overtake the token");

      // The repair, typed after the put.
      typeAfterThePut(browser, "\nnvshmem_quiet()");
      press(browser, "run");
      assertThat(status(browser)).isEqualTo("It does not compile.");
      assertThat(browser.texts(".cm-lintRange-error")).hasSize(1);
      assertThat(browser.texts("#output .said li"))
          .containsExactly("Line 16: expected ';' after expression");
      typeAfterThePut(browser, Keys.ARROW_DOWN, Keys.END, ";");
      press(browser, "check");
      assertThat(status(browser)).isEqualTo("Nothing is wrong in any order.");
      assertThat(browser.texts(".cm-lintRange-error")).isEmpty();
      press(browser, "grade");
      assertThat(status(browser)).isEqualTo("10 of 10 points");
      assertThat(browser.texts(".result.met")).hasSize(3);
      assertThat(browser.find("#lab option:checked").getText())
          .isEqualTo("3 The flag overtakes the data, 10 of 10 points");

      // The text outlives the page.
      browser.value("location.reload() ?? true");
      browser.await(() -> browser.texts("#lab option").size() == LABS);
      assertThat(browser.find("#title").getText()).startsWith("Lab 3");
      assertThat(browser.texts(".cm-line")).contains("nvshmem_quiet();");
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void aProgramIsTimedOnAPlatform() {
    try (Browser browser = Browser.open(page(server), 1280, 1000)) {
      choose(browser, "11_expert_dispatch");
      assertThat(browser.find("#platform").getAttribute("value")).isEqualTo("hgx-h200");
      browser.find("#platform option[value=p5en]").click();
      assertThat(browser.texts("#transport option")).containsExactly("its first network", "efa");
      press(browser, "time");
      assertThat(status(browser))
          .matches("All 2 PEs ended as they should\\. Simulated time: [\\d.]+ us\\.");
      browser.within(
          "#timeline iframe",
          () -> {
            browser.await(() -> browser.texts("figure.timeline canvas").size() == 1);
            assertThat(browser.find("h1").getText()).isEqualTo("Run of lab.cu on p5en, nvlink+efa");
          });
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void macrosOfTheFieldReachTheProgram() {
    try (Browser browser = Browser.open(page(server), 1280, 1000)) {
      choose(browser, "10_ring_or_tree");
      assertThat(browser.find("#macros-help").getText())
          .isEqualTo(
              "before the first line; the grade sets COUNT, THREADS, and looks at all orders with"
                  + " COUNT=4 THREADS=1");
      browser.find("#macros").sendKeys("COUNT=4096");
      browser.find("#pes").clear();
      browser.find("#pes").sendKeys("8");
      press(browser, "time");
      assertThat(status(browser)).startsWith("All 8 PEs ended as they should. Simulated time: 11");
      browser.find("#macros").sendKeys(" THREADS=many");
      press(browser, "run");
      assertThat(status(browser)).isEqualTo("It does not compile.");
      browser.find("#macros").clear();
      browser.find("#macros").sendKeys("-I/etc");
      press(browser, "run");
      assertThat(status(browser)).startsWith("A macro is NAME=VALUE");
      choose(browser, "03_flag_overtakes_data");
      assertThat(browser.find("#macros").getAttribute("value")).isEmpty();
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void theOrdersOfATransportAreLookedAt() {
    try (Browser browser = Browser.open(page(server), 1280, 1000)) {
      choose(browser, "12_only_on_one_transport");
      press(browser, "check");
      assertThat(status(browser)).isEqualTo("Nothing is wrong in any order.");
      browser.find("#orders-of option[value=ibgda]").click();
      press(browser, "check");
      assertThat(status(browser)).isEqualTo("Nothing is wrong in any order.");
      browser.find("#orders-of option[value=nvlink]").click();
      press(browser, "check");
      assertThat(status(browser)).isEqualTo("Wrong in some order: stale.");
      browser.within(
          "#orders iframe",
          () -> {
            browser.await(() -> !browser.texts(".stepper output").isEmpty());
            assertThat(browser.find("body").getText())
                .contains("--no-repair --transport nvlink", "NVLink P2P of NVSHMEM 3.4.5");
          });
      assertThat(browser.complaints()).isEmpty();
    }
  }

  @Test
  void aProgramIsSharedAsAFile() throws IOException {
    Lab lab = Labs.known().find("2").orElseThrow();
    Path file = Files.writeString(folder.resolve("mine.cu"), lab.file(Lab.SOLUTION));
    try (Browser browser = Browser.open(page(server), 1280, 1000)) {
      choose(browser, "03_flag_overtakes_data");
      browser.find("#file").sendKeys(file.toString());
      browser.await(() -> status(browser).equals("mine.cu is open."));
      assertThat(browser.find("#title").getText()).isEqualTo("Lab 2: Ring shift");
      press(browser, "grade");
      assertThat(status(browser)).isEqualTo("10 of 10 points");

      // The text for a disk is kept instead.
      browser.value(
          """
          (() => {
            const link = URL.createObjectURL;
            URL.createObjectURL = (blob) => {
              blob.text().then((text) => { window.saved = text; });
              return link.call(URL, blob);
            };
            HTMLAnchorElement.prototype.click = function() { window.name = this.download; };
            return true;
          })()\
          """);
      browser.find("#save").click();
      browser.await(() -> browser.value("window.saved ?? ''").equals(lab.file(Lab.SOLUTION)));
      assertThat(browser.value("window.name")).isEqualTo("02_ring_shift.cu");
    }
  }

  @Test
  void itIsAccessibleInLightAndDarkAndOnAPhone() {
    try (Browser browser = Browser.open(page(server), 1280, 1000)) {
      choose(browser, "03_flag_overtakes_data");
      press(browser, "run");
      press(browser, "check");
      press(browser, "grade");
      for (String scheme : new String[] {"light", "dark"}) {
        browser.prefer(scheme);
        for (String tab : new String[] {"output", "orders", "timeline", "points"}) {
          browser.find("#tab-" + tab).click();
          assertThat(browser.violations()).as(scheme + ", " + tab).isEmpty();
        }
      }
      for (int width : new int[] {1280, 800, 390}) {
        browser.resize(width, 844);
        assertThat((Long) browser.value("document.documentElement.scrollWidth"))
            .as("width of the page in a window of %d", width)
            .isLessThanOrEqualTo(width);
        assertThat(browser.violations()).as("width " + width).isEmpty();
      }
    }
  }

  @Test
  void tabsAndTheEditorNeedNoMouse() {
    try (Browser browser = Browser.open(page(server), 1280, 1000)) {
      choose(browser, "01_pes_and_heap");
      browser.find(".cm-content").click();
      browser.control(Keys.ENTER);
      browser.await(() -> status(browser).equals("All 3 PEs ended as they should."));
      browser.type(Keys.ESCAPE, Keys.TAB);
      assertThat(browser.value("document.activeElement.id")).isEqualTo("save");
      browser.find("#tab-output").click();
      browser.type(Keys.ARROW_LEFT);
      assertThat(browser.value("document.activeElement.id")).isEqualTo("tab-points");
      assertThat(browser.find("#points").isDisplayed()).isTrue();
    }
  }

  @Test
  void aClassNeedsItsToken() throws IOException, InterruptedException {
    try (LabServer guarded = serve(Optional.of("a-token-of-the-class"));
        Browser browser = Browser.open(page(guarded), 800, 600)) {
      assertThat(browser.violations()).isEmpty();
      browser.find("#token").sendKeys("a-token-of-the-class" + Keys.ENTER);
      browser.await(() -> browser.texts("#lab option").size() == LABS);
      press(browser, "run");
      assertThat(status(browser)).isEqualTo("All 3 PEs ended as they should.");
    }
  }

  static void choose(Browser browser, String lab) {
    browser.await(() -> browser.texts("#lab option").size() == LABS);
    browser.find("#lab option[value='" + lab + "']").click();
    browser.value("(document.querySelector('details.settings').open = true)");
  }

  static void press(Browser browser, String button) {
    browser.find("#" + button).click();
    browser.await(() -> browser.find("#" + button).isEnabled());
  }

  static String status(Browser browser) {
    return browser.find("#status").getText();
  }

  private static void typeAfterThePut(Browser browser, CharSequence... keys) {
    browser.value(
        "(() => { const line = [...document.querySelectorAll('.cm-line')].find((one) =>"
            + " one.textContent.includes('put_nbi')); const range = document.createRange();"
            + " document.querySelector('.cm-content').focus(); range.selectNodeContents(line);"
            + " range.collapse(false); getSelection().removeAllRanges();"
            + " getSelection().addRange(range); return true; })()");
    browser.type(keys);
  }
}
